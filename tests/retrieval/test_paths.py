"""Paths between entities: short, current, and never through the user or a value."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.family import (
    ACME,
    ANNA,
    BEN,
    LEEDS,
    NINE,
    POTTERY,
    REFS,
    USER,
    fact,
    family,
    rows,
    snapshot,
)
from user_memory.graph.capacity import ACTIVE
from user_memory.graph.retrieval import Row, paths


def test_facts_are_followed_in_either_direction() -> None:
    (path,) = paths(snapshot(family()), LEEDS.id, ACME.id)
    assert [e.name for e in path.entities] == ["Leeds", "Anna", "Acme"]
    assert path.text == "Leeds ←lives_in— Anna —works_for→ Acme"


def test_the_user_may_be_an_end_but_not_a_step() -> None:
    held = snapshot(family())
    assert paths(held, POTTERY.id, ANNA.id) == ()
    assert [p.text for p in paths(held, USER.id, LEEDS.id)] == ["user —sibling→ Anna —lives_in→ Leeds"]


def test_a_value_is_no_step() -> None:
    held = snapshot([fact("m1", ANNA, "age", NINE, "Anna is 9"), fact("m2", BEN, "age", NINE, "Ben is 9")])
    assert paths(held, ANNA.id, BEN.id) == ()


def test_what_no_longer_holds_is_no_step() -> None:
    held = [
        replace(r, memory=replace(r.memory, status="superseded")) if r.memory.id == "m4" else r
        for r in family()
    ]
    assert paths(snapshot(held), LEEDS.id, ACME.id) == ()


def test_unknown_ends_too_few_hops_and_the_same_end_give_none() -> None:
    held = snapshot(family())
    assert paths(held, "nobody", ACME.id) == ()
    assert paths(held, LEEDS.id, ACME.id, max_hops=1) == ()
    assert paths(held, ACME.id, ACME.id) == ()


@given(rows(), st.sampled_from(REFS), st.sampled_from(REFS), st.integers(1, 4))
def test_paths_hang_together(held: list[Row], one: object, other: object, hops: int) -> None:
    found = paths(snapshot(held), one.id, other.id, hops)  # type: ignore[attr-defined]
    assert [len(p.facts) for p in found] == sorted(len(p.facts) for p in found)
    for path in found:
        assert 1 <= len(path.facts) == len(path.entities) - 1 <= hops
        assert not {e.kind for e in path.entities[1:-1]} & {"self", "value"}
        for at, memory, to in zip(path.entities, path.facts, path.entities[1:], strict=False):
            assert memory.fact is not None
            assert memory.status in ACTIVE
            assert {memory.fact.subject.id, memory.fact.object.id} == {at.id, to.id}
