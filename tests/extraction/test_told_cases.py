"""Cases for events, rules and session wishes: one half the rules were written with, the other kept from them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.saying import events, rules, say
from user_memory.graph.times import cut

CASES = Path(__file__).parent / "cases"
LEAST = {"events": 0.85, "rules": 0.85, "session": 0.85}


def cases(layer: str, kind: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{layer}.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["kind"] == kind]


def found(layer: str, text: str) -> list[dict[str, Any]]:
    """What extraction finds of one layer, in the words of the cases."""
    extraction = say(text)
    if layer == "events":
        return [
            {"about": e.content, "date": cut(e.occurred_from, e.precision) if e.occurred_from else ""}
            for e in events(extraction)
        ]
    if layer == "session":
        return [{"instruction": s.instruction} for s in extraction.session]
    return [
        {"condition": r.condition or "", "instruction": r.instruction, "polarity": r.polarity}
        for r in rules(extraction)
    ]


def fits(wanted: dict[str, Any], item: dict[str, Any]) -> bool:
    if not says(
        item.get("about", item.get("instruction", "")), wanted.get("about", wanted.get("instruction"))
    ):
        return False
    if "about" in wanted:
        return str(item["date"]).startswith(wanted["date"])
    if "polarity" not in wanted:
        return True
    if item["polarity"] != wanted["polarity"] and not wanted.get("either_polarity"):
        return False
    if wanted.get("condition_free"):
        return True
    return says(item["condition"], wanted["condition"]) if wanted["condition"] else not item["condition"]


def says(text: str, keywords: Sequence[str] | None) -> bool:
    return all(re.search(word, text, re.I) for word in keywords or ())


def counted(layer: str, kind: str) -> Iterator[tuple[int, int, int]]:
    """(right, wrong, missed) of each case."""
    for case in cases(layer, kind):
        wanted, items = list(case.get(layer, [])), found(layer, case["text"])
        right = 0
        for item in items:
            match = next((w for w in wanted if fits(w, item)), None)
            if match is not None:
                wanted.remove(match)
                right += 1
        missed = [w for w in wanted if not w.get("optional")]
        if missed or right < len(items):  # shown by pytest when the test fails
            sys.stdout.write(f"{case['id']}: {case['text']!r} missed {missed}, found {items}\n")
        yield right, len(items) - right, len(missed)


@pytest.mark.parametrize("kind", ["tuned", "held"])
@pytest.mark.parametrize("layer", ["events", "rules", "session"])
def test_most_of_what_is_said_is_understood(layer: str, kind: str) -> None:
    counts = [sum(column) for column in zip(*counted(layer, kind), strict=True)]
    right, wrong, missed = counts
    score = 2 * right / (2 * right + wrong + missed)
    sys.stdout.write(
        f"{layer}, {kind} cases: F1 {score:.3f} ({right} right, {wrong} wrong, {missed} missed)\n"
    )
    assert score >= LEAST[layer]
