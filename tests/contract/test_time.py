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


def test_an_event_is_there_once_it_has_happened(ana: User) -> None:
    """In lists, the timeline, the picture and answers alike; without a date it is there at any time."""
    ana.remember("event 2026-01-05 Nina visited Mona\nevent undated Nina laughed")
    before, after = "2026-01-04T23:59:59Z", "2026-01-05T00:00:00Z"
    for when, seen in ((before, {"Nina laughed"}), (after, {"Nina laughed", "Nina visited Mona"})):
        told = {m.content for m in ana.memories(layer="episodic", as_of=when).items}
        drawn = {m.content for m in ana.graph(depth=2, center=_named(ana, "Nina"), as_of=when).events}
        found = {h.memory.content for h in ana.search("Nina", as_of=when).items}
        assert told == drawn == found == seen
        dated = {m.content for m in ana.timeline(as_of=when).items}
        assert dated == seen - {"Nina laughed"}
    assert {m.content for m in ana.timeline().items} == {"Nina visited Mona"}


def test_what_is_planned_is_known_now_but_has_not_happened_by_now(ana: User, clock: StoppedClock) -> None:
    ana.remember("event 2030-01-05 Nina visits Mona")
    assert [m.status for m in ana.timeline().items] == ["current"]
    assert ana.timeline(as_of=clock()).items == ()
    assert ana.timeline(as_of="2030-01-06T00:00:00Z").items != ()


def test_a_rule_that_was_ended_has_ended_from_then_on(ana: User, clock: StoppedClock) -> None:
    ana.remember("rule be brief")
    before = clock.advance(days=1)
    clock.advance(days=1)
    ana.remember("end rule be brief")
    after = clock.advance(days=1)
    statuses = [[m.status for m in ana.memories(as_of=when).items] for when in (before, after)]
    assert statuses == [["current"], ["superseded"]]


def _named(user: User, name: str) -> str:
    return user.entities(q=name).items[0].id


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


FUTURE = "since 2026-06-01 user lives_in Bergen"


def answers(user: User, **when: object) -> list[object]:
    """Where the user lives by every read that says so, with the status it is given."""
    me = user.entities(kind="self").items[0].id
    seen = [
        [(r.fact.content, r.fact.status) for r in user.relations(me, **when).items],  # type: ignore[arg-type]
        [(h.memory.content, h.memory.status) for h in user.search("lives in", **when).items],  # type: ignore[arg-type]
        [(h.memory.content, h.memory.status) for h in user.context("lives in", **when).memories],  # type: ignore[arg-type]
        [(m.content, m.status) for m in user.memories(status="current", **when).items],  # type: ignore[arg-type]
    ]
    drawn = [(e.memory_id, e.status) for e in user.graph(**when).edges]  # type: ignore[arg-type]
    return [*seen, sorted(drawn)]


@pytest.mark.parametrize("order", [("user lives_in Oslo", FUTURE), (FUTURE, "user lives_in Oslo")])
def test_what_is_to_hold_later_is_not_so_yet(ana: User, clock: StoppedClock, order: tuple[str, str]) -> None:
    for said in order:
        ana.remember([{"role": "user", "content": said}])
    clock.advance(minutes=1)
    assert answers(ana) == answers(ana, as_of=clock.now) == answers(ana, known_at=clock.now)
    assert lives_in(ana) == ["Oslo"]
    assert {m.content: m.status for m in ana.memories(status="current").items} == {
        "user lives_in Oslo": "current"
    }
    assert len(ana.memories().items) == 2
    assert lives_in(ana, as_of="2026-06-01T00:00:00Z") == ["Bergen"]
    clock.advance(days=100)
    assert answers(ana) == answers(ana, as_of=clock.now) == answers(ana, known_at=clock.now)
    assert lives_in(ana) == ["Bergen"]
    assert [m.content for m in ana.memories(status="superseded").items] == ["user lives_in Oslo"]


def test_a_later_value_that_is_replaced_before_it_came_never_was(ana: User, clock: StoppedClock) -> None:
    ana.remember("user lives_in Oslo")
    ana.remember(FUTURE)
    ana.remember("since 2026-05-01 user lives_in Rome")
    assert lives_in(ana) == ["Oslo"]
    oslo, bergen, rome = ana.memories().items
    assert [r.memory.id for r in ana.why(oslo.id).superseded_by] == [rome.id]
    assert [r.memory.id for r in ana.why(rome.id).superseded_by] == [bergen.id]
    ana.delete(bergen.id)
    ana.delete(rome.id)
    assert [(m.status, m.ended_at) for m in ana.memories().items] == [("current", None)]


def test_what_clocks_that_differ_say_holds_at_once(ana: User, clock: StoppedClock) -> None:
    ana.remember([{"role": "user", "content": "user lives_in Oslo", "at": clock.now}])
    ahead = clock.now.replace(hour=13)
    ana.remember([{"role": "user", "content": "user lives_in Bergen", "at": ahead}])
    assert lives_in(ana) == ["Bergen"]
    assert {m.content: m.status for m in ana.memories().items}["user lives_in Oslo"] == "superseded"
