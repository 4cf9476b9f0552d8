"""How many memories a user may have, and which give way."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from user_memory.graph.decay import DecayProfile, effective_importance
from user_memory.graph.model import Memory

ACTIVE = frozenset({"tentative", "current"})
"""The statuses that are recalled and count toward the cap."""


def over_cap(memories: Iterable[Memory], cap: int, now: datetime, profile: DecayProfile) -> list[str]:
    """Ids of the memories to archive so that at most ``cap`` stay active, the least important first.

    Pinned memories never give way; where they alone pass the cap, every other memory does.
    """
    active = [m for m in memories if m.status in ACTIVE]
    excess = len(active) - cap
    if excess <= 0:
        return []
    loose = [m for m in active if not m.pinned]
    loose.sort(key=lambda m: (effective_importance(m, now, profile), m.recorded_at, m.id))
    return [m.id for m in loose[:excess]]
