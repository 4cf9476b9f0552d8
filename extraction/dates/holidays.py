"""Holidays by name: fixed days, days reckoned from Easter, and the n-th weekday of a month."""

from __future__ import annotations

import re
from datetime import date

from user_memory.extraction.dates.intervals import DAY, Interval, Now, days, easter
from user_memory.extraction.dates.words import YEAR

_FIXED = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "hogmanay": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "new year's": (1, 1), "new years": (1, 1), "burns night": (1, 25),
    "valentine's day": (2, 14), "valentines day": (2, 14), "valentine's": (2, 14), "valentines": (2, 14),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "saint patrick's day": (3, 17), "st paddy's day": (3, 17), "april fools' day": (4, 1),
    "april fool's": (4, 1), "cinco de mayo": (5, 5), "juneteenth": (6, 19), "midsummer": (6, 24), "canada day": (7, 1), "independence day": (7, 4), "the fourth of july": (7, 4),
    "bastille day": (7, 14), "halloween": (10, 31), "bonfire night": (11, 5), "guy fawkes night": (11, 5), "veterans day": (11, 11), "remembrance day": (11, 11),
    "st nicholas day": (12, 6), "australia day": (1, 26), "anzac day": (4, 25), "may day": (5, 1),
}  # fmt: skip
_FROM_EASTER = {
    "shrove tuesday": -47, "pancake day": -47, "ash wednesday": -46, "palm sunday": -7, "good friday": -2, "easter sunday": 0,
    "easter monday": 1, "easter": 0, "easter weekend": -1, "ascension day": 39, "whit monday": 50, "pentecost": 49,
}  # fmt: skip
_NTH = {
    "thanksgiving": (11, 3, 4), "black friday": (11, 3, 4), "labor day": (9, 0, 1), "memorial day": (5, 0, -1), "mlk day": (1, 0, 3),
    "presidents' day": (2, 0, 3), "presidents day": (2, 0, 3), "columbus day": (10, 0, 2), "father's day": (6, 6, 3), "fathers day": (6, 6, 3),
}  # fmt: skip
_NAMES = "|".join(sorted(map(re.escape, [*_FIXED, *_FROM_EASTER, *_NTH]), key=len, reverse=True))
HOLIDAY = re.compile(
    rf"\b(?:(?:on|at|over|for|by|since|until|this past|this coming|around|before|after|during) )?(?:(?P<side>last|next|this|this past|this coming) )?(?P<name>{_NAMES})\b(?:,? (?P<year>{YEAR})\b| (?P<rel>last year|this year|next year)\b)?"
    r"(?! (?:tree|cards?|presents?|gifts?|party|dinner|lunch|shopping|music|songs?|movies?|jumper|sweater|decorations|cookies|eggs?|costume|bunny|island|market|carols?|resolutions?))"
)


def holiday(match: re.Match[str], now: Now) -> Interval | None:
    name, year, side = match.group("name"), match.group("year"), match.group("side")
    if year:
        return days(on(name, int(year)))
    if match.group("rel"):
        return days(
            on(name, now.today.year + {"last year": -1, "this year": 0, "next year": 1}[match.group("rel")])
        )
    around = [on(name, y) for y in range(now.today.year - 1, now.today.year + 2)]
    if side in {"last", "this past"} or (side is None and now.past) or match.group().startswith("since"):
        return days([d for d in around if d < now.today or (d == now.today and side is None)][-1])
    if side == "this":
        return days(on(name, now.today.year))
    return days(next(d for d in around if d >= now.today))


def on(name: str, year: int) -> date:
    """The day of a holiday in a year."""
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _FROM_EASTER:
        return easter(year) + _FROM_EASTER[name] * DAY
    found = _nth(year, *_NTH[name])
    return found + DAY if name == "black friday" else found


def _nth(year: int, month: int, weekday: int, count: int) -> date:
    """The ``count``-th such weekday of a month, counted from its end when negative."""
    if count < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - DAY
        return last - ((last.weekday() - weekday) % 7) * DAY
    first = date(year, month, 1)
    return first + ((weekday - first.weekday()) % 7 + 7 * (count - 1)) * DAY


RULES = ((HOLIDAY, holiday),)
