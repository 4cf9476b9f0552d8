"""Who people are, where they live, what they do and whom they have: ways of saying it, and what only looks like it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.reading import NOW, rules
from user_memory.extraction.lexicon import singular
from user_memory.graph.candidates import Background, FactCandidate
from user_memory.graph.keys import entity_key
from user_memory.graph.model import Interaction, Message

_ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "circumstances.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def _facts(turns: list[str]) -> list[FactCandidate]:
    messages = tuple(
        Message(f"m{i}", "assistant" if turn.startswith("A: ") else "user", turn.removeprefix("A: "), NOW)
        for i, turn in enumerate(turns)
    )
    found = rules().extract(Interaction("s", messages, None), Background(frozenset()))
    return [c for c in found.candidates if isinstance(c, FactCandidate)]


def _key(name: str) -> str:
    return " ".join(singular(word) for word in entity_key(name).split())


def _is(fact: FactCandidate, wanted: dict[str, Any]) -> bool:
    over = fact.operation != "assert" or fact.valid_to is not None
    return (
        fact.subject.name == wanted["subject"]
        and fact.predicate in wanted["predicate"]
        and _key(fact.object.name) in map(_key, wanted["object"])
        and fact.polarity == wanted.get("polarity", "+")
        and over >= bool(wanted.get("over"))
    )


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: " / ".join(row["turns"]))
def test_these_facts_and_no_others(row: dict[str, Any]) -> None:
    found = _facts(row["turns"])
    allowed = [*row["facts"], *row.get("optional", [])]
    assert [w for w in row["facts"] if not any(_is(fact, w) for fact in found)] == []
    assert [f.content for f in found if not any(_is(f, w) for w in allowed)] == []
