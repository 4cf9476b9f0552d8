"""The tables of linking verbs, ``states.toml``, with their word lists split."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from user_memory.extraction.datafiles import toml_file


@cache
def tables() -> Mapping[str, Any]:
    """The tables of ``states.toml`` with their word lists split."""
    raw = toml_file("facts/states.toml")
    split = {k: _split(v) for k, v in raw.items() if k in {"trait", "inverse"}}
    rows = {
        k: [{**row, "words": set(_words(row["words"])), "slot": _words(row["slot"])} for row in raw[k]]
        for k in ("adjective", "noun")
    }
    return {**split, **rows}


def _words(text: str) -> list[str]:
    return [w.strip() for w in text.split(",")]


def _split(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {key: frozenset(_words(text)) for key, text in table.items()}
