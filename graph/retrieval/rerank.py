"""The cross-encoder's second reading of the best candidates."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.encoders.encoder import Reranker
from user_memory.graph.model import Memory
from user_memory.graph.retrieval.columns import Mask
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.signals import Scored
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.speech import named
from user_memory.graph.retrieval.words import TEXT_LIMIT, tokens

Floats: TypeAlias = NDArray[np.float64]

CANDIDATES = 20
"""How many of the best are read again: each costs about 7 ms; reading forty finds little more."""
WEIGHT = 0.3
BREADTH = 0.04
"""Added to the breadth of the cut, as one more part spreads the scores."""
SAYS_MORE = 0.35
"""Share of a quote's words that the content lacks, from which the quote is read too."""


def rerank(snapshot: Snapshot, query: Query, scored: Scored, mask: Mask, reranker: Reranker) -> Scored:
    """Add the part ``cross_encoder``; what is not read counts as the least of what is."""
    order = np.argsort(-np.where(mask, scored.total(), -np.inf), kind="stable")[:CANDIDATES]
    best = order[mask[order]]
    texts = [reading_of(snapshot.rows[i].memory, snapshot.entities.self_name) for i in best]
    read = reranker.score((query.text or "")[:TEXT_LIMIT], texts)
    values = np.full(len(snapshot), float(read.min()))
    values[best] = read
    return scored.with_part("cross_encoder", values, WEIGHT)


def reading_of(memory: Memory, name: str | None) -> str:
    """The memory, then what was said in full where that is kept and says more, with the user under ``name``."""
    source = next((s for s in memory.sources if s.quote), None)
    if source is None or not _says_more(source.quote or "", memory.content):
        return named(memory.content, name)
    said = f"{source.speaker.name}: {source.quote}" if source.speaker else source.quote
    return named(f"{memory.content}. {said}", name)


def _says_more(quote: str, content: str) -> bool:
    words = set(tokens(quote))
    return len(words - set(tokens(content))) > SAYS_MORE * len(words)
