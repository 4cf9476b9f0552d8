"""Times of day, and their joining with the day they belong to."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from user_memory.extraction.dates.intervals import Interval
from user_memory.extraction.dates.words import HOURS

HOUR = re.compile(
    rf"\b(?:(?P<prep>at|by|from|around|about|before|after|until|till|@) ?)?(?:(?P<h>[01]?\d|2[0-3])(?:(?::|\.(?=\d\d ?[ap]))(?P<m>[0-5]\d))? ?(?P<half>[ap]\.?m\b\.?|o'clock)?|(?P<named>noon|midday|midnight)"
    rf"|(?P<shift>half past|half|quarter past|quarter to) (?P<word>{'|'.join(HOURS)}|1?\d))(?![\d:%/]|[.,]\d| ?(?:st|nd|rd|th)\b)"
)
_NAMED = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 0}
_SHIFT = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15}
MINUTE = timedelta(minutes=1)


def minutes(match: re.Match[str], evening: bool) -> int | None:
    """Minutes after midnight; ``None`` when a bare number is no time. Bare hours from 1 to 6 are in the afternoon."""
    if match.group("named"):
        return _NAMED[match.group("named")]
    if match.group("shift"):
        word = match.group("word")
        hour = int(word) if word.isdigit() else HOURS.index(word) + 1
        return _afternoon(hour, evening) * 60 + _SHIFT[match.group("shift")]
    hour, minute, half = int(match.group("h")), int(match.group("m") or 0), match.group("half")
    if half is None and match.group("m") is None and match.group("prep") not in {"at", "by", "@"}:
        return None
    if half and half[0] in "ap":
        if not 1 <= hour <= 12:
            return None
        return (hour % 12 + (12 if half[0] == "p" else 0)) * 60 + minute
    return (
        _afternoon(hour, evening) * 60 + minute
        if match.group("m") is None or hour < 7
        else hour * 60 + minute
    )


def _afternoon(hour: int, evening: bool) -> int:
    return hour + 12 if 1 <= hour <= 6 or (evening and hour < 12) else hour


def at_time(day: Interval, minute: int) -> Interval:
    """That minute of a day."""
    start = day.start + minute * MINUTE
    return replace(day, start=start, end=start + MINUTE, precision="minute")
