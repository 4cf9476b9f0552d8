"""The conversation a memory was said in: its message, the messages around it, and its session.

One message leaves several memories that share its subject, and what is asked for is often told over a few messages;
so a memory gains from what its message, its neighbours and its session have of the query.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.bm25 import Occurrences, WordIndex, build_index
from user_memory.graph.retrieval.rows import Row

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Occasion: TypeAlias = tuple[str, int]

CLOSENESS: Mapping[int, float] = MappingProxyType({-2: 0.8, -1: 0.5, 1: 1.0, 2: 0.7})
"""How much of a message counts for one that stands so many places before it (negative: after it)."""

STRONGEST = 3
"""Messages of a session whose mean is the session's relevance."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Which memory was said in which message, in which session; one link per memory and message, by message."""

    size: int
    link_memory: Indices
    link_message: Indices
    message_starts: Indices
    around: Mapping[int, tuple[Indices, Indices]]
    """By distance: messages, and the messages that stand there."""
    session_of: Indices
    session_starts: Indices
    message_words: WordIndex
    session_words: WordIndex
    lengths: Floats
    """Of the sum of the vectors of each message's memories; 1 where it has none."""

    def message_meaning(self, cosines: Floats) -> Floats:
        """The cosine of each message's mean vector, from the cosines of its memories."""
        return np.add.reduceat(cosines[self.link_memory], self.message_starts) / self.lengths

    def strongest(self, relevance: Floats) -> Floats:
        """The relevance of the best memory of each message."""
        return np.maximum.reduceat(relevance[self.link_memory], self.message_starts)

    def around_messages(self, messages: Floats) -> Floats:
        """For each message the weighted mean of those around it, in the range of ``messages``."""
        lifted = np.zeros(len(messages))
        for distance, (at, there) in self.around.items():
            lifted[at] += CLOSENESS[distance] * messages[there]
        return lifted / sum(CLOSENESS.values())

    def sessions(self, messages: Floats) -> Floats:
        """For each message the mean of the strongest messages of its session."""
        order = np.lexsort((-messages, self.session_of))
        place = np.arange(len(messages)) - self.session_starts[self.session_of]
        best = np.where(place < STRONGEST, messages[order], 0.0)
        sizes = np.minimum(np.diff(self.session_starts, append=len(messages)), STRONGEST)
        return (np.add.reduceat(best, self.session_starts) / sizes)[self.session_of]

    def to_memories(self, messages: Floats) -> Floats:
        """For each memory the mean over its messages, as one said often is not therefore to the point; shape (size,)."""
        told = np.bincount(self.link_memory, messages[self.link_message], minlength=self.size)
        return told / np.bincount(self.link_memory, minlength=self.size)

    @property
    def bytes(self) -> int:
        """About what this takes in memory."""
        return self.message_words.bytes + self.session_words.bytes + 100 * len(self.session_of)


def build_conversation(rows: Sequence[Row], words: Occurrences, vectors: NDArray[np.float32]) -> Conversation:
    """Index the occasions of ``rows``; ``words`` are what occurs in each, ``vectors`` their embeddings.

    A memory without an occasion is a conversation of its own.
    """
    links = sorted((o, i) for i, row in enumerate(rows) for o in _occasions(row))
    occasions = sorted({occasion for occasion, _ in links})
    number = {occasion: i for i, occasion in enumerate(occasions)}
    sessions = {session: i for i, session in enumerate(sorted({session for session, _ in occasions}))}
    memory = np.array([i for _, i in links], dtype=np.intp)
    message = np.array([number[occasion] for occasion, _ in links], dtype=np.intp)
    session_of = np.array([sessions[session] for session, _ in occasions], dtype=np.intp)
    starts = _starts(message)
    said = words.moved(len(occasions), memory, message)
    return Conversation(
        size=len(rows),
        link_memory=memory,
        link_message=message,
        message_starts=starts,
        around=MappingProxyType({d: _around(number, d) for d in CLOSENESS}),
        session_of=session_of,
        session_starts=_starts(session_of),
        message_words=build_index(said, once=True),
        session_words=build_index(replace(said, size=len(sessions), document=session_of[said.document])),
        lengths=_lengths(vectors, memory, starts),
    )


def _occasions(row: Row) -> Iterable[Occasion]:
    return set(row.occasions) or {(f"\0{row.memory.id}", 0)}


def _starts(groups: Indices) -> Indices:
    return np.flatnonzero(np.diff(groups, prepend=-1))


def _lengths(vectors: NDArray[np.float32], memory: Indices, starts: Indices) -> Floats:
    if not len(starts) or not vectors.shape[1]:
        return np.ones(len(starts))
    lengths = np.linalg.norm(np.add.reduceat(vectors[memory], starts, axis=0), axis=1).astype(np.float64)
    return np.where(lengths > 0.0, lengths, 1.0)


def _around(number: Mapping[Occasion, int], distance: int) -> tuple[Indices, Indices]:
    pairs = [
        (at, number[session, seq + distance])
        for (session, seq), at in number.items()
        if (session, seq + distance) in number
    ]
    flat = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return flat[:, 0].copy(), flat[:, 1].copy()
