"""Time expressions in a text, resolved: the longest reading at each place, joined with its time of day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from user_memory.extraction.dates import calendar, countdown, holidays, parts, relative
from user_memory.extraction.dates.anchored import Hit, anchored
from user_memory.extraction.dates.hours import HOUR, at_time, minutes
from user_memory.extraction.dates.intervals import Interval, Now, Tense, days
from user_memory.extraction.stages import TimeExpression

_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Now], Interval | None]], ...] = (
    *relative.RULES,
    *calendar.RULES,
    *holidays.RULES,
    *parts.RULES,
    *countdown.RULES,
)
_HINT = re.compile(
    r"\d|day|week|month|year|yr|ago|night|morning|evening|afternoon|noon|tomorrow|summer|winter|spring|autumn|fall|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|christmas|xmas|easter|thanks|hallo|valentine|nye|hogmanay|fortnight|decade|hour|minute|mon|tue|wed|thu|fri|sat|sun|quarter|juneteenth|pentecost|cinco|new year|eid|diwali|divali|deepavali|ramadan|hanuk|chanuk|passover|pesach|rosh|kippur|sukkot|seollal|kwanzaa|mardi|corpus|saints|\bkings|sleep|later|follow|bank hol"
)
_JOIN = re.compile(r",? ?(?:at |on |from |around |about |by )?(?:the )?$")
_EVENING = re.compile(r"\b(?:evening|night|tonight|pm)\b")
_SINCE = re.compile(r"\b(?:ever since|since|starting|as of)(?: (?:about|around|roughly|early|late))? $")
_UNTIL = re.compile(r"\b(?:until|till|up to|through) $")
_HABIT = re.compile(r"\b(?:every|each|most|alternate|every other|any) (?:\w+ )?$")
_SOUTH = re.compile(
    r"Australia/|Pacific/Auckland|Africa/(?:Johannesburg|Harare|Maputo|Windhoek)|America/(?:Argentina|Sao_Paulo|Santiago|Montevideo)|Antarctica/"
)
_BRITISH = re.compile(
    r"\b(?:mum|mums|mum's|mummy|nan|nan's|gran|quid|fortnight|uni|pub|half[- ]term)\b", re.I
)
_MONTH_FIRST = re.compile(
    r"^(?:US/|America/(?!Sao_Paulo|Argentina|Mexico|Bogota|Lima|Santiago|Montevideo|Caracas))|^Etc/GMT\+(?:[4-9]|10)$"
)
_AMERICAN = re.compile(
    r"\b(?:DMV|IRS|SSN|zip code|Social Security|DoorDash|Thanksgiving|401\(?k\)?|Venmo|Walgreens|CVS|soccer|apartment|vacation|mom)\b"
)


def find_times(
    text: str,
    reference: datetime,
    zone: tzinfo,
    tense_at: Callable[[int], Tense],
    day_first: bool | None = None,
) -> tuple[TimeExpression, ...]:
    """The times named in ``text``, in order and apart from each other, in UTC.

    Args:
        text: prose, in the letter case of its writer.
        reference: when it was said, with its time zone.
        zone: the speaker's time zone, in which "today" is meant.
        tense_at: the tense of the clause at a place of ``text``: it decides whether "on Monday" is behind or ahead.
        day_first: whether 3/4 is the third of April; ``None`` where nothing tells.
    """
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    if not _HINT.search(low):
        return ()
    if day_first is None:
        day_first = _custom(text, zone)
    now = Now(
        reference.astimezone(zone).replace(tzinfo=None),
        "present",
        day_first,
        southern=bool(_SOUTH.match(_name(zone))),
        british=_name(zone) in {"Europe/London", "Europe/Dublin"} or bool(_BRITISH.search(text)),
    )
    hits = _apart(_hits(low, now, tense_at))
    hits = _with_hours(low, _apart([*hits, *anchored(low, hits, now)]), now, tense_at)
    return tuple(_expression(text, low, hit, zone) for hit in hits)


def _custom(text: str, zone: tzinfo) -> bool | None:
    """The order of day and month that the words or the place tell."""
    return False if _AMERICAN.search(text) or _MONTH_FIRST.match(_name(zone)) else None


def _name(zone: tzinfo) -> str:
    return str(getattr(zone, "key", ""))


def _hits(low: str, now: Now, tense_at: Callable[[int], Tense]) -> Iterator[Hit]:
    for pattern, resolve in _RULES:
        for match in pattern.finditer(low):
            if _HABIT.search(low, max(0, match.start() - 24), match.start()):
                continue
            since = _SINCE.search(low, max(0, match.start() - 30), match.start()) is not None
            tense = "past" if since else tense_at(match.start())
            interval = _resolved(resolve, match, replace(now, tense=tense))
            if interval is not None:
                yield Hit(match.start(), match.end(), interval)


def _resolved(
    resolve: Callable[[re.Match[str], Now], Interval | None], match: re.Match[str], now: Now
) -> Interval | None:
    """``None`` too where the calendar ends."""
    try:
        return resolve(match, now)
    except (ValueError, OverflowError):
        return None


def _apart(hits: Iterable[Hit]) -> list[Hit]:
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start, -h.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif hit.end - hit.start > kept[-1].end - kept[-1].start:
            kept[-1] = hit
    return kept


def _with_hours(low: str, hits: list[Hit], now: Now, tense_at: Callable[[int], Tense]) -> list[Hit]:
    """Join a day with the time of day beside it; a time of day alone is of today."""
    found = list(hits)
    for match in HOUR.finditer(low):
        minute = minutes(match, bool(_EVENING.search(low, max(0, match.start() - 30), match.end() + 20)))
        if minute is None or any(h.start < match.end() and match.start() < h.end for h in found):
            continue
        beside = next(
            (i for i, h in enumerate(found) if _beside(low, h, match) and h.interval.precision == "day"), None
        )
        if beside is not None:
            hit = found[beside]
            start, end = min(hit.start, match.start()), max(hit.end, match.end())
            found[beside] = Hit(start, end, at_time(hit.interval, minute))
        elif match.group("half") and match.group("prep"):
            found.append(Hit(match.start(), match.end(), at_time(days(now.today), minute)))
    return sorted(found, key=lambda h: h.start)


def _beside(low: str, hit: Hit, match: re.Match[str]) -> bool:
    between = low[hit.end : match.start()] if hit.end <= match.start() else low[match.end() : hit.start]
    return len(between) < 12 and _JOIN.fullmatch(between) is not None


def _expression(text: str, low: str, hit: Hit, zone: tzinfo) -> TimeExpression:
    lead = low[max(0, hit.start - 30) : hit.start]
    found = hit.interval
    return TimeExpression(
        hit.start,
        hit.end,
        text[hit.start : hit.end],
        _utc(found.start, zone),
        _utc(found.end, zone),
        found.precision,
        since=found.since or _SINCE.search(lead) is not None,
        until=found.until or _UNTIL.search(lead) is not None,
        approximate=found.approximate,
    )


def _utc(local: datetime, zone: tzinfo) -> datetime:
    return local.replace(tzinfo=zone).astimezone(UTC)
