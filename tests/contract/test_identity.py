"""Merging entities that are one, and taking it back."""

from __future__ import annotations

import pytest

from user_memory.graph.errors import Conflict, InvalidInput, NotFound
from user_memory.graph.memory.user import User


@pytest.fixture
def family(ana: User) -> User:
    ana.remember(
        "Mona lives_in Oslo\nMona_Berga works_for Acme\nMona_Berga likes tea\nNina sibling Mona_Berga\n"
        "event 2026-01-05 Nina visited Mona"
    )
    return ana


def one(user: User, name: str) -> str:
    return next(e.id for e in user.entities(limit=500).items if e.name == name)


def pictured(user: User) -> object:
    """All that is read of the user, to be compared before and after."""
    ids = [e.id for e in user.entities(limit=500).items]
    return (
        user.entities(limit=500),
        user.memories(limit=500),
        user.graph(ids[0], depth=4),
        [user.relations(i, depth=2) for i in ids],
        user.search("Mona", limit=50),
    )


def test_merged_entities_are_read_as_one(family: User) -> None:
    mona, berga = one(family, "Mona"), one(family, "Mona Berga")
    whole = family.merge([berga, mona])
    assert (whole.id, whole.name, whole.aliases, whole.mentions) == (berga, "Mona Berga", ("Mona",), 5)
    assert {e.name for e in family.entities(kind="person").items} == {"Mona Berga", "Nina"}
    assert family.entity(mona) == family.entity(berga) == whole
    relations = family.relations(mona).items
    assert {(r.from_.name, r.to.name) for r in relations} == {
        ("Mona Berga", "Oslo"),
        ("Mona Berga", "Acme"),
        ("Mona Berga", "tea"),
        ("Nina", "Mona Berga"),
    }
    assert relations == family.relations(berga).items
    assert [m.content for m in family.timeline(entity=berga).items] == ["Nina visited Mona"]


def test_a_merged_entity_is_found_by_each_of_its_names(family: User) -> None:
    family.merge([one(family, "Nina"), one(family, "Mona")])
    assert [e.name for e in family.entities(q="mona").items] == ["Mona Berga", "Nina"] or [
        e.name for e in family.entities(q="mona").items
    ] == ["Nina", "Mona Berga"]


def test_the_graph_and_paths_run_through_merged_entities(family: User) -> None:
    mona, berga = one(family, "Mona"), one(family, "Mona Berga")
    oslo, acme = one(family, "Oslo"), one(family, "Acme")
    assert family.paths(oslo, acme) == ()
    family.merge([berga, mona])
    (path, *_) = family.paths(oslo, acme)
    assert [e.name for e in path.entities] == ["Oslo", "Mona Berga", "Acme"]
    view = family.graph(mona, depth=1)
    assert view.center == berga
    assert {n.name for n in view.nodes} == {"Mona Berga", "Oslo", "Acme", "tea", "Nina"}
    assert {e.from_ for e in view.edges} | {e.to for e in view.edges} >= {berga}
    assert mona not in {n.id for n in view.nodes}


def test_splitting_leaves_everything_as_it_was(family: User) -> None:
    before = pictured(family)
    mona, berga = one(family, "Mona"), one(family, "Mona Berga")
    family.merge([berga, mona])
    assert pictured(family) != before
    apart = family.split(mona)
    assert {e.name for e in apart.items} == {"Mona", "Mona Berga"}
    assert pictured(family) == before


def test_splitting_the_one_that_stands_for_others_frees_them_all(family: User) -> None:
    nina, mona, berga = one(family, "Nina"), one(family, "Mona"), one(family, "Mona Berga")
    family.merge([nina, mona, berga])
    assert len(family.entities(kind="person").items) == 1
    family.split(nina)
    assert len(family.entities(kind="person").items) == 3
    with pytest.raises(Conflict):
        family.split(nina)


def test_merges_of_merges_are_followed(family: User) -> None:
    nina, mona, berga = one(family, "Nina"), one(family, "Mona"), one(family, "Mona Berga")
    family.merge([berga, mona])
    family.merge([nina, mona])
    assert family.entity(mona).id == nina
    family.split(berga)
    assert family.entity(mona).id == berga


def test_alike_names_are_proposed_until_they_are_decided(family: User) -> None:
    (proposed,) = family.merges().items
    assert (proposed.from_.name, proposed.to.name, proposed.state) == ("Mona", "Mona Berga", "proposed")
    family.split(proposed.from_.id, proposed.to.id)
    (rejected,) = family.merges().items
    assert (rejected.state, rejected.decided_by) == ("rejected", "user")
    family.merge([proposed.to.id, proposed.from_.id])
    assert [m.state for m in family.merges().items] == ["accepted"]


def test_the_user_stands_for_whoever_is_merged_with_them(family: User) -> None:
    family.remember("user likes milk")
    me = one(family, "user")
    assert family.merge([one(family, "Nina"), me]).id == me


def test_deleting_a_merged_entity_deletes_all_that_it_is(family: User) -> None:
    mona, berga = one(family, "Mona"), one(family, "Mona Berga")
    family.merge([berga, mona])
    family.delete_entity(mona)
    assert family.memories().items == ()
    for gone in (mona, berga):
        with pytest.raises(NotFound):
            family.entity(gone)


def test_what_cannot_be_merged_says_why(family: User, bob: User) -> None:
    nina, oslo = one(family, "Nina"), one(family, "Oslo")
    with pytest.raises(InvalidInput, match="two different"):
        family.merge([nina, nina])
    with pytest.raises(NotFound):
        family.merge([nina, "nobody"])
    bob.remember("Sina likes tea")
    with pytest.raises(NotFound):
        family.merge([nina, one(bob, "Sina")])
    with pytest.raises(NotFound):
        bob.split(nina)
    family.remember("user likes milk")
    with pytest.raises(Conflict, match="person"):
        family.merge([one(family, "user"), oslo])
