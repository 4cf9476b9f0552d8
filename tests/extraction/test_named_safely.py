"""What a pointing word stands for is named only from people's own assertions, and never against consent."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import Message

NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("role", "before", "text", "private"),
    [
        ("assistant", "Did you get the abortion?", "I had it last Friday in Rome.", "abortion"),
        ("assistant", "When did you join the Baptist church?", "I joined it last May.", "Baptist"),
        ("assistant", "Are you still in the Communist Party?", "I left it last week.", "Communist"),
        ("user", "I joined the Communist Party.", "I left it last week.", "Communist"),
        ("user", "I am a member of the Green Party.", "I left it last week.", "Green"),
        (
            "user",
            "The doctor found a tumour.",
            "They removed it last Tuesday in Boston.",
            "removed the tumour",
        ),
        ("user", "I was in hospital for my chemo.", "I started it last Monday.", "chemo"),
    ],
)
def test_what_needs_consent_does_not_come_in_by_a_pronoun(
    role: str, before: str, text: str, private: str
) -> None:
    said = say(text, consents=NONE, before=[Message("m0", role, before, TUESDAY)])  # type: ignore[arg-type]
    assert not [c for c in said.candidates if private.lower() in c.content.lower()]


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Where did you park your bike?", "I parked it in the garage yesterday."),
        ("How are your kids and your dogs?", "They started school yesterday."),
        ("My favourite is the piano.", "I sold it yesterday."),
        ("Some people buy a canoe.", "I painted it in the garage yesterday."),
    ],
)
def test_what_the_assistant_names_is_not_taken_for_what_is_meant(before: str, text: str) -> None:
    said = say(text, before=[Message("m0", "assistant", before, TUESDAY)])
    assert not [e.content for e in events(said) if "assistant" in e.content or "canoe" in e.content]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("If I had a boat I would sail. I painted it yesterday.", "painted the boat"),
        ("I don't have a dog. I walked it yesterday.", "walked the dog"),
        ("I never owned a car. I sold it last week.", "sold the car"),
    ],
)
def test_what_is_denied_or_supposed_is_not_meant(text: str, wrong: str) -> None:
    assert not [e.content for e in events(say(text)) if wrong in e.content]


def test_what_is_one_s_own_is_meant() -> None:
    assert "user painted the bike" in [
        e.content for e in events(say("I bought a bike. I painted it yesterday."))
    ]


def test_who_is_known_by_name_alone_is_nobody_without_consent() -> None:
    found = say("I met my cousins Anna and Petra at a bar.", consents=NONE).candidates
    assert not [f for f in found if isinstance(f, FactCandidate) and f.predicate == "knows"]
