"""Times in other languages than English: by own tables where there are any, else by the dateparser library."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo

from user_memory.extraction.dates.intervals import Interval, days, month, year
from user_memory.extraction.dates.tongues import find_spoken_times, is_spoken
from user_memory.extraction.stages import TimeExpression

LANGUAGES = frozenset({"es", "de", "fr", "it", "pt", "nl", "pl"})
_LONGEST = 400
"""Characters of a message that are searched: the library tries every run of words."""
_SINCE = re.compile(r"\b(?:desde|seit|depuis|dal?|sinds|od)\s$", re.I)
_YEAR = re.compile(r"\b(?:en|im Jahr|in|seit|desde|depuis|em|nel|od|w) ((?:19|20)\d\d)\b", re.I)
_TELLING = re.compile(r"\d{1,2}|[^\W\d]{4,}")


def find_foreign_times(
    text: str, reference: datetime, zone: tzinfo, language: str
) -> tuple[TimeExpression, ...]:
    """The times that ``text`` names in one of ``LANGUAGES``, in order, in UTC."""
    if language not in LANGUAGES:
        return ()
    if is_spoken(language):
        return find_spoken_times(text, reference, zone, language)
    years = [
        _expression(text, m.start(1), m.end(1), year(int(m.group(1))), zone) for m in _YEAR.finditer(text)
    ]
    found = [
        t
        for t in _searched(text[:_LONGEST], reference, zone, language)
        if not any(y.start < t.end and t.start < y.end for y in years)
    ]
    return tuple(sorted([*years, *found], key=lambda t: t.start))


def _searched(text: str, reference: datetime, zone: tzinfo, language: str) -> list[TimeExpression]:
    from dateparser.date import DateDataParser
    from dateparser.search import search_dates

    local = reference.astimezone(zone).replace(tzinfo=None)
    settings = {"RELATIVE_BASE": local, "RETURN_AS_TIMEZONE_AWARE": False}
    parser = DateDataParser(languages=[language], settings=settings)
    expressions, done = [], 0
    for words, _ in search_dates(text, languages=[language], settings=settings) or []:
        start = text.find(words, done)
        data = parser.get_date_data(words)
        if start < 0 or data is None or data.date_obj is None or not _TELLING.search(words):
            continue
        done = start + len(words)
        expressions.append(_expression(text, start, done, _interval(data.date_obj, data.period), zone))
    return expressions


def _interval(moment: datetime, period: str | None) -> Interval:
    if period == "year":
        return year(moment.year)
    if period == "month":
        return month(moment.year, moment.month)
    return days(moment.date(), 7 if period == "week" else 1)


def _expression(text: str, start: int, end: int, found: Interval, zone: tzinfo) -> TimeExpression:
    first, last = (t.replace(tzinfo=zone).astimezone(UTC) for t in (found.start, found.end))
    since = _SINCE.search(text, 0, start) is not None
    return TimeExpression(
        start,
        end,
        text[start:end],
        first,
        max(last, first + timedelta(minutes=1)),
        found.precision,
        since=since,
    )
