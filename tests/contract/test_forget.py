"""Law 7: what is deleted leaves the state of a history that never held it, and no trace."""

from __future__ import annotations

import contextlib
import itertools
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clocks import StoppedClock
from user_memory.graph.errors import Conflict, NotFound
from user_memory.graph.memory.runtime import find
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User

SESSION = "s"


def state(user: User) -> list[tuple[object, ...]]:
    """All that is stored, without ids and without times of recording."""
    facts = sorted(
        (
            m.content,
            m.status,
            m.confidence,
            m.importance,
            str(m.fact.valid_from) if m.fact else "",
            str(m.fact.valid_to) if m.fact else "",
            tuple(e.name for e in m.event.involves) if m.event else (),
            tuple(s.message_id for s in m.sources),
        )
        for m in user.memories(limit=500).items
    )
    entities = sorted(
        (e.name, e.kind, e.aliases, e.mentions, str(e.first_seen_at), str(e.last_seen_at))
        for e in user.entities(limit=500).items
    )
    return [*facts, *entities, *_instructions(user)]


def _instructions(user: User) -> list[tuple[object, ...]]:
    try:
        return [(i.instruction, str(i.said_at)) for i in user.session(SESSION).instructions]
    except NotFound:
        return []


def test_deleting_a_memory_leaves_nothing_of_it(ana: User) -> None:
    memory = ana.remember("Nina lives_in Oslo").stored[0]
    receipt = ana.delete(memory.id)
    assert (receipt.memories, receipt.entities, receipt.sources) == (1, 2, 1)
    assert ana.memories().items == ()
    assert [e.kind for e in ana.entities().items] == ["self"]
    with pytest.raises(NotFound):
        ana.memory(memory.id)


def test_who_stays_when_the_last_memory_goes_is_mentioned_no_more(ana: User) -> None:
    stored = ana.remember("user likes tea").stored[0]
    assert {e.name: e.mentions for e in ana.entities().items} == {"user": 1, "tea": 1}
    ana.delete(stored.id)
    assert {e.name: e.mentions for e in ana.entities().items} == {"user": 0}


def test_deleting_the_newer_value_brings_back_the_older(ana: User) -> None:
    old = ana.remember("user lives_in Oslo").stored[0]
    new = ana.remember("user lives_in Bergen").stored[0]
    ana.delete(new.id)
    back = ana.memory(old.id)
    assert (back.status, back.ended_at, back.fact.valid_to if back.fact else 0) == ("current", None, None)


def test_deleting_a_source_takes_its_endings_back(ana: User) -> None:
    old = ana.remember("user likes tea").stored[0]
    ana.remember([{"id": "m2", "role": "user", "content": "end user likes tea\nuser likes milk"}])
    ana.delete_source("m2")
    assert ana.memory(old.id).status == "current"
    assert [m.content for m in ana.memories().items] == ["user likes tea"]


def test_a_memory_with_other_evidence_stays(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "user likes tea"}])
    ana.remember([{"id": "m2", "role": "user", "content": "user likes tea"}])
    ana.delete_source("m1")
    (memory,) = ana.memories().items
    assert [s.message_id for s in memory.sources] == ["m2"]
    assert memory.confidence == 0.9


def test_the_message_that_was_deleted_may_be_said_again(ana: User) -> None:
    message = {"id": "m1", "role": "user", "content": "user likes tea"}
    ana.remember([message])
    ana.delete_source("m1")
    assert len(ana.remember([message]).stored) == 1


def test_deleting_a_source_takes_back_its_session_instruction(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "session no emojis"}], session_id="s")
    ana.remember([{"id": "m2", "role": "user", "content": "session be formal"}], session_id="s")
    ana.delete_source("m1")
    assert [i.instruction for i in ana.session("s").instructions] == ["be formal"]


def test_an_instruction_that_two_messages_gave_goes_with_the_second(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "session no emojis"}], session_id="s")
    ana.remember([{"id": "m2", "role": "user", "content": "session No emojis"}], session_id="s")
    ana.delete_source("m1")
    assert [i.instruction for i in ana.session("s").instructions] == ["No emojis"]
    ana.delete_source("m2")
    with pytest.raises(NotFound):
        ana.session("s")


def test_the_name_under_which_the_user_spoke_goes_with_its_last_source(ana: User) -> None:
    ana.grant("name")
    for number, name in enumerate(["Anna", "Annie", "Anna"]):
        said = {"id": f"m{number}", "role": "user", "speaker": name, "content": f"user likes tea{number}"}
        ana.remember([said])
    aliases = []
    for gone in ("m0", "m1", "m2"):
        ana.delete_source(gone)
        aliases.append(ana.entities(kind="self").items[0].aliases)
    assert aliases == [("Annie", "Anna"), ("Anna",), ()]


