"""Which memories may be recalled at all."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import datetime
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.capacity import ACTIVE
from user_memory.graph.decay import STALE
from user_memory.graph.model import LAYERS, STATUSES
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.status import status_at

Mask: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]


def eligible(snapshot: Snapshot, query: Query, now: datetime, importance: Floats) -> Mask:
    """The rows with an asked layer and status, not expired, and with ``importance`` (effective) high enough.

    Stale ones are recalled only where a status or another time is asked for.
    """
    columns = snapshot.columns
    mask = (
        _status(snapshot, query, now)
        & ~(columns.expires <= now.timestamp())
        & (importance >= query.min_importance)
    )
    if query.layers is not None:
        mask &= _among(columns.layer, LAYERS, query.layers)
    if query.statuses is None and not query.by_time:
        mask &= importance >= STALE
    return mask


def _status(snapshot: Snapshot, query: Query, now: datetime) -> Mask:
    wanted = ACTIVE if query.statuses is None else frozenset(query.statuses)
    if query.by_time:
        then = (status_at(row.memory, now, query.as_of, query.known_at) for row in snapshot.rows)
        return np.fromiter((status in wanted for status in then), dtype=np.bool_, count=len(snapshot))
    held = _among(snapshot.columns.status, STATUSES, wanted)
    for i in _dated_otherwise(snapshot, now):
        held[i] = status_at(snapshot.rows[i].memory, now) in wanted
    return held


def _dated_otherwise(snapshot: Snapshot, now: datetime) -> NDArray[np.intp]:
    """The facts whose status may be another now than when the snapshot was read: not yet begun, or ended since."""
    columns, moment = snapshot.columns, now.timestamp()
    facts = columns.layer == LAYERS.index("semantic")
    active = _among(columns.status, STATUSES, ACTIVE)
    return np.flatnonzero(facts & ((columns.starts > moment) | (active & (columns.ends <= moment))))


def _among(codes: NDArray[np.int8], names: Sequence[str], wanted: Container[str]) -> Mask:
    """Which of ``codes``, positions in ``names``, are of a name that is wanted; a look-up is quicker than ``np.isin``."""
    return np.array([name in wanted for name in names], dtype=np.bool_)[codes]
