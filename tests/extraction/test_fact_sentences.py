"""How facts read: whose people they are of, several in the plural, one of a kind with its article, no capital of the sentence."""

from __future__ import annotations

import pytest

from tests.extraction.saying import say
from user_memory.graph.candidates import FactCandidate


def told(text: str, speaker: str | None = None, role: str = "user") -> list[str]:
    found = say(text, speaker=speaker, role=role).candidates  # type: ignore[arg-type]
    return [c.content for c in found if isinstance(c, FactCandidate)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("My mom loves gardening.", "user's mom likes gardening"),
        ("My dogs love meeting new people.", "user's dogs like meeting new people"),
        ("My parents live in Leeds.", "user's parents live in Leeds"),
        ("My kids don't eat meat.", "user's kids avoid meat"),
        ("My sister doesn't have a cat.", "user's sister does not have a cat"),
        ("My mom is no longer a nurse.", "user's mom no longer works as a nurse"),
        ("My wife is a nurse.", "user's wife works as a nurse"),
        ("My wife's parents live in Bath.", "user's wife's parents live in Bath"),
        ("I'm the head of procurement.", "user works as head of procurement"),
    ],
)
def test_whose_people_they_are_is_told(text: str, content: str) -> None:
    assert content in told(text)


def test_the_people_of_another_are_theirs() -> None:
    assert "Ben's kids like nature" in told("My kids love nature.", "Ben", "participant")


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I'm a newbie.", "user is a newbie"),
        ("I use a bullet journal.", "user uses a bullet journal"),
        ("I'm an engineer.", "user works as an engineer"),
        ("I don't have a piano.", "user does not have a piano"),
        ("I'm an engineering student.", "user is an engineering student"),
        ("I'm lactose intolerant.", "user is lactose intolerant"),
        ("I have eczema.", "user has the condition eczema"),
        ("I love jazz.", "user likes jazz"),
        ("I love my wife.", "user likes their wife"),
        ("I'm working on my business.", "user works on their business"),
        ("I want to quit my job.", "user has a goal: quit their job"),
        ("I want to work with my hands.", "user has a goal: work with hands"),
        ("My youngest took her first steps.", "user has a youngest child"),
        ("I just joined a new LGBTQ group.", "user belongs to an LGBTQ group"),
        ("I'm working on my online store.", "user works on their online store"),
        ("I am writing another movie script!", "user works on a movie script"),
        ("I love my kids.", "user likes their kids"),
        ("I love kids.", "user likes kids"),
        ("I have a golden retriever.", "user has a golden retriever"),
        ("I have a mentor.", "user knows a mentor"),
        ("I have furniture and my own shop.", "user has furniture"),
        ("I don't have any pets.", "user does not have pets"),
    ],
)
def test_objects_have_their_article(text: str, content: str) -> None:
    assert content in told(text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Dancing makes me so happy.", "user likes dancing"),
        ("Clay brings me so much joy.", "user likes clay"),
        ("I love Dogs.", "user likes dogs"),
        ("My favorite color is Blue.", "user has blue as favourite color"),
        ("Rome is my favourite city.", "user has Rome as favourite city"),
        ("Linux makes me happy.", "user likes Linux"),
        ("I love Halo: Reach.", "user likes Halo: Reach"),
        ("I usually play CS:GO.", "user plays CS:GO (usually)"),
        ("Last week I went to Fort Wayne.", "user has been to Fort Wayne"),
    ],
)
def test_names_keep_their_capitals_and_their_length(text: str, content: str) -> None:
    assert content in told(text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I want to create a place for people to dance.", "user has a goal: create a place for people to dance"),
        ("I love discovering new places to eat around town.", "user likes discovering new places to eat around town"),
        ("We love painting together.", "user likes painting"),
        ("We love getting together.", "user likes getting together"),
        ("I love my furry friend.", "user has a pet"),
        ("My furry friends always make me happy.", "user likes pets"),
        ("I love action and sci-fi movies.", "user likes action movies"),
        ("I love cheese and red wine.", "user likes cheese"),
        ("I took my fur babies out.", "user has pets"),
        ("I study media studies.", "user studies media studies"),
    ],
)  # fmt: skip
def test_an_object_is_whole_and_says_something(text: str, content: str) -> None:
    assert content in told(text)


def test_who_has_a_name_is_told_by_it() -> None:
    assert "Toby likes sweaters" in told("My pup Toby loves sweaters.", "Ben", "participant")
