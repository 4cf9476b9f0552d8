"""Days that follow the moon: new moons, the Hebrew calendar, and feasts of the Chinese, Hindu and Muslim years."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

_EPOCH = datetime(2000, 1, 6, 14, 20, tzinfo=UTC)
"""About the first new moon of 2000, UTC; the mean length of a lunation counts from it."""
_LUNATION = 29.530588861
_J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
_CHINA, _INDIA = timedelta(hours=8), timedelta(hours=5, minutes=30)
_LATEST_CONJUNCTION = 13
"""Hour in UTC: a month of the Muslim year begins on the day after a new moon before it, else on the second day."""
_HIJRI_CYCLE, _HIJRI_EPOCH = 10_631, date(622, 7, 19).toordinal()
"""Days in 30 years of the tabular Islamic calendar, and the day before its first."""


def new_moon(count: int) -> datetime:
    """The ``count``-th new moon since January 2000 in UTC, right to some minutes (Meeus, Astronomical Algorithms, chapter 49)."""
    t = count / 1236.85
    day = 2451550.09766 + _LUNATION * count + 0.00015437 * t * t
    sun = math.radians(2.5534 + 29.10535670 * count)
    moon = math.radians(201.5643 + 385.81693528 * count + 0.0107582 * t * t)
    node = math.radians(160.7108 + 390.67050284 * count - 0.0016118 * t * t)
    day += -0.40720 * math.sin(moon) + 0.17241 * math.sin(sun) + 0.01608 * math.sin(2 * moon)
    day += 0.01039 * math.sin(2 * node) + 0.00739 * math.sin(moon - sun) - 0.00514 * math.sin(moon + sun)
    day += 0.00208 * math.sin(2 * sun) - 0.00111 * math.sin(moon - 2 * node)
    return _J2000 + timedelta(days=day - 2451545.0) - timedelta(seconds=70)


def nearest_new_moon(day: date) -> datetime:
    """The new moon nearest to noon of ``day``, UTC."""
    noon = datetime.combine(day, time(12), UTC)
    count = round((noon - _EPOCH).total_seconds() / 86_400 / _LUNATION)
    return min((new_moon(n) for n in (count - 1, count, count + 1)), key=lambda m: abs(m - noon))


def lunar_new_year(year: int) -> date:
    """The first day of the Chinese year: the new moon nearest to 4 February, on the clock of China."""
    return (nearest_new_moon(date(year, 2, 4)) + _CHINA).date()


def diwali(year: int) -> date:
    """The evening before the new moon that falls between 17 October and 15 November, on the clock of India."""
    moon = nearest_new_moon(date(year, 11, 1)) + _INDIA
    return (moon - timedelta(hours=18)).date()


def hijri(year: int, month: int, day: int) -> date:
    """A day of the Muslim calendar, as the astronomical new moon gives it; sightings may differ by a day."""
    whole = (year - 1) * 354 + (3 + 11 * year) // 30 + math.ceil(29.5 * (month - 1))
    moon = nearest_new_moon(date.fromordinal(_HIJRI_EPOCH + whole - 1))
    first = moon.date() + timedelta(days=1 if moon.hour < _LATEST_CONJUNCTION else 2)
    return first + timedelta(days=day - 1)


def hijri_in(year: int, month: int, day: int) -> list[date]:
    """The days of the Muslim calendar with this month and day that fall in a common year: one, seldom two."""
    about = int((year - 622) * 33 / 32)
    days = (hijri(y, month, day) for y in range(about - 1, about + 4))
    return [d for d in days if d.year == year]


def hebrew(year: int, month: int, day: int) -> date:
    """A day of the Hebrew calendar whose civil months count from 1, Tishri, to 3, Kislev; ``year`` is that of the autumn it begins in."""
    first = _tishri(year + 3761)
    length = _tishri(year + 3762) - first
    kislev = 30 + (30 if length % 10 == 5 else 29)
    before = {1: 0, 2: 30, 3: kislev}[month]
    return date.fromordinal(first + before + day - 1)


def passover(year: int) -> date:
    """The first day of Passover: 163 days before the next Hebrew New Year."""
    return date.fromordinal(_tishri(year + 3761) - 163)


def _tishri(year: int) -> int:
    """The ordinal of 1 Tishri of a Hebrew year, by the molad and its postponements (Reingold and Dershowitz)."""

    def elapsed(y: int) -> int:
        months = (235 * y - 234) // 19
        parts = 12_084 + 13_753 * months
        days = 29 * months + parts // 25_920
        return days + 1 if 3 * (days + 1) % 7 < 3 else days

    before, here, after = elapsed(year - 1), elapsed(year), elapsed(year + 1)
    late = 2 if after - here == 356 else 1 if here - before == 382 else 0
    return here + late - 1_373_427
