"""Word lists about an agent's way of working."""

from __future__ import annotations

import re

from user_memory.extraction.datafiles import word_sets

_WORD = re.compile(r"[^\W_]+(?:[-;'][^\W_]+)*")
_FIRST = 6
"""Words of an order among which one that forbids stands."""


def words(name: str) -> frozenset[str]:
    """The list ``name`` of ``style.toml``."""
    return word_sets("rules/style.toml")[name]


def words_of(text: str) -> list[str]:
    """The lower-case words of ``text``; hyphenated ones stay whole."""
    return _WORD.findall(text.lower().replace("’", "'"))


def has(text: str, *lists: str) -> bool:
    """Whether a word of ``text``, or a part of a hyphenated one, is on one of ``lists``."""
    wanted = frozenset[str]().union(*(words(name) for name in lists))
    return any(word in wanted or any(part in wanted for part in word.split("-")) for word in words_of(text))


def names(text: str, *lists: str) -> bool:
    """Like ``has``, whatever the number of the nouns: "a table" is found where "tables" is on a list."""
    return has(text, *lists) or has(" ".join(map(_of_other_number, words_of(text))), *lists)


def _of_other_number(noun: str) -> str:
    if noun.endswith("s"):
        return noun.removesuffix("s")
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def is_verb(word: str, name: str) -> bool:
    """Whether ``word``, in its base form or with -ing, is on the verb list ``name``."""
    low = word.lower()
    verbs = words(name)
    if not low.endswith("ing"):
        return low in verbs
    stem = low.removesuffix("ing")
    return bool({stem, stem + "e", stem[:-1]} & verbs)


def is_stylistic(text: str) -> bool:
    """Whether ``text`` is about how answers are written: a device, an answer, a language or unit, or a manner."""
    return has(text, "answer", "device", "manner", "language", "measure")


def names_style(text: str) -> bool:
    """Whether ``text`` names what belongs to answers alone, so that a noun phrase of it is a wish by itself."""
    return has(text, "answer", "device")


def is_forbidding(order: str) -> bool:
    """Whether one of the first words of an order forbids: "please never …"."""
    return bool(set(words_of(order)[:_FIRST]) & words("negative"))
