"""Families of rules and session wishes, each sentence right as a whole: nothing missed, nothing beside; near-misses leave none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extraction.saying import TUESDAY, rules, say
from user_memory.extraction.rules.granted import offered
from user_memory.extraction.rules.pieces import divided
from user_memory.graph.candidates import Extraction, RuleCandidate
from user_memory.graph.model import Message

_CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "instructions.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
_FORBIDS = re.compile(r"\b(?:no|not|never|nothing|without|only)\b")
_WORDS = st.lists(
    st.sampled_from(
        "no emojis , never use tables and always be blunt prices in euros dates short answers".split()
    ),
    max_size=16,
).map(" ".join)


def _fits(wanted: dict[str, Any], rule: RuleCandidate) -> bool:
    """A case without a condition leaves open whether the occasion stands in the condition or in the instruction."""
    condition, wished = rule.condition or "", wanted.get("condition")
    said = rule.instruction if wished is not None else f"{condition} {rule.instruction}"
    placed = wished is None or (re.search(wished, condition, re.I) if wished else not condition)
    forbids = wanted["polarity"] == "-" and _FORBIDS.search(rule.instruction)
    turned = wanted["polarity"] in {"*", rule.polarity} or forbids
    return bool(re.search(wanted["instruction"], said, re.I) and placed and turned)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: str(case["text"]))
def test_all_that_is_asked_is_heard_and_nothing_else(case: dict[str, Any]) -> None:
    found = say(case["text"])
    left = rules(found)
    for wanted in case.get("rules", []):
        match = next((r for r in left if _fits(wanted, r)), None)
        assert match is not None, (wanted, left)
        left.remove(match)
    assert left == []
    wishes = case.get("session", [])
    assert len(found.session) == len(wishes)
    assert all(re.search(w, s.instruction, re.I) for w, s in zip(wishes, found.session, strict=True))


def _answered(offer: str, answer: str) -> Extraction:
    return say(answer, before=[Message("offer", "assistant", offer, TUESDAY)])


@pytest.mark.parametrize(
    ("offer", "answer", "instruction", "polarity", "tentative"),
    [
        ("Shall I keep putting a recap under long posts?", "yes please, each time", "recap", "+", False),
        ("Should I use bullet points?", "yes, from now on always", "use bullet points", "+", False),
        (
            "Would you like me to remind you about water each morning?",
            "yeah go on",
            "remind the user",
            "+",
            True,
        ),
        ("How about I end each lesson with a quiz?", "love that", "quiz", "+", True),
        ("Would it help if I explained acronyms every time?", "definitely", "explain acronyms", "+", True),
        ("Should I always convert prices to euros?", "no thanks", "never convert prices", "-", True),
        ("Want me to open every chat with a proverb from now on?", "god no", "never open", "-", True),
    ],
)
def test_an_offer_that_is_taken_or_turned_down_for_good_is_a_rule(
    offer: str, answer: str, instruction: str, polarity: str, tentative: bool
) -> None:
    (rule,) = rules(_answered(offer, answer))
    assert instruction in rule.instruction
    assert (rule.polarity, rule.tentative) == (polarity, tentative)


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("Shall I book the table?", "yes please"),
        ("Shall I make it shorter?", "yes please"),
        ("Want me to translate the letter?", "yes, every word"),
        ("Would you like me to add a haiku?", "no"),
        ("Can I ask where you live?", "sure, in Leeds"),
        ("Do you always take the bus?", "yes, every time"),
        ("Shall I always answer in rhyme?", "yes, but only on birthdays"),
    ],
)
def test_an_offer_for_the_matter_in_hand_is_no_rule(offer: str, answer: str) -> None:
    assert rules(_answered(offer, answer)) == []


def test_an_offer_taken_for_this_conversation_is_a_wish_for_the_session() -> None:
    found = _answered("Should I use bullet points?", "yes, for this chat")
    assert [s.instruction for s in found.session] == ["use bullet points"]
    assert rules(found) == []


def test_the_reason_before_a_rule_is_still_a_fact() -> None:
    found = say("I'm dyslexic, so keep your answers short")
    assert len(rules(found)) == 1
    assert any(getattr(c, "predicate", "") == "has_condition" for c in found.candidates)


@given(_WORDS)
def test_the_rules_of_a_sentence_lie_apart_and_within_it(text: str) -> None:
    parts = divided(text, (0, len(text)))
    edges = [edge for part in parts for edge in part]
    assert edges == sorted(edges)
    assert all(0 <= start <= end <= len(text) for start, end in parts)


@given(_WORDS)
def test_an_offer_is_words_of_its_sentence(words: str) -> None:
    offer = offered(f"Shall I {words} from now on?")
    assert offer is None or (0 <= offer.bounds[0] < offer.bounds[1] <= len(words) + 40)


def test_the_reason_before_a_rule_is_not_quoted_with_it() -> None:
    found = say("deaf in the left ear, so if you ever send me audio, mono please", consents=frozenset())
    assert [r.span.quote for r in rules(found)] == ["if you ever send me audio, mono please"]


def test_a_dated_wish_for_the_session_is_no_happening() -> None:
    found = say("Today we're doing everything in Spanish, ok?")
    assert (len(found.session), found.candidates) == (1, ())
