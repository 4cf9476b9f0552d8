"""The parts of a score for every memory at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.encoders.vectors import products
from user_memory.graph.retrieval.activation import about, activation
from user_memory.graph.retrieval.boosts import importance, recency
from user_memory.graph.retrieval.columns import Mask
from user_memory.graph.retrieval.conversation import Conversation
from user_memory.graph.retrieval.profiles import Part, Profile
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.questions import KINDS, Question, understand
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.when import nearness
from user_memory.graph.retrieval.words import tokens

Floats: TypeAlias = NDArray[np.float64]

UNRELATED, THE_SAME = 0.1, 0.7
"""Cosines that count as no and as full likeness of meaning, for the default encoder."""


@dataclass(frozen=True, slots=True)
class Scored:
    """``values`` by part, each of shape (memories,) and range [0, 1], with the weights that apply to this
    query.
    """

    question: Question | None
    values: Mapping[Part, Floats]
    weights: Mapping[Part, float]

    def total(self, parts: frozenset[Part] | None = None) -> Floats:
        """The weighted sum over ``parts`` (``None``: all), in the order of the weights."""
        chosen = [self.values[p] * w for p, w in self.weights.items() if parts is None or p in parts]
        total = np.zeros_like(next(iter(self.values.values())))
        for part in chosen:
            total += part
        return total

    def with_part(self, part: Part, values: Floats, weight: float) -> Scored:
        """The same with one part more."""
        return replace(self, values={**self.values, part: values}, weights={**self.weights, part: weight})


def score(
    snapshot: Snapshot, query: Query, now: datetime, profile: Profile, effective: Floats, mask: Mask
) -> Scored:
    """Compute the parts that ``profile`` weighs; an empty query has recency and importance only.

    ``effective`` is the effective importance, and only rows of ``mask`` lift others.
    """
    text = (query.text or "").strip()
    boosts: dict[Part, Floats] = {
        "recency": recency(snapshot.columns, now),
        "importance": importance(effective),
    }
    if not text:
        return Scored(None, boosts, profile.without_query)
    if "keywords" in profile.weights:
        return Scored(None, {**boosts, "keywords": keywords(snapshot, text)}, profile.weights)
    question = understand(text, snapshot.entities, now)
    weights = profile.weights if query.vector is not None else _without_meaning(profile)
    cosines = _cosines(snapshot, query)
    values: dict[Part, Floats] = {
        "words": snapshot.words.score(question.terms),
        "meaning": stretched(cosines),
        "about": about(snapshot.entities, question.named, len(snapshot)),
        "graph": activation(snapshot.entities, question.named, len(snapshot)),
        "time": nearness(snapshot.columns, question.time) if question.time else np.zeros(len(snapshot)),
        "kind": _kind(snapshot, question),
    }
    values |= _told(snapshot.conversation, question, cosines, mask, query.vector is not None)
    return Scored(question, {**values, **boosts}, weights)


def _told(
    conversation: Conversation, question: Question, cosines: Floats, mask: Mask, encoded: bool
) -> dict[Part, Floats]:
    """What a memory gains from its message, from those around it, and from its session.

    In words and, where the query is ``encoded``, in meaning: the mean of both.
    """
    seen = np.where(mask, cosines, 0.0)
    words = conversation.message_words.score(question.terms)
    session_words = conversation.session_words.score(question.terms)[conversation.session_of]
    together, strongest = words, words
    if encoded:
        together = (words + stretched(conversation.message_meaning(seen))) / 2.0
        strongest = (words + stretched(conversation.strongest(seen))) / 2.0
    return {
        "message": conversation.to_memories(together),
        "neighbours": conversation.to_memories(conversation.around_messages(strongest)),
        "session": conversation.to_memories((conversation.sessions(strongest) + session_words) / 2.0),
    }


def own(values: Mapping[Part, Floats], weights: Mapping[Part, float]) -> Floats:
    """How well a memory matches by itself, in words and meaning: shape (memories,), range [0, 1]."""
    meant = weights.get("meaning", 0.0)
    return (values["words"] * weights["words"] + values["meaning"] * meant) / (weights["words"] + meant)


def _cosines(snapshot: Snapshot, query: Query) -> Floats:
    """The cosine of each memory with the query; 0 where a vector is missing."""
    if query.vector is None or not snapshot.has_vector.any():
        return np.zeros(len(snapshot))
    return products(snapshot.vectors, query.vector).astype(np.float64)


def stretched(cosines: Floats) -> Floats:
    """Cosines as likeness of meaning in [0, 1]: unrelated texts are 0 and paraphrases 1."""
    return np.clip((cosines - UNRELATED) / (THE_SAME - UNRELATED), 0.0, 1.0)


def keywords(snapshot: Snapshot, text: str) -> Floats:
    """The share of the query's words that the content holds, unstemmed and with stop words: for profile
    ``classic``.
    """
    asked = set(tokens(text))
    held = [len(asked.intersection(tokens(row.memory.content))) for row in snapshot.rows]
    share: Floats = np.array(held, dtype=np.float64) / max(1, len(asked))
    return share


def _kind(snapshot: Snapshot, question: Question) -> Floats:
    asked = [KINDS.index(kind) for kind in question.kinds]
    return np.asarray(snapshot.kinds[:, asked].any(axis=1), dtype=np.float64)


def _without_meaning(profile: Profile) -> dict[Part, float]:
    """Words carry what meaning would, so that a score means the same without an encoder."""
    weights = dict(profile.weights)
    weights["words"] += weights.pop("meaning")
    return weights
