"""How the parts of a score are weighed, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from user_memory.graph.errors import InvalidInput
from user_memory.graph.retrieval.gate import Gate

Part: TypeAlias = Literal[
    "words",
    "meaning",
    "about",
    "graph",
    "message",
    "neighbours",
    "session",
    "time",
    "kind",
    "cross_encoder",
    "keywords",
    "recency",
    "importance",
]


@dataclass(frozen=True, slots=True)
class Profile:
    """Weights of the parts, all in [0, 1]; each part's value is in [0, 1].

    ``relevance`` are the parts that answer the query; their weighted sum is a hit's relevance. ``threshold`` is
    the strength of the evidence, as ``gate`` weighs it, from which there is an answer. ``without_query`` are the weights
    when nothing is asked.
    """

    name: str
    weights: Mapping[Part, float]
    relevance: frozenset[Part]
    without_query: Mapping[Part, float]
    threshold: float
    gate: Gate | None
    breadth: float
    """How far below the best hit the others may lie: see ``rank.cut``."""


BALANCED = Profile(
    "balanced",
    MappingProxyType(
        {
            "words": 0.08,
            "meaning": 0.14,
            "about": 0.11,
            "graph": 0.01,
            "message": 0.08,
            "neighbours": 0.11,
            "session": 0.19,
            "time": 0.18,
            "kind": 0.06,
            "recency": 0.02,
            "importance": 0.02,
        }
    ),
    frozenset(
        {
            "words",
            "meaning",
            "about",
            "graph",
            "message",
            "neighbours",
            "session",
            "time",
            "kind",
            "cross_encoder",
        }
    ),
    MappingProxyType({"recency": 0.4, "importance": 0.6}),
    threshold=0.2,
    gate=Gate(best=0.53, told=0.12, contrast=0.35, timed=0.03, supposed=0.05, read=0.2),
    breadth=0.06,
)

CLASSIC = Profile(
    "classic",
    MappingProxyType({"keywords": 0.3, "recency": 0.3, "importance": 0.4}),
    frozenset({"keywords"}),
    MappingProxyType({"recency": 0.3, "importance": 0.4}),
    threshold=0.0,
    gate=None,
    breadth=1.0,
)

PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (BALANCED, CLASSIC)})


def profile(name: str | None) -> Profile:
    """The profile of this name; ``None`` is the default.

    Raises:
        InvalidInput: there is none of this name.
    """
    chosen = name or BALANCED.name
    if chosen not in PROFILES:
        raise InvalidInput(
            f"There is no profile '{chosen}'; choose one of {', '.join(PROFILES)}.", where="profile"
        )
    return PROFILES[chosen]
