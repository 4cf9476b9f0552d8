"""What the assistant supposes, restated by the user, and what a yes or a no makes of it."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, say
from user_memory.extraction.supposition import answer, supposed, supposed_in
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import Message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yep, have been since college", "yes"),
        ("you remember right", "yes"),
        ("Guilty!", "yes"),
        ("yes, but only on Sundays", None),
        ("nope", "no"),
        ("never have", "no"),
        ("none", "no"),
        ("not any more", "over"),
        ("used to, years ago", "over"),
        ("I did, gave up last year", "over"),
        ("yes, I gave up sugar for it", None),
        ("where did you get that from? I eat meat", "no"),
        ("what about pasta", None),
    ],
)
def test_an_answer_grants_denies_or_is_none(text: str, said: str | None) -> None:
    assert answer(text) == said


@pytest.mark.parametrize(
    ("sentence", "restated"),
    [
        ("You're on a Mac, right?", "I'm on a Mac."),
        ("So you work at Orbis?", "I work at Orbis."),
        ("Do you still live in Leeds?", "I live in Leeds."),
        ("Since you're vegetarian, the Green Fork would suit you.", "I'm vegetarian."),
        ("If I remember correctly, you have two sons.", "I've two sons."),
        ("Is your brother older?", "My brother is older."),
        ("Do you live in Leeds or York?", None),
        ("Would you like a recipe?", None),
        ("The weather is fine.", None),
    ],
)
def test_a_supposition_is_put_as_the_user_would(sentence: str, restated: str | None) -> None:
    assert supposed(sentence) == restated


def test_the_last_question_is_what_an_answer_answers() -> None:
    assert supposed_in(["You're vegetarian, right?", "What would you like to cook?"]) is None
    assert supposed_in(["You don't eat pork, right?", "Then lentils it is."]) == "I don't eat pork."


@pytest.mark.parametrize(
    ("turn", "reply", "fact"),
    [
        ("You don't eat pork, if I remember right?", "you remember right", ("avoids", "pork", "+", True)),
        ("Have you got a dog?", "nope", ("pet", "dog", "-", False)),
        (
            "Since you're vegetarian, try the Green Fork.",
            "says who? I eat meat",
            ("diet", "vegetarian", "-", False),
        ),
        (
            "Do you work for Tessera Labs?",
            "no, never have, it's a visitor badge",
            ("works_for", "Tessera Labs", "-", False),
        ),
        ("Do you have a dog?", "no, a cat", ("pet", "cat", "+", False)),
        ("Do you have a dog?", "no dog, just a cat", ("pet", "dog", "-", False)),
    ],
)
def test_yes_makes_a_guess_and_no_a_denial(turn: str, reply: str, fact: tuple[str, str, str, bool]) -> None:
    found = say(reply, before=(Message("a", "assistant", turn, TUESDAY),)).candidates
    told = {
        (f.predicate, f.object.name, f.polarity, f.tentative) for f in found if isinstance(f, FactCandidate)
    }
    assert fact in told


@pytest.mark.parametrize(
    ("turn", "reply"),
    [
        ("Would you like a recipe?", "yes please"),
        ("Do you live in Leeds or York?", "yes"),
        ("Do you want me to book it?", "yes"),
        ("You live in Leeds, right?", "no"),
    ],
)
def test_an_offer_an_open_question_and_a_denied_single_value_leave_nothing(turn: str, reply: str) -> None:
    assert not say(reply, before=(Message("a", "assistant", turn, TUESDAY),)).candidates


def test_what_was_once_has_ended() -> None:
    before = Message("asked", "assistant", "Do you play golf?", TUESDAY)
    facts = [c for c in say("not any more", before=(before,)).candidates if isinstance(c, FactCandidate)]
    assert [(f.predicate, f.object.name, f.operation) for f in facts] == [("plays", "golf", "end")]


def test_a_whole_sentence_after_no_is_no_bare_value() -> None:
    before = Message("asked", "assistant", "So you're a designer at Orbis?", TUESDAY)
    found = say("no no, I'm a plumber there", before=(before,)).candidates
    jobs = {f.object.name for f in found if isinstance(f, FactCandidate) and f.predicate == "job_title"}
    assert jobs == {"plumber"}
