"""Times reckoned from another time in the same text: the following Monday, the day after Christmas, ten years ago this June."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from user_memory.extraction.dates.intervals import (
    DAY,
    Interval,
    Now,
    after,
    before,
    days,
    month,
    months_later,
    week,
    weekend,
    year,
)
from user_memory.extraction.dates.relative import AGO
from user_memory.extraction.dates.words import ANY_DAY, MONTHS, NUMBER, PART, number, weekday_number

_SPAN = r"days?|nights?|mornings?|afternoons?|evenings?|weekends?|weeks?|fortnights?|months?|years?"
_BESIDE = re.compile(
    rf"\b(?:(?:on|by|for|over) )?(?:(?P<n>{NUMBER}) |the (?:very )?)?(?P<unit>{_SPAN}|{ANY_DAY}) (?P<way>before|after) (?:the )?$"
)
_OWN_WAY = re.compile(r"(?:before|after) (?:the )?")
_FOLLOWING = re.compile(
    rf"\b(?:(?:on|by|in) )?(?:the (?:very )?(?:next|following) (?P<next>{_SPAN}|{ANY_DAY})|the (?P<after>{_SPAN}|{ANY_DAY}) after(?: that)?(?=\W*$|[,.;!?)]| and\b| but\b)"
    rf"|(?:later )?that (?:same |very )?(?P<same>day|night|morning|afternoon|evening|weekend|week|month|year)"
    rf"|(?P<n>{NUMBER}) (?P<later>days?|weeks?|months?|years?) (?:later|afterwards?|after that))\b(?: {PART}\b)?"
)
_DAYLONG = ("day", "night", "morning", "afternoon", "evening")
_WEEKS = {"week": 7, "wk": 7, "fortnight": 14}
_NAMED_DAY = re.compile(r"\b(?:today|tomorrow|yesterday|last \w+day)\b")
_COARSE = frozenset({"month", "year"})


@dataclass(frozen=True, slots=True)
class Hit:
    """Words for a time at [start, end) of the text, and what they mean."""

    start: int
    end: int
    interval: Interval


def anchored(low: str, hits: Sequence[Hit], now: Now) -> Iterator[Hit]:
    """Those among and around ``hits``, the times already found in the lower-case text, in order and apart from each other."""
    for index, hit in enumerate(hits):
        yield from _beside(low, hit)
        if index:
            yield from _years_back(low, hits[index - 1], hit, now)
    if hits:
        yield from _following(low, hits)


def _beside(low: str, hit: Hit) -> Iterator[Hit]:
    """ "the day after Christmas", "the Friday before Easter", "two weeks after Diwali"."""
    inside = _OWN_WAY.match(low, hit.start)
    match = _BESIDE.search(low, max(0, hit.start - 40), inside.end() if inside else hit.start)
    if match is None or (match.group("n") is None and "the" not in match.group()):
        return
    ahead = match.group("way") == "after"
    count = number(match.group("n") or "one") * (1 if ahead else -1)
    found = _from(hit.interval, match.group("unit"), count)
    if found is not None:
        yield Hit(match.start(), hit.end, found)


def _from(anchor: Interval, unit: str, count: int) -> Interval | None:
    """``count`` units on from an anchor, or back from it; only from one that is exact enough."""
    kind, first = unit.rstrip("s"), anchor.start.date()
    if anchor.precision in _COARSE and kind not in _COARSE:
        return None
    last = (anchor.end - DAY).date() if anchor.precision == "day" else first
    edge = last if count > 0 else first
    if kind in _DAYLONG:
        return days(edge + count * DAY)
    if kind in {"week", "fortnight"}:
        return (
            days(edge + count * (7 if kind == "week" else 14) * DAY)
            if abs(count) > 1
            else week(first + 7 * count * DAY)
        )
    if kind == "weekend":
        return weekend(
            first + (7 if count > 0 and first.weekday() > 4 else 0) * DAY - (7 if count < 0 else 0) * DAY
        )
    if kind in _COARSE:
        then = months_later(first, count * (1 if kind == "month" else 12))
        return month(then.year, then.month) if kind == "month" else year(then.year)
    return days(after(edge, weekday_number(unit)) if count > 0 else before(edge, weekday_number(unit)))


def _following(low: str, hits: Sequence[Hit]) -> Iterator[Hit]:
    """ "the following morning", "the week after", "that evening", "two days later", reckoned from the last time named before."""
    for match in _FOLLOWING.finditer(low, hits[0].end):
        anchor = [h for h in hits if h.end <= match.start()][-1]
        found = _later(match, anchor.interval)
        if found is not None:
            yield Hit(match.start(), match.end(), found)


def _later(match: re.Match[str], anchor: Interval) -> Interval | None:
    parts = match.groupdict()
    if parts["same"]:
        if parts["same"] == "weekend" and anchor.precision in {"day", "minute"}:
            return weekend(anchor.start.date())
        exact = anchor.precision in {"day", "minute"} and parts["same"] in _DAYLONG
        return days(anchor.start.date()) if exact else None
    return _from(anchor, parts["next"] or parts["after"] or parts["later"], number(parts["n"] or "one"))


def _years_back(low: str, first: Hit, second: Hit, now: Now) -> Iterator[Hit]:
    """ "ten years ago this August", "in May two years ago": the day or month of the one in the year of the other."""
    between = low[first.end : second.start]
    if between.strip(" ,"):
        return
    for ago, named in ((first, second), (second, first)):
        count = AGO.fullmatch(low, ago.start, ago.end)
        weeks = _WEEKS.get(count.group("unit").rstrip("s")) if count else None
        if count and weeks and _NAMED_DAY.search(low, named.start, named.end):
            back = named.interval.start.date() - number(count.group("n")) * weeks * DAY
            yield Hit(first.start, second.end, days(back))
            return
        if (
            count is None
            or count.group("unit").rstrip("s") not in {"year", "yr"}
            or named.interval.precision == "year"
        ):
            continue
        yield Hit(
            first.start,
            second.end,
            _moved(low[named.start : named.end], named.interval, number(count.group("n")), now),
        )
        return


def _moved(words: str, named: Interval, years: int, now: Now) -> Interval:
    """A named month is that of the year so far back; "today" and "last month" are moved as they stand."""
    then: date = months_later(named.start.date(), -12 * years)
    if any(name[:3] in words for name in MONTHS) and not re.search(r"\b(?:last|next|coming)\b", words):
        then = then.replace(year=now.today.year - years, day=min(then.day, 28))
    if named.precision == "month":
        return month(then.year, then.month)
    return replace(days(then), since=named.since)
