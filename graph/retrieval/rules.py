"""The rules that hold for a query: those without a condition always, the others where their condition is met."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np

from user_memory.graph.encoders.encoder import Reranker
from user_memory.graph.model import LAYERS, Hit
from user_memory.graph.retrieval.columns import Mask
from user_memory.graph.retrieval.profiles import BALANCED, Profile
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.rank import rank
from user_memory.graph.retrieval.snapshot import Snapshot

MOST = 20
"""Rules in one context at most."""
FITS = 0.3
"""Likeness in words and meaning, in [0, 1], from which a query meets a rule's condition."""


def applicable(
    snapshot: Snapshot, query: Query, now: datetime, profile: Profile = BALANCED
) -> tuple[Hit, ...]:
    """Rules that hold now: those whose condition fits the query, best first, then those without a condition.

    An empty query leaves every condition open. None where ``query.layers`` leaves out the procedural layer.
    """
    if query.layers is not None and "procedural" not in query.layers:
        return ()
    every = replace(
        query,
        text=None,
        vector=None,
        layers=("procedural",),
        max_memories=max(1, len(snapshot)),
        threshold=0.0,
    )
    if not (query.text or "").strip():
        return rank(snapshot, every, now, profile)[:MOST]
    conditional = _conditional(snapshot)
    always = rank(snapshot, every, now, profile, among=~conditional)
    if not conditional.any():
        return always[:MOST]
    asked = replace(every, text=query.text, vector=query.vector)
    fitting = [h for h in rank(snapshot, asked, now, profile, among=conditional) if _fit(h) >= FITS]
    return (*fitting, *always)[:MOST]


def _conditional(snapshot: Snapshot) -> Mask:
    """Which memories are rules with a condition."""
    mask: Mask = np.equal(snapshot.columns.layer, LAYERS.index("procedural"))
    for position in np.flatnonzero(mask):
        rule = snapshot.rows[position].memory.rule
        mask[position] = rule is not None and bool(rule.condition)
    return mask


def _fit(hit: Hit) -> float:
    """The mean of how well the rule matches by itself, over those parts that the profile has."""
    parts = [p for p in hit.reasons.parts if p.name in ("words", "meaning", "keywords")]
    return sum(p.value * p.weight for p in parts) / sum(p.weight for p in parts)


def recall(
    snapshot: Snapshot,
    query: Query,
    now: datetime,
    profile: Profile = BALANCED,
    reranker: Reranker | None = None,
) -> tuple[Hit, ...]:
    """What a context is made of: facts and events as ``rank`` gives them, then the rules that hold."""
    layers = tuple(
        layer for layer in query.layers or ("semantic", "episodic") if layer in ("semantic", "episodic")
    )
    memories = rank(snapshot, replace(query, layers=layers), now, profile, reranker) if layers else ()
    return (*memories, *applicable(snapshot, query, now, profile))
