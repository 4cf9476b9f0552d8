"""Merging entities that are one, and taking it back."""

from __future__ import annotations

import pytest

from tests.clocks import StoppedClock
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


@pytest.fixture
def homes(ana: User) -> User:
    """Two persons with a home each; Mona's was told first."""
    for day, words in (
        (1, "Mona lives_in Oslo"),
        (2, "Mona_Berga lives_in Bergen"),
        (3, "Nina lives_in Porto"),
    ):
        message = {"role": "user", "content": words, "at": f"2026-01-0{day}T09:00:00Z"}
        ana.remember([message])
    return ana


def live(user: User, predicate: str = "lives_in") -> dict[str, str]:
    """Values of a predicate by their status, those of Nina apart."""
    found = user.memories(predicate=predicate, limit=500).items
    return {m.fact.object.name: m.status for m in found if m.fact and m.fact.subject.name != "Nina"}


def test_of_two_homes_of_one_person_the_older_has_ended(homes: User, clock: StoppedClock) -> None:
    before = clock.advance(hours=1)
    clock.advance(days=1)
    mona, berga = one(homes, "Mona"), one(homes, "Mona Berga")
    assert live(homes) == {"Oslo": "current", "Bergen": "current"}
    homes.merge([mona, berga])
    assert live(homes) == {"Oslo": "superseded", "Bergen": "current"}
    oslo = next(m for m in homes.memories(q="Oslo").items)
    assert [
        (r.memory.fact.object.name, r.reason) for r in homes.why(oslo.id).superseded_by if r.memory.fact
    ] == [("Bergen", "merged")]
    assert [r.to.name for r in homes.relations(mona, predicate="lives_in").items] == ["Bergen"]
    then = homes.relations(mona, predicate="lives_in", as_of="2026-01-01T12:00:00Z").items
    assert "Oslo" in [r.to.name for r in then]
    known = homes.memories(predicate="lives_in", known_at=before).items
    assert {m.status for m in known} == {"current"}


def test_splitting_gives_each_its_own_home_again(homes: User) -> None:
    before = pictured(homes)
    mona, berga = one(homes, "Mona"), one(homes, "Mona Berga")
    for first, second in ((mona, berga), (berga, mona)):
        homes.merge([first, second])
        assert live(homes) == {"Oslo": "superseded", "Bergen": "current"}
        homes.split(second)
        assert pictured(homes) == before


def test_what_is_said_of_one_of_them_ends_what_the_other_had(homes: User) -> None:
    mona, berga = one(homes, "Mona"), one(homes, "Mona Berga")
    homes.merge([mona, berga])
    homes.remember([{"role": "user", "content": "Mona lives_in Rome", "at": "2026-02-01T09:00:00Z"}])
    assert live(homes) == {"Oslo": "superseded", "Bergen": "superseded", "Rome": "current"}
    homes.split(berga)
    assert live(homes) == {"Oslo": "superseded", "Bergen": "current", "Rome": "current"}


def test_deleting_the_newer_home_brings_the_older_back(homes: User) -> None:
    homes.merge([one(homes, "Mona"), one(homes, "Mona Berga")])
    homes.delete(homes.memories(q="Bergen").items[0].id)
    assert live(homes) == {"Oslo": "current"}


def test_rejecting_the_newer_home_brings_the_older_back(homes: User) -> None:
    homes.merge([one(homes, "Mona"), one(homes, "Mona Berga")])
    homes.reject(homes.memories(q="Bergen").items[0].id)
    assert live(homes) == {"Oslo": "current", "Bergen": "retracted"}


def test_an_end_told_of_one_ends_it_for_the_other(homes: User) -> None:
    homes.merge([one(homes, "Mona"), one(homes, "Mona Berga")])
    homes.remember([{"role": "user", "content": "end Mona lives_in Bergen", "at": "2026-02-01T09:00:00Z"}])
    assert live(homes)["Bergen"] != "current" or live(homes)["Oslo"] == "superseded"
    bergen = [m for m in homes.memories(q="Bergen").items if m.fact and m.fact.polarity == "+"]
    assert [m.status for m in bergen] == ["superseded"]
    homes.split(one(homes, "Mona"))
    bergen = [m for m in homes.memories(q="Bergen").items if m.fact and m.fact.polarity == "+"]
    assert [m.status for m in bergen] == ["current"]


def test_values_that_stand_beside_each_other_stay(ana: User) -> None:
    ana.remember("Mona likes tea\nMona_Berga likes jazz\nMona_Berga not likes tea")
    ana.merge([one(ana, "Mona"), one(ana, "Mona Berga")])
    told = {m.content: m.status for m in ana.memories(predicate="likes").items}
    assert told == {
        "Mona likes tea": "superseded",
        "Mona_Berga likes jazz": "current",
        "Mona_Berga not likes tea": "current",
    }


def test_three_that_are_one_have_one_home(homes: User) -> None:
    before = pictured(homes)
    nina, mona, berga = one(homes, "Nina"), one(homes, "Mona"), one(homes, "Mona Berga")
    homes.merge([nina, mona, berga])
    found = homes.memories(predicate="lives_in").items
    assert {m.fact.object.name: m.status for m in found if m.fact} == {
        "Oslo": "superseded",
        "Bergen": "superseded",
        "Porto": "current",
    }
    homes.split(mona)
    homes.split(berga)
    assert pictured(homes) == before


def test_what_is_corrected_while_merged_stays_with_its_own(homes: User) -> None:
    """The memory is shown by the name of the one that stands for both, and belongs to the other."""
    mona, berga = one(homes, "Mona"), one(homes, "Mona Berga")
    homes.remember("event 2026-01-05 Mona_Berga visited Nina")
    homes.merge([mona, berga])
    bergen = homes.memories(q="Bergen").items[0]
    assert bergen.fact is not None
    assert bergen.fact.subject.name == "Mona"
    homes.update(bergen.id, fact={"subject": "Mona", "object": "Tromsø"})
    visit = homes.memories(q="visited").items[0]
    homes.update(visit.id, content="visited Nina for tea")
    homes.split(berga)
    assert [r.to.name for r in homes.relations(berga, predicate="lives_in").items] == ["Tromsø"]
    assert [r.to.name for r in homes.relations(mona, predicate="lives_in").items] == ["Oslo"]
    assert [m.content for m in homes.timeline(entity=berga).items if m.status == "current"] == [
        "visited Nina for tea"
    ]
    assert homes.timeline(entity=mona).items == ()
