"""One user's memories as they were at one revision, ready to be ranked."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.model import Entity
from user_memory.graph.retrieval.bm25 import WordIndex, build_index, read_documents
from user_memory.graph.retrieval.columns import Columns, Mask, build_columns, build_vectors
from user_memory.graph.retrieval.conversation import Conversation, build_conversation
from user_memory.graph.retrieval.entities import (
    PRIVATE,
    EntityIndex,
    Graph,
    Web,
    build_entities,
    build_graph,
    build_web,
)
from user_memory.graph.retrieval.fields import fields
from user_memory.graph.retrieval.questions import Kinds, answers
from user_memory.graph.retrieval.rows import Row

BYTES_PER_ROW = 4_000
"""About what the Python values of one row take: memory, sources, fact, its edge in the graph."""


@dataclass(slots=True)
class Snapshot:
    """Rows in the order of their ids, with what is computed from them once. Nothing changes but the access
    columns.
    """

    owner: str
    revision: int
    rows: tuple[Row, ...]
    encoder_name: str | None
    words: WordIndex
    vectors: NDArray[np.float32]
    has_vector: Mask
    columns: Columns
    entities: EntityIndex
    graph: Graph
    web: Web
    private: frozenset[str]
    """Ids of the entities that no path runs through."""
    conversation: Conversation
    kinds: Kinds
    bytes: int
    _positions: dict[str, int] = field(repr=False)
    _lock: threading.Lock = field(repr=False, default_factory=threading.Lock)

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, id: str) -> Row | None:
        """The row of the memory ``id``."""
        position = self._positions.get(id)
        return None if position is None else self.rows[position]

    def position(self, id: str) -> int | None:
        """Where the memory ``id`` stands in the columns."""
        return self._positions.get(id)

    def touch(self, ids: Iterable[str], at: datetime) -> None:
        """Record one access of each memory at ``at``, in place: the revision does not change with it."""
        positions = sorted({self._positions[i] for i in ids if i in self._positions})
        with self._lock:
            columns = self.columns
            columns.accessed[positions] = np.maximum(columns.accessed[positions], at.timestamp())
            columns.accesses[positions] += 1


def build_snapshot(
    owner: str, revision: int, rows: Iterable[Row], entities: Sequence[Entity], encoder_name: str | None
) -> Snapshot:
    """Compute a snapshot; ``rows`` and ``entities`` may come in any order, and embeddings of other encoders
    are unused.
    """
    ordered = tuple(sorted(rows, key=lambda row: row.memory.id))
    index = build_entities(ordered, entities)
    words = read_documents(fields(ordered, {e.id: e for e in index.entities}))
    by_word = build_index(words)
    vectors, has_vector = build_vectors(ordered, encoder_name)
    columns = build_columns(ordered)
    conversation = build_conversation(ordered, words, vectors)
    graph = build_graph(ordered, index.entities)
    return Snapshot(
        owner=owner,
        revision=revision,
        rows=ordered,
        encoder_name=encoder_name,
        words=by_word,
        vectors=vectors,
        has_vector=has_vector,
        columns=columns,
        entities=index,
        graph=graph,
        web=build_web(graph),
        private=frozenset(e.id for e in index.entities if e.kind in PRIVATE),
        conversation=conversation,
        kinds=answers(ordered),
        bytes=by_word.bytes
        + conversation.bytes
        + vectors.nbytes
        + columns.bytes
        + BYTES_PER_ROW * len(ordered),
        _positions={row.memory.id: i for i, row in enumerate(ordered)},
    )
