"""What is left out of a telling, what it is left out for, and what makes none."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.model import Message


def told(text: str, asked: str = "How are you?") -> list[str]:
    """What Ana's answer to Ben tells of."""
    question = Message("asked", "participant", asked, TUESDAY, "Ben")
    return [e.content for e in events(say(text, speaker="Ana", before=[question]))]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("So much has happened since we last spoke - I went to a chess congress two days ago.", "Ana went to a chess congress"),
        ("A lot's happened - I just got accepted for a law internship!", "Ana just got accepted for a law internship"),
        ("Well, good news - I found a new pool near my flat.", "Ana found a new pool near their flat"),
        ("Speaking of helping out, I had an idea: a club where cooks teach kids.", "Ana had an idea: a club where cooks teach kids"),
    ],
)  # fmt: skip
def test_an_announcement_before_what_is_told_is_left_out(text: str, content: str) -> None:
    assert told(text) == [content]


@pytest.mark.parametrize(
    "text",
    [
        "I've had a lot of things happening to me.",
        "Btw, there's going to be some cool stuff happening today.",
        "I had lots of stuff going on!",
        "I wanted to tell you about my school event.",
        "I can't wait! So excited.",
        "I'm glad Toby is happy.",
        "Toby looks happy.",
    ],
)
def test_what_only_announces_or_reacts_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Pets always find their own little spots and it brings so much joy and comfort.",
        "Competitive games can be difficult to play sometimes, but it's cool they were all chill.",
        "Capturing the joy and thrill that dance brings - it's magical.",
        "They really bring so much joy to our lives.",
        "Landlords put the rent up every spring and nobody says a word.",
    ],
)
def test_what_is_so_of_a_kind_or_of_everybody_is_nobodys(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I've painted an abstract canvas too, take a look!", "Ana has painted an abstract canvas"),
        ("I really should start a cork board of my own shouldn't I.", "Ana really should start a cork board of their own"),
        ("I worked with the painter to make it happen.", "Ana worked with the painter"),
        ("I got the idea from a fashion mag and saw there wasn't much around like it.", "Ana got the idea from a fashion mag"),
        ("Haven't been to the zoo in a while.", "Ana hasn't been to the zoo in a while"),
        ("I've travelled to a few places and Bali last year was one of my favourites.", "Ana has travelled to a few places and Bali was one of their favourites"),
    ],
)  # fmt: skip
def test_what_says_nothing_more_is_left_out(text: str, content: str) -> None:
    assert content in told(text)


@pytest.mark.parametrize(
    "text", ["Gonna be a great night featuring local artists.", "Really made me think about my health."]
)
def test_what_something_else_is_or_did_is_not_the_speakers(text: str) -> None:
    assert told(text) == []


def test_only_the_living_love_and_seem_interested() -> None:
    text = "I pitched my script and my plans. They loved the humour in it!"
    assert not any("they loved" in content for content in told(text))
    text = "I pitched my script to some producers. They loved the humour in it!"
    assert any("loved the humour" in content for content in told(text))


def test_your_dreams_in_a_story_are_nobodys() -> None:
    text = 'I just watched "Little Men". It\'s a great story about love, and reaching for your dreams.'
    assert not any("Ben" in content for content in told(text))


def test_what_happened_is_kept_where_only_what_is_joined_to_it_is_open() -> None:
    text = "I just finished the intro to my next play, and I decided to include this at the end."
    assert told(text) == ["Ana just finished the intro to their next play"]


def test_names_alone_are_no_detail() -> None:
    assert told("I just got some new shoes. Luna and Oliver!") == ["Ana just got some new shoes"]


def test_where_one_was_born_and_raised_is_a_fact_and_no_happening() -> None:
    assert events(say("I was born in Suva and brought up in Auckland")) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Sat on a bench where we used to chat.", "Ana sat on a bench where they used to chat"),
        ("Miss being outdoors with my dog.", "Ana misses being outdoors with their dog"),
    ],
)
def test_a_verb_that_looks_like_a_title_or_a_day_is_the_speakers(text: str, content: str) -> None:
    assert told(text) == [content]


def test_what_is_to_be_pretended_is_all_of_the_wish() -> None:
    (wish,) = say("for the rest of this chat pretend i know nothing about wiring").session
    assert wish.instruction.endswith("pretend that the user knows nothing about wiring")
