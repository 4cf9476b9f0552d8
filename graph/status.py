"""What a memory was at a moment: a pure function of the memory, the world's clock and the system's clock."""

from __future__ import annotations

from datetime import datetime

from user_memory.graph.model import Memory, Status


def status_at(
    memory: Memory, as_of: datetime | None = None, known_at: datetime | None = None
) -> Status | None:
    """The status for a reader who asks what held at ``as_of`` by what was known at ``known_at`` (``None``: now).

    ``None`` means not visible: not yet recorded at ``known_at``, or outside its validity at ``as_of``.
    A superseded fact is the answer, with the status it then had, while ``as_of`` lies in [valid_from, valid_to).
    """
    if known_at is not None and memory.recorded_at > known_at:
        return None
    if known_at is None and as_of is None:
        return memory.status
    return _status_then(memory, as_of, known_at)


def _status_then(memory: Memory, as_of: datetime | None, known_at: datetime | None) -> Status | None:
    if _happened(memory.retired_at, known_at):
        return "retracted"
    if memory.status == "archived":
        return "archived"
    believed: Status = "tentative" if memory.status == "tentative" else "current"
    fact = memory.fact
    if fact is None:
        return "superseded" if as_of is None and _happened(memory.ended_at, known_at) else believed
    valid_to = fact.valid_to if _happened(memory.ended_at, known_at) or memory.ended_at is None else None
    if as_of is None:
        return "superseded" if valid_to is not None and memory.ended_at is not None else believed
    if fact.valid_from is not None and as_of < fact.valid_from:
        return None
    return believed if valid_to is None or as_of < valid_to else "superseded"


def _happened(moment: datetime | None, known_at: datetime | None) -> bool:
    return moment is not None and (known_at is None or moment <= known_at)
