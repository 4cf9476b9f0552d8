"""What the store reads for one memory so that it can be ranked."""

from __future__ import annotations

from dataclasses import dataclass

from user_memory.graph.model import EntityRef, Memory


@dataclass(frozen=True, slots=True)
class Row:
    """A memory as stored (``effective_importance`` unset), with what ranking needs beside it."""

    memory: Memory
    embedding: bytes | None = None
    """float16, little-endian, unit length."""
    embedding_model: str | None = None
    occasions: tuple[tuple[str, int], ...] = ()
    """(session_id, seq) of each source; neighbours in conversation are seq ± 1 of one session."""
    applies_to: tuple[EntityRef, ...] = ()
    """What a rule is about."""
    about: tuple[str, ...] = ()
    """Ids of the episodic memories that this one follows from."""
