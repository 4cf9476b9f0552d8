"""Parts of months and years: the first week of October, the last Friday in May, Q3, three summers ago, '09."""

from __future__ import annotations

import re
from dataclasses import replace

from user_memory.extraction.dates.calendar import month_in
from user_memory.extraction.dates.holidays import nth_weekday
from user_memory.extraction.dates.intervals import (
    DAY,
    Interval,
    Now,
    after,
    before,
    days,
    first_of,
    midnight,
    month,
    season,
    year,
)
from user_memory.extraction.dates.words import (
    ANY_DAY,
    MONTH,
    NUMBER,
    PART,
    SEASON,
    WEEKDAY,
    YEAR,
    month_number,
    number,
    weekday_number,
)

_NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
_WHICH = "|".join(_NTH)
_NO_VERB = "".join(
    rf"(?<!\b{word} ...)"
    for word in "i we he she they and the to get in just who it be newly all so kids was were".split()
)
"""What does not stand before the short name of a day that is a word of its own as well: "we sat, waiting"."""
WEEK_OF_MONTH = re.compile(
    rf"\b(?:(?:in|on|for|during|over|by) )?(?:the )?(?P<which>{_WHICH}) (?P<unit>week|weekend|half|few days|{ANY_DAY}) (?:of|in) (?:(?P<side>this|next|last) month\b|(?P<this>the month)\b|(?P<month>{MONTH})(?:,? (?P<year>{YEAR})\b)?)"
)
QUARTER = re.compile(rf"\bq(?P<q>[1-4])(?: (?:of )?(?P<year>{YEAR}))?\b")
SEASONS_AGO = re.compile(rf"\b(?P<n>{NUMBER}) (?P<season>{SEASON})s ago\b")
SHORT_YEAR = re.compile(
    rf"\b(?:back in|in|since|from|until|class of|(?:in )?(?:the )?{SEASON} of|of|early|late|before|after) '(?P<year>\d\d)\b"
)
JUST_GONE = re.compile(
    rf"\b(?:(?:on|this|the) )?(?P<day>{ANY_DAY}) (?:just gone|gone|just past|(?:that )?just passed)\b"
)
COMING = re.compile(rf"\b(?:on |the |this )?(?P<day>{WEEKDAY}) coming\b")
OF_NEXT = re.compile(r"\b(?:on )?the (?P<d>[12]?\d|3[01])(?:st|nd|rd|th) of (?P<side>last|this|next) month\b")
BEFORE_LAST = re.compile(r"\b(?:the )?night before last\b")
LISTED_DAY = re.compile(
    rf"(?<![\w'’-])(?P<day>(?:weds|tues?|thu(?:rs?)?|fri|mon)\b\.?|(?:sat|wed){_NO_VERB}\b\.?|sun\b\.?(?=:| \d))"
    rf"(?: {PART}\b)?(?=\s*(?:$|[,;:.!?)&/+–—]|- |\d|and\b|at\b|then\b|or\b))"
)
_SHIFTED = "".join(
    rf"(?<={word} )|"
    for word in "moved forward back slipped postponed pushed delayed rescheduled changed shifted".split()
).rstrip("|")
TO_MONTH = re.compile(rf"(?:{_SHIFTED})(?:to|until|till) (?P<month>{MONTH})(?! \d)")
"""What was put off moves "to June"; "we drove to May Hill" does not."""
CENTURY = 100


def of_month(match: re.Match[str], now: Now) -> Interval | None:
    """A week, half, weekend or weekday counted within a month of the year that the tense or the words tell."""
    today = now.today
    if not match.group("month"):
        then = first_of(today.year, today.month + {"last": -1, "next": 1}.get(match.group("side") or "", 0))
        return _part(then.year, then.month, match.group("which"), match.group("unit"))
    wanted = month_number(match.group("month"))
    if match.group("year"):
        in_year = int(match.group("year"))
    elif now.past:
        in_year = today.year - (wanted > today.month)
    else:
        in_year = today.year + (wanted < today.month)
    return _part(in_year, wanted, match.group("which"), match.group("unit"))


def _part(in_year: int, wanted: int, which: str, unit: str) -> Interval:
    count, first = _NTH[which], first_of(in_year, wanted)
    end = first_of(in_year, wanted + 1)
    if unit == "weekend":
        return days(nth_weekday(in_year, wanted, 5, count), 2)
    if unit == "half":
        middle = first + 15 * DAY
        return replace(
            days(first),
            start=midnight(first if count == 1 else middle),
            end=midnight(middle if count == 1 else end),
        )
    if unit in {"week", "few days"}:
        return days(end - 7 * DAY if count < 0 else first + 7 * (count - 1) * DAY, 7)
    return days(nth_weekday(in_year, wanted, weekday_number(unit), count))


def quarter(match: re.Match[str], now: Now) -> Interval:
    first = 3 * int(match.group("q")) - 2
    in_year = int(match.group("year") or now.today.year)
    if not match.group("year"):
        if now.past and first > now.today.month:
            in_year -= 1
        elif not now.past and first + 2 < now.today.month:
            in_year += 1
    return replace(month(in_year, first), end=midnight(first_of(in_year, first + 3)))


def seasons_ago(match: re.Match[str], now: Now) -> Interval:
    """Counted from the last such season that is over."""
    around = [
        season(y, match.group("season"), now.southern) for y in range(now.today.year - 2, now.today.year + 1)
    ]
    last = [s for s in around if s.end <= midnight(now.today)][-1]
    return season(last.start.year - number(match.group("n")) + 1, match.group("season"), now.southern)


def short_year(match: re.Match[str], now: Now) -> Interval:
    """ "'09": of this century up to ten years ahead, else of the last."""
    century = now.today.year // CENTURY * CENTURY
    found = century + int(match.group("year"))
    return replace(
        year(found if found <= now.today.year + 10 else found - CENTURY),
        since=match.group().startswith("since"),
    )


def just_gone(match: re.Match[str], now: Now) -> Interval:
    return days(before(now.today, weekday_number(match.group("day"))))


def coming(match: re.Match[str], now: Now) -> Interval:
    day = before(now.today, weekday_number(match.group("day"))) + 7 * DAY
    return days(day if day > now.today else day + 7 * DAY)


def of_next(match: re.Match[str], now: Now) -> Interval:
    shift = {"last": -1, "this": 0, "next": 1}[match.group("side")]
    first = first_of(now.today.year, now.today.month + shift)
    return days(first.replace(day=int(match.group("d"))))


def night_before_last(match: re.Match[str], now: Now) -> Interval:
    return days(now.today - 2 * DAY)


def listed_day(match: re.Match[str], now: Now) -> Interval:
    """A short day without a preposition, as in a list: "dentist weds, gym fri"."""
    weekday = weekday_number(match.group("day"))
    return days(before(now.today, weekday) if now.past else after(now.today, weekday))


RULES = (
    (LISTED_DAY, listed_day),
    (WEEK_OF_MONTH, of_month),
    (QUARTER, quarter),
    (SEASONS_AGO, seasons_ago),
    (SHORT_YEAR, short_year),
    (JUST_GONE, just_gone),
    (COMING, coming),
    (OF_NEXT, of_next),
    (TO_MONTH, month_in),
    (BEFORE_LAST, night_before_last),
)
