"""The memories that answer a query, best first: a pure function of snapshot, query, clock and profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.encoders.encoder import Reranker
from user_memory.graph.model import Hit, PathStep, Reasons, ScorePart
from user_memory.graph.retrieval.columns import Floats, Mask
from user_memory.graph.retrieval.duplicates import collapse
from user_memory.graph.retrieval.eligible import eligible
from user_memory.graph.retrieval.profiles import BALANCED, Part, Profile
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.rerank import BREADTH, rerank
from user_memory.graph.retrieval.signals import Scored, own, score
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.status import status_at

Indices: TypeAlias = NDArray[np.intp]

MET = 0.5
"""How well a question after nothing but a time or a person must be met: the time overlaps, or the memory is about the person."""
READING: Part = "cross_encoder"
USUAL = 5
"""The default of ``max_memories``."""


class _Accesses(TypedDict):
    access_count: int
    last_accessed_at: datetime | None


def rank(
    snapshot: Snapshot,
    query: Query,
    now: datetime,
    profile: Profile = BALANCED,
    reranker: Reranker | None = None,
    among: Mask | None = None,
) -> tuple[Hit, ...]:
    """At most ``query.max_memories`` hits, best first; ties by id. None where nothing is relevant enough.

    With ``among`` only these are chosen; the others count for the scores all the same.

    Rules are ranked like all else; ``rules.applicable`` finds those that hold whatever is asked.
    """
    effective = snapshot.columns.effective_importance(now, query.decay)
    mask = eligible(snapshot, query, now, effective)
    if query.max_memories < 1 or not mask.any():
        return ()
    scored = score(snapshot, query, now, profile, effective, mask)
    if reranker is not None and scored.question is not None:
        scored = rerank(snapshot, query, scored, mask, reranker)
    totals = scored.total()
    chosen = _choose(snapshot, query, scored, totals, mask, profile, among)
    return tuple(_hit(snapshot, query, now, scored, i, float(totals[i]), float(effective[i])) for i in chosen)


def _choose(
    snapshot: Snapshot,
    query: Query,
    scored: Scored,
    totals: Floats,
    mask: Mask,
    profile: Profile,
    among: Mask | None,
) -> Sequence[int]:
    kept = _relevant(query, scored, mask, profile)
    if among is not None:
        kept = kept[among[kept]]
    order = kept[np.argsort(-totals[kept], kind="stable")]
    return collapse(snapshot, order.tolist(), query.max_memories)


def _relevant(query: Query, scored: Scored, mask: Mask, profile: Profile) -> Indices:
    """Positions near enough to the best one; all where nothing is asked, none where nothing answers."""
    if not (query.text or "").strip():
        return np.flatnonzero(mask)
    first = np.where(mask, scored.total(profile.relevance - {READING}), 0.0)
    if first.max() <= 0.0 or not _answerable(query, scored, mask, first, profile):
        return np.array([], dtype=np.intp)
    if READING not in scored.values:
        return np.flatnonzero(first >= cut(float(first.max()), profile.breadth, query.max_memories))
    relevance = np.where(mask, scored.total(profile.relevance), 0.0)
    best = float(relevance.max())
    return np.flatnonzero(relevance >= cut(best, profile.breadth + BREADTH, query.max_memories))


def _answerable(query: Query, scored: Scored, mask: Mask, relevance: Floats, profile: Profile) -> bool:
    """Whether the gate lets an answer pass; ``relevance`` is without the cross-encoder's reading, which it weighs by itself."""
    if profile.gate is None:
        return True
    if scored.question is not None and not scored.question.terms:
        return float(_likeness(scored)[mask].max()) >= MET
    strength = profile.gate.strength(
        relevance,
        _likeness(scored),
        scored.values["message"],
        scored.values["about"],
        mask,
        scored.question,
        scored.values.get(READING),
    )
    return strength >= (profile.threshold if query.threshold is None else query.threshold)


def _likeness(scored: Scored) -> Floats:
    """How well each memory matches by itself; a question after a time or a person alone is met by those."""
    values, question = scored.values, scored.question
    likeness = own(values, scored.weights)
    if question is not None and question.time and len(question.terms) < 2:
        likeness = np.maximum(likeness, values["time"])
    if question is not None and question.named and not question.terms:
        likeness = np.maximum(likeness, values["about"])
    return likeness


def cut(best: float, breadth: float, wanted: int) -> float:
    """The least relevance that is returned beside a best hit of ``best``, where at most ``wanted`` are.

    Who wants few memories wants those about as good as the best; who wants many takes lesser ones too. It is
    best − breadth × wanted / 5.
    """
    return max(1e-9, best - breadth * wanted / USUAL)


def _hit(
    snapshot: Snapshot,
    query: Query,
    now: datetime,
    scored: Scored,
    position: int,
    total: float,
    effective: float,
) -> Hit:
    parts = tuple(ScorePart(p, float(scored.values[p][position]), w) for p, w in scored.weights.items())
    memory = snapshot.rows[position].memory
    seen = replace(
        memory,
        effective_importance=effective,
        status=status_at(memory, now, query.as_of, query.known_at) or memory.status,
        **_accesses(snapshot, position),
    )
    return Hit(
        seen, total, Reasons(parts, _matched(snapshot, scored, position), _path(snapshot, scored, position))
    )


def _accesses(snapshot: Snapshot, position: int) -> _Accesses:
    """Accesses since the snapshot was read, which only its columns know of."""
    memory, columns = snapshot.rows[position].memory, snapshot.columns
    if columns.accesses[position] == memory.access_count:
        return {"access_count": memory.access_count, "last_accessed_at": memory.last_accessed_at}
    last = datetime.fromtimestamp(float(columns.accessed[position]), UTC)
    return {"access_count": int(columns.accesses[position]), "last_accessed_at": last}


def _matched(snapshot: Snapshot, scored: Scored, position: int) -> tuple[str, ...]:
    question = scored.question
    if question is None:
        return ()
    time = (question.time.text,) if question.time and scored.values["time"][position] > 0 else ()
    return (*snapshot.words.matched(question.terms, position), *time)


def _path(snapshot: Snapshot, scored: Scored, position: int) -> tuple[PathStep, ...]:
    """From an entity that the query names to the memory that stands on it."""
    question, index = scored.question, snapshot.entities
    if question is None or not question.named:
        return ()
    stands = set(index.link_entity[index.link_memory == position].tolist())
    stands |= set(index.about_entity[index.about_memory == position].tolist())
    memory = snapshot.rows[position].memory
    for entity in question.named:
        if entity in stands:
            label = memory.fact.predicate if memory.fact else memory.layer
            return PathStep(index.entities[entity].id, index.entities[entity].name), PathStep(
                memory.id, label
            )
    return ()
