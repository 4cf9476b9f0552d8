"""Relationship queries: entities, relations, paths, timeline, neighbourhood, why."""

from __future__ import annotations

import pytest

from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.user import User


@pytest.fixture
def family(ana: User) -> User:
    ana.remember(
        "user sibling Nina\nNina lives_in Oslo\nNina works_for Acme\nMona works_for Acme\nMona lives_in Bergen\n"
        "event 2026-01-05 Nina visited Mona\nevent 2026-02-01 Mona moved\nevent undated Nina laughed\nrule be brief"
    )
    return ana


def one(user: User, name: str) -> str:
    return next(e.id for e in user.entities(limit=500).items if e.name == name)


def test_entities_are_found_by_name_and_kind(family: User) -> None:
    assert [e.name for e in family.entities(q="nin").items] == ["Nina"]
    assert {e.name for e in family.entities(kind="person").items} == {"Nina", "Mona"}
    nina = family.entity(one(family, "Nina"))
    assert nina.mentions == 5


def test_relations_one_and_two_hops_away(family: User) -> None:
    near = family.relations(one(family, "Nina")).items
    assert {(r.from_.name, r.fact.fact.predicate, r.to.name, r.depth) for r in near if r.fact.fact} == {
        ("user", "sibling", "Nina", 1),
        ("Nina", "lives_in", "Oslo", 1),
        ("Nina", "works_for", "Acme", 1),
    }
    far = [r for r in family.relations(one(family, "Nina"), depth=2).items if r.depth == 2]
    assert [(r.from_.name, r.to.name) for r in far] == [("Mona", "Acme")]
    assert [r.to.name for r in family.relations(one(family, "Nina"), predicate="works_for").items] == ["Acme"]


def test_relations_are_paged(family: User) -> None:
    nina = one(family, "Nina")
    first = family.relations(nina, limit=2)
    rest = family.relations(nina, limit=2, cursor=first.next_cursor)
    assert len({r.fact.id for r in (*first.items, *rest.items)}) == 3
    assert rest.next_cursor is None


def test_a_path_names_its_facts_and_reads_aloud(family: User) -> None:
    (path, *_) = family.paths(one(family, "Nina"), one(family, "Bergen"))
    assert [e.name for e in path.entities] == ["Nina", "Acme", "Mona", "Bergen"]
    assert [m.content for m in path.facts] == [
        "Nina works_for Acme",
        "Mona works_for Acme",
        "Mona lives_in Bergen",
    ]
    assert all(name in path.text for name in ("Nina", "Acme", "Mona", "Bergen"))


def test_a_path_never_runs_through_the_user(family: User) -> None:
    family.remember("user likes Bergen\nuser likes tea")
    assert family.paths(one(family, "tea"), one(family, "Bergen")) == ()
    assert family.paths(one(family, "Nina"), one(family, "Bergen"), max_hops=2) == ()


def test_the_timeline_is_in_the_order_of_the_world(family: User) -> None:
    assert [m.content for m in family.timeline().items] == ["Nina visited Mona", "Mona moved"]
    assert [m.content for m in family.timeline(from_="2026-01-20T00:00:00Z").items] == ["Mona moved"]
    assert [m.content for m in family.timeline(to="2026-01-20T00:00:00Z").items] == ["Nina visited Mona"]
    assert [m.content for m in family.timeline(entity=one(family, "Nina")).items] == ["Nina visited Mona"]
    page = family.timeline(limit=1)
    assert [m.content for m in family.timeline(limit=1, cursor=page.next_cursor).items] == ["Mona moved"]


def test_the_neighbourhood_opens_at_the_user_and_grows(family: User) -> None:
    near = family.graph()
    assert {e.name for e in near.nodes} == {"user", "Nina"}
    assert near.truncated
    wide = family.graph(depth=4)
    assert {e.name for e in wide.nodes} == {"user", "Nina", "Oslo", "Acme", "Mona", "Bergen"}
    assert {m.content for m in wide.events} == {"Nina visited Mona", "Mona moved", "Nina laughed"}
    assert not wide.truncated
    assert len(family.graph(depth=4, limit=3).nodes) == 3


def test_why_tells_sources_and_strength(family: User) -> None:
    memory = family.memories(q="Oslo").items[0]
    why = family.why(memory.id)
    assert [s.quote for s in why.evidence] == ["Nina lives_in Oslo"]
    parts = {p.name: p.value * p.weight for p in why.strength}
    assert parts["importance"] * parts["kept"] == pytest.approx(why.memory.effective_importance)


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda u: u.relations(one(u, "Nina"), depth=3), "depth"),
        (lambda u: u.relations(one(u, "Nina"), predicate="hates"), "predicate"),
        (lambda u: u.graph(depth=9), "depth"),
        (lambda u: u.graph(limit=0), "limit"),
        (lambda u: u.paths(one(u, "Nina"), one(u, "Oslo"), max_hops=7), "max_hops"),
        (lambda u: u.memories(limit=0), "limit"),
        (lambda u: u.memories(layer="dreams"), "layer"),
        (lambda u: u.memories(status="lost"), "status"),
        (lambda u: u.memories(predicate="hates"), "predicate"),
        (lambda u: u.entities(kind="ghost"), "kind"),
        (lambda u: u.timeline(from_="soon"), "from"),
        (lambda u: u.context("x", max_memories=0), "max_memories"),
        (lambda u: u.context("x", min_importance=11), "min_importance"),
        (lambda u: u.context("x", layers=["dreams"]), "layers"),
        (lambda u: u.context("x", profile="loud"), "profile"),
        (lambda u: u.context("x", token_budget=0), "token_budget"),
        (lambda u: u.context("x", session_id="no spaces"), "session_id"),
    ],
)
def test_values_out_of_range_name_their_field(family: User, call: object, where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        call(family)  # type: ignore[operator]
    assert caught.value.where == where
