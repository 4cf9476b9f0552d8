"""A gate that many pass at once, or one alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Lets transactions run side by side, and holds them back while the database is restarted.

    A thread that is inside may enter again. Whoever waits to be alone holds back those who come later, so it gets its turn.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._closed = False
        self._depth = threading.local()

    @property
    def entered(self) -> bool:
        """Whether this thread is inside."""
        return bool(getattr(self._depth, "value", 0))

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Be inside with others."""
        depth = getattr(self._depth, "value", 0)
        if depth == 0:
            with self._changed:
                self._changed.wait_for(lambda: not self._closed)
                self._inside += 1
        self._depth.value = depth + 1
        try:
            yield
        finally:
            self._depth.value = depth
            if depth == 0:
                with self._changed:
                    self._inside -= 1
                    self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be inside with nobody else; never asked for by a thread that is inside."""
        with self._changed:
            self._changed.wait_for(lambda: not self._closed)
            self._closed = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
