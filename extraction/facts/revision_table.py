"""The rows of ``revisions.toml``: ways of saying that what was known is wrong, over, or another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.facts.predicates import BYGONE
from user_memory.graph.candidates import KnownFact, Operation

LASTING = BYGONE | frozenset(
    "age name attribute skilled_in child parent sibling relative nationality".split()
)
"""What no selling, leaving or giving up ends."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One row; the head of ``revisions.toml`` says what each field means."""

    pattern: re.Pattern[str]
    cues: tuple[str, ...]
    operation: Operation
    of: frozenset[str]
    except_: frozenset[str]
    least: int
    points: bool
    agent: bool

    def may_mean(self, fact: KnownFact) -> bool:
        """Whether the row can speak of a fact of this relation."""
        if self.of:
            return fact.predicate in self.of
        return fact.predicate not in self.except_ and (
            self.operation != "end" or fact.predicate not in LASTING
        )

    def found(self, text: str, low: str) -> Iterator[re.Match[str]]:
        """Where the row's words stand in ``text``; ``low`` is the text in lower case."""
        if any(cue in low for cue in self.cues):
            yield from self.pattern.finditer(text)


@cache
def rows(kind: str) -> tuple[Revision, ...]:
    """The rows of one kind: swap, denial, unnamed, life, person, update or repair."""
    return tuple(_compiled(row) for row in _table()[kind])


@cache
def macro(name: str) -> re.Pattern[str]:
    """A macro of the table by itself."""
    return re.compile(str(_table()["macros"][name]), re.I)


@cache
def _table() -> Mapping[str, Any]:
    return toml_file("facts/revisions.toml")


def _compiled(row: Mapping[str, Any]) -> Revision:
    pattern = str(row["pattern"])
    for name, regex in _table()["macros"].items():
        pattern = pattern.replace(f"{{{name}}}", regex)
    return Revision(
        re.compile(pattern, re.I),
        tuple(str(row["cue"]).split("|")),
        "retract" if row.get("becomes") == "retracted" else "end",
        frozenset(row.get("of", ())),
        frozenset(row.get("except", ())),
        int(row.get("least", 2)),
        bool(row.get("points")),
        bool(row.get("agent")),
    )


@cache
def _cues() -> re.Pattern[str]:
    every = {
        cue
        for kind in ("swap", "denial", "unnamed", "life", "person", "update", "repair")
        for r in rows(kind)
        for cue in r.cues
    }
    return re.compile("|".join(re.escape(cue) for cue in sorted(every, key=len, reverse=True)))


def may_revise(low: str) -> bool:
    """Whether any row may find something in a text in lower case: a cheap test before earlier facts are gathered."""
    return _cues().search(low) is not None
