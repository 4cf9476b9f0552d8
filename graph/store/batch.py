"""The rows of one settlement, sent statement by statement, and the embeddings that go with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from user_memory.graph.reconcile import Saying
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.values import iso


@dataclass(frozen=True, slots=True)
class Vectors:
    """Embeddings of contents, packed; empty without an encoder."""

    encode: Callable[[Sequence[str]], list[bytes]] | None
    model: str | None
    ready: dict[str, bytes] = field(default_factory=dict)

    def rows(self, contents: Sequence[tuple[str, str]]) -> list[dict[str, object]]:
        """Rows for ``memories.embed``; what was not encoded before the transaction is encoded now."""
        if self.encode is None:
            return []
        missing = [text for _, text in contents if text not in self.ready]
        if missing:
            self.ready.update(zip(missing, self.encode(missing), strict=True))
        return [{"id": i, "embedding": self.ready[text], "model": self.model} for i, text in contents]


class Batch:
    """The rows of one settlement, sent statement by statement."""

    def __init__(self) -> None:
        self.created: dict[str, list[dict[str, Any]]] = {"semantic": [], "episodic": [], "procedural": []}
        self.written: dict[str, list[dict[str, Any]]] = {"semantic": [], "episodic": [], "procedural": []}
        self.linked: dict[str, list[dict[str, Any]]] = {"EVIDENCED_BY": [], "RETIRED_BY": []}
        self.unlinked: dict[str, list[dict[str, Any]]] = {"EVIDENCED_BY": [], "RETIRED_BY": []}
        self.contents: list[tuple[str, str]] = []
        self.succeeded: list[dict[str, Any]] = []
        self.loosened: list[str] = []
        self.removed: list[str] = []

    def send(self, tx: Tx, vectors: Vectors) -> None:
        for layer, rows in self.created.items():
            tx.write(f"memories.create_{layer}", rows)
        for layer, rows in self.written.items():
            tx.write(f"memories.write_{layer}", rows)
        facts = self.created["semantic"]
        tx.write("memories.link_subject", [{"memory": r["id"], "target": r["subject"]} for r in facts])
        tx.write("memories.link_object", [{"memory": r["id"], "target": r["object"]} for r in facts])
        for kind, rows in self.unlinked.items():
            tx.write(f"sayings.unlink_{kind.lower()}", rows)
        for kind, rows in self.linked.items():
            tx.write(f"sayings.link_{kind.lower()}", rows)
        tx.over("memories.unlink_supersedes", self.loosened)
        tx.write("memories.link_supersedes", self.succeeded)
        tx.over("memories.delete", self.removed)
        tx.write("memories.embed", vectors.rows(self.contents))


def edge_row(saying: Saying, memory: str, reason: str) -> dict[str, Any]:
    """The edge that keeps ``saying`` as evidence of ``memory``, or as what ended it for ``reason``."""
    span = saying.span
    return {
        "memory": memory,
        "source": saying.source_id,
        "start": span.start if span else None,
        "end": span.end if span else None,
        "quote": span.quote if span and span.quote else None,
        "operation": saying.operation,
        "content": saying.content,
        "confidence": saying.confidence,
        "importance": saying.importance,
        "tentative": saying.tentative,
        "qualifier": saying.qualifier,
        "precision": saying.precision,
        "valid_from": iso(saying.valid_from),
        "valid_to": iso(saying.valid_to),
        "reason": saying.reason or reason,
        "at": iso(saying.recorded_at),
    }
