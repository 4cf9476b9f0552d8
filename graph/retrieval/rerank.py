"""The cross-encoder's second reading of the best candidates."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.encoders.encoder import Reranker
from user_memory.graph.retrieval.columns import Mask
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.signals import Scored
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.speech import named
from user_memory.graph.retrieval.words import TEXT_LIMIT

Floats: TypeAlias = NDArray[np.float64]

CANDIDATES = 30
"""How many of the best are read again: each costs about 2 ms."""
SIBLINGS = 4
"""Memories of the same message that are read with one: a memory alone often lacks its subject."""
WEIGHT = 0.2


def rerank(snapshot: Snapshot, query: Query, scored: Scored, mask: Mask, reranker: Reranker) -> Scored:
    """Add the part ``cross_encoder`` for the best candidates; it is 0 for all others."""
    order = np.argsort(-np.where(mask, scored.total(), -np.inf), kind="stable")[:CANDIDATES]
    best = order[mask[order]]
    values = np.zeros(len(snapshot))
    texts = [_text(snapshot, int(i), mask) for i in best]
    values[best] = reranker.score((query.text or "")[:TEXT_LIMIT], texts)
    return scored.with_part("cross_encoder", values, WEIGHT)


def _text(snapshot: Snapshot, position: int, mask: Mask) -> str:
    """The memory, then what else its message left, with the user under the name a question would use."""
    siblings = [i for i in snapshot.conversation.siblings(position) if mask[i]][:SIBLINGS]
    contents = [snapshot.rows[i].memory.content for i in (position, *siblings)]
    return named(". ".join(contents), snapshot.entities.self_name)
