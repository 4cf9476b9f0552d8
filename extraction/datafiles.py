"""The data files of this package, each read once: texts, tables and lists of words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def text_file(path: str) -> str:
    """The text of the file at ``path``, from this package's folder on: ``facts/constructions/likes.txt``."""
    return files("user_memory.extraction").joinpath(*path.split("/")).read_text(encoding="utf-8")


@cache
def toml_file(path: str) -> Mapping[str, Any]:
    """The tables of a TOML file."""
    return tomllib.loads(text_file(path))


@cache
def word_sets(path: str) -> Mapping[str, frozenset[str]]:
    """The lists of a TOML file: by name, the words that commas separate."""
    return {
        name: frozenset(word.strip() for word in words.replace("\n", " ").split(",") if word.strip())
        for name, words in toml_file(path).items()
    }
