"""What a memory was at a moment: a pure function of the memory, the world's clock and the system's clock."""

from __future__ import annotations

from datetime import datetime

from user_memory.graph.model import Memory, Status


def status_at(
    memory: Memory, now: datetime, as_of: datetime | None = None, known_at: datetime | None = None
) -> Status | None:
    """The status for a reader who asks at ``now`` what held at ``as_of`` by what was known at ``known_at`` (``None``: now).

    ``None`` means not visible: not yet recorded at ``known_at``, or not yet so in the world at ``as_of``. A fact is so from
    valid_from, an event from occurred_from; where that is unknown, at any time.
    A superseded fact is the answer, with the status it then had, while ``as_of`` lies in [valid_from, valid_to). Events and
    rules bear no end in the world; one that was called off or taken back has ended from ended_at on.
    With ``as_of`` ``None`` an event that is planned is visible: it is no state of the world that could hold only later.
    """
    if known_at is not None and memory.recorded_at > known_at:
        return None
    if as_of is None and to_come(memory, now):
        return None
    if known_at is None and as_of is None:
        return status_now(memory, now)
    return _status_then(memory, now, as_of, known_at)


def status_now(memory: Memory, now: datetime) -> Status:
    """The stored status, but for a fact whose known end has come since it was stored."""
    end = memory.fact.valid_to if memory.fact is not None else None
    if memory.status in ("current", "tentative") and end is not None and end <= now:
        return "superseded"
    return memory.status


def to_come(memory: Memory, now: datetime) -> bool:
    """Whether it is a fact that is believed to hold from some later time on.

    Where the clocks differ, what was said to hold when it was said has begun.
    """
    begin = memory.fact.valid_from if memory.fact is not None else None
    if begin is None or begin <= now or memory.status in ("retracted", "archived"):
        return False
    return begin > min((s.at for s in memory.sources), default=memory.recorded_at)


def _status_then(
    memory: Memory, now: datetime, as_of: datetime | None, known_at: datetime | None
) -> Status | None:
    if _happened(memory.retired_at, known_at):
        return "retracted"
    if memory.status == "archived":
        return "archived"
    believed: Status = "tentative" if memory.status == "tentative" else "current"
    begin, end = _in_the_world(memory, known_at)
    if as_of is None:
        ended = end is not None and status_now(memory, now) == "superseded"
        return "superseded" if ended else believed
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
