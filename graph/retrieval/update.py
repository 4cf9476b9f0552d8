"""A snapshot brought up to date by the few rows that a write touched."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import replace
from datetime import datetime

import numpy as np

from user_memory.graph.model import Entity
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.snapshot import Snapshot, build_snapshot
from user_memory.graph.status import status_now


def affected(held: Snapshot, touched: Set[str]) -> set[str]:
    """``touched`` with the memories that follow from one of them or took its place: their edges may have gone."""
    following = (
        row.memory.id
        for row in held.rows
        if row.memory.supersedes in touched or not touched.isdisjoint(row.about)
    )
    return {*touched, *following}


def update(
    held: Snapshot,
    revision: int,
    touched: Collection[str],
    rows: Sequence[Row],
    entities: Sequence[Entity],
    now: datetime,
) -> Snapshot | None:
    """The snapshot at ``revision``: ``rows`` in the place of those of ``touched``, accesses carried over.

    ``None`` where an entity was renamed or is gone, as any row may name it: then all is to be read anew.
    """
    named = {e.id: (e.name, e.kind) for e in entities}
    if any(named.get(e.id) != (e.name, e.kind) for e in held.entities.entities):
        return None
    kept = [_at(row, now) for row in held.rows if row.memory.id not in touched]
    built = build_snapshot(held.owner, revision, [*kept, *rows], entities, held.encoder_name)
    _carry(held, built)
    return built


def _at(row: Row, now: datetime) -> Row:
    """The row with its status now, as it would be read."""
    status = status_now(row.memory, now)
    return row if status == row.memory.status else replace(row, memory=replace(row.memory, status=status))


def _carry(held: Snapshot, built: Snapshot) -> None:
    """Accesses that only the columns know of, as they are written to the graph later."""
    pairs = [(at, held.position(row.memory.id)) for at, row in enumerate(built.rows)]
    new = [at for at, before in pairs if before is not None]
    old = [before for _, before in pairs if before is not None]
    columns, before = built.columns, held.columns
    columns.accessed[new] = np.maximum(columns.accessed[new], before.accessed[old])
    columns.accesses[new] = np.maximum(columns.accesses[new], before.accesses[old])
