"""What speaks for a memory whatever is asked: how lately it was recorded and used, and how important it is."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.columns import Columns

Floats: TypeAlias = NDArray[np.float64]

HOUR = 3_600.0
MOST_IMPORTANT = 10.0


def recency(columns: Columns, now: datetime) -> Floats:
    """0.7 / (1 + age in hours / 24) + 0.3 / (1 + idle hours / 12), in (0, 1]; what lies in the future counts
    as now.
    """
    age = np.maximum(0.0, now.timestamp() - columns.recorded) / HOUR
    idle = np.maximum(0.0, now.timestamp() - columns.accessed) / HOUR
    value: Floats = 0.7 / (1.0 + age / 24.0) + 0.3 / (1.0 + idle / 12.0)
    return value


def importance(effective: Floats) -> Floats:
    """Effective importance as a share of the highest, in [0, 1]."""
    return effective / MOST_IMPORTANT
