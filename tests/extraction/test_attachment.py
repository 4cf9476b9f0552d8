"""What hangs on the wrong word of a parse is hung on the right one; whom an assistant's words bring up; two wishes in a sentence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extraction.saying import TUESDAY, events, rules, say
from user_memory.extraction.attachment import attached
from user_memory.extraction.nlp import pipeline
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import Message

_WORDS = "my our her girlfriend Noor cat Soot drinks cycles is and she left Glasgow years ago to work milk the".split()


def _parsed(text: str) -> dict[str, tuple[str, str]]:
    """Of each word how it hangs, and on what."""
    return {t.text: (t.dep_, t.head.text) for t in attached(pipeline()(text))}


@pytest.mark.parametrize(
    ("text", "name", "role"),
    [
        ("My girlfriend Noor is vegan and she works for the council", "Noor", "girlfriend"),
        ("our kitten Soot hates the hoover", "Soot", "kitten"),
        ("my rabbit Thumper loves carrots", "Thumper", "rabbit"),
        ("My manager Ingrid cycles to work whatever the weather", "Ingrid", "manager"),
    ],
)
def test_a_name_hangs_on_the_noun_before_it(text: str, name: str, role: str) -> None:
    parsed = _parsed(text)
    assert parsed[name] == ("appos", role)
    assert parsed[role][0] == "nsubj"


def test_a_place_that_was_left_is_no_quality_of_the_years() -> None:
    assert _parsed("I left Glasgow years ago")["Glasgow"] == ("dobj", "left")


def test_what_a_cat_does_is_no_noun() -> None:
    doc = attached(pipeline()("Our cat Biscuit only drinks from the tap"))
    assert next(t for t in doc if t.text == "drinks").tag_ == "VBZ"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=9))
def test_every_word_still_hangs_on_one_of_its_sentence(words: list[str]) -> None:
    doc = attached(pipeline()(" ".join(words)))
    assert [t.text for t in doc] == words
    assert all(t.sent.root == t or t.sent.root in t.ancestors for t in doc)
    assert attached(doc).to_array(["HEAD"]).tolist() == doc.to_array(["HEAD"]).tolist()


def _asked(question: str, answer: str) -> set[tuple[str, str, str]]:
    earlier = (
        Message("u", "user", "any ideas for a present?", TUESDAY - timedelta(minutes=2)),
        Message("a", "assistant", question, TUESDAY - timedelta(minutes=1)),
    )
    found = say(answer, before=earlier).candidates
    return {(c.subject.name, c.predicate, c.object.name) for c in found if isinstance(c, FactCandidate)}


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("Is it for your wife's birthday?", "yep, she loves seafood", ("wife", "likes", "seafood")),
        ("Does your dad like golf?", "he hates golf", ("dad", "dislikes", "golf")),
    ],
)
def test_a_pronoun_means_whom_the_assistant_asked_about(
    question: str, answer: str, fact: tuple[str, str, str]
) -> None:
    assert fact in _asked(question, answer)


def test_the_assistants_own_people_are_nobody_of_the_users() -> None:
    assert _asked("My wife loves flowers.", "she has good taste") == set()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("For work emails I want a formal tone, for texts to friends keep it casual", [("emails", "formal"), ("friends", "casual")]),
        ("When you're not sure about something just say so", [("not sure", "say so")]),
        ("if I ask about code be brief, if I ask about food give me options", [("code", "brief"), ("food", "options")]),
        ("if there's a bug in my code don't fix it, just hint at it", [("bug", "hint")]),
    ],
)  # fmt: skip
def test_each_wish_of_a_sentence_has_its_own_condition(text: str, wanted: list[tuple[str, str]]) -> None:
    found = [(r.condition or "", r.instruction) for r in rules(say(text))]
    assert len(found) == len(wanted)
    for (condition, instruction), (when, what) in zip(found, wanted, strict=True):
        assert when in condition
        assert what in instruction


@pytest.mark.parametrize(
    "text",
    [
        "hoping to get my visa sorted before we fly",
        "put me down as a vegetarian",
        "for dinner I had soup, for lunch I had bread",
        "for work I need a desk and two chairs",
    ],
)
def test_what_orders_nothing_is_no_rule(text: str) -> None:
    assert rules(say(text)) == []


def test_a_mood_for_today_is_for_the_session() -> None:
    assert [s.instruction for s in say("go easy on me today, rough night").session]
    assert not say("just go easy on the salt").session


def test_a_season_just_begun_is_still_to_come() -> None:
    (spring,) = events(say("we might get a second dog in the spring"))
    assert spring.occurred_from is not None
    assert spring.occurred_from.year == TUESDAY.year
