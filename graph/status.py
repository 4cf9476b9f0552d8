"""What a memory was at a moment: a pure function of the memory, the world's clock and the system's clock."""

from __future__ import annotations

from datetime import datetime

from user_memory.graph.model import Memory, Status


def status_at(
    memory: Memory, as_of: datetime | None = None, known_at: datetime | None = None
) -> Status | None:
    """The status for a reader who asks what held at ``as_of`` by what was known at ``known_at`` (``None``: now).

    ``None`` means not visible: not yet recorded at ``known_at``, or not yet so in the world at ``as_of``. A fact is so from
    valid_from, an event from occurred_from; where that is unknown, at any time.
    A superseded fact is the answer, with the status it then had, while ``as_of`` lies in [valid_from, valid_to). Events and
    rules bear no end in the world; one that was called off or taken back has ended from ended_at on.
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
    begin, end = _in_the_world(memory, known_at)
    if as_of is None:
        return "superseded" if end is not None and memory.ended_at is not None else believed
    if begin is not None and as_of < begin:
        return None
    return believed if end is None or as_of < end else "superseded"


def _in_the_world(memory: Memory, known_at: datetime | None) -> tuple[datetime | None, datetime | None]:
    """From when and until when it is so, as far as was known at ``known_at``."""
    learnt = _happened(memory.ended_at, known_at)
    if memory.fact is not None:
        known = learnt or memory.ended_at is None
        return memory.fact.valid_from, memory.fact.valid_to if known else None
    return memory.event.occurred_from if memory.event else None, memory.ended_at if learnt else None


def _happened(moment: datetime | None, known_at: datetime | None) -> bool:
    return moment is not None and (known_at is None or moment <= known_at)
