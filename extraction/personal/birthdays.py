"""Dates of birth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from user_memory.extraction.stages import Finding, TimeExpression
from user_memory.graph.times import cut

_CUE = re.compile(
    r"\b(?:birthday(?:'s)?(?: (?:is|falls|was))?|born|birth ?date|date of birth|d\.?o\.?b\.?|b-?day|geburtstag|geboren|cumpleaños|nací|nació|fecha de nacimiento|anniversaire|né|née|date de naissance)\b",
    re.I,
)
_CELEBRATION = re.compile(
    r"\bbirthday (?:party|dinner|lunch|trip|bash|cake|present|gift|card|drinks|weekend|surprise|do|celebration)",
    re.I,
)
_REACH = 40
_YEAR = re.compile(r"\d{4}|[/.]\d\d$")


def find_birth_dates(text: str, times: Iterable[TimeExpression]) -> Iterator[Finding]:
    """Dates right after, or right before, words for a birth; one without a year stays as it was said."""
    cues = [m for m in _CUE.finditer(text) if not _CELEBRATION.match(text, m.start())]
    if not cues:
        return
    for time in times:
        near = any(0 <= time.start - m.end() <= _REACH or 0 <= m.start() - time.end <= 16 for m in cues)
        if near and _is_calendar(time):
            value = cut(time.from_, time.precision) if _YEAR.search(time.text) else time.text
            yield Finding(time.start, time.end, "birth_date", "birth_date", value)


def _is_calendar(time: TimeExpression) -> bool:
    """A day or year of the calendar; "tomorrow" and "next week" tell a day only with the day of saying."""
    return any(c.isdigit() for c in time.text) or time.precision == "month"
