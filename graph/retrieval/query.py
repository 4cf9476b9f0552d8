"""What is asked of a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.decay import DEFAULT, DecayProfile
from user_memory.graph.model import Layer, Status


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """``text`` blank or ``None``: nothing in particular. ``vector`` is its unit embedding by the snapshot's encoder.

    ``max_memories`` is the most that is returned, and how broad an answer is wanted: with a larger number,
    hits that lie further below the best one are returned too. ``statuses`` ``None`` is current and tentative.
    ``as_of`` and ``known_at`` ``None`` are now. ``threshold`` stands in for the profile's.
    """

    text: str | None = None
    vector: NDArray[np.float32] | None = None
    max_memories: int = 5
    min_importance: float = 2.0
    layers: tuple[Layer, ...] | None = None
    statuses: tuple[Status, ...] | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    threshold: float | None = None
    decay: DecayProfile = DEFAULT

    @property
    def by_time(self) -> bool:
        """Whether a moment other than now is asked about."""
        return self.as_of is not None or self.known_at is not None
