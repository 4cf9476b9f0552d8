"""What is said of an hour, of what is still under way, or of something else, and must not be read for lasting or over."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, extractor, rules, say
from user_memory.graph.candidates import Background, FactCandidate, KnownFact, Mention
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import categories

USER = Mention("user", "self")


def facts(text: str, known: tuple[KnownFact, ...] = ()) -> set[tuple[str, str, str]]:
    """(operation or polarity, predicate, object) of the facts of a message."""
    background = Background(consents=categories(), facts=known)
    message = Message("said", "user", text, TUESDAY)
    found = extractor().extract(Interaction("session", (message,), "UTC"), background).candidates
    return {
        ("end" if f.operation == "end" else f.polarity, f.predicate, f.object.name)
        for f in found
        if isinstance(f, FactCandidate)
    }


@pytest.mark.parametrize(
    "text",
    [
        "My husband left me a voicemail.",
        "My husband left me breathless.",
        "My husband left me in charge of the garden.",
        "My husband left us in Rome.",
        "My husband left me for a week.",
        "I left my husband a note.",
        "I left my husband at the airport.",
        "I left my husband asleep.",
        "My husband dropped me at the station.",
        "I'm divorcing my husband.",
    ],
)
def test_who_is_left_with_a_note_or_somewhere_is_not_left_for_good(text: str) -> None:
    assert facts(text) == {("+", "spouse", "husband")}


@pytest.mark.parametrize(
    "text",
    [
        "My husband left me.",
        "My husband left me last year.",
        "My husband left me for his coach.",
        "My husband left me in 2019.",
        "My husband walked out on me.",
        "I left my husband two years ago.",
        "I left my husband for somebody else.",
    ],
)
def test_who_is_left_for_good_is_none_any_more(text: str) -> None:
    assert ("end", "spouse", "husband") in facts(text)


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("He left me breathless.", False),
        ("He left me a voicemail.", False),
        ("I left him at the station.", False),
        ("Dan left me speechless.", False),
        ("He left me.", True),
        ("He left me last week.", True),
        ("I left him for good.", True),
        ("Dan left me for his coach.", True),
    ],
)
def test_a_known_bond_ends_only_by_parting(text: str, over: bool) -> None:
    dan = KnownFact(USER, "partner", Mention("Dan", "person"))
    assert (("end", "partner", "Dan") in facts(text, (dan,))) == over


@pytest.mark.parametrize(
    ("under_way", "done", "ended"),
    [
        ("I'm selling my car.", "I sold my car.", ("owns", "car")),
        ("I was selling my car but changed my mind.", "I have sold my car.", ("owns", "car")),
        ("I'm getting rid of my car.", "I got rid of my car.", ("owns", "car")),
        ("I'm giving away my piano.", "I gave away my piano.", ("owns", "piano")),
        ("We're selling our house in Leeds.", "We've sold our house in Leeds.", ("owns", "house")),
        ("We're rehoming our dog.", "We rehomed our dog.", ("pet", "dog")),
    ],
)
def test_what_is_being_given_up_is_still_there(under_way: str, done: str, ended: tuple[str, str]) -> None:
    assert not {f for f in facts(under_way) if f[0] == "end"}
    assert ("end", *ended) in facts(done)


@pytest.mark.parametrize(
    "text",
    [
        "I'm leaving Google.",
        "I'm leaving Leeds for Rome.",
        "I nearly ended up in Rome.",
        "I'm getting divorced.",
        "I'm moving out of Leeds.",
        "I'm resigning from Acme.",
    ],
)
def test_nor_is_a_place_left_while_one_is_leaving(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("I'm no longer working at Acme.", ("end", "works_for", "Acme")),
        ("I'm not living in Leeds anymore.", ("end", "lives_in", "Leeds")),
        ("I used to rent; I own a boat now.", ("end", "attribute", "renting")),
        ("We used to rent.", ("end", "attribute", "renting")),
    ],
)
def test_what_is_said_to_be_over_is(text: str, over: tuple[str, str, str]) -> None:
    assert over in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "I ended up in Rome for a weekend.",
        "We ended up in Rome last night.",
        "I ended up in Rome by accident.",
        "We took the wrong train and ended up in Rome.",
        "I wound up in Rome for a conference.",
        "We settled in Rome for the weekend.",
        "I ended up in Rome for two years.",
        "I ended up in Rome because of a strike.",
        "We ended up in Rome at 3am.",
    ],
)
def test_a_stay_is_no_home(text: str) -> None:
    assert not {f for f in facts(text) if f[1] == "lives_in"}


@pytest.mark.parametrize(
    "text", ["I ended up in Rome.", "I ended up in Rome after uni.", "We ended up in Rome and never left."]
)
def test_where_one_ended_up_for_good_is_a_home(text: str) -> None:
    assert ("+", "lives_in", "Rome") in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Jazz doesn't do it for me anymore.",
        "Jazz just doesn't do it for me.",
        "Jazz does not do it for me.",
        "Jazz never did it for me.",
        "Jazz hardly does it for me.",
    ],
)
def test_what_does_nothing_for_one_is_disliked_and_nothing_else(text: str) -> None:
    assert facts(text) == {("+", "dislikes", "jazz")}


def test_what_does_it_is_liked() -> None:
    assert ("+", "likes", "running") in facts("Running does it for me.")


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Sue is my aunt.", ("relative", "Sue")),
        ("Tom is my cousin.", ("relative", "Tom")),
        ("Anna is my sister.", ("sibling", "Anna")),
        ("Tom is my brother-in-law.", ("relative", "Tom")),
    ],
)
def test_one_person_told_by_name_and_role_is_one(text: str, relation: tuple[str, str]) -> None:
    assert facts(text) == {("+", *relation)}


def test_who_was_an_aunt_is_none_now() -> None:
    assert not facts("Rita was my aunt.")


@pytest.mark.parametrize(
    ("text", "chief"),
    [("Sam left me for his coach.", False), ("I report to Sam.", True), ("Sam is my boss.", True)],
)
def test_nobody_is_a_manager_whom_no_word_calls_so(text: str, chief: bool) -> None:
    assert (("+", "manager", "Sam") in facts(text)) == chief


@pytest.mark.parametrize(
    "text",
    [
        "Let me tell you: I quit my job",
        "Let me tell you, I quit my job",
        "Guess what! I quit my job",
        "You know what? I quit my job",
        "The thing is, I quit my job",
        "I quit my job",
    ],
)
def test_what_only_announces_is_not_told(text: str) -> None:
    said = say(text, speaker="Ana")
    assert [e.content for e in events(said)] == ["Ana quit their job"]


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("You keep adding emojis and it drives me nuts", "never add emojis"),
        ("You keep adding emojis, it's driving me crazy", "never add emojis"),
        ("You keep using bullet points and I hate it", "never use bullet points"),
        ("I'm tired of you adding emojis", "never add emojis"),
        ("You keep calling me Annie, please stop", "never call the user Annie"),
    ],
)
def test_a_complaint_orders_in_the_base_form(text: str, instruction: str) -> None:
    assert [(r.instruction, r.polarity) for r in rules(say(text))] == [(instruction, "-")]


@pytest.mark.parametrize(
    "text",
    [
        "My brother keeps adding emojis, it drives me nuts",
        "The app adds emojis, it bugs me",
        "You keep adding emojis",
        "You keep adding emojis, it drives me nuts",
    ],
)
def test_what_somebody_does_again_and_again_is_no_order(text: str) -> None:
    assert not rules(say(text))


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ('Always write "gonna", never "going to".', 'write "gonna", never "going to"'),
        ('Never use "u" for you', 'never use "u" for you'),
        ('Never write "you" in replies to me', 'never write "you" in replies to the user'),
        ('Don\'t say "my bad"', 'don\'t say "my bad"'),
        ("Stop saying gotta.", "stop saying gotta"),
    ],
)
def test_words_that_a_rule_quotes_stand_as_they_are(text: str, instruction: str) -> None:
    assert [r.instruction for r in rules(say(text))] == [instruction]
