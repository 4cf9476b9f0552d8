"""Memories that were said next to each other: a hit lifts what came before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.rows import Row

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]

REACH = 2
"""Messages before and after that count as neighbours."""
FADE = 0.6
"""What is left of a lift with each further message."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """``of[k]`` stands near ``near[k]`` with ``closeness[k]`` in (0, 1]; sorted by ``of``, each run starting
    at ``starts``.
    """

    size: int
    of: Indices
    near: Indices
    closeness: Floats
    starts: Indices

    def lift(self, relevance: Floats) -> Floats:
        """For each memory the strongest relevance beside it, times its closeness: shape (size,), range that
        of the input.
        """
        lifted = np.zeros(self.size)
        if len(self.of):
            best = np.maximum.reduceat(relevance[self.near] * self.closeness, self.starts)
            lifted[self.of[self.starts]] = best
        return lifted


def build_neighbours(rows: Sequence[Row]) -> Neighbours:
    """Pair the rows of one message, and of messages at most ``REACH`` apart in one session."""
    said: dict[tuple[str, int], list[int]] = {}
    for i, row in enumerate(rows):
        for occasion in row.occasions:
            said.setdefault(occasion, []).append(i)
    closest: dict[tuple[int, int], float] = {}
    for pair, closeness in _pairs(said):
        closest[pair] = max(closeness, closest.get(pair, 0.0))
    pairs = np.array([(*pair, closest[pair]) for pair in sorted(closest)], dtype=np.float64).reshape(-1, 3)
    of = pairs[:, 0].astype(np.intp)
    starts = np.flatnonzero(np.diff(of, prepend=-1)) if len(of) else of
    return Neighbours(len(rows), of, pairs[:, 1].astype(np.intp), pairs[:, 2].copy(), starts)


def _pairs(said: dict[tuple[str, int], list[int]]) -> Iterator[tuple[tuple[int, int], float]]:
    for (session, seq), rows in said.items():
        for distance in range(-REACH, REACH + 1):
            closeness = FADE ** max(0, abs(distance) - 1)
            for near in said.get((session, seq + distance), ()):
                yield from (((of, near), closeness) for of in rows if of != near)
