"""Ending on a signal: what is open is closed in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping_softly() -> Iterator[None]:
    """A signal to stop ends this block instead of the process, so that everything is closed in order.

    The server hands the signal on once it has stopped; by then there is nothing left to interrupt. A signal before that
    ends the start.
    """
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    except _Left:
        return
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Left(BaseException):
    """A signal asked the service to stop."""


def _leave(number: int, frame: FrameType | None) -> None:
    for every in (signal.SIGTERM, signal.SIGINT):
        signal.signal(every, signal.SIG_IGN)
    raise _Left
