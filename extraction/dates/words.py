"""The words that times are made of, as fragments of patterns and as values."""

from __future__ import annotations

MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS = dict(zip(HOURS, range(1, 13), strict=True)) | {
    "a": 1, "an": 1, "a couple of": 2, "couple of": 2, "a couple": 2, "couple": 2, "a few": 3, "few": 3, "several": 4,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
VAGUE = frozenset({"a few", "few", "several"})

MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
WEEKDAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
SHORT_DAY = r"(?:mon|tues?|weds?|thu(?:rs?)??|fri|sat|sun)\b\.?"
ANY_DAY = rf"(?:{WEEKDAY}|{SHORT_DAY})"
NUMBER = r"(?:\d{1,3}|a couple of|a couple|couple of|couple|a few|few|several|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)"
UNIT = r"(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|fortnights?|months?|years?|yrs?|decades?)"
SEASON = r"(?:spring|summer|autumn|fall|winter)"
YEAR = r"(?:19|20)\d\d"
DAY_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])"
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth"
    " eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
"""The days of a month in words: the n-th is the day n."""
SPELT = "|".join(sorted(ORDINALS, key=len, reverse=True))
ORDINAL = rf"{DAY_NUMBER}(?:st|nd|rd|th)"
PART = r"(?:morning|afternoon|evening|night|lunchtime|lunch time)"


def month_number(word: str) -> int:
    """1..12 of a month's name, short or long."""
    return next(i for i, name in enumerate(MONTHS, start=1) if name.startswith(word.lower().rstrip(".")[:3]))


def weekday_number(word: str) -> int:
    """0 (Monday) to 6 of a weekday's name, short or long."""
    return next(i for i, name in enumerate(WEEKDAYS) if name.startswith(word.lower().rstrip(".")[:3]))


def number(word: str) -> int:
    """The value of a number in digits or words."""
    low = " ".join(word.lower().split())
    return int(low) if low.isdigit() else NUMBERS[low]
