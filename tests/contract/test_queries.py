"""Odd questions: each is answered with what fits it, with nothing, or with an error that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clocks import StoppedClock
from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.user import User
from user_memory.graph.model import Context

EMPTY = [None, "", " \n\t ", "\u3000"]
WORDLESS = [
    "\x00\x01\x02",
    "\x1c\x1d\x1e\x1f",
    "\x1b",
    "\x07" * 500,
    "\u200b\u2060",
    "?! ...",
    "🙂🙂",
    "\ud800",
]
UNANSWERED = {
    "stop words only": "what is the of and to",
    "another script": "где она живёт",
    "letters without spaces": "我住在哪里",
    "one letter, nine thousand times": "a" * 9_000,
    "a hundred thousand characters": "qwx " * 25_000,
    "a search language": 'name:* AND (foo~ OR "bar"^2) -baz [a TO z]',
    "everything, in a search language": "*:*",
    "an injection": "'); MATCH (n) DETACH DELETE n; //",
}


@pytest.fixture
def known(ana: User) -> User:
    ana.remember(
        "user lives_in Lisbon\nuser likes espresso\nNina works_for Acme\nevent 2026-02-20 Nina climbed Matterhorn\n"
        "when coding: rule use tabs\nwhen chatting: rule no emojis\nrule be brief"
    )
    return ana


def found(context: Context) -> tuple[set[str], set[str]]:
    return {h.memory.content for h in context.memories}, {h.memory.content for h in context.rules}


@pytest.mark.parametrize("query", EMPTY, ids=repr)
def test_an_empty_query_leaves_all_open(known: User, query: str | None) -> None:
    memories, rules = found(known.context(query))
    assert memories == {
        "user lives_in Lisbon",
        "user likes espresso",
        "Nina works_for Acme",
        "Nina climbed Matterhorn",
    }
    assert rules == {"use tabs", "no emojis", "be brief"}


@pytest.mark.parametrize("query", WORDLESS, ids=ascii)
def test_a_query_without_words_is_not_empty_and_met_by_nothing(known: User, query: str) -> None:
    assert found(known.context(query)) == (set(), {"be brief"})


@pytest.mark.parametrize("query", UNANSWERED.values(), ids=UNANSWERED.keys())
def test_what_nothing_answers_gets_what_always_holds(known: User, query: str) -> None:
    assert found(known.context(query)) == (set(), {"be brief"})


def test_of_a_query_that_is_too_long_the_beginning_is_read(known: User) -> None:
    context = known.context("espresso " + "x " * 50_000)
    assert found(context)[0] == {"user likes espresso"}
    assert [w.code for w in context.warnings] == ["query_cut"]


def test_words_are_found_among_the_signs_of_a_search_language(known: User) -> None:
    assert found(known.context('+"espresso"^2 AND NOT (')) == ({"user likes espresso"}, {"be brief"})


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ({"max_memories": 0}, "max_memories"),
        ({"max_memories": 101}, "max_memories"),
        ({"min_importance": -0.1}, "min_importance"),
        ({"min_importance": float("nan")}, "min_importance"),
        ({"token_budget": 0}, "token_budget"),
        ({"layers": ["spiritual"]}, "layers"),
        ({"profile": "best"}, "profile"),
        ({"session_id": "no spaces"}, "session_id"),
        ({"as_of": "yesterday"}, "as_of"),
        ({"as_of": "2026-03-01T00:00:00"}, "as_of"),
        ({"as_of": "0000-01-01T00:00:00Z"}, "as_of"),
        ({"known_at": "9999-12-31T23:59:59Z"}, "known_at"),
    ],
    ids=str,
)
def test_what_is_out_of_range_is_named(known: User, asked: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        known.context("espresso", **asked)
    assert refused.value.where == where


def test_a_session_nobody_opened_has_no_wishes(known: User) -> None:
    context = known.context("espresso", session_id="nobody-opened-this")
    assert (found(context)[0], context.session) == ({"user likes espresso"}, ())


def test_before_the_first_memory_nothing_was_known(known: User, clock: StoppedClock) -> None:
    before = clock.now.replace(year=clock.now.year - 1)
    assert found(known.context("espresso", known_at=before)) == (set(), set())


def test_before_it_began_a_fact_did_not_hold(ana: User) -> None:
    ana.remember("since 2020-01-01 user lives_in Oslo")
    assert found(ana.context("Oslo", as_of="2020-01-02T00:00:00Z"))[0] == {
        "since 2020-01-01 user lives_in Oslo"
    }
    assert found(ana.context("Oslo", as_of="2019-12-31T00:00:00Z"))[0] == set()


def test_a_user_nobody_knows_has_an_empty_context(bob: User) -> None:
    assert (found(bob.context("espresso")), bob.context("espresso").text) == ((set(), set()), "")
