"""Names of private people: gone from everything that is kept, while places, firms, programs and public figures stay."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.reading import extract, strings
from user_memory.extraction.personal.people import slots
from user_memory.extraction.scrubbing import Scrubber

_ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "people.jsonl").read_text(encoding="utf-8").splitlines()
]


def _holds(words: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words, re.I) is not None


@pytest.mark.parametrize("row", [r for r in _ROWS if "gone" in r], ids=lambda r: str(r["text"]))
def test_no_name_of_a_person_is_kept_without_consent(row: dict[str, Any]) -> None:
    kept = strings(extract(row["text"]))
    assert [name for name in row["gone"] if _holds(kept, name)] == []


@pytest.mark.parametrize("row", [r for r in _ROWS if "kept" in r], ids=lambda r: str(r["text"]))
def test_other_names_are_kept(row: dict[str, Any]) -> None:
    kept = strings(extract(row["text"], consents=frozenset({"health"}))).casefold()
    assert [name for name in row["kept"] if name.casefold() not in kept] == []


def test_a_name_that_is_a_word_is_taken_out_with_its_capital_only() -> None:
    assert Scrubber(frozenset({"Will"})).text("tell Will that I will come") == "tell someone that I will come"
    assert Scrubber(frozenset({"Bartek"})).text("tell bartek") == "tell someone"


def test_the_slots_ask_for_a_look_from_one_to_four() -> None:
    assert {slot.look for slot in slots()} <= {1, 2, 3, 4}
    assert all(slot.before is not None or slot.after is not None for slot in slots())
