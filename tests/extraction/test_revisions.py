"""What a message makes of what was said before: wrong, over, another value in its place, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.saying import TUESDAY, extractor
from user_memory.extraction.facts.values import LIKELY, SURE, fit
from user_memory.graph.candidates import Background, EventCandidate, FactCandidate, KnownFact, Mention
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import categories

CASES = Path(__file__).parent / "cases" / "revisions.jsonl"
KIN = frozenset("spouse partner child parent sibling relative friend colleague manager knows pet".split())
ASSISTANT = "a: "


def cases() -> Iterator[dict[str, Any]]:
    return map(json.loads, CASES.read_text(encoding="utf-8").splitlines())


def spoken(texts: list[str]) -> Interaction:
    """A conversation, a message a minute."""
    turns = (
        Message(
            f"m{i}",
            "assistant" if text.startswith(ASSISTANT) else "user",
            text.removeprefix(ASSISTANT),
            TUESDAY + timedelta(minutes=i),
        )
        for i, text in enumerate(texts)
    )
    return Interaction("session", tuple(turns), "UTC")


def told(fact: FactCandidate) -> tuple[str, str, str, str]:
    """A fact as the cases write it: what is over is "end", what is taken back "retract"."""
    become = fact.polarity if fact.operation == "assert" else fact.operation
    return fact.subject.name, fact.predicate, fact.object.name.lower(), become


@pytest.mark.parametrize("case", [pytest.param(c, id=c["text"][:60]) for c in cases()])
def test_a_message_changes_what_it_means_and_nothing_else(case: dict[str, Any]) -> None:
    said = [*case.get("before", []), case["text"]]
    found = extractor().extract(spoken(said), Background(consents=categories())).candidates
    last = f"m{len(said) - 1}"
    facts = {told(f) for f in found if isinstance(f, FactCandidate) and f.span.message_id == last}
    wanted = {(s, p, o.lower(), become) for s, p, o, become in case["facts"]}
    presupposed = {f for f in facts - wanted if f[1] in KIN and f[3] == "+"}
    assert facts - presupposed == wanted


def held(predicate: str, name: str) -> KnownFact:
    return KnownFact(Mention("user", "self"), predicate, Mention(name, "topic"))


@pytest.mark.parametrize(
    ("fact", "value", "cue", "fitness"),
    [
        (held("age", "34"), "35", "", SURE),
        (held("age", "34"), "degrees", "", 0),
        (held("lives_in", "Oslo"), "Bergen", "in", SURE),
        (held("works_for", "Kestrel"), "Marlow", "at", SURE),
        (held("works_for", "Kestrel"), "Marlow", "", LIKELY),
        (held("works_for", "Kestrel"), "Bergen", "in", 0),
        (held("uses", "Chrome"), "Firefox", "", SURE),
        (held("uses", "Chrome"), "Spotify", "", LIKELY),
        (held("job_title", "nurse"), "midwife", "", SURE),
        (held("job_title", "nurse"), "holiday", "", 0),
        (held("pronouns", "she/her"), "they/them", "", SURE),
        (held("plays", "tenor sax"), "alto sax", "", SURE),
        (held("plays", "tenor sax"), "tenor sax", "", 0),
    ],
)
def test_a_value_takes_the_place_of_one_of_its_kind(
    fact: KnownFact, value: str, cue: str, fitness: int
) -> None:
    assert fit(fact, value, cue) == fitness


def test_the_talk_of_a_slip_is_no_event() -> None:
    said = spoken(
        ["My parents live in Split", "I wrote Split earlier. Meant Šibenik, that's where they live"]
    )
    found = extractor().extract(said, Background(consents=categories())).candidates
    assert not [c for c in found if isinstance(c, EventCandidate)]
