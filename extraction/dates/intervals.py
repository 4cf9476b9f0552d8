"""Stretches of local calendar time, as people name them: days, weeks, weekends, months, seasons, years."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Literal

from user_memory.graph.model import Precision

Tense = Literal["past", "present", "future"]
DAY = timedelta(days=1)
JUST_BEGUN = timedelta(days=20)
"""How long a season of the calendar's months may have begun and still be to come for people: spring on the tenth of March."""
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month in the northern hemisphere; in the southern it is six months later."""


@dataclass(frozen=True, slots=True)
class Interval:
    """[start, end) in local time, known to ``precision``; ``minute`` intervals carry a time of day."""

    start: datetime
    end: datetime
    precision: Precision
    since: bool = False
    until: bool = False
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Now:
    """From where a time is reckoned: the local moment of speaking, the tense, the customs of the place."""

    moment: datetime
    tense: Tense = "present"
    day_first: bool | None = None
    southern: bool = False
    british: bool = False

    @property
    def today(self) -> date:
        return self.moment.date()

    @property
    def past(self) -> bool:
        return self.tense == "past"


Rule = Callable[[Now], Interval | None]


def midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def days(first: date, count: int = 1) -> Interval:
    """``count`` days from ``first`` on."""
    return Interval(midnight(first), midnight(first + count * DAY), "day")


def month(year: int, number: int) -> Interval:
    """A month; ``number`` may run past 1..12 into other years."""
    first = first_of(year, number)
    return Interval(midnight(first), midnight(first_of(first.year, first.month + 1)), "month")


def first_of(year: int, number: int) -> date:
    return date(year + (number - 1) // 12, (number - 1) % 12 + 1, 1)


def year(number: int) -> Interval:
    return Interval(midnight(date(number, 1, 1)), midnight(date(number + 1, 1, 1)), "year")


def season(number: int, name: str, southern: bool = False) -> Interval:
    """The season ``name`` that begins in the year ``number``."""
    begin = SEASONS[name] + (6 if southern else 0)
    begin = begin - 12 if begin > 12 else begin
    return Interval(midnight(first_of(number, begin)), midnight(first_of(number, begin + 3)), "season")


def monday(day: date) -> date:
    """The Monday of the week of ``day``: weeks start on Monday."""
    return day - day.weekday() * DAY


def week(day: date) -> Interval:
    return days(monday(day), 7)


def weekend(day: date) -> Interval:
    """Saturday and Sunday of the week of ``day``."""
    return days(monday(day) + 5 * DAY, 2)


def before(day: date, weekday: int) -> date:
    """The last such weekday before ``day``, a week back when it is the same."""
    return day - ((day.weekday() - weekday - 1) % 7 + 1) * DAY


def after(day: date, weekday: int) -> date:
    """The first such weekday after ``day``."""
    return day + ((weekday - day.weekday() - 1) % 7 + 1) * DAY


def months_later(day: date, count: int) -> date:
    """``count`` months on, on the same day or the last of a shorter month."""
    first = first_of(day.year, day.month + count)
    last = first_of(first.year, first.month + 1) - DAY
    return first.replace(day=min(day.day, last.day))


def hull(first: Interval, last: Interval) -> Interval:
    """From the beginning of one to the end of the other, as exact as the first."""
    return replace(first, end=last.end) if last.end > first.start else first


def easter(number: int) -> date:
    """Easter Sunday of the Gregorian calendar, by Meeus, Jones and Butcher (Astronomical Algorithms, 1991)."""
    a, b, c = number % 19, number // 100, number % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(number, f // 31, f % 31 + 1)
