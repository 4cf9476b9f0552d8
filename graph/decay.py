"""How a memory fades: a closed formula of stored values and the clock, so that asking twice changes nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType

from user_memory.graph.model import Layer, Memory
from user_memory.graph.vocabulary import vocabulary

STALE = 0.5
"""Effective importance below which a memory is not recalled and is archived by the next maintenance run."""

FAINT = 2.0
"""Effective importance below which a context leaves a memory out, unless it is asked for fainter ones."""

SECONDS_PER_DAY = 86_400.0
ACCESS_WEIGHT = 0.1
ACCESS_LIMIT = 2.0


@dataclass(frozen=True, slots=True)
class DecayProfile:
    """Rates per day by layer, each in (0, 1]."""

    name: str
    rates: Mapping[Layer, float]


DEFAULT = DecayProfile(
    "default", MappingProxyType({"episodic": 0.995, "semantic": 0.999, "procedural": 0.999, "temporal": 1.0})
)
CLASSIC = DecayProfile(
    "classic", MappingProxyType({"episodic": 0.95, "semantic": 0.95, "procedural": 0.95, "temporal": 1.0})
)
PROFILES: Mapping[str, DecayProfile] = MappingProxyType({p.name: p for p in (DEFAULT, CLASSIC)})


def fades(memory: Memory) -> bool:
    """Whether time weakens this memory: not when pinned, nor when its predicate never decays."""
    if memory.pinned:
        return False
    return memory.fact is None or vocabulary()[memory.fact.predicate].decay != "never"


def effective(
    importance: float,
    rate: float,
    recorded_at: datetime,
    last_accessed_at: datetime | None,
    access_count: int,
    now: datetime,
) -> float:
    """importance × rate^(days since last access / min(1 + 0.1 × access_count, 2)), clamped to 0..10.

    The last access of a memory never accessed is its ``recorded_at``. A clock that reads earlier than that counts as no time.
    """
    idle = max(0.0, (now - (last_accessed_at or recorded_at)).total_seconds()) / SECONDS_PER_DAY
    strength = min(1.0 + ACCESS_WEIGHT * access_count, ACCESS_LIMIT)
    kept: float = importance * rate ** (idle / strength)
    return min(10.0, max(0.0, kept))


def effective_importance(memory: Memory, now: datetime, profile: DecayProfile = DEFAULT) -> float:
    """The importance of ``memory`` at ``now`` in 0..10, after decay."""
    if not fades(memory):
        return min(10.0, max(0.0, memory.importance))
    return effective(
        memory.importance,
        profile.rates[memory.layer],
        memory.recorded_at,
        memory.last_accessed_at,
        memory.access_count,
        now,
    )


def falls_below(memory: Memory, threshold: float, profile: DecayProfile = DEFAULT) -> datetime | None:
    """When the memory's effective importance falls below ``threshold`` if nobody asks for it; ``None``: never."""
    rate = profile.rates[memory.layer]
    start = memory.last_accessed_at or memory.recorded_at
    if memory.importance < threshold:
        return start
    if not fades(memory) or rate >= 1.0 or threshold <= 0.0:
        return None
    strength = min(1.0 + ACCESS_WEIGHT * memory.access_count, ACCESS_LIMIT)
    days = math.log(threshold / memory.importance) / math.log(rate) * strength
    try:
        return start + timedelta(days=days)
    except OverflowError:
        return None
