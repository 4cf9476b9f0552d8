"""Word lists kept as data beside the rules that use them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def wordsets(package: str, file: str) -> Mapping[str, frozenset[str]]:
    """The lists of a TOML file in ``package``: by name, the words that commas separate."""
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    return {
        name: frozenset(word.strip() for word in words.replace("\n", " ").split(",") if word.strip())
        for name, words in tomllib.loads(text).items()
    }
