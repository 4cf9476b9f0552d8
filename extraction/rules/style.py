"""Word lists about an agent's way of working, read once from ``style.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_WORD = re.compile(r"[^\W_]+(?:[-;'][^\W_]+)*")


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    text = files("user_memory.extraction.rules").joinpath("style.toml").read_text(encoding="utf-8")
    return {
        name: frozenset(word.strip() for word in words.replace("\n", " ").split(","))
        for name, words in tomllib.loads(text).items()
    }


def words_of(text: str) -> list[str]:
    """The lower-case words of ``text``; hyphenated ones stay whole."""
    return _WORD.findall(text.lower().replace("’", "'"))


def has(text: str, *lists: str) -> bool:
    """Whether a word of ``text``, or a part of a hyphenated one, is on one of ``lists``."""
    wanted = frozenset().union(*(_lists()[name] for name in lists))
    return any(word in wanted or any(part in wanted for part in word.split("-")) for word in words_of(text))


def is_verb(word: str, name: str) -> bool:
    """Whether ``word``, in its base form or with -ing, is on the verb list ``name``."""
    low = word.lower()
    verbs = _lists()[name]
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
