"""Bench files in and out, with clear words about what does not fit."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from user_memory.api.strict_json import loads
from user_memory.graph.errors import InvalidInput
from user_memory.settings import Settings


def read_json(path: Path) -> Any:
    """The value of a JSON file.

    Raises:
        InvalidInput: it is not JSON.
        OSError: it cannot be read.
    """
    try:
        return loads(path.read_bytes())
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error.detail}") from None


def read_lines(path: Path) -> list[Mapping[str, Any]]:
    """The objects of a JSONL file; empty lines are passed over.

    Raises:
        InvalidInput: a line is no JSON object; the message has its number.
    """
    rows: list[Mapping[str, Any]] = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = loads(line)
        except InvalidInput as error:
            raise InvalidInput(f"{path}, line {number}: {error.detail}") from None
        if not isinstance(row, dict):
            raise InvalidInput(f"{path}, line {number}: this is no JSON object.")
        rows.append(row)
    return rows


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write objects as JSONL; answers how many."""
    count = 0
    with path.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


@contextmanager
def target_of(settings: Settings, data: Path | None) -> Iterator[str | Path]:
    """What the bench opens: Neo4j where the settings say so, else the folder ``data``, else one that is removed after."""
    target = settings.target()
    if isinstance(target, str) or data is not None:
        yield target if isinstance(target, str) else Path(data or target)
        return
    with tempfile.TemporaryDirectory(prefix="user-memory-bench-") as folder:
        yield Path(folder, "data")
