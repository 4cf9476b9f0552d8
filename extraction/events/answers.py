"""A day said in answer to the assistant, of what the user told before: "a viewing is lined up" - "tomorrow?" - "no, Saturday"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from user_memory.extraction.conversation import zone_of
from user_memory.extraction.dates import find_times
from user_memory.extraction.events.happenings import is_finite, is_past
from user_memory.extraction.events.units import Unit, assembled, passages
from user_memory.extraction.stages import Clause, Reading, TimeExpression

_LEAD = re.compile(
    r"\W*(?:(?:yes|yep|yeah|yup|no|nope|nah|correct|exactly|right|actually|oh|er|um|sorry|not quite|close|it's|it is|it was|that's|that was|they're|on|at|in|the|this|next|for|will be|it'll be)\b\W*)*",
    re.I,
)
_ASKS_WHEN = re.compile(r"\b(?:when|what (?:day|date|time)|which (?:day|date|month|week)|how soon)\b", re.I)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the user told before without a time, where it was told, and the time given now."""

    earlier: Reading
    unit: Unit
    time: TimeExpression


def answer_in(reading: Reading) -> Answer | None:
    """The day that the message begins with, when the assistant has just asked for it."""
    told, asked = reading.previous[-2:] if len(reading.previous) > 1 else (None, None)
    if (
        told is None
        or asked is None
        or asked.message.role != "assistant"
        or told.message.role != reading.message.role
    ):
        return None
    time = _first_time(reading)
    if time is None or "?" not in asked.text.text or not (asked.times or _ASKS_WHEN.search(asked.text.text)):
        return None
    unit = _undated(told)
    if unit is None or unit.main is None:
        return None
    return Answer(told, unit, _in_tense(reading, time, unit.main))


def _first_time(reading: Reading) -> TimeExpression | None:
    """The time that stands before anything else is said, alone between marks."""
    time = next(iter(reading.times), None)
    if time is None:
        return None
    text = reading.text.text
    lead = _LEAD.match(text)
    alone = text[time.end :].lstrip()[:1] in {"", ".", ",", "!", ";", ":", "-", "–", "—", "("}
    return time if alone and lead is not None and lead.end() >= time.start else None


def _undated(told: Reading) -> Unit | None:
    """What the message tells last without a time."""
    if told.times:
        return None
    found = [(place, c) for place in passages(told, len(told.text.text)) for c in place.told if is_finite(c)]
    if not found:
        return None
    place, clause = found[-1]
    return assembled(place, clause, place.told, None)


def _in_tense(reading: Reading, time: TimeExpression, main: Clause) -> TimeExpression:
    """The time as the earlier clause means it: behind when it told what was done."""
    if not is_past(main.root) or any(c.dep_ == "aux" for c in main.root.children):
        return time
    zone = zone_of(reading.interaction, reading.message)
    found = find_times(reading.text.text, reading.message.at, zone, lambda _: "past")
    return next((f for f in found if f.start == time.start), time)
