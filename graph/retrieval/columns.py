"""What ranking computes with, as arrays in the order of the rows: one element per memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.decay import ACCESS_LIMIT, ACCESS_WEIGHT, SECONDS_PER_DAY, DecayProfile, fades
from user_memory.graph.encoders.vectors import unpack_all
from user_memory.graph.model import LAYERS, STATUSES, Memory
from user_memory.graph.retrieval.rows import Row

Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(slots=True)
class Columns:
    """Times are seconds since 1970 in UTC, NaN where unknown. Only ``accessed`` and ``accesses`` ever change."""

    layer: NDArray[np.int8]
    status: NDArray[np.int8]
    importance: Floats
    fades: Mask
    recorded: Floats
    accessed: Floats
    accesses: NDArray[np.int64]
    expires: Floats
    starts: Floats
    ends: Floats
    said: Floats

    def effective_importance(self, now: datetime, profile: DecayProfile) -> Floats:
        """``decay.effective_importance`` of every row, in 0..10."""
        rates = np.array([profile.rates[layer] for layer in LAYERS])[self.layer]
        idle = np.maximum(0.0, now.timestamp() - self.accessed) / SECONDS_PER_DAY
        strength = np.minimum(1.0 + ACCESS_WEIGHT * self.accesses, ACCESS_LIMIT)
        return np.clip(self.importance * np.where(self.fades, rates ** (idle / strength), 1.0), 0.0, 10.0)

    @property
    def bytes(self) -> int:
        """What the arrays take in memory."""
        return sum(getattr(self, name).nbytes for name in Columns.__slots__)


def build_columns(rows: Sequence[Row]) -> Columns:
    """The columns of ``rows``, in their order."""
    memories = [row.memory for row in rows]
    times = np.array([_times(m) for m in memories], dtype=np.float64).reshape(-1, 6)
    return Columns(
        layer=np.array([LAYERS.index(m.layer) for m in memories], dtype=np.int8),
        status=np.array([STATUSES.index(m.status) for m in memories], dtype=np.int8),
        importance=np.array([m.importance for m in memories], dtype=np.float64),
        fades=np.array([fades(m) for m in memories], dtype=np.bool_),
        recorded=times[:, 0].copy(),
        accessed=times[:, 1].copy(),
        accesses=np.array([m.access_count for m in memories], dtype=np.int64),
        expires=times[:, 2].copy(),
        starts=times[:, 3].copy(),
        ends=times[:, 4].copy(),
        said=times[:, 5].copy(),
    )


def _times(memory: Memory) -> tuple[float, ...]:
    starts, ends = _world(memory)
    said = min((s.at for s in memory.sources), default=memory.recorded_at)
    return (
        memory.recorded_at.timestamp(),
        (memory.last_accessed_at or memory.recorded_at).timestamp(),
        _seconds(memory.expires_at),
        _seconds(starts),
        _seconds(ends),
        said.timestamp(),
    )


def _world(memory: Memory) -> tuple[datetime | None, datetime | None]:
    if memory.event is not None:
        return memory.event.occurred_from, memory.event.occurred_to
    if memory.fact is not None:
        return memory.fact.valid_from, memory.fact.valid_to
    return None, None


def _seconds(moment: datetime | None) -> float:
    return moment.timestamp() if moment is not None else float("nan")


def build_vectors(rows: Sequence[Row], encoder_name: str | None) -> tuple[NDArray[np.float32], Mask]:
    """The matrix of embeddings, shape (rows, dimensions), and which rows have one by ``encoder_name``; others
    are zero.
    """
    held = [
        i
        for i, row in enumerate(rows)
        if row.embedding is not None and row.embedding_model == encoder_name is not None
    ]
    data = [rows[i].embedding or b"" for i in held]
    dimensions = len(data[0]) // 2 if data else 0
    mask = np.zeros(len(rows), dtype=np.bool_)
    matrix = np.zeros((len(rows), dimensions), dtype=np.float32)
    if data:
        mask[held] = True
        matrix[held] = unpack_all(data, dimensions)
    return matrix, mask
