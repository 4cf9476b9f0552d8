"""The conversation a memory was said in: a hit lifts what was said around it, and a session that is about the matter.

An answer mostly follows its question, so what was said before counts for more than what was said after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.rows import Row

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]

CLOSENESS: Mapping[int, float] = MappingProxyType({-1: 1.0, -2: 0.4, 1: 0.5, 2: 0.3})
"""How much of a message's relevance reaches a message so many places after (negative: it stands before)."""

STRONGEST = 3
"""Messages of a session whose mean is the session's relevance."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Which memory was said in which message, in which session; one ``link`` per memory and message, by message."""

    size: int
    link_memory: Indices
    link_message: Indices
    message_starts: Indices
    around: Mapping[int, tuple[Indices, Indices]]
    """By distance: messages, and the messages that stand there."""
    session_of: Indices
    session_starts: Indices

    def messages(self, relevance: Floats) -> Floats:
        """The relevance of each message: that of the best memory it left."""
        return np.maximum.reduceat(relevance[self.link_memory], self.message_starts)

    def lift(self, messages: Floats) -> Floats:
        """For each memory the weighted mean of what stands around it; shape (size,), range that of ``messages``."""
        lifted = np.zeros(len(messages))
        for distance, (at, there) in self.around.items():
            lifted[at] += CLOSENESS[distance] * messages[there]
        return self._to_memories(lifted / sum(CLOSENESS.values()))

    def sessions(self, messages: Floats) -> Floats:
        """For each memory the mean of the strongest messages of its session; shape (size,)."""
        order = np.lexsort((-messages, self.session_of))
        rank = np.arange(len(messages)) - self.session_starts[self.session_of]
        best = np.where(rank < STRONGEST, messages[order], 0.0)
        sizes = np.minimum(np.diff(self.session_starts, append=len(messages)), STRONGEST)
        mean = np.add.reduceat(best, self.session_starts) / sizes
        return self._to_memories(mean[self.session_of])

    def _to_memories(self, messages: Floats) -> Floats:
        reached = np.zeros(self.size)
        np.maximum.at(reached, self.link_memory, messages[self.link_message])
        return reached


def build_conversation(rows: Sequence[Row]) -> Conversation | None:
    """Index the occasions of ``rows``; ``None`` where they have none."""
    links = sorted((occasion, i) for i, row in enumerate(rows) for occasion in set(row.occasions))
    if not links:
        return None
    occasions = sorted({occasion for occasion, _ in links})
    number = {occasion: i for i, occasion in enumerate(occasions)}
    message = np.array([number[occasion] for occasion, _ in links], dtype=np.intp)
    sessions = {session: i for i, session in enumerate(sorted({session for session, _ in occasions}))}
    session_of = np.array([sessions[session] for session, _ in occasions], dtype=np.intp)
    return Conversation(
        size=len(rows),
        link_memory=np.array([i for _, i in links], dtype=np.intp),
        link_message=message,
        message_starts=np.flatnonzero(np.diff(message, prepend=-1)),
        around=MappingProxyType({d: _around(number, d) for d in CLOSENESS}),
        session_of=session_of,
        session_starts=np.flatnonzero(np.diff(session_of, prepend=-1)),
    )


def _around(number: Mapping[tuple[str, int], int], distance: int) -> tuple[Indices, Indices]:
    pairs = [
        (at, number[session, seq + distance])
        for (session, seq), at in number.items()
        if (session, seq + distance) in number
    ]
    flat = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return flat[:, 0].copy(), flat[:, 1].copy()
