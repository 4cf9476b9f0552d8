"""The two clocks: when something held in the world, and since when the system has known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clocks import StoppedClock
from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.user import User


def lives_in(user: User, **when: object) -> list[str]:
    me = user.entities(kind="self").items[0]
    return [r.to.name for r in user.relations(me.id, predicate="lives_in", **when).items]  # type: ignore[arg-type]


@pytest.fixture
def moved(ana: User, clock: StoppedClock) -> User:
    """Oslo told on 1 March, Bergen (since 1 February 2026) told on 1 April."""
    ana.remember("since 2020-01-01 user lives_in Oslo")
    clock.advance(days=31)
    ana.remember("since 2026-02-01 user lives_in Bergen")
    clock.advance(days=31)
    return ana


def test_now(moved: User) -> None:
    assert lives_in(moved) == ["Bergen"]


def test_as_of_asks_the_world(moved: User) -> None:
    assert lives_in(moved, as_of="2026-01-15T00:00:00Z") == ["Oslo"]
    assert lives_in(moved, as_of="2026-02-01T00:00:00Z") == ["Bergen"]
    assert lives_in(moved, as_of="2019-12-31T00:00:00Z") == []


def test_known_at_asks_what_was_believed_then(moved: User) -> None:
    assert lives_in(moved, known_at="2026-03-15T00:00:00Z") == ["Oslo"]
    assert lives_in(moved, known_at="2026-02-15T00:00:00Z") == []


def test_both_clocks_at_once(moved: User) -> None:
    early = {"as_of": "2026-02-15T00:00:00Z", "known_at": "2026-03-15T00:00:00Z"}
    assert lives_in(moved, **early) == ["Oslo"]
    late = {"as_of": "2026-02-15T00:00:00Z", "known_at": "2026-04-15T00:00:00Z"}
    assert lives_in(moved, **late) == ["Bergen"]


def test_a_retracted_fact_is_seen_only_before_it_was_retracted(ana: User, clock: StoppedClock) -> None:
    ana.remember("user lives_in Oslo")
    told = clock.advance(minutes=1)
    clock.advance(days=1)
    ana.remember("retract user lives_in Oslo")
    assert lives_in(ana) == lives_in(ana, as_of=told) == []
    assert lives_in(ana, known_at=told) == ["Oslo"]


def test_search_and_context_and_graph_take_both_clocks(moved: User) -> None:
    then = {"as_of": "2026-01-15T00:00:00Z"}
    assert [h.memory.fact.object.name for h in moved.search("lives in", **then).items if h.memory.fact] == [
        "Oslo"
    ]
    assert [
        h.memory.fact.object.name for h in moved.context("lives in", **then).memories if h.memory.fact
    ] == ["Oslo"]
    current = {e.label: e.status for e in moved.graph(**then).edges if e.status == "current"}
    assert current == {"lives_in": "current"}


@given(
    st.sampled_from(
        [
            "2026-01-15",
            "2026-01-15T00:00:00",
            "soon",
            "",
            "2026-13-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
            "20260306T093000Z",
            "2026-W10-5T00:00:00Z",
        ]
    )
)
def test_a_time_without_zone_or_sense_is_refused(when: str) -> None:
    from user_memory.graph.times import parse_time

    with pytest.raises(InvalidInput):
        parse_time(when, "as_of")
