"""Times named on the calendar: weekdays, months, dates, ranges, seasons and years."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from user_memory.extraction.dates.intervals import (
    DAY,
    JUST_BEGUN,
    Interval,
    Now,
    after,
    before,
    days,
    first_of,
    hull,
    midnight,
    monday,
    month,
    season,
    year,
)
from user_memory.extraction.dates.words import (
    ANY_DAY,
    DAY_NUMBER,
    MONTH,
    NUMBER,
    ORDINAL,
    ORDINALS,
    PART,
    SEASON,
    SHORT_DAY,
    SPELT,
    WEEKDAY,
    YEAR,
    month_number,
    number,
    weekday_number,
)

_LAST = r"last|this past|past"
_NEXT = r"next|this coming|coming"
_PREP = r"(?:on|by|before|after|until|till|since|from|this|last|next|past|coming|for|due|come)"
SIDE_DAY = re.compile(rf"\b(?P<side>{_LAST}|{_NEXT}|this) (?P<day>{ANY_DAY})(?!s\b)(?: {PART}\b)?")
DAY_OF_WEEK = re.compile(rf"\b(?:on )?(?P<day>{ANY_DAY}),? (?:of )?(?P<week>last|next|this) week\b")
WEEK_ON = re.compile(
    rf"\b(?:(?P<n>a|two|2|three|3) (?P<length>weeks?|fortnight) (?:on|from|after|this) (?P<day>{ANY_DAY})|(?P<british>{WEEKDAY}) (?P<unit>week|fortnight))\b"
)
DAY_AFTER_NEXT = re.compile(rf"\b(?P<which>(?:the )?{WEEKDAY}) (?P<side>after next|before last)\b")
DAYS_AGO = re.compile(rf"\b(?P<n>{NUMBER}) (?P<day>{WEEKDAY})s? ago\b")
BARE_DAY = re.compile(
    rf"\b(?:on |(?:just )?this )?(?<!every )(?<!each )(?<!most )(?<!black )(?<!good )(?P<day>{WEEKDAY})\b(?! week\b|s\b| (?:mornings|afternoons|evenings|nights|lunchtimes)\b)(?: {PART}\b)?"
)
SHORT_ON = re.compile(rf"\b{_PREP} (?P<day>{SHORT_DAY})(?: {PART}\b)?")
SINCE_DAY = re.compile(
    rf"\bfrom (?P<first>{ANY_DAY}) (?:to|until|till|through|-) (?P<last>{ANY_DAY})\b|\b(?P<a>{WEEKDAY})\s?[-–]\s?(?P<b>{WEEKDAY})\b"
)

_YEAR_TAIL = rf"(?:(?:,| of)? (?P<year>{YEAR})\b|,? (?P<rel>last year|next year|this year)\b)?"
DATE_MD = re.compile(
    rf"\b(?:{ANY_DAY},? )?(?:the )?(?P<month>{MONTH}) (?:the )?(?P<d>{ORDINAL}|{DAY_NUMBER}(?!\d|:|%|\s?(?:am|pm)\b)){_YEAR_TAIL}"
)
DATE_DM = re.compile(
    rf"\b(?:{ANY_DAY},? )?(?:the )?(?P<d>{ORDINAL}|{DAY_NUMBER})(?: of)? (?P<month>{MONTH}){_YEAR_TAIL}"
)
DATE_WORDS = re.compile(
    rf"\b(?:{ANY_DAY},? )?(?:on |by )?the (?P<d>{SPELT}) of (?P<month>{MONTH}|the month){_YEAR_TAIL}"
)
LAST_DAY = re.compile(rf"\b(?:on )?the (?P<which>last|first) day of (?P<month>{MONTH}){_YEAR_TAIL}")
RANGE_DM = re.compile(
    rf"\b(?:(?:from|between) )?(?:the )?(?P<d>{DAY_NUMBER})(?:st|nd|rd|th)?(?: (?P<m1>{MONTH}))?(?: to | until | till | and | through |\s?[-–]\s?)(?:the )?(?P<e>{DAY_NUMBER})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH}){_YEAR_TAIL}"
)
RANGE_MD = re.compile(
    rf"\b(?:(?:from|between) )?(?P<m1>{MONTH}) (?P<d>{DAY_NUMBER})(?:st|nd|rd|th)?(?: to | until | till | and | through |\s?[-–]\s?)(?:(?P<month>{MONTH}) )?(?:the )?(?P<e>{DAY_NUMBER})(?:st|nd|rd|th)?\b{_YEAR_TAIL}"
)
OF_MONTH = re.compile(
    rf"\b(?:(?:{ANY_DAY},? )?(?:on |by |until |since )?the|{ANY_DAY}) (?P<d>{ORDINAL})\b(?! (?:of|time|floor|century|grade|birthday|anniversary|edition|place|one|person|chapter|version|day|grader|street|avenue|century|year|month|week|level|season|round|to last|most|best|largest|generation|step|question|book|episode|draft|half|quarter|part|row|line|item|century))"
)
MONTH_YEAR = re.compile(
    rf"\b(?:(?P<edge>early|late|mid|the end of|the start of|the beginning of|end of|start of|beginning of|the middle of)[ -])?(?P<month>{MONTH})(?: of|,)? (?:(?P<year>{YEAR})\b(?!:)|(?P<rel>last year|next year|this year|the year before last)\b)"
)
MONTH_SIDE = re.compile(rf"\b(?P<side>{_LAST}|{_NEXT}|this) (?P<month>{MONTH})(?! \d)")
MONTH_IN = re.compile(
    rf"\b(?:in|since|by|until|till|from|during|throughout|around|before|after|back in|for|come|this|starting|as of|every day in)(?: (?P<edge>early|late|mid|the end of|the start of|the beginning of|end of|start of|beginning of|the middle of))?[ -](?P<month>{MONTH})(?! \d|'?\d\d)(?<!this may(?= [a-z]))"
)
MONTH_EDGE = re.compile(
    rf"\b(?P<edge>early|late|mid|the end of|the start of|the beginning of|end of|start of|beginning of|the middle of)[ -](?P<month>{MONTH})(?! \d)"
)
MONTHS = re.compile(
    rf"\b(?:from|between) (?P<first>{MONTH})(?: (?P<y1>{YEAR}))? (?:to|until|till|through|and|-) (?P<month>{MONTH}){_YEAR_TAIL}"
)
ISO = re.compile(rf"\b(?P<y>{YEAR})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?!\d)")
NUMERIC = re.compile(
    rf"(?<![\d/.,-])(?P<a>{DAY_NUMBER})(?P<sep>[/.-])(?P<b>{DAY_NUMBER})(?P=sep)(?P<y>{YEAR}|\d\d)(?![\d/]|[.-]\d)"
)
SHORT_NUMERIC = re.compile(
    rf"\b(?:on|by|until|since|before|after|for) (?:the )?(?P<a>{DAY_NUMBER})/(?P<b>{DAY_NUMBER})(?![\d/%])"
)
SEASONS = re.compile(
    rf"\b(?:(?P<edge>early|late|mid)[ -])?(?P<side>{_LAST}|{_NEXT}|this) (?P<season>{SEASON})\b(?! break| term| semester| festival)"
)
SEASON_IN = re.compile(
    rf"\b(?:in|over|during|since|by|until|for|come|back in)(?: the)?(?: (?:early|late|mid)[ -])? ?(?P<season>{SEASON})\b(?! (?:love|of love))(?:(?: of)? (?P<year>{YEAR})\b)?"
)
SEASON_YEAR = re.compile(rf"\b(?:the )?(?P<season>{SEASON}) (?:of )?(?P<year>{YEAR})\b")
_NOT_COUNTED = r"(?!\s+(?:words|people|characters|steps|dollars|pounds|euros|years|days|km|miles|hours|items|rows|lines|metres|meters|calories|points|users|times|tokens)\b)"
YEAR_IN = re.compile(
    rf"\b(?P<prep>in|since|by|until|till|from|during|around|before|after|back in|class of|late|early|mid|as of|summer of|of)[ -](?P<year>{YEAR})\b(?![-/.:,]\d|\s?[%€$£]){_NOT_COUNTED}"
)
YEARS = re.compile(
    rf"\b(?:(?:from|between) )?(?P<first>{YEAR})(?: to | until | till | and | through |\s?[-–]\s?)(?P<last>{YEAR})\b(?!-)"
)
YEAR_ALONE = re.compile(rf"(?:^|[(,;:] ?)(?P<year>{YEAR})(?=\s*(?:$|[),;:]))")

_SINCE = re.compile(r"^(?:since|starting|as of)\b")
_UNTIL = re.compile(r"^(?:until|till)\b")


def side_day(match: re.Match[str], now: Now) -> Interval:
    weekday, side = weekday_number(match.group("day")), match.group("side")
    if side in _LAST.split("|"):
        return days(before(now.today, weekday))
    if side == "next":
        return days(monday(now.today) + (7 + weekday) * DAY)
    if side == "this":
        day = monday(now.today) + weekday * DAY
        return days(day if now.past or day >= now.today else day + 7 * DAY)
    return days(after(now.today, weekday))


def day_of_week(match: re.Match[str], now: Now) -> Interval:
    shift = {"last": -7, "this": 0, "next": 7}[match.group("week")]
    return days(monday(now.today) + (shift + weekday_number(match.group("day"))) * DAY)


def week_on(match: re.Match[str], now: Now) -> Interval:
    """ "a week on Thursday", and the British "Thursday week": seven days after the coming one."""
    day = match.group("day") or match.group("british")
    fortnight = "fortnight" in {match.group("unit"), match.group("length")}
    weeks = 2 if fortnight else number(match.group("n") or "a")
    return days(after(now.today, weekday_number(day)) + 7 * weeks * DAY)


def day_after_next(match: re.Match[str], now: Now) -> Interval:
    weekday = weekday_number(match.group("which").removeprefix("the "))
    if match.group("side") == "before last":
        return days(before(now.today, weekday) - 7 * DAY)
    return days(after(now.today, weekday) + 7 * DAY)


def days_ago(match: re.Match[str], now: Now) -> Interval:
    count = number(match.group("n"))
    return days(before(now.today, weekday_number(match.group("day"))) - 7 * (count - 1) * DAY)


def bare_day(match: re.Match[str], now: Now) -> Interval | None:
    weekday = weekday_number(match.group("day"))
    backward = now.past or match.group().startswith("since")
    return _marked(match, days(before(now.today, weekday) if backward else after(now.today, weekday)))


def day_range(match: re.Match[str], now: Now) -> Interval:
    first, last = (
        weekday_number(match.group(a) or match.group(b)) for a, b in (("first", "a"), ("last", "b"))
    )
    start = before(now.today, first) if now.past else after(now.today, first)
    return hull(days(start), days(after(start, last)))


def full_date(match: re.Match[str], now: Now) -> Interval | None:
    parts = match.groupdict()
    return _day(match, now, int(re.sub(r"\D", "", parts["d"])), month_number(parts["month"]))


def worded_date(match: re.Match[str], now: Now) -> Interval | None:
    """ "the second of May", and "the first of the month", of this one or the one before or after it as the tense has it."""
    day = ORDINALS.index(match.group("d")) + 1
    if match.group("month") != "the month":
        return _day(match, now, day, month_number(match.group("month")))
    today = now.today
    shift = 0 if now.past or day >= today.day else 1
    then = first_of(today.year, today.month + shift - (now.past and day > today.day))
    return _in_year(day, then.month, then.year)


def last_day(match: re.Match[str], now: Now) -> Interval | None:
    """ "the last day of May", "the first day of May"."""
    wanted = month_number(match.group("month"))
    if match.group("which") == "first":
        return _day(match, now, 1, wanted)
    stated = _stated_year(match, now)
    year_ = (
        stated
        if stated is not None
        else now.today.year + (-(wanted > now.today.month) if now.past else wanted < now.today.month)
    )
    return days((month(year_, wanted).end - DAY).date())


def date_range(match: re.Match[str], now: Now) -> Interval | None:
    parts = match.groupdict()
    first = month_number(parts["m1"] or parts["month"])
    last = month_number(parts["month"] or parts["m1"])
    start, end = _day(match, now, int(parts["d"]), first), _day(match, now, int(parts["e"]), last)
    if start is None or end is None:
        return None
    if end.start < start.start:
        end = _in_year(int(parts["e"]), last, start.start.year + (last < first))
    return replace(hull(start, end) if end else start, since=False)


def of_month(match: re.Match[str], now: Now) -> Interval | None:
    """ "the 5th": of this month, or of the one before or after it as the tense has it."""
    number_, today = int(re.sub(r"\D", "", match.group("d"))), now.today
    back = now.past or match.group().startswith("since")
    for shift in (0, -1, -2) if back else (0, 1, 2):
        first = first_of(today.year, today.month + shift)
        found = _in_year(number_, first.month, first.year)
        if found and (found.start.date() <= today if back else found.start.date() >= today):
            return _marked(match, found)
    return None


def _day(match: re.Match[str], now: Now, day: int, number_: int) -> Interval | None:
    stated = _stated_year(match, now)
    if stated is not None:
        return _marked(match, _in_year(day, number_, stated))
    return _marked(match, _nearest(day, number_, now))


def _stated_year(match: re.Match[str], now: Now) -> int | None:
    parts = match.groupdict()
    if parts.get("year"):
        return int(parts["year"])
    relative = {"last year": -1, "next year": 1, "this year": 0, "the year before last": -2}
    return now.today.year + relative[parts["rel"]] if parts.get("rel") else None


def _nearest(day: int, number_: int, now: Now) -> Interval | None:
    """The last such day in the past tense, today included; else the next one."""
    today = now.today
    candidates = [_in_year(day, number_, y) for y in range(today.year - 4, today.year + 5)]
    real = [c for c in candidates if c is not None]
    if now.past:
        return max((c for c in real if c.start.date() <= today), key=lambda c: c.start, default=None)
    return min((c for c in real if c.start.date() >= today), key=lambda c: c.start, default=None)


def _in_year(day: int, number_: int, year_: int) -> Interval | None:
    try:
        return days(date(year_, number_, day))
    except ValueError:
        return None


def _marked(match: re.Match[str], found: Interval | None) -> Interval | None:
    if found is None:
        return None
    return replace(found, since=bool(_SINCE.match(match.group())), until=bool(_UNTIL.match(match.group())))


def month_year(match: re.Match[str], now: Now) -> Interval | None:
    stated = _stated_year(match, now)
    assert stated is not None
    return _marked(match, month(stated, month_number(match.group("month"))))


def month_side(match: re.Match[str], now: Now) -> Interval:
    wanted, side, today = month_number(match.group("month")), match.group("side"), now.today
    if side in _LAST.split("|"):
        return month(today.year - (wanted >= today.month), wanted)
    if side == "this":
        return month(today.year, wanted)
    return month(today.year + (wanted <= today.month), wanted)


def month_in(match: re.Match[str], now: Now) -> Interval | None:
    """ "in October": the nearest one before or after this month, by tense; this month itself where it is named."""
    wanted, today = month_number(match.group("month")), now.today
    if now.past or match.group().startswith("since"):
        return _marked(match, month(today.year - (wanted > today.month), wanted))
    return _marked(match, month(today.year + (wanted < today.month), wanted))


def months(match: re.Match[str], now: Now) -> Interval:
    first, last = month_number(match.group("first")), month_number(match.group("month"))
    stated = _stated_year(match, now)
    end_year = stated if stated is not None else now.today.year - (now.past and last > now.today.month)
    start_year = int(match.group("y1") or (end_year - (first > last)))
    if stated is None and not now.past and not match.group("y1"):
        start_year = now.today.year + (first < now.today.month)
        end_year = start_year + (last < first)
    return hull(month(start_year, first), month(end_year, last))


def iso(match: re.Match[str], now: Now) -> Interval | None:
    return _in_year(int(match.group("d")), int(match.group("m")), int(match.group("y")))


def numeric(match: re.Match[str], now: Now) -> Interval | None:
    """ "3/4/2026": day first with dots, else as the place or the tense has it, else day first."""
    a, b = int(match.group("a")), int(match.group("b"))
    stated = match.groupdict().get("y")
    year_ = None if stated is None else int(stated) + (0 if len(stated) == 4 else 2000)
    readings = [
        _in_year(d, m, year_) if year_ is not None else _nearest(d, m, now)
        for d, m in ((a, b), (b, a))
        if m <= 12
    ]
    real = [r for r in readings if r is not None]
    if len(real) < 2 or a == b:
        return real[0] if real else None
    if match.groupdict().get("sep") == ".":
        return real[0]
    return _order(real, now)


def _order(readings: list[Interval], now: Now) -> Interval:
    fits = [r for r in readings if now.tense == "present" or (r.start.date() <= now.today) == now.past]
    if len(fits) == 1 and now.day_first is not True:
        return fits[0]
    return readings[1] if now.day_first is False else readings[0]


def seasons(match: re.Match[str], now: Now) -> Interval:
    name, side = match.group("season"), match.group("side")
    return _season(
        name, "past" if side in _LAST.split("|") else "next" if side in _NEXT.split("|") else "this", now
    )


def season_in(match: re.Match[str], now: Now) -> Interval | None:
    if match.group("year"):
        return _marked(match, season(int(match.group("year")), match.group("season"), now.southern))
    back = now.past or match.group().startswith("since")
    return _marked(match, _season(match.group("season"), "past" if back else "coming", now))


def season_year(match: re.Match[str], now: Now) -> Interval:
    return season(int(match.group("year")), match.group("season"), now.southern)


def _season(name: str, side: str, now: Now) -> Interval:
    around = [season(y, name, now.southern) for y in range(now.today.year - 2, now.today.year + 3)]
    moment = midnight(now.today)
    if side == "past":
        return [s for s in around if s.end <= moment][-1]
    if side in {"next", "coming"}:
        return next(s for s in around if s.start > (moment if side == "next" else moment - JUST_BEGUN))
    return (
        next(s for s in around if s.end > moment)
        if not now.past
        else [s for s in around if s.start <= moment][-1]
    )


def year_in(match: re.Match[str], now: Now) -> Interval | None:
    return _marked(match, year(int(match.group("year"))))


def years(match: re.Match[str], now: Now) -> Interval:
    return hull(year(int(match.group("first"))), year(int(match.group("last"))))


RULES = (
    (SIDE_DAY, side_day),
    (DAY_OF_WEEK, day_of_week),
    (WEEK_ON, week_on),
    (DAY_AFTER_NEXT, day_after_next),
    (DAYS_AGO, days_ago),
    (BARE_DAY, bare_day),
    (SHORT_ON, bare_day),
    (SINCE_DAY, day_range),
    (RANGE_DM, date_range),
    (RANGE_MD, date_range),
    (DATE_MD, full_date),
    (DATE_DM, full_date),
    (DATE_WORDS, worded_date),
    (LAST_DAY, last_day),
    (OF_MONTH, of_month),
    (MONTH_YEAR, month_year),
    (MONTH_SIDE, month_side),
    (MONTH_IN, month_in),
    (MONTH_EDGE, month_in),
    (MONTHS, months),
    (ISO, iso),
    (NUMERIC, numeric),
    (SHORT_NUMERIC, numeric),
    (SEASONS, seasons),
    (SEASON_IN, season_in),
    (SEASON_YEAR, season_year),
    (YEARS, years),
    (YEAR_IN, year_in),
    (YEAR_ALONE, year_in),
)
