"""Access counts: buffered, so that asking stays fast, and written within seconds and at shutdown."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from user_memory.graph.errors import UserMemoryError
from user_memory.graph.retrieval.cache import SnapshotCache
from user_memory.graph.store.connection import Database, Tx
from user_memory.graph.store.values import iso


@dataclass(slots=True)
class _Count:
    times: int
    last: datetime


class AccessBuffer:
    """Counts uses of memories and writes them every ``access_flush``. A crash loses at most that much; nothing counts twice."""

    def __init__(self, database: Database, cache: SnapshotCache, interval: timedelta) -> None:
        self._database, self._cache, self._interval = database, cache, interval
        self._pending: dict[str, dict[str, _Count]] = {}
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False

    def record(self, owner: str, ids: Iterable[str], at: datetime) -> None:
        """Count one use of each memory, for ranking at once and for the graph soon."""
        used = list(ids)
        self._cache.touch(owner, used, at)
        with self._lock:
            counts = self._pending.setdefault(owner, {})
            for memory in used:
                count = counts.setdefault(memory, _Count(0, at))
                count.times, count.last = count.times + 1, max(count.last, at)
            self._schedule()

    def forget(self, owner: str) -> None:
        """Drop what is pending of an erased user."""
        with self._lock:
            self._pending.pop(owner, None)

    def flush(self) -> None:
        """Write what is pending; what cannot be written stays pending."""
        with self._lock:
            owners = list(self._pending)
        for owner in owners:
            self.flush_owner(owner)

    def flush_owner(self, owner: str) -> None:
        """Write what is pending of one user, so that a read that follows sees it."""
        with self._lock:
            counts = self._pending.pop(owner, None)
        if not counts:
            return
        try:
            self._database.write(partial(_store, owner=owner, counts=counts))
        except UserMemoryError:
            self._keep(owner, counts)
            raise

    def close(self) -> None:
        """Write what is pending and stop."""
        with self._lock:
            self._closed = True
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        self.flush()

    def _keep(self, owner: str, counts: dict[str, _Count]) -> None:
        with self._lock:
            held = self._pending.setdefault(owner, {})
            for memory, count in counts.items():
                other = held.setdefault(memory, _Count(0, count.last))
                other.times, other.last = other.times + count.times, max(other.last, count.last)

    def _schedule(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = threading.Timer(self._interval.total_seconds(), self._due)
            self._timer.daemon = True
            self._timer.start()

    def _due(self) -> None:
        with self._lock:
            self._timer = None
        try:
            self.flush()
        except UserMemoryError:
            with self._lock:
                self._schedule()


def _store(tx: Tx, owner: str, counts: dict[str, _Count]) -> None:
    rows = [{"id": i, "count": c.times, "at": iso(c.last)} for i, c in sorted(counts.items())]
    tx.of(owner).write("memories.set_access", rows)
