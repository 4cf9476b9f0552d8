"""An export taken in elsewhere: the same memories under new ids, and the same beliefs after what follows."""

from __future__ import annotations

import itertools
import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clocks import StoppedClock
from tests.contract.test_forget import SAYINGS
from tests.scripted import ADDRESS, SECRET
from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.model import Memory
from user_memory.graph.shapes import to_json


def carried(user: User) -> Any:
    """What an export tells, as it stands in a file."""
    return json.loads(json.dumps(to_json(user.export())))


def told(document: Any, role: str | None = None) -> list[Any]:
    """The memories of an export without ids; sources as an import has them where ``role`` is given."""
    contents = {m["id"]: m["content"] for m in document["memories"]}
    memories = []
    for memory in document["memories"]:
        bare = {k: v for k, v in memory.items() if k != "id"}
        bare["supersedes"] = contents.get(memory.get("supersedes"))
        for entity in (*_entities(memory),):
            entity["id"] = ""
        if "event" in bare:
            bare["event"]["involves"].sort(key=lambda e: e["name"])
        bare["sources"] = [s | ({"role": role} | NO_SPAN if role else {}) for s in memory["sources"]]
        memories.append(bare)
    return memories


NO_SPAN = {"start": None, "end": None, "quote": None}


def _entities(memory: Any) -> list[Any]:
    if "fact" in memory:
        return [memory["fact"]["subject"], memory["fact"]["object"]]
    return list(memory["event"]["involves"]) if "event" in memory else []


def entities(document: Any) -> list[Any]:
    """The entities of an export that memories are about, without ids."""
    return sorted(
        (e["kind"], e["name"], e["aliases"], e["mentions"], e["first_seen_at"], e["last_seen_at"])
        for e in document["entities"]
    )


@pytest.fixture
def lived(ana: User, clock: StoppedClock) -> User:
    """A user with memories of every layer and status, explicit acts and consents."""
    ana.grant("health", "safe recipes")
    ana.grant("name")
    said = [
        "since 2020-01-01 user lives_in Oslo\nuser likes tea\nevent 2026-01-05 Nina visited Mona",
        "user lives_in Bergen\nuser sibling Nina\nmaybe user works_for Acme\nuser allergic_to nuts",
        "end user likes tea\nrule be brief\nwhen coding: rule use tabs",
        "since 2026-09-01 user lives_in Rome\nuser pet cat\nuser likes chess\nuser likes tea",
        "retract user pet cat\nend rule be brief\nuser uses vim instead emacs\nuser likes chess",
    ]
    for number, text in enumerate(said):
        at = clock.advance(days=3) - timedelta(hours=2)
        message = {"id": f"m{number}", "role": "user", "speaker": "Anna", "content": text, "at": at}
        ana.remember([message], session_id=f"s{number // 2}")
    ana.add(
        "semantic",
        fact={"subject": "user", "predicate": "friend", "object": "Sven", "valid_to": "2027-01-01T00:00:00Z"},
        tags=["people", "work"],
        pinned=True,
        importance=3,
        expires_at="2027-01-01T00:00:00Z",
        aliases=["Svenni"],
    )
    old = ana.add("procedural", rule={"instruction": "use metric units"})
    clock.advance(days=1)
    ana.update(old.id, rule={"instruction": "use SI units", "condition": "in the kitchen"})
    ana.confirm(ana.memories(predicate="works_for").items[0].id)
    ana.context("chess tea")
    return ana


def test_an_import_holds_the_same_memories_under_new_ids(
    memory: MemoryService, lived: User, clock: StoppedClock
) -> None:
    memory.flush()
    before = carried(lived)
    clock.advance(days=2)
    copy = memory.user("copy")
    done = memory.import_user(copy.id, before)
    assert (done.stored, done.known, done.refused) == (len(before["memories"]), 0, ())
    after, now = carried(copy), carried(lived)
    assert told(after) == told(now, "import")
    assert {m["status"] for m in after["memories"]} == {"current", "superseded", "retracted"}
    assert not {m["id"] for m in after["memories"]} & {m["id"] for m in now["memories"]}
    assert entities(after) == entities(now)
    assert after["consents"] == now["consents"]


def test_importing_again_stores_nothing_twice(memory: MemoryService, lived: User) -> None:
    document, copy = carried(lived), memory.user("copy")
    memory.import_user(copy.id, document)
    before = carried(copy)
    again = memory.import_user(copy.id, document)
    assert (again.stored, again.known) == (0, len(document["memories"]))
    assert carried(copy) == before
    assert memory.import_user(lived.id, document).stored == 0


