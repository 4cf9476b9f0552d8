"""Organisations, schools, workplaces and programs, told by the words in their names."""

from __future__ import annotations

import re
from functools import cache

from user_memory.extraction.lexicon import words


@cache
def _pattern(kind: str, last: bool) -> re.Pattern[str]:
    alternatives = "|".join(sorted(map(re.escape, words("body", kind)), key=len, reverse=True))
    end = "$" if last else r"(?!\w)"
    return re.compile(rf"\b(?:{alternatives})s?{end}", re.I)


def speaks_of(kind: str, text: str) -> bool:
    """Whether a word of the kind ("school", "company", "software" …) stands anywhere in the name."""
    return _pattern(kind, False).search(text) is not None


def ends_as(kind: str, text: str) -> bool:
    """Whether the name is of that kind by its last word, or by the last before "of" or "for": "board of trustees"."""
    heads = {text, text.split(" of ")[0], text.split(" for ")[0]}
    return any(_pattern(kind, True).search(head) is not None for head in heads)


def is_program(text: str) -> bool:
    """Whether the whole name is a program or service everybody knows."""
    return _pattern("software", False).fullmatch(text) is not None
