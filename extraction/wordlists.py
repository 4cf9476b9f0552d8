"""Lists of names and chat spellings, read once from the package's data files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def names(file: str) -> Mapping[str, tuple[str, bool]]:
    """Lower-case name -> (as written, whether it is only a name) of ``places`` or ``given_names``."""
    lines = _data(f"{file}.txt").splitlines()
    found = (line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return {line.rstrip("*").lower(): (line.rstrip("*"), not line.endswith("*")) for line in found}


@cache
def table(file: str) -> Mapping[str, Mapping[str, object]]:
    """The tables of a TOML data file."""
    return tomllib.loads(_data(f"{file}.toml"))


def _data(name: str) -> str:
    return (files("user_memory.extraction") / "data" / name).read_text(encoding="utf-8")
