"""The rules that hold for a query: those without a condition always, the others where their condition is met."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from user_memory.graph.encoders.encoder import Reranker
from user_memory.graph.model import Hit
from user_memory.graph.retrieval.profiles import BALANCED, Profile
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.rank import rank
from user_memory.graph.retrieval.snapshot import Snapshot

MOST = 20
"""Rules in one context at most."""


def applicable(
    snapshot: Snapshot, query: Query, now: datetime, profile: Profile = BALANCED
) -> tuple[Hit, ...]:
    """Rules that hold now, best first: those without a condition, and those whose condition fits the query.

    None where ``query.layers`` leaves out the procedural layer.
    """
    if query.layers is not None and "procedural" not in query.layers:
        return ()
    asked = replace(query, layers=("procedural",), max_memories=MOST, threshold=None)
    relevant = rank(snapshot, asked, now, profile)
    found = {hit.memory.id for hit in relevant}
    standing = rank(
        snapshot, replace(asked, text=None, vector=None, max_memories=len(snapshot)), now, profile
    )
    always = [
        h for h in standing if h.memory.id not in found and h.memory.rule and not h.memory.rule.condition
    ]
    return (*relevant, *always)[:MOST]


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
