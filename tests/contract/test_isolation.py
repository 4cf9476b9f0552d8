"""Law 3: no read or write touches another owner's nodes."""

from __future__ import annotations

import pytest

from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User


def test_law_3_same_names_in_two_owners_stay_two_entities(ana: User, bob: User) -> None:
    ana.remember("Nina lives_in Oslo")
    bob.remember("Nina lives_in Bergen")
    (nina_of_ana,) = ana.entities(q="Nina").items
    (nina_of_bob,) = bob.entities(q="Nina").items
    assert nina_of_ana.id != nina_of_bob.id
    assert [r.to.name for r in ana.relations(nina_of_ana.id).items] == ["Oslo"]


def test_law_3_anothers_item_is_the_same_404_as_an_unknown_one(ana: User, bob: User) -> None:
    memory = ana.remember("Nina lives_in Oslo").stored[0]
    entity = ana.entities(q="Nina").items[0]
    bob.remember("user likes tea")
    calls = [
        lambda i: bob.memory(i),
        lambda i: bob.update(i, tags=["x"]),
        lambda i: bob.update(i, content="taken over"),
        lambda i: bob.delete(i),
        lambda i: bob.confirm(i),
        lambda i: bob.reject(i),
        lambda i: bob.pin(i),
        lambda i: bob.restore(i),
        lambda i: bob.why(i),
    ]
    for call in calls:
        with pytest.raises(NotFound) as foreign:
            call(memory.id)
        with pytest.raises(NotFound) as unknown:
            call("no-such-id")
        assert str(foreign.value) == str(unknown.value)
    for call in (
        bob.entity,
        bob.relations,
        bob.delete_entity,
        lambda i: bob.paths(i, i),
        lambda i: bob.graph(i),
    ):
        with pytest.raises(NotFound):
            call(entity.id)
    assert ana.memory(memory.id) == memory
    with pytest.raises(NotFound):
        bob.delete_source(memory.sources[0].message_id)


def test_law_3_another_users_cursor_is_refused(ana: User, bob: User) -> None:
    for user in (ana, bob):
        user.remember("user likes tea\nuser likes milk\nuser likes beer")
    cursor = ana.memories(limit=1).next_cursor
    assert cursor is not None
    assert [m.content for m in ana.memories(limit=1, cursor=cursor).items] == ["user likes milk"]
    with pytest.raises(InvalidInput, match="cursor"):
        bob.memories(limit=1, cursor=cursor)
    with pytest.raises(InvalidInput, match="cursor"):
        ana.memories(limit=1, tag="other", cursor=cursor)
    for broken in ("", "x", "!!!", cursor[:-2] + "xx"):
        with pytest.raises(InvalidInput, match="cursor"):
            ana.memories(limit=1, cursor=broken)


def test_law_3_tenants_share_nothing(memory: MemoryService) -> None:
    memory.user("ana", tenant="one" + memory.tenant).remember("user likes tea")
    assert memory.user("ana", tenant="two" + memory.tenant).memories().items == ()
    assert memory.users(tenant="two" + memory.tenant).items == ()


def test_the_same_message_id_may_be_used_by_two_users(ana: User, bob: User) -> None:
    for user in (ana, bob):
        user.remember([{"id": "m1", "role": "user", "content": f"user likes {user.id}"}])
    ana.delete_source("m1")
    assert [m.content for m in bob.memories().items] == ["user likes bob"]


def test_an_unknown_user_reads_as_empty(memory: MemoryService) -> None:
    nobody = memory.user("nobody")
    assert (
        nobody.memories().items
        == nobody.entities().items
        == nobody.timeline().items
        == nobody.search("x").items
        == ()
    )
    context = nobody.context("anything?")
    assert (context.memories, context.rules, context.text) == ((), (), "")
    assert nobody.consents() == ()
    assert nobody.stats().active == 0
    assert nobody.graph().nodes == ()
    assert nobody.erase().memories == nobody.delete_sources(session_id="s").sources == 0
    assert memory.users().items == ()


def test_walking_pages_meets_every_memory_once(ana: User) -> None:
    ana.remember("\n".join(f"user likes thing{i}" for i in range(23)))
    seen: list[str] = []
    cursor = None
    while True:
        page = ana.memories(limit=5, cursor=cursor)
        seen += [m.id for m in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 23


def test_the_list_of_users_is_paged_without_user_ids_in_its_cursors(memory: MemoryService) -> None:
    names = {"ana", "bob", "cleo", "dan", "eva"}
    for name in names:
        memory.user(name).remember("user likes tea")
    found: list[str] = []
    page = memory.users(limit=2)
    found += page.items
    while page.next_cursor is not None:
        assert page.next_cursor not in names
        page = memory.users(limit=2, cursor=page.next_cursor)
        found += page.items
    assert sorted(found) == sorted(names)
