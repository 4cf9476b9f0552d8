"""The time a question is about, read from its words, and how near a memory's time is to it."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.columns import Columns

Floats: TypeAlias = NDArray[np.float64]

DAY = 86_400.0
SAID = 0.8
"""What being said within the asked time is worth, beside 1 for happening within it."""
TOLD_LATER = 10.0
"""Days after the asked time in which it is likely to be told."""

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]  # a list of twelve quoted words reads worse
_MONTH = "|".join([*MONTHS, *(m[:3] for m in MONTHS if m != "may"), "sept"])
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_ISO = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
_DAY_MONTH = re.compile(rf"\b{_DAY}\s+(?:of\s+)?({_MONTH})\b\.?,?(?:\s+(\d{{4}}))?", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\b\.?\s+{_DAY}\b(?:,?\s+(\d{{4}}))?", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\b\.?,?\s+(?:of\s+)?(\d{{4}})\b", re.IGNORECASE)
_IN_MONTH = re.compile(rf"\b(?:in|during|since|last|this|next|by|of)\s+({'|'.join(MONTHS)})\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:in|during|since|of|for|by|from)\s+((?:19|20)\d{2})\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(last|this|past|next)\s+(week|weekend|month|year)\b", re.IGNORECASE)
_AGO = re.compile(r"\b(\d{1,3}|an?|two|three|four|five|six)\s+(day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_NAMED_DAY = re.compile(r"\b(yesterday|today|tonight|tomorrow)\b", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LENGTH = {"day": 1, "week": 7, "weekend": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True)
class Interval:
    """[start, end) in seconds since 1970 UTC, with the words that say it."""

    start: float
    end: float
    text: str


def asked_time(text: str, now: datetime) -> Interval | None:
    """The first time that ``text`` names; a day or month without a year is the latest such one before
    ``now``.
    """
    for pattern, read in _READERS:
        match = pattern.search(text)
        if match is None:
            continue
        try:
            start, end = read(match, now)
        except (ValueError, OverflowError):  # a 31st of June, a year 0000
            continue
        return Interval(start.timestamp(), end.timestamp(), match.group())
    return None


def _iso(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    year, month, day = match.groups()
    return _span(int(year), int(month), int(day) if day else None)


def _day_month(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    day, month, year = match.groups()
    return _dated(now, year, month, int(day))


def _month_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    month, day, year = match.groups()
    return _dated(now, year, month, int(day))


def _month_year(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    return _dated(now, match.group(2), match.group(1), None)


def _in_month(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    return _dated(now, None, match.group(1), None)


def _year(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    year = int(match.group(1))
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _relative(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    length = timedelta(days=_LENGTH[match.group(2).lower()])
    match match.group(1).lower():
        case "this":
            return now - length, now + length
        case "next":
            return now, now + 2 * length
        case _:
            return now - 2 * length, now


def _ago(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    count, unit = match.group(1).lower(), timedelta(days=_LENGTH[match.group(2).lower()])
    moment = now - (_NUMBERS.get(count) or int(count)) * unit
    return moment - unit / 2, moment + unit / 2


def _named_day(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    shift = {"yesterday": -1, "tomorrow": 1}.get(match.group().lower(), 0)
    day = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=shift)
    return day, day + timedelta(days=1)


_READERS = (
    (_ISO, _iso),
    (_DAY_MONTH, _day_month),
    (_MONTH_DAY, _month_day),
    (_MONTH_YEAR, _month_year),
    (_AGO, _ago),
    (_NAMED_DAY, _named_day),
    (_RELATIVE, _relative),
    (_IN_MONTH, _in_month),
    (_YEAR, _year),
)


def _dated(now: datetime, year: str | None, month: str, day: int | None) -> tuple[datetime, datetime]:
    number = next(i for i, name in enumerate(MONTHS, 1) if name.startswith(month.lower()[:3]))
    if year is not None:
        return _span(int(year), number, day)
    span = _span(now.year, number, day)
    return span if span[0] <= now else _span(now.year - 1, number, day)


def _span(year: int, month: int, day: int | None) -> tuple[datetime, datetime]:
    if day is not None:
        start = datetime(year, month, day, tzinfo=UTC)
        return start, start + timedelta(days=1)
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, start + timedelta(days=monthrange(year, month)[1])


def nearness(columns: Columns, asked: Interval) -> Floats:
    """How well each memory's time fits: 1 happening in it, 0.8 said in it, less when said in the days after.
    In [0, 1].
    """
    starts = np.where(np.isnan(columns.starts), np.inf, columns.starts)
    ends = np.where(np.isnan(columns.ends), np.where(np.isinf(starts), -np.inf, starts + 1.0), columns.ends)
    happening = (starts < asked.end) & (ends > asked.start)
    late = np.maximum(0.0, columns.said - asked.end) / DAY
    told = np.where(columns.said >= asked.start, SAID * np.exp(-late / TOLD_LATER), 0.0)
    value: Floats = np.where(happening, 1.0, told)
    return value
