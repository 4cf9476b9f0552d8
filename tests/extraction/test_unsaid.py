"""What nobody asserted leaves no memory, and what is private none without consent; plain words beside such ones still do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.extraction.reading import extract, strings
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.vocabulary import vocabulary

_CASES = Path(__file__).parent / "cases"
_EVERY = frozenset(p.consent for p in vocabulary().values() if p.consent is not None)


def _rows(name: str) -> list[tuple[str, object]]:
    lines = (_CASES / name).read_text(encoding="utf-8").splitlines()
    return [tuple(json.loads(line).values()) for line in lines]


@pytest.mark.parametrize(("text", "gone"), _rows("private.jsonl"))
def test_what_is_private_is_in_no_field_without_consent(text: str, gone: list[str]) -> None:
    stored = strings(extract(text))
    assert [word for word in gone if word in stored] == []


@pytest.mark.parametrize(("text", "said"), _rows("unsaid.jsonl"))
def test_only_what_is_asserted_is_a_memory(text: str, said: str | None) -> None:
    extraction = extract(text, consents=_EVERY)
    if said is None:
        assert (extraction.candidates, extraction.session) == ((), ())
    else:
        assert said in {c.predicate for c in extraction.candidates if isinstance(c, FactCandidate)}
