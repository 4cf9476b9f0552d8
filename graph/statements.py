"""Every Cypher statement by name, read from the ``.cypher`` files beside the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Literal, cast

Mode = Literal["read", "write", "schema"]
Scope = Literal["owner", "system"]
_HEADER = re.compile(r"^// (name|mode|scope|params):[ ]?(.*)$")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with what it may do (``mode``), whose nodes it may touch (``scope``) and its parameters."""

    name: str
    mode: Mode
    scope: Scope
    params: frozenset[str]
    text: str


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema: its statements run in order."""

    version: int
    name: str
    statements: tuple[str, ...]


def _cypher() -> Traversable:
    return files("user_memory").joinpath("cypher")


@cache
def statements() -> Mapping[str, Statement]:
    """All statements by name."""
    found: dict[str, Statement] = {}
    for file in sorted(_cypher().iterdir(), key=lambda f: f.name):
        if file.name.endswith(".cypher"):
            found.update((s.name, s) for s in _parse(file.read_text(encoding="utf-8")))
    return MappingProxyType(found)


def _parse(text: str) -> Iterator[Statement]:
    for block in re.split(r"(?m)^(?=// name:)", text):
        head: dict[str, str] = {}
        body: list[str] = []
        for line in block.splitlines():
            match = _HEADER.match(line)
            if match:
                head[match[1]] = match[2].strip()
            else:
                body.append(line)
        if head:
            params = frozenset(p.strip() for p in head["params"].split(",") if p.strip())
            mode, scope = cast(Mode, head["mode"]), cast(Scope, head["scope"])
            yield Statement(head["name"], mode, scope, params, "\n".join(body).strip())


@cache
def migrations() -> tuple[Migration, ...]:
    """The schema's steps in order."""
    steps = []
    for file in _cypher().joinpath("schema").iterdir():
        match = re.match(r"(\d{4})_(\w+)\.cypher$", file.name)
        if match:
            lines = [ln for ln in file.read_text(encoding="utf-8").splitlines() if not ln.startswith("//")]
            parts = tuple(p.strip() for p in "\n".join(lines).split(";") if p.strip())
            steps.append(Migration(int(match[1]), match[2], parts))
    return tuple(sorted(steps, key=lambda s: s.version))
