"""What people say in set phrases: every case's facts and no others, presupposed relations left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.saying import say
from user_memory.graph.candidates import FactCandidate

CASES = Path(__file__).parent / "cases"
KIN = frozenset("spouse partner child parent sibling relative friend colleague manager knows pet".split())


def cases() -> Iterator[dict[str, Any]]:
    for path in sorted(CASES.glob("constructions_*.jsonl")):
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def told(fact: FactCandidate) -> tuple[str, str, str, str]:
    """A fact as the cases write it; the polarity of what is over is "end"."""
    over = fact.operation == "end"
    return fact.subject.name, fact.predicate, fact.object.name.lower(), "end" if over else fact.polarity


@pytest.mark.parametrize("case", [pytest.param(c, id=c["text"][:60]) for c in cases()])
def test_a_set_phrase_says_what_it_means(case: dict[str, Any]) -> None:
    wanted = {(s, p, o.lower(), polarity) for s, p, o, polarity in case["facts"]}
    found = {told(c) for c in say(case["text"]).candidates if isinstance(c, FactCandidate)}
    presupposed = {f for f in found - wanted if f[1] in KIN and f[3] == "+"}
    assert found - presupposed == wanted
