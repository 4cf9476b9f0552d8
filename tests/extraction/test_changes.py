"""What a message makes of the facts that are known: ends, new counts, mistakes put right, words taken back."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, extractor
from user_memory.extraction.facts.changes import may_change
from user_memory.graph.candidates import Background, FactCandidate, KnownFact, Mention
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import categories

USER, SON = Mention("user", "self"), Mention("son", "person", "son")


def known(predicate: str, name: str, subject: Mention = USER) -> KnownFact:
    return KnownFact(subject, predicate, Mention(name, "topic"))


HELD = (
    known("owns", "old Saab 900"),
    known("pet", "terrier"),
    known("member_of", "rowing club"),
    known("habit", "five teas a day"),
    known("age", "36"),
    known("likes", "Larkhall"),
    known("favorite", "Larkhall"),
    known("name", "Jonathan"),
    known("works_for", "Fenwick", SON),
    known("lived_in", "Ghent"),
    known("parent", "father"),
)


def told(text: str) -> set[tuple[str, str, str, str]]:
    """(subject, predicate, object, operation) of the facts in a message to whom ``HELD`` is known."""
    background = Background(consents=categories(), facts=HELD)
    message = Message("said", "user", text, TUESDAY)
    found = extractor().extract(Interaction("session", (message,), "UTC"), background).candidates
    return {
        (f.subject.name, f.predicate, f.object.name, f.operation)
        for f in found
        if isinstance(f, FactCandidate)
    }


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        (
            "sold the Saab in January, it's the bike for everything now",
            ("user", "owns", "old Saab 900", "end"),
        ),
        ("we had to put down the terrier last week", ("user", "pet", "terrier", "end")),
        ("our terrier died on Sunday", ("user", "pet", "terrier", "end")),
        ("I've quit the rowing club, too many early mornings", ("user", "member_of", "rowing club", "end")),
        ("my son got laid off by Fenwick", ("son", "works_for", "Fenwick", "end")),
        ("I take back everything I said about Larkhall", ("user", "favorite", "Larkhall", "retract")),
        ("oops, I meant 63, not 36", ("user", "age", "36", "retract")),
    ],
)
def test_what_has_ended_or_was_wrong_is_told_of_the_fact_that_is_known(
    text: str, ended: tuple[str, str, str, str]
) -> None:
    assert ended in told(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("down to two teas a day, be proud", ("user", "habit", "two teas a day", "assert")),
        ("oops, I meant 63, not 36", ("user", "age", "63", "assert")),
        ("small thing: it's Jonathon with two o's", ("user", "name", "Jonathon", "assert")),
    ],
)
def test_the_new_value_takes_the_place_of_the_old(text: str, value: tuple[str, str, str, str]) -> None:
    assert value in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "if I sold the Saab I'd miss it",
        "should I quit the rowing club?",
        "I hear Anna sold the Saab of hers",
        "my father died when I was ten",
        "I left the keys in the hall",
    ],
)
def test_nothing_ends_that_is_not_said_to(text: str) -> None:
    assert not {f for f in told(text) if f[3] != "assert"}


def test_most_messages_change_nothing() -> None:
    assert not may_change("we are off to the lake with friends")
