"""Counting down: three sleeps til the trip, ten days to go until the exam, a week away from the launch."""

from __future__ import annotations

import re

from user_memory.extraction.dates.intervals import Interval, Now
from user_memory.extraction.dates.relative import counted
from user_memory.extraction.dates.words import NUMBER

_UNIT = r"days?|nights?|sleeps?|weeks?|wks?|fortnights?|months?"
_COUNT = rf"(?P<n>{NUMBER}) (?:more |short |whole |long )?(?P<unit>{_UNIT})"
_LEAD = (
    r"(?:(?:there(?:'s| is| are)|it(?:'s| is)|that(?:'s| is)|(?:we|i)(?:'re|'m| are| am| have|'ve got)?) )?"
    r"(?:(?:only|just|about|exactly|under|now|got) )*"
)
_FRONT = r"(?:(?:until|till|til|'til|'till)|(?:to go|left|away|out|and counting|today|tomorrow),? (?:until|till|til|'til|'till|before|from|to))"
COUNTDOWN = re.compile(
    rf"(?<![\w'])(?<!for )(?<!after )(?<!about )(?<!took )(?<!takes )(?<!take ){_LEAD}(?<!for ){_COUNT} {_FRONT} ?(?=[\w'])"
)
MINUS = re.compile(rf"\bt[- ]?minus {_COUNT}\b(?: (?:to|until|till|til|before|for)\b ?(?=[\w'])|:)?")
AWAY = re.compile(rf"\b(?:(?:only|just|about|exactly|now) )*{_COUNT} (?:away|off|out)\b(?! from)")


def ahead(match: re.Match[str], now: Now) -> Interval | None:
    """The day so far ahead; told of the past, it counts from a day that nothing names."""
    return None if now.past else counted(match, now, 1)


def is_countdown(words: str) -> bool:
    """Whether the words of a time count the days to what is named after them."""
    said = f"{words.lower().strip()} x"
    return COUNTDOWN.match(said) is not None or MINUS.match(said) is not None


RULES = ((COUNTDOWN, ahead), (MINUS, ahead), (AWAY, ahead))
