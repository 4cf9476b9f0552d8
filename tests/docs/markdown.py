"""The fenced blocks of a Markdown page, and whether real output is what the page shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ELLIPSIS = "…"
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language and text, and the line of the page it begins on."""

    language: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A line of a console block behind ``$``, and the output shown below it."""

    line: int
    text: str
    shown: str


def blocks(page: str) -> list[Block]:
    """All fenced blocks of the page at this path below the project's root, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in _FENCE.finditer(text)]


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block; a line that ends in a backslash goes on, as in a shell."""
    lines = block.text.replace("\\\n", "").split("\n$ ")
    for part in lines:
        text, _, shown = part.removeprefix("$ ").partition("\n")
        yield Command(block.line, " ".join(text.split()), shown)


def matches(shown: str, real: str) -> bool:
    """Whether ``real`` is ``shown``, where an ellipsis stands for anything and trailing blanks do not count."""
    pattern = ".*?".join(re.escape(part) for part in _trimmed(shown).split(ELLIPSIS))
    return re.fullmatch(pattern, _trimmed(real), re.DOTALL) is not None


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def matches_json(shown: str, real: Any) -> bool:
    """Whether ``real`` holds what the JSON in ``shown`` says; see :func:`holds`."""
    return holds(json.loads(shown), real)


def holds(shown: Any, real: Any) -> bool:
    """An ellipsis stands for any value, as a key for further members, and at the end of a list for further items."""
    if shown == ELLIPSIS:
        return True
    if isinstance(shown, dict) and isinstance(real, dict):
        named = shown.keys() - {ELLIPSIS}
        complete = ELLIPSIS in shown or named == real.keys()
        return complete and named <= real.keys() and all(holds(shown[k], real[k]) for k in named)
    if isinstance(shown, list) and isinstance(real, list):
        open_ended = shown[-1:] == [ELLIPSIS]
        items = shown[:-1] if open_ended else shown
        enough = len(real) >= len(items) if open_ended else len(real) == len(items)
        return enough and all(holds(a, b) for a, b in zip(items, real, strict=False))
    if isinstance(shown, str) and isinstance(real, str):
        return matches(shown, real)
    return bool(shown == real)