def test_what_is_imported_meets_what_is_here(memory: MemoryService, ana: User, bob: User) -> None:
    ana.remember(
        [{"role": "user", "content": "user lives_in Oslo\nuser likes tea", "at": "2026-01-01T00:00:00Z"}]
    )
    bob.remember(
        [{"role": "user", "content": "user lives_in Bergen\nuser likes tea", "at": "2026-02-01T00:00:00Z"}]
    )
    memory.import_user(bob.id, carried(ana))
    assert {m.content: (m.status, len(m.sources)) for m in bob.memories().items} == {
        "user lives_in Bergen": ("current", 1),
        "user lives_in Oslo": ("superseded", 1),
        "user likes tea": ("current", 2),
    }


def test_later_acts_find_what_was_imported(memory: MemoryService, lived: User, clock: StoppedClock) -> None:
    """Said, ended, deleted and restored after the import: the same as where it was exported from."""
    copy = memory.user("copy")
    memory.import_user(copy.id, carried(lived))
    clock.advance(days=1)
    for user in (lived, copy):
        user.remember([{"id": "late", "role": "user", "content": "user likes tea\nend user likes chess"}])
        user.delete_source("m1")
        cat = next(m for m in user.memories(status="retracted").items if "cat" in m.content)
        user.restore(cat.id)
    assert statuses(copy) == statuses(lived)


def statuses(user: User) -> list[tuple[object, ...]]:
    def row(m: Memory) -> tuple[object, ...]:
        times = (m.fact.valid_from, m.fact.valid_to) if m.fact else ()
        return (m.content, m.status, m.confidence, len(m.sources), *map(str, times))

    return sorted(row(m) for m in user.memories(limit=500).items)


def test_archived_memories_stay_archived(memory: MemoryService, ana: User, clock: StoppedClock) -> None:
    ana.remember("event 2026-03-01 Nina left")
    clock.advance(days=600)
    memory.decay(tenant=memory.tenant)
    copy = memory.user("copy")
    memory.import_user(copy.id, carried(ana))
    assert [m.status for m in copy.memories().items] == ["archived"]
    assert told(carried(copy)) == told(carried(ana), "import")


def test_law_2_an_import_passes_the_same_gates(memory: MemoryService, ana: User) -> None:
    ana.grant("health")
    ana.remember("user allergic_to nuts\nuser likes tea\nuser likes coffee\nuser likes milk")
    document = carried(ana)
    document["consents"] = []
    document["memories"][2]["content"] = f"user likes {SECRET}"
    document["memories"][3]["tags"] = [ADDRESS]
    copy = memory.user("copy")
    done = memory.import_user(copy.id, document)
    assert [m.content for m in copy.memories().items] == ["user likes tea"]
    assert len(done.refused) == 3
    assert SECRET not in str(done)
    assert ADDRESS not in str(done)
    assert {e.name for e in copy.entities().items} == {"user", "tea"}


def test_a_consent_withdrawn_here_outlives_an_import(memory: MemoryService, ana: User, bob: User) -> None:
    ana.grant("health")
    ana.remember("user allergic_to nuts")
    bob.grant("health")
    bob.withdraw("health")
    assert len(memory.import_user(bob.id, carried(ana)).refused) == 1
    assert bob.consents()[0].withdrawn_at is not None


def test_merged_entities_come_as_one(memory: MemoryService, ana: User) -> None:
    ana.grant("name")
    ana.remember("Nina lives_in Oslo\nNinetta likes tea")
    nina, ninetta = (ana.entities(q=name).items[0].id for name in ("Nina", "Ninetta"))
    ana.merge([nina, ninetta])
    copy = memory.user("copy")
    memory.import_user(copy.id, carried(ana))
    assert [(e.name, e.aliases) for e in copy.entities(kind="person").items] == [("Nina", ("Ninetta",))]


