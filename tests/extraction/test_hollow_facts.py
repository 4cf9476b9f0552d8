"""Facts that a careful reader would strike out: hollow, passing, of the wrong person, or not put as they were said."""

from __future__ import annotations

import pytest

from tests.extraction.saying import say
from user_memory.graph.candidates import FactCandidate


def facts(text: str) -> list[FactCandidate]:
    return [c for c in say(text).candidates if isinstance(c, FactCandidate)]


def triples(text: str) -> set[tuple[str, str, str]]:
    return {(f.subject.name, f.predicate, f.object.name) for f in facts(text)}


@pytest.mark.parametrize(
    "text",
    [
        "A friend of mine came over.",
        "My neighbour and I painted the fence.",
        "My grandpa told me stories when I was young.",
        "My mum would make pancakes for us.",
        "My mother passed away last year.",
        "I used to play cards with my husband.",
    ],
)
def test_a_person_only_mentioned_is_no_fact(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("I have a sister.", ("user", "sibling", "sister")),
        ("My dad is a plumber.", ("user", "parent", "dad")),
        ("My wife and I went to Rome.", ("user", "spouse", "wife")),
        ("My friend Sven came over.", ("user", "friend", "Sven")),
    ],
)
def test_a_person_who_is_had_named_or_told_of_is_one(text: str, relation: tuple[str, str, str]) -> None:
    assert relation in triples(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm curious, what is the plot about?",
        "He was playful today.",
        "We're all unique.",
        "I'm craving tacos right now.",
        "I haven't been to the zoo in ages.",
        "Mental health matters to me and helps me deal with stress.",
        "I want to reach my goals this year.",
        "I love the dark colours and the lighting in it.",
        "The vet let me hold her dog. He was so friendly.",
        "Doing research makes sense.",
        "Gonna be a big change.",
        "I took that photo near Fort Wayne.",
        "Nature always pushes me out of my comfort zone.",
        "We explore all the time.",
        "I'm a big fan of them.",
        "I want to solidify the plan first.",
        "I can't wait to start reaching out.",
        "I led a yoga session at a local care home last week.",
        "This hoodie isn't for sale.",
        "I usually get too consumed with hitting my goals.",
        "This trilogy is one of my faves.",
        "My neighbours were interested in trying yoga.",
        "Trying out plum, quince and fig has been a blast!",
    ],
)
def test_what_passes_or_says_nothing_is_no_fact(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm stubborn.", ("user", "attribute", "stubborn")),
        ("I love the mountains and the sea.", ("user", "likes", "sea")),
        ("I love running my own shop.", ("user", "likes", "running their own shop")),
        ("I want to work with my hands.", ("user", "goal", "work with hands")),
        ("I got a kettle for my flat.", ("user", "owns", "kettle")),
        ("I've never been to Japan.", ("user", "visited", "Japan")),
        ("It's been a dream to own a boat.", ("user", "goal", "own a boat")),
    ],
)
def test_what_lasts_is_a_fact_in_the_third_person(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in triples(text)


@pytest.mark.parametrize(
    "text",
    ["I bought a console for my dad as a gift.", "I got my niece a scooter.", "I knitted a scarf for him."],
)
def test_what_is_got_for_another_is_not_owned(text: str) -> None:
    assert not [f for f in facts(text) if f.predicate == "owns" and f.subject.kind == "self"]


def test_what_is_only_considered_says_so() -> None:
    (plan,) = facts("I'm thinking about getting a canoe.")
    assert plan.tentative
    assert plan.content == "user is considering: get a canoe"


@pytest.mark.parametrize(
    "text", ["Gonna be awesome!", "Going to be a great summer.", "Going to be so much fun!"]
)
def test_how_it_will_be_is_nobodys_plan(text: str) -> None:
    assert not facts(text)


def test_what_somebody_will_be_is_a_plan() -> None:
    assert triples("Going to be a dad in June!") == {("user", "plans_to", "be a dad")}


def test_the_capital_of_a_sentence_is_not_the_objects() -> None:
    assert triples("Painting is my hobby.") == {("user", "hobby", "painting")}
    assert triples("English is my second language.") == {("user", "speaks", "English")}


@pytest.mark.parametrize(
    "role", ["sister-in-law", "mother-in-law", "brother-in-law", "sister", "half-sister"]
)
@pytest.mark.parametrize("rest", ["just opened a bakery in Ghent", "lives in Bath", "is a plumber"])
def test_the_name_beside_a_role_of_several_words_is_whole(role: str, rest: str) -> None:
    told = [
        c
        for c in say(f"My {role} Priyanka {rest}.", consents=frozenset({"name"})).candidates
        if isinstance(c, FactCandidate)
    ]
    assert {"Priyanka"} == {f.subject.name for f in told if f.subject.kind != "self"}
    assert "Priyanka" in {f.object.name for f in told}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We're getting a kitten.", ("user", "plans_to", "get a kitten")),
        ("I'm adopting a rabbit.", ("user", "plans_to", "adopt a rabbit")),
        ("My brother's getting a puppy.", ("brother", "plans_to", "get a puppy")),
    ],
)
def test_an_animal_to_come_is_planned_and_not_there(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in triples(text)
    assert not any(predicate == "pet" for _, predicate, _ in triples(text))


def test_an_animal_that_came_is_there() -> None:
    assert ("user", "pet", "kitten") in triples("We got a kitten in May.")


def test_what_is_left_together_is_not_left_for_the_other() -> None:
    assert triples("I quit the trade union with my wife.") == {
        ("user", "spouse", "wife"),
        ("user", "member_of", "trade union"),
    }


@pytest.mark.parametrize("text", ["My lunch is a burrito.", "I ended up on the sales team at Brightly."])
def test_neither_a_meal_is_a_habit_nor_a_firm_a_home(text: str) -> None:
    assert not {p for _, p, _ in triples(text)} & {"habit", "lives_in"}


def test_where_one_ended_up_is_a_home() -> None:
    assert ("user", "lives_in", "Leeds") in triples("I ended up in Leeds.")


@pytest.mark.parametrize(
    ("text", "thing", "polarity"),
    [
        ("There isn't a dishwasher in our flat.", "dishwasher", "-"),
        ("There's no piano in our house.", "piano", "-"),
        ("There's not a single plant in my flat.", "plant", "-"),
        ("There is a piano in our house.", "piano", "+"),
        ("The flat's rented but the furniture is ours.", "furniture", "+"),
        ("The studio is leased but the kiln is mine.", "kiln", "+"),
    ],
)
def test_what_there_is_none_of_is_denied_and_what_is_rented_not_owned(
    text: str, thing: str, polarity: str
) -> None:
    assert [(f.object.name, f.polarity) for f in facts(text) if f.predicate == "owns"] == [(thing, polarity)]


@pytest.mark.parametrize(
    "text",
    [
        "The twins take after their dad: both left-handed.",
        "She's not my sister, she's my aunt.",
        "Sometimes I wish I was a cat, no emails, no rent.",
    ],
)
def test_what_others_are_and_what_is_wished_away_is_no_trait(text: str) -> None:
    assert not [f for f in facts(text) if f.predicate == "attribute" and f.subject.kind == "self"]
    assert not [f for f in facts(text) if f.object.name == "aunt" and f.predicate == "attribute"]


def test_a_home_that_may_be_anywhere_is_none() -> None:
    assert triples("Home is wherever the Navy puts us, which currently means Rota.") == {
        ("user", "lives_in", "Rota")
    }
