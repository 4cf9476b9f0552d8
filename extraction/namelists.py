"""Lists of names of places and people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from user_memory.extraction.datafiles import text_file


@cache
def names(file: str) -> Mapping[str, tuple[str, bool]]:
    """Lower-case name -> (as written, whether it is only a name) of ``places`` or ``given_names``."""
    lines = text_file(f"data/{file}.txt").splitlines()
    found = (line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return {line.rstrip("*").lower(): (line.rstrip("*"), not line.endswith("*")) for line in found}