def test_sessions_come_with_what_is_left_of_their_time(
    memory: MemoryService, ana: User, clock: StoppedClock
) -> None:
    ana.put_session("s", state={"step": 1}, instructions=["be brief"], ttl_seconds=100)
    ana.put_session("gone", state={"step": 1}, ttl_seconds=10)
    document = carried(ana)
    clock.advance(seconds=50)
    copy = memory.user("copy")
    memory.import_user(copy.id, document)
    session = copy.session("s")
    assert (session.state, [i.instruction for i in session.instructions]) == ({"step": 1}, ["be brief"])
    assert abs(session.expires_at - clock.now - timedelta(seconds=50)) < timedelta(seconds=1)
    with pytest.raises(NotFound):
        copy.session("gone")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "other"),
        (("version",), 2),
        (("memories", 0, "recorded_at"), "yesterday"),
        (("memories", 0, "sources"), None),
        (("memories", 0, "fact"), {}),
        (("consents", 0, "category"), "all"),
        (("consents", 0, "purpose"), SECRET),
    ],
)
def test_what_is_no_export_is_refused_whole(
    memory: MemoryService, ana: User, path: tuple[Any, ...], value: object
) -> None:
    ana.grant("health")
    ana.remember("user likes tea")
    document = carried(ana)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(InvalidInput):
        memory.import_user("copy", document)
    assert memory.users().items == ("ana",)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "dreamt"),
        ("status", "retracted"),
        ("confidence", 2.0),
        ("importance", -1.0),
        ("recorded_at", "2100-01-01T00:00:00Z"),
        ("sources", []),
        ("layer", "temporal"),
        ("content", "x" * 201),
        ("id", "no spaces"),
        ("tags", ["x" * 65]),
        ("pinned", "yes"),
    ],
)
def test_a_memory_that_could_not_be_is_refused_alone(
    memory: MemoryService, ana: User, field: str, value: object
) -> None:
    ana.remember("user likes tea\nuser likes milk")
    document = carried(ana)
    document["memories"][0][field] = value
    copy = memory.user("copy")
    done = memory.import_user(copy.id, document)
    assert (done.stored, [where for where, _ in done.refused]) == (
        1,
        [f"memory {document['memories'][0]['id']}"],
    )
    assert [m.content for m in copy.memories().items] == ["user likes milk"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("sources", 0, "message_id"), "no spaces"),
        (("sources", 0, "session_id"), "no spaces"),
        (("sources", 0, "at"), "9999-01-01T00:00:00Z"),
        (("fact", "object", "kind"), "ghost"),
        (("fact", "object", "name"), SECRET),
    ],
)
def test_a_part_that_could_not_be_takes_its_memory_with_it(
    memory: MemoryService, ana: User, place: tuple[Any, ...], value: str
) -> None:
    ana.remember("user likes tea")
    document = carried(ana)
    part = document["memories"][0]
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] = value
    copy = memory.user("copy")
    assert len(memory.import_user(copy.id, document).refused) == 1
    assert copy.memories().items == ()


def test_law_2_no_name_comes_in_by_the_list_of_entities(memory: MemoryService, ana: User) -> None:
    ana.grant("name")
    ana.remember([{"role": "participant", "speaker": "Mel", "content": "user likes tea"}])
    document = carried(ana)
    for entity in document["entities"]:
        entity["aliases"] = [SECRET, "harmless"]
        if entity["kind"] != "self":
            entity["name"] = SECRET
    document["memories"][0]["sources"][0]["speaker"] = SECRET
    copy = memory.user("copy")
    assert memory.import_user(copy.id, document).stored == 1
    assert SECRET not in json.dumps(carried(copy))
    assert [(e.name, e.aliases) for e in copy.entities(kind="topic").items] == [("tea", ("harmless",))]


def test_a_memory_that_replaces_itself_replaces_nothing(memory: MemoryService, ana: User) -> None:
    ana.remember("user likes tea")
    document = carried(ana)
    document["memories"][0]["supersedes"] = document["memories"][0]["id"]
    copy = memory.user("copy")
    memory.import_user(copy.id, document)
    assert copy.memories().items[0].supersedes is None


def test_a_circle_of_merges_ends(memory: MemoryService, ana: User) -> None:
    ana.remember("Nina lives_in Oslo\nMona lives_in Oslo")
    document = carried(ana)
    nina, mona = (next(e for e in document["entities"] if e["name"] == name) for name in ("Nina", "Mona"))
    merge = {"state": "accepted", "score": 1.0, "decided_by": "user", "at": document["exported_at"]}
    document["merges"] = [merge | {"from": nina, "to": mona}, merge | {"from": mona, "to": nina}]
    assert memory.import_user("copy", document).stored == 2


_numbers = itertools.count()


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=7))
def test_any_history_comes_out_as_it_went_in(
    memory: MemoryService, clock: StoppedClock, said: list[str]
) -> None:
    run = next(_numbers)
    user, copy = memory.user(f"told-{run}"), memory.user(f"copy-{run}")
    for number, text in enumerate(said):
        at = clock.advance(hours=1) - timedelta(minutes=5)
        user.remember([{"id": f"m{number}", "role": "user", "content": text, "at": at}])
    document = carried(user)
    memory.import_user(copy.id, document)
    assert told(carried(copy)) == told(document, "import")
    for someone in (user, copy):
        someone.remember([{"id": "last", "role": "user", "content": "user lives_in Vienna\nuser likes tea"}])
    assert statuses(copy) == statuses(user)
