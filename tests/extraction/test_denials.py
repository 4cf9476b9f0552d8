"""What looks like a denial and is none, and the reverse: titles, "no doubt", "no longer", a family's history, what was to be got."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import Message


def facts(text: str) -> set[tuple[str, str, str, str]]:
    """Predicate, object, polarity and operation of every fact."""
    found = [c for c in say(text).candidates if isinstance(c, FactCandidate)]
    return {(f.predicate, f.object.name, f.polarity, f.operation) for f in found}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I have not only a piano but a cello.", ("owns", "piano", "+", "assert")),
        ("There's no doubt a piano in our hall.", ("owns", "piano", "+", "assert")),
        ("I no longer have a piano.", ("owns", "piano", "+", "end")),
        ("There's no longer a piano in our hall.", ("owns", "piano", "+", "end")),
        ("There's no piano in our hall.", ("owns", "piano", "-", "assert")),
        ("I have no piano.", ("owns", "piano", "-", "assert")),
        ("No Kindle here.", ("owns", "Kindle", "-", "assert")),
    ],
)
def test_what_a_denial_says(text: str, fact: tuple[str, str, str, str]) -> None:
    assert facts(text) == {fact} or (fact in facts(text) and "cello" in text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I love No Man's Sky.", ("likes", "No Man's Sky", "+", "assert")),
        ("I love No Country for Old Men.", ("likes", "No Country for Old Men", "+", "assert")),
        ("No Man's Sky is my favourite game.", ("favorite", "No Man's Sky", "+", "assert")),
    ],
)
def test_a_title_denies_nothing(text: str, fact: tuple[str, str, str, str]) -> None:
    assert facts(text) == {fact}


def test_a_title_after_its_kind_is_not_said_to_be_lacking() -> None:
    assert not {f for f in facts("I love the game No Man's Sky.") if f[2] == "-"}


@pytest.mark.parametrize(
    "text",
    [
        "There is no history of cancer in our family.",
        "There is a history of cancer in our family.",
        "Cancer runs in our family.",
        "We have no family history of diabetes.",
    ],
)
def test_a_familys_history_is_nobodys_condition(text: str) -> None:
    assert not facts(text)


def test_ones_own_history_is_a_condition() -> None:
    assert ("has_condition", "migraines", "+", "assert") in facts("I have a history of migraines.")


@pytest.mark.parametrize(
    "text",
    [
        "We were getting a dog but the landlord said no.",
        "I was getting a dog.",
        "I keep getting a cat in my garden.",
        "I kept getting a cat in my garden.",
    ],
)
def test_an_animal_that_was_only_to_come_or_that_calls_is_no_pet(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize("text", ["I'm getting our cat from the vet.", "I'm getting my cat back."])
def test_an_animal_that_is_had_is_not_planned(text: str) -> None:
    assert facts(text) == {("pet", "cat", "+", "assert")}


@pytest.mark.parametrize(
    "text", ["We're getting a dog.", "were getting a dog next week", "We will be getting a dog."]
)
def test_an_animal_that_is_to_come_is_a_plan(text: str) -> None:
    assert facts(text) == {("plans_to", "get a dog", "+", "assert")}


def test_were_after_its_subject_stays() -> None:
    assert [e.content for e in events(say("The kids were going to school.", speaker="Ana"))] == [
        "the kids were going to school"
    ]


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("I always have eggs for breakfast.", "eggs for breakfast"),
        ("I have oatmeal every day.", "have oatmeal"),
        ("We have a quiz night every Thursday.", "quiz night"),
    ],
)
def test_what_is_eaten_over_and_over_is_a_habit(text: str, habit: str) -> None:
    assert ("habit", habit, "+", "assert") in facts(text)


@pytest.mark.parametrize("text", ["I had soup.", "I had soup for lunch.", "My lunch is a burrito."])
def test_a_meal_is_no_habit(text: str) -> None:
    assert not facts(text)


def test_what_is_denied_of_a_clause_is_not_told_by_it() -> None:
    assert not {f for f in facts("It's not a piano I own.") if f[2:] == ("+", "assert")}


def told(text: str, asked: str) -> list[str]:
    """The events of what Ana says, in answer to Ben."""
    before = [Message("asked", "participant", asked, TUESDAY, "Ben")]
    return [e.content for e in events(say(text, speaker="Ana", before=before))]


@pytest.mark.parametrize(
    ("asked", "text", "content"),
    [
        ("Do you grow roses?", "I planted a few more.", "Ana planted a few more roses"),
        ("Do you have any dogs?", "I adopted two more.", "Ana adopted two more dogs"),
        ("Do you read novels?", "I bought several more.", "Ana bought several more novels"),
    ],
)  # fmt: skip
def test_more_is_of_what_the_question_names(asked: str, text: str, content: str) -> None:
    assert told(text, asked) == [content]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Do you have dogs and cats?", "I adopted two more."),
        ("How's the garden?", "I planted a few more."),
        ("Did you see the roses in the parks?", "I planted a few more."),
        ("I grow roses.", "I planted a few more."),
    ],
)
def test_more_of_nothing_or_of_several_is_not_told(asked: str, text: str) -> None:
    assert not told(text, asked)
