from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.extraction.forms import is_past_form, third_person
from user_memory.extraction.nlp import pipeline
from user_memory.extraction.wording import Voice, retell, shorten
from user_memory.graph.model import CONTENT_LIMIT

VOICE = Voice("Melanie", "Caroline")


def told(text: str, *, subject: bool = False) -> str:
    return retell(list(pipeline()(text)), VOICE, {}, subject=subject)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "I've been so busy and I'm swamped with my kids.",
            "Melanie has been so busy and they are swamped with their kids",
        ),
        ("We flew back from Madeira on Sunday night 😬", "Melanie flew back from Madeira on Sunday night"),
        ("My kids don't like it when I'm late.", "Melanie's kids don't like it when Melanie is late"),
        ("I don't have your number, Caroline", "Melanie doesn't have Caroline's number"),
        ("Hey Caroline! We're hiking with some buddies.", "Melanie is hiking with some buddies"),
    ],
)
def test_the_first_person_becomes_the_speaker(said: str, expected: str) -> None:
    assert told(said) == expected


def test_a_missing_subject_is_the_speaker() -> None:
    assert told("Working on a cool project now", subject=True) == "Melanie is working on a cool project now"
    assert told("Had lunch with the neighbours") == "Melanie had lunch with the neighbours"


def test_words_may_be_replaced_and_left_out() -> None:
    doc = pipeline()("I met Priya yesterday")
    assert retell(list(doc), VOICE, {2: "someone", 3: ""}) == "Melanie met someone"


@pytest.mark.parametrize(
    ("verb", "form"),
    [("carry", "carries"), ("play", "plays"), ("watch", "watches"), ("have", "has"), ("be", "is")],
)
def test_third_person(verb: str, form: str) -> None:
    assert third_person(verb) == form


def test_past_forms() -> None:
    assert is_past_form("broke")
    assert is_past_form("booked")
    assert not is_past_form("put")
    assert not is_past_form("need")


@given(st.text(max_size=600))
def test_a_shortened_text_fits_and_is_settled(text: str) -> None:
    short = shorten(text)
    assert len(short) <= CONTENT_LIMIT
    assert shorten(short) == short
