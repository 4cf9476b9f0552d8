"""Times reckoned from now: yesterday, three weeks ago, in a fortnight, last month, the week after next."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from user_memory.extraction.dates.intervals import (
    DAY,
    Interval,
    Now,
    days,
    first_of,
    midnight,
    monday,
    month,
    months_later,
    week,
    weekend,
    year,
)
from user_memory.extraction.dates.words import NUMBER, PART, UNIT, VAGUE, number
from user_memory.graph.model import Precision

_NAMED_DAYS = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "earlier today": 0, "later today": 0, "this lunchtime": 0, "first thing tomorrow": 1, "later tonight": 0,
    "yesterday": -1, "last night": -1, "last evening": -1, "tomorrow": 1,
    "the day before yesterday": -2, "day before yesterday": -2, "the day after tomorrow": 2, "day after tomorrow": 2,
}  # fmt: skip
_SIDES = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
}
_SIDE = r"(?:last|previous|this past|this coming|this|next|coming)"
NAMED = re.compile(rf"\b({'|'.join(sorted(_NAMED_DAYS, key=len, reverse=True))})\b(?: {PART}\b)?")
AGO = re.compile(
    rf"\b(?:(?:just )?(?:over|under|about|around|roughly|almost|nearly|some|exactly|like|maybe) )?(?P<n>{NUMBER})(?: and a half)? ?(?:or so )?(?P<unit>{UNIT})(?: and a half)? (?:ago|back|earlier)\b(?:,? (?:to the day |exactly )?today\b| to the day\b)?"
)
AHEAD = re.compile(
    rf"\b(?:in|within) (?:(?:about|around|roughly|almost|another|like|maybe|just over|just under) )?(?P<n>{NUMBER}) ?(?:more )?(?P<unit>{UNIT})(?:'s? time\b|' time\b)?(?! of\b| or less\b|,? and (?:a half|\d)|\s+(?:days?|words))\b"
)
FROM_NOW = re.compile(
    rf"\b(?P<n>{NUMBER}) (?P<unit>{UNIT}) (?P<from>from now|from today|today|from tomorrow|tomorrow|hence)\b"
)
PERIOD = re.compile(
    rf"\b(?<!\bmy )(?<!\bour )(?<!\bhis )(?<!\bher )(?<!\btheir )(?P<edge>(?:at |by |near |towards? )?(?:the )?(?:end|beginning|start|middle) of |(?:later|earlier|early|late|mid)[ -])?(?:the )?(?P<side>{_SIDE}) (?P<unit>week|month|year|quarter|weekend)\b(?! on\b)"
)
BARE_EDGE = re.compile(
    r"\b(?:at |by )?(?:the )?(?P<edge>end|beginning|start|middle) of the (?P<unit>week|month|year)\b"
)
BEYOND = re.compile(r"\bthe (?P<unit>week|month|year|weekend) (?P<side>before last|after next)\b")
SAME_TIME = re.compile(r"\b(?:around |about )?this time (?P<side>last|next) (?P<unit>week|month|year)\b")
WEEKEND = re.compile(r"\b(?:at|on|over|during|for|by) the weekend\b|\bthe weekend(?= just (?:gone|past))")
LASTING = re.compile(
    rf"\b(?:for|over|in|during|within) the (?:last|past) (?P<n>{NUMBER} )?(?P<unit>{UNIT})\b"
)


def named(match: re.Match[str], now: Now) -> Interval:
    return days(now.today + _NAMED_DAYS[match.group(1)] * DAY)


def ago(match: re.Match[str], now: Now) -> Interval | None:
    return counted(match, now, -1)


def ahead(match: re.Match[str], now: Now) -> Interval | None:
    """ "in two weeks" lies ahead, but "I read it in two weeks" is how long it took."""
    return None if now.past else counted(match, now, 1)


def from_now(match: re.Match[str], now: Now) -> Interval | None:
    shift = DAY if "tomorrow" in match.group("from") else timedelta()
    return counted(match, replace(now, moment=now.moment + shift), 1)


def lasting(match: re.Match[str], now: Now) -> Interval | None:
    """ "for the past three years" began three years ago."""
    found = _count(match.group("n") or "one", match.group("unit"), now, -1)
    return replace(found, since=True) if found else None


def counted(match: re.Match[str], now: Now, sign: int) -> Interval | None:
    """The groups ``n`` and ``unit`` of a match, reckoned from now: on with ``sign`` 1, back with -1."""
    found = _count(match.group("n"), match.group("unit"), now, sign, half="and a half" in match.group())
    if found and match.group().endswith(("today", "to the day")) and found.precision in {"month", "year"}:
        found = days(
            months_later(
                now.today, sign * number(match.group("n")) * (1 if found.precision == "month" else 12)
            )
        )
    vague = match.group("n") in VAGUE or re.search(
        r"\b(?:about|around|roughly|or so|almost|nearly|some|like)\b", match.group()
    )
    return replace(found, approximate=True) if found and vague else found


def _count(count: str, unit: str, now: Now, sign: int, half: bool = False) -> Interval | None:
    n = number(count.strip()) * sign
    kind = unit.rstrip("s")
    if kind in {"minute", "min", "hour", "hr"}:
        at = (now.moment + n * timedelta(**{"hours" if kind[0] == "h" else "minutes": 1})).replace(
            second=0, microsecond=0, tzinfo=None
        )
        return Interval(at, at + timedelta(minutes=1), "minute")
    if kind in {"day", "night", "sleep", "week", "wk", "fortnight"}:
        return days(
            now.today
            + n * {"day": 1, "night": 1, "sleep": 1, "week": 7, "wk": 7, "fortnight": 14}[kind] * DAY
        )
    months = n * {"month": 1, "year": 12, "yr": 12, "decade": 120}[kind] + (
        6 * sign if half and kind != "month" else 0
    )
    if not -2400 < months < 2400:
        return None
    then = months_later(now.today, months)
    return month(then.year, then.month) if kind == "month" else year(then.year)


def period(match: re.Match[str], now: Now) -> Interval:
    side = _SIDES[match.group("side").split()[-1]]
    whole = _unit(match.group("unit"), side, now)
    return _edge(whole, (match.group("edge") or "").strip(), now)


def bare_edge(match: re.Match[str], now: Now) -> Interval:
    return _edge(_unit(match.group("unit"), 0, now), match.group("edge"), now)


def beyond(match: re.Match[str], now: Now) -> Interval:
    return _unit(match.group("unit"), -2 if match.group("side") == "before last" else 2, now)


def same_time(match: re.Match[str], now: Now) -> Interval:
    """ "this time last year": that day a week back or on, that month a year or month back or on."""
    sign = -1 if match.group("side") == "last" else 1
    if match.group("unit") == "week":
        return days(now.today + 7 * sign * DAY)
    then = months_later(now.today, sign * (12 if match.group("unit") == "year" else 1))
    return month(then.year, then.month)


def at_weekend(match: re.Match[str], now: Now) -> Interval:
    """The last one in the past tense, else the coming one; on a weekend day the one that runs."""
    if now.past and now.today.weekday() < 5:
        return weekend(now.today - 7 * DAY)
    return weekend(now.today)


def _unit(unit: str, side: int, now: Now) -> Interval:
    today = now.today
    match unit:
        case "week":
            return week(today + 7 * side * DAY)
        case "weekend":
            return _weekend(side, now)
        case "month":
            return month(today.year, today.month + side)
        case "quarter":
            first = first_of(today.year, 3 * ((today.month - 1) // 3) + 1 + 3 * side)
            return replace(
                month(first.year, first.month), end=midnight(first_of(first.year, first.month + 3))
            )
        case _:
            return year(today.year + side)


def _weekend(side: int, now: Now) -> Interval:
    """Of this, the last or the next calendar week; on a Sunday "last weekend" is still the one before."""
    return weekend(monday(now.today) + 7 * side * DAY)


def _edge(whole: Interval, edge: str, now: Now) -> Interval:
    """The part of a period that "end of", "start of", "middle of", "later" and "earlier" mean."""
    if not edge:
        return whole
    part = timedelta(days={"year": 31, "month": 10}.get(whole.precision, 3))
    precision: Precision = "day" if whole.precision == "day" else "month"
    today = midnight(now.today)
    if "end" in edge or edge == "late":
        return Interval(whole.end - part, whole.end, precision)
    if "start" in edge or "beginning" in edge or edge == "early":
        return Interval(whole.start, whole.start + part, precision)
    if edge == "later" and whole.start <= today < whole.end - DAY:
        return replace(whole, start=today + DAY) if whole.precision == "day" else whole
    return whole


RULES = (
    (NAMED, named),
    (AGO, ago),
    (AHEAD, ahead),
    (FROM_NOW, from_now),
    (PERIOD, period),
    (BARE_EDGE, bare_edge),
    (BEYOND, beyond),
    (SAME_TIME, same_time),
    (WEEKEND, at_weekend),
    (LASTING, lasting),
)
