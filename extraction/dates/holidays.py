"""Holidays by name: fixed days, days reckoned from Easter or by the moon, and the n-th weekday of a month."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from user_memory.extraction.dates.intervals import DAY, Interval, Now, days, easter
from user_memory.extraction.dates.moon import diwali, hebrew, hijri_in, lunar_new_year, passover
from user_memory.extraction.dates.words import YEAR

_FIXED = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "hogmanay": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "new year's": (1, 1), "new years": (1, 1), "burns night": (1, 25),
    "valentine's day": (2, 14), "valentines day": (2, 14), "valentine's": (2, 14), "valentines": (2, 14),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "saint patrick's day": (3, 17), "st paddy's day": (3, 17), "april fools' day": (4, 1),
    "april fool's": (4, 1), "cinco de mayo": (5, 5), "juneteenth": (6, 19), "midsummer": (6, 24), "canada day": (7, 1), "independence day": (7, 4), "the fourth of july": (7, 4),
    "bastille day": (7, 14), "halloween": (10, 31), "bonfire night": (11, 5), "guy fawkes night": (11, 5), "veterans day": (11, 11), "remembrance day": (11, 11),
    "st nicholas day": (12, 6), "australia day": (1, 26), "anzac day": (4, 25), "may day": (5, 1), "saint nicholas day": (12, 6),
    "st valentine's day": (2, 14), "v-day": (2, 14), "st george's day": (4, 23), "st andrew's day": (11, 30), "st david's day": (3, 1),
    "three kings": (1, 6), "three kings' day": (1, 6), "all saints' day": (11, 1), "all saints": (11, 1), "day of the dead": (11, 2), "dia de los muertos": (11, 2),
    "women's day": (3, 8), "international women's day": (3, 8), "4th of july": (7, 4), "fourth of july": (7, 4), "july 4th": (7, 4), "king's day": (4, 27),
    "xmas day": (12, 25), "xmas eve": (12, 24), "new year eve": (12, 31), "new year day": (1, 1), "new year": (1, 1),
    "epiphany": (1, 6), "twelfth night": (1, 5), "candlemas": (2, 2), "waitangi day": (2, 6), "nowruz": (3, 20), "songkran": (4, 13), "vaisakhi": (4, 14),
    "baisakhi": (4, 14), "ve day": (5, 8), "st john's eve": (6, 23), "st john's day": (6, 24), "michaelmas": (9, 29), "all souls' day": (11, 2), "all souls": (11, 2),
    "st lucy's day": (12, 13), "st lucia's day": (12, 13), "martinmas": (11, 11), "st martin's day": (11, 11), "stephen's day": (12, 26), "st stephen's day": (12, 26),
    "earth day": (4, 22), "pi day": (3, 14), "groundhog day": (2, 2), "kwanzaa": (12, 26), "armistice day": (11, 11),
}  # fmt: skip
_FROM_EASTER = {
    "shrove tuesday": -47, "pancake day": -47, "ash wednesday": -46, "palm sunday": -7, "good friday": -2, "easter sunday": 0,
    "easter monday": 1, "easter": 0, "easter weekend": -1, "ascension day": 39, "whit monday": 50, "pentecost": 49, "maundy thursday": -3,
    "easter saturday": -1, "holy saturday": -1, "mardi gras": -47, "carnival monday": -48, "rose monday": -48, "whit sunday": 49, "corpus christi": 60,
    "pancake tuesday": -47, "holy thursday": -3, "mothering sunday": -21, "easter bank holiday": 1, "lent": -46, "palm sunday weekend": -8, "whitsun": 49,
}  # fmt: skip
_NTH = {
    "thanksgiving": (11, 3, 4), "black friday": (11, 3, 4), "labor day": (9, 0, 1), "memorial day": (5, 0, -1), "mlk day": (1, 0, 3),
    "presidents' day": (2, 0, 3), "presidents day": (2, 0, 3), "columbus day": (10, 0, 2), "father's day": (6, 6, 3), "fathers day": (6, 6, 3),
    "labour day": (9, 0, 1), "martin luther king day": (1, 0, 3), "canadian thanksgiving": (10, 0, 2), "cyber monday": (11, 3, 4), "super bowl sunday": (2, 6, 2),
    "mother's day": (5, 6, 2), "mothers day": (5, 6, 2), "early may bank holiday": (5, 0, 1), "may bank holiday": (5, 0, 1), "may day bank holiday": (5, 0, 1),
    "spring bank holiday": (5, 0, -1), "late may bank holiday": (5, 0, -1), "whitsun bank holiday": (5, 0, -1), "august bank holiday": (8, 0, -1), "summer bank holiday": (8, 0, -1),
    "indigenous peoples' day": (10, 0, 2), "election day": (11, 1, 1),
}  # fmt: skip
_AFTER_NTH = {"black friday": 1, "cyber monday": 4}
"""Days after the n-th weekday."""


def _hijri(month: int, day: int) -> Callable[[int], date]:
    return lambda year: hijri_in(year, month, day)[0]


_BY_MOON: dict[str, Callable[[int], date]] = {
    "chinese new year": lunar_new_year, "lunar new year": lunar_new_year, "spring festival": lunar_new_year, "seollal": lunar_new_year,
    "diwali": diwali, "deepavali": diwali, "divali": diwali, "ramadan": _hijri(9, 1), "eid al-fitr": _hijri(10, 1), "eid ul-fitr": _hijri(10, 1), "eid al fitr": _hijri(10, 1),
    "eid": _hijri(10, 1), "eid al-adha": _hijri(12, 10), "eid ul-adha": _hijri(12, 10), "eid al adha": _hijri(12, 10), "bakrid": _hijri(12, 10),
    "rosh hashanah": lambda year: hebrew(year, 1, 1), "rosh hashana": lambda year: hebrew(year, 1, 1), "yom kippur": lambda year: hebrew(year, 1, 10),
    "hanukkah": lambda year: hebrew(year, 3, 25) - DAY, "chanukah": lambda year: hebrew(year, 3, 25) - DAY, "hanukah": lambda year: hebrew(year, 3, 25) - DAY,
    "passover": lambda year: passover(year) - DAY, "pesach": lambda year: passover(year) - DAY, "sukkot": lambda year: hebrew(year, 1, 15),
}  # fmt: skip
"""Feasts that the moon sets; those that begin at nightfall count from that evening."""
_ALIKE = {
    "eid": ("eid al-fitr", "eid al-adha"),
    "bank holiday": ("easter monday", "early may bank holiday", "spring bank holiday", "august bank holiday"),
}
"""Names that several days of a year share: the nearest is meant."""
_LONG = {
    "ramadan": 29,
    "hanukkah": 8,
    "chanukah": 8,
    "hanukah": 8,
    "passover": 8,
    "pesach": 8,
    "sukkot": 7,
    "kwanzaa": 7,
}
"""Length in days of those that last."""
_NAMES = "|".join(
    sorted(map(re.escape, [*_FIXED, *_FROM_EASTER, *_NTH, *_BY_MOON, "bank holiday"]), key=len, reverse=True)
)
HOLIDAY = re.compile(
    rf"\b(?:(?:on|at|over|for|by|since|until|this past|this coming|around|before|after|during) )?(?:the )?(?:(?P<side>last|next|this|this past|this coming) )?(?P<name>{_NAMES})\b(?P<days> weekend\b| monday\b)?(?:,? (?P<year>{YEAR})\b| (?P<rel>last year|this year|next year)\b)?"
    r"(?!(?:'s)? (?:tree|cards?|presents?|gifts?|party|dinner|lunch|shopping|music|songs?|movies?|jumper|sweater|decorations|cookies|eggs?|costume|bunny|island|market|carols?|resolutions?))"
)


def holiday(match: re.Match[str], now: Now) -> Interval | None:
    name = match.group("name")
    if now.british and name in {"mother's day", "mothers day"}:
        name = "mothering sunday"
    found = _day(match, name, now)
    if match.group("days") == " weekend" and found.weekday() in {0, 6}:
        return days(found - (2 if found.weekday() == 0 else 1) * DAY, 3 - (found.weekday() == 6))
    return days(found, _LONG.get(match.group("name"), 1))


def is_holiday(words: str) -> bool:
    """Whether the words of a time name a holiday, and so say more than a date."""
    return HOLIDAY.search(words.lower()) is not None


def _day(match: re.Match[str], name: str, now: Now) -> date:
    year, side = match.group("year"), match.group("side")
    if year:
        return on(name, int(year))
    if match.group("rel"):
        shift = {"last year": -1, "this year": 0, "next year": 1}[match.group("rel")]
        return on(name, now.today.year + shift)
    names, years = (
        _ALIKE.get(name, (name,)) if side is None else _ALIKE.get(name, (name,))[:1],
        range(now.today.year - 2, now.today.year + 3),
    )
    around = sorted(on(n, y) for n in names for y in years)
    if side in {"last", "this past"} or (side is None and now.past) or match.group().startswith("since"):
        return [d for d in around if d < now.today or (d == now.today and side is None)][-1]
    if side == "this" and name not in _ALIKE:
        return on(name, now.today.year)
    return next(d for d in around if d >= now.today)


def on(name: str, year: int) -> date:
    """The day of a holiday in a year, the first of those that share the name."""
    name = _ALIKE.get(name, (name,))[0]
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _FROM_EASTER:
        return easter(year) + _FROM_EASTER[name] * DAY
    if name in _BY_MOON:
        return _BY_MOON[name](year)
    return nth_weekday(year, *_NTH[name]) + _AFTER_NTH.get(name, 0) * DAY


def nth_weekday(year: int, month: int, weekday: int, count: int) -> date:
    """The ``count``-th such weekday of a month, counted from its end when negative."""
    if count < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - DAY
        return last - ((last.weekday() - weekday) % 7) * DAY
    first = date(year, month, 1)
    return first + ((weekday - first.weekday()) % 7 + 7 * (count - 1)) * DAY


RULES = ((HOLIDAY, holiday),)
