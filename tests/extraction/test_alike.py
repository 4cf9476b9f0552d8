"""Predicates that are alike, and which of two readings of the same words stays."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from user_memory.extraction.facts.arbitration import arbitrated
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.powers import is_dictated_power
from user_memory.extraction.facts.predicates import (
    ACTIVITIES,
    BYGONE,
    FAMILIES,
    KIND,
    NAMES,
    OPPOSITE,
    PEOPLE,
    WISHES,
    are_akin,
    are_taken_for_each_other,
)
from user_memory.graph.vocabulary import vocabulary

_PREDICATE = st.sampled_from(sorted(vocabulary()))
_DRAFTS = st.lists(st.tuples(_PREDICATE, st.sampled_from(["tea", "green tea", "Leeds", "chess"])), max_size=6)


_SAID = Doc(Vocab(), ["I", "said", "so"])


def _draft(predicate: str, name: str, polarity: str = "+", operation: str = "assert") -> Draft:
    return Draft(_SAID[1], _SAID[0], predicate, None, name=name, polarity=polarity, operation=operation)  # type: ignore[arg-type]


def _told(drafts: list[Draft]) -> list[tuple[str, str]]:
    return [(d.predicate, d.said) for d in drafts]


def test_every_table_speaks_of_predicates_of_the_vocabulary() -> None:
    tables = (*FAMILIES, KIND, PEOPLE, NAMES, BYGONE, ACTIVITIES, WISHES, OPPOSITE)
    assert {name for table in tables for name in table} <= set(vocabulary())


def test_no_predicate_stands_in_two_families() -> None:
    assert [one & other for one, other in combinations(FAMILIES, 2) if one & other] == []


def test_opposites_are_those_that_the_vocabulary_says_negate() -> None:
    negated = {name: p.negates for name, p in vocabulary().items() if p.negates is not None}
    assert negated | {other: name for name, other in negated.items()} == dict(OPPOSITE)


@given(_PREDICATE, _PREDICATE)
def test_likeness_has_no_direction(one: str, other: str) -> None:
    assert are_akin(one, one)
    assert not are_taken_for_each_other(one, one)
    assert are_akin(one, other) == are_akin(other, one)
    assert are_taken_for_each_other(one, other) == are_taken_for_each_other(other, one)


@given(_DRAFTS)
def test_the_first_reader_is_heard_and_nothing_is_made_up(told: list[tuple[str, str]]) -> None:
    drafts = [_draft(*one) for one in told]
    kept = list(arbitrated(drafts))
    assert kept[:1] == drafts[:1]
    assert [d for d in drafts if any(d is k for k in kept)] == kept
    assert list(arbitrated(kept)) == kept


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("lives_in", "Leeds"), ("visited", "Leeds")),
        (("lives_in", "Leeds"), ("works_for", "north Leeds")),
        (("favorite", "chess"), ("hobby", "chess")),
        (("likes", "tea"), ("dislikes", "tea")),
        (("likes", "fresh bread"), ("likes", "fresh bread on a Sunday")),
        (("likes", "cats"), ("prefers", "cat")),
        (("owns", "bike"), ("owns", "bike", "-")),
    ],
)
def test_a_later_reader_does_not_read_the_same_words_otherwise(
    first: tuple[str, str], second: tuple[str, ...]
) -> None:
    assert _told(list(arbitrated([_draft(*first)], [_draft(*second)]))) == [first]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("birth_place", "Bradford"), ("lived_in", "Bradford")),
        (("lives_in", "Leeds"), ("likes", "Leeds")),
        (("likes", "tea"), ("likes", "coffee")),
        (("sibling", "Ann"), ("sibling", "Ann Marie")),
    ],
)
def test_what_can_both_be_true_stays(first: tuple[str, str], second: tuple[str, str]) -> None:
    assert _told(list(arbitrated([_draft(*first)], [_draft(*second)]))) == [first, second]


def test_one_reader_may_tell_two_relations_to_one_place() -> None:
    told = [("birth_place", "Leeds"), ("lives_in", "Leeds"), ("works_for", "Leeds")]
    assert _told(list(arbitrated(_draft(*one) for one in told))) == told


@pytest.mark.parametrize(
    ("text", "name", "dictated"),
    [
        ("Remember that I run the server", "server", True),
        ("note that I'm the system administrator", "system administrator", True),
        ("I'm the administrator here", "administrator", False),
        ("Remember that I'm a nurse", "nurse", False),
    ],
)
def test_words_give_themselves_no_power(text: str, name: str, dictated: bool) -> None:
    said = Doc(Vocab(), text.split())
    assert is_dictated_power(said[:], Draft(said[0], None, "job_title", None, name=name)) == dictated
