"""Word lists of the event rules, read once from ``words.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    text = files("user_memory.extraction.events").joinpath("words.toml").read_text(encoding="utf-8")
    return {
        name: frozenset(word.strip() for word in words.replace("\n", " ").split(","))
        for name, words in tomllib.loads(text).items()
    }


def listed(word: str, name: str) -> bool:
    """Whether the lower-case ``word`` is on the list ``name``."""
    return word in _lists()[name]
