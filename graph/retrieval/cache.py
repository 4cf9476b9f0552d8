"""Snapshots kept in memory, bounded by bytes, the least recently used given up first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime

from user_memory.graph.retrieval.snapshot import Snapshot

TURNS = 64
"""Owners that build at the same time, at most; two owners may share a turn."""


class SnapshotCache:
    """At most one snapshot per owner, at most ``max_bytes`` in all; safe to share between threads."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()
        self._changes: dict[str, dict[int, frozenset[str]]] = {}
        """By owner and revision: the memories that the write to this revision touched, where that is known."""
        self._turns = [threading.Lock() for _ in range(TURNS)]

    def get(self, owner: str, revision: int) -> Snapshot | None:
        """The owner's snapshot if it is of this revision, or of a later one that came meanwhile."""
        with self._lock:
            snapshot = self._snapshots.get(owner)
            if snapshot is None or snapshot.revision < revision:
                return None
            self._snapshots.move_to_end(owner)
            return snapshot

    def note(self, owner: str, revision: int, touched: Iterable[str]) -> None:
        """Remember which memories the write to ``revision`` touched, while a snapshot from before it is kept."""
        with self._lock:
            if owner in self._snapshots:
                self._changes.setdefault(owner, {})[revision] = frozenset(touched)

    def since(self, owner: str, revision: int) -> tuple[Snapshot, frozenset[str]] | None:
        """The kept snapshot and every memory touched from it to ``revision``; ``None`` where that is not known."""
        with self._lock:
            snapshot, changes = self._snapshots.get(owner), self._changes.get(owner, {})
            if snapshot is None:
                return None
            steps = range(snapshot.revision + 1, revision + 1)
            if len(steps) > len(changes) or any(step not in changes for step in steps):
                return None
            return snapshot, frozenset().union(*(changes[step] for step in steps))

    def turn(self, owner: str) -> AbstractContextManager[object]:
        """Held while the owner's snapshot is built, so that those who miss it together build it once."""
        return self._turns[hash(owner) % TURNS]

    def put(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in the place of the owner's older one; one larger than the whole cache is not kept."""
        with self._lock:
            held = self._snapshots.get(snapshot.owner)
            if held is not None and held.revision > snapshot.revision:
                return
            changes = self._changes.get(snapshot.owner, {})
            later = {step: touched for step, touched in changes.items() if step > snapshot.revision}
            self._remove(snapshot.owner)
            if snapshot.bytes > self._max_bytes:
                return
            self._snapshots[snapshot.owner] = snapshot
            self._changes[snapshot.owner] = later
            self._bytes += snapshot.bytes
            while self._bytes > self._max_bytes:
                self._remove(next(iter(self._snapshots)))

    def touch(self, owner: str, ids: Iterable[str], at: datetime) -> None:
        """Record accesses in the owner's snapshot, if it is here."""
        with self._lock:
            snapshot = self._snapshots.get(owner)
        if snapshot is not None:
            snapshot.touch(ids, at)

    def drop(self, owner: str) -> None:
        """Forget the owner's snapshot."""
        with self._lock:
            self._remove(owner)

    def revisions(self) -> dict[str, int]:
        """The revision of each owner's snapshot."""
        with self._lock:
            return {owner: snapshot.revision for owner, snapshot in self._snapshots.items()}

    def drop_outdated(self, owner: str, revision: int) -> None:
        """Forget the owner's snapshot if it is from before ``revision`` and it is not known what was written since."""
        if self.since(owner, revision) is None:
            with self._lock:
                held = self._snapshots.get(owner)
                if held is not None and held.revision < revision:
                    self._remove(owner)

    @property
    def bytes(self) -> int:
        """What the kept snapshots take, as they estimate it."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._snapshots)

    def _remove(self, owner: str) -> None:
        self._changes.pop(owner, None)
        snapshot = self._snapshots.pop(owner, None)
        if snapshot is not None:
            self._bytes -= snapshot.bytes
