"""The sayings that an exported memory stands for.

An export tells what is believed and on which occasions it was said, not each saying. These are sayings from which the same would
be believed, so that what is said or deleted later is reconciled with what was taken in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from user_memory.graph.model import Memory
from user_memory.graph.reconcile import STATEMENT, Saying
from user_memory.graph.slots import negative


@dataclass(frozen=True, slots=True)
class Told:
    """An occasion on which a memory was said: the source's id, time, place in the talk and time of recording."""

    source_id: str
    at: datetime
    seq: int
    recorded_at: datetime


def share(confidence: float, occasions: int) -> float:
    """The confidence of each of ``occasions`` alike witnesses whose noisy-or is ``confidence``."""
    return 1.0 if confidence >= 1.0 else 1.0 - (1.0 - confidence) ** (1.0 / occasions)


def evidence(memory: Memory, told: Sequence[Told], object_id: str) -> list[Saying]:
    """The sayings that support ``memory``, one for each of ``told``, first one first.

    The first bears the interval: its beginning where that is not the time of saying, and its end where that was known with it.
    """
    fact, event = memory.fact, memory.event
    polarity = fact.polarity if fact else memory.rule.polarity if memory.rule else "+"
    bare = Saying(
        source_id="",
        at=memory.recorded_at,
        seq=0,
        recorded_at=memory.recorded_at,
        key=object_id if fact else STATEMENT,
        content=memory.content,
        predicate=fact.predicate if fact else "",
        object_id=object_id if fact else "",
        polarity=polarity,
        negative=negative(fact.predicate, polarity) if fact else polarity == "-",
        qualifier=fact.qualifier if fact else None,
        tentative=memory.status == "tentative",
        confidence=share(memory.confidence, len(told)),
        importance=memory.importance,
    )
    said = [replace(bare, source_id=t.source_id, at=t.at, seq=t.seq, recorded_at=t.recorded_at) for t in told]
    said.sort(key=lambda s: s.said)
    if event is not None:
        return [
            replace(s, valid_from=event.occurred_from, valid_to=event.occurred_to, precision=event.precision)
            for s in said
        ]
    if fact is not None:
        known = memory.ended_at is None or (fact.valid_to is not None and fact.valid_to <= said[0].at)
        begins = None if fact.valid_from == said[0].at and not known else fact.valid_from
        said[0] = replace(
            said[0],
            valid_from=begins,
            valid_to=fact.valid_to if known else None,
            precision=fact.precision if begins else None,
        )
    return said


def needs_end(memory: Memory, said: Sequence[Saying], replaced: bool) -> bool:
    """Whether something ended or retracted ``memory`` that the export does not name; ``replaced``: a newer memory did."""
    if memory.retired_at is not None:
        return True
    return memory.ended_at is not None and not replaced and said[0].valid_to is None


def end(memory: Memory, said: Sequence[Saying]) -> Saying:
    """What ended or retracted ``memory``; its source is still to be named."""
    last = said[-1]
    retracted = memory.retired_at
    valid_to = memory.fact.valid_to if memory.fact is not None else None
    at = retracted or valid_to or memory.ended_at or last.at
    return replace(
        last,
        source_id="",
        at=max(at, last.at + timedelta(microseconds=1)) if retracted else at,
        seq=last.seq,
        recorded_at=retracted or memory.ended_at or last.recorded_at,
        operation="retract" if retracted else "end",
        valid_from=None,
        valid_to=None,
        precision=None,
        confidence=1.0,
        tentative=False,
        reason="retracted" if retracted else "ended",
    )