def test_who_speaks_and_leaves_nothing_is_not_kept(ana: User) -> None:
    ana.grant("name")
    said = [
        {"role": "user", "speaker": "Anna", "content": "retract user likes tea"},
        {"role": "participant", "speaker": "Mel", "content": "retract user likes tea"},
    ]
    ana.remember(said)
    assert [(e.kind, e.aliases) for e in ana.entities().items] == [("self", ())]


def test_deleting_a_sessions_sources(ana: User) -> None:
    ana.remember("user likes tea\nsession no emojis", session_id="one")
    ana.remember("user likes milk", session_id="two")
    receipt = ana.delete_sources(session_id="one")
    assert (receipt.memories, receipt.sources, receipt.sessions) == (1, 1, 1)
    assert [m.content for m in ana.memories().items] == ["user likes milk"]
    with pytest.raises(NotFound):
        ana.session("one")


def test_deleting_an_entity_forgets_all_about_it(ana: User) -> None:
    ana.remember("Nina lives_in Oslo\nuser friend Nina\nevent 2026-01-02 Nina married\nuser lives_in Oslo")
    (nina,) = ana.entities(q="Nina").items
    assert ana.delete_entity(nina.id).memories == 3
    assert [m.content for m in ana.memories().items] == ["user lives_in Oslo"]
    assert ana.entities(q="Nina").items == ()


def test_the_user_is_no_entity_to_delete(ana: User) -> None:
    ana.remember("user likes tea")
    (self_entity,) = ana.entities(kind="self").items
    with pytest.raises(Conflict):
        ana.delete_entity(self_entity.id)


def test_erasing_a_user_leaves_no_node(memory: MemoryService, ana: User, bob: User) -> None:
    ana.grant("name")
    ana.remember(
        "Nina lives_in Oslo\nrule be brief\nsession x\nevent 2026-01-01 Nina left",
        session_id="s",
        idempotency_key="k",
    )
    ana.context("Oslo")
    bob.remember("user likes tea")
    owner = memory.runtime.database.read(lambda tx: find(tx, ana._account).owner)  # type: ignore[union-attr]
    receipt = ana.erase()
    assert (
        receipt.memories,
        receipt.sources,
        receipt.sessions,
        receipt.consents,
        receipt.requests,
        receipt.users,
    ) == (3, 1, 1, 1, 1, 1)
    memory.flush()
    for statement in ("memories.all", "entities.all"):
        assert memory.runtime.database.read(lambda tx, s=statement: tx.of(owner).table(s)) == []
    for statement in ("consents.all", "users.read", "background.rules"):
        assert memory.runtime.database.read(lambda tx, s=statement: tx.of(owner).run(s)) == []
    assert memory.users().items == ("bob",)
    assert ana.memories().items == ()
    assert [m.content for m in bob.memories().items] == ["user likes tea"]
    ana.remember("user likes milk")
    assert [m.content for m in ana.memories().items] == ["user likes milk"]


SAYINGS = [
    "user lives_in Oslo",
    "user lives_in Bergen",
    "user likes tea",
    "end user likes tea",
    "user not likes tea",
    "maybe user lives_in Rome",
    "retract user lives_in Oslo",
    "user uses vim instead emacs",
    "user uses emacs",
    "rule be brief",
    "end rule be brief",
    "event 2026-01-01 Nina married",
    "end user likes chess\nsession no emojis",
    "session No emojis",
    "session be formal",
    "secret",
]
SPEAKERS = [None, "Anna", "Annie", "anna"]
_numbers = itertools.count()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from(SAYINGS), st.sampled_from(SPEAKERS)), min_size=2, max_size=7),
    st.data(),
)
def test_law_7_deleting_a_source_is_as_if_it_had_never_been_said(
    memory: MemoryService, clock: StoppedClock, said: list[tuple[str, str | None]], data: st.DataObject
) -> None:
    gone = data.draw(st.integers(0, len(said) - 1))
    run = next(_numbers)
    with_it, without = memory.user(f"with-{run}"), memory.user(f"without-{run}")
    for user in (with_it, without):
        user.grant("name")
    for number, (text, speaker) in enumerate(said):
        at = clock.advance(hours=1) - timedelta(minutes=5)
        message = {"id": f"m{number}", "role": "user", "speaker": speaker, "content": text, "at": at}
        with_it.remember([message], session_id=SESSION)
        if number != gone:
            without.remember([message], session_id=SESSION)
    with contextlib.suppress(NotFound):
        with_it.delete_source(f"m{gone}")
    assert state(with_it) == state(without)
