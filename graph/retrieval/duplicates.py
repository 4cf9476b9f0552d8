"""Memories that say the same: of near-duplicates only the best is returned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from user_memory.graph.model import EntityRef, Memory
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.words import stems

ALIKE = 0.94
"""Cosine from which two memories say the same, where nothing definite differs between them."""
_NUMBER = re.compile(r"\d+")

SHARED = 0.8
"""Share of common stems (Jaccard) that does so where a vector is missing."""


def collapse(snapshot: Snapshot, ranked: Iterable[int], limit: int) -> list[int]:
    """The first ``limit`` of ``ranked`` that no earlier one says already."""
    kept: list[int] = []
    for position in ranked:
        if len(kept) >= limit:
            break
        if not any(_same(snapshot, position, other) for other in _alike(snapshot, position, kept)):
            kept.append(position)
    return kept


def _alike(snapshot: Snapshot, one: int, others: list[int]) -> list[int]:
    """Those of ``others`` that mean the same as ``one``; where a vector is missing, that have the same words."""
    held = snapshot.has_vector
    near = snapshot.vectors[others] @ snapshot.vectors[one] >= ALIKE
    return [
        other
        for other, same in zip(others, near.tolist(), strict=True)
        if (same if held[one] and held[other] else _worded_alike(snapshot, one, other))
    ]


def _worded_alike(snapshot: Snapshot, one: int, other: int) -> bool:
    a, b = snapshot.rows[one].memory, snapshot.rows[other].memory
    return _overlap(stems(a.content), stems(b.content)) >= SHARED


def _same(snapshot: Snapshot, one: int, other: int) -> bool:
    """Whether nothing definite differs between two that are alike."""
    a, b = snapshot.rows[one].memory, snapshot.rows[other].memory
    return a.layer == b.layer and _definite(a) == _definite(b) and _numbers(a.content) == _numbers(b.content)


def _definite(memory: Memory) -> tuple[object, ...]:
    fact, event, rule = memory.fact, memory.event, memory.rule
    if fact is not None:
        return fact.subject.id, fact.polarity, fact.object.id, fact.valid_from, fact.valid_to
    if event is not None:
        return event.occurred_from, event.occurred_to, _ids(event.involves)
    return (rule.polarity, rule.condition) if rule is not None else ()


def _ids(entities: Sequence[EntityRef]) -> frozenset[str]:
    return frozenset(e.id for e in entities)


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(text)


def _overlap(a: Sequence[str], b: Sequence[str]) -> float:
    union = set(a) | set(b)
    return len(set(a) & set(b)) / len(union) if union else 1.0
