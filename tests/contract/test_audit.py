"""The audit report: every dated change, in order, and of what was erased counts only."""

from __future__ import annotations

import json

import pytest

from tests.clocks import StoppedClock
from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.user import User
from user_memory.graph.model import AuditEntry
from user_memory.graph.shapes import to_json


def entries(user: User, **wanted: object) -> list[AuditEntry]:
    return list(user.audit(limit=500, **wanted).items)  # type: ignore[arg-type]


def actions(user: User, **wanted: object) -> list[tuple[str, str | None]]:
    return [(e.action, e.content or e.category) for e in entries(user, **wanted)]


def test_a_stranger_has_no_history(ana: User) -> None:
    assert ana.audit().items == ()


def test_what_was_said_ended_and_taken_back_is_told_in_order(ana: User, clock: StoppedClock) -> None:
    for words in (
        "user lives_in Oslo",
        "user lives_in Oslo",
        "user lives_in Bergen",
        "end user lives_in Bergen",
    ):
        ana.remember(words)
        clock.advance(days=1)
    assert actions(ana) == [
        ("user_created", None),
        ("stored", "user lives_in Oslo"),
        ("reinforced", "user lives_in Oslo"),
        ("stored", "user lives_in Bergen"),
        ("superseded", "user lives_in Oslo"),
        ("ended", "user lives_in Bergen"),
    ]
    times = [e.at for e in entries(ana)]
    assert times == sorted(times)


def test_each_entry_names_the_messages_it_rests_on(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "user lives_in Oslo"}])
    ana.remember([{"id": "m2", "role": "user", "content": "user lives_in Bergen"}])
    told = {e.action: e for e in entries(ana) if e.action != "stored"}
    stored = [e for e in entries(ana) if e.action == "stored"]
    assert [(e.sources, e.reason) for e in stored] == [(("m1",), "user"), (("m2",), "user")]
    assert told["superseded"].sources == ("m2",)
    assert (told["superseded"].memory_id, told["superseded"].by) == (stored[0].memory_id, stored[1].memory_id)


def test_nothing_is_done_to_a_memory_before_it_is_there(ana: User) -> None:
    ana.remember("user lives_in Oslo\nuser lives_in Bergen\nuser lives_in Porto\nend user lives_in Porto")
    there: set[str | None] = set()
    for entry in entries(ana):
        if entry.action == "stored":
            there.add(entry.memory_id)
        elif entry.memory_id is not None:
            assert {entry.memory_id, entry.by} - {None} <= there
    assert len(there) == 3


def test_the_acts_of_the_user_are_told(ana: User) -> None:
    chess = ana.remember("maybe user likes chess").stored[0]
    ana.confirm(chess.id)
    go = ana.update(chess.id, fact={"object": "go"})
    ana.reject(go.id)
    assert [e.action for e in entries(ana, memory=chess.id)] == ["stored", "confirmed", "corrected"]
    assert [e.action for e in entries(ana, memory=go.id)] == ["stored", "corrected", "retracted"]
    assert entries(ana, memory=go.id)[-1].reason == "rejected"


def test_consents_merges_and_sessions_are_told(ana: User, clock: StoppedClock) -> None:
    ana.grant("health", "recipes")
    clock.advance(days=1)
    ana.withdraw("health")
    ana.put_session("s1", instructions=["be brief"])
    ana.remember("Mona likes tea\nMona_Berga likes tea")
    mona, berga = sorted(ana.entities(q="Mona").items, key=lambda e: e.name)
    ana.merge([mona.id, berga.id])
    told = {e.action: e for e in entries(ana)}
    assert (told["consent_granted"].category, told["consent_granted"].reason) == ("health", "recipes")
    assert told["consent_withdrawn"].at > told["consent_granted"].at
    assert told["session_opened"].session_id == "s1"
    assert (told["merged"].entity_id, told["merged"].by) == (berga.id, mona.id)
    ana.split(berga.id)
    assert "told_apart" in {e.action for e in entries(ana)}


def test_law_7_of_what_was_erased_there_are_counts_only(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "user likes tea\nNina likes jazz"}])
    tea, jazz = (ana.memories(q=word).items[0] for word in ("tea", "jazz"))
    ana.delete(tea.id)
    ana.delete_source("m1")
    erased = [e.counts for e in entries(ana) if e.action == "erased"]
    assert erased == [{"memories": 1, "entities": 1}, {"memories": 1, "entities": 2, "sources": 1}]
    report = json.dumps(to_json(entries(ana)))
    for gone in ("tea", "jazz", "Nina", "m1", tea.id, jazz.id):
        assert f'"{gone}' not in report


def test_erasing_the_user_ends_the_history(ana: User) -> None:
    ana.remember("user likes tea")
    ana.erase()
    assert ana.audit().items == ()


def test_the_report_comes_in_pages_that_belong_together(ana: User, bob: User) -> None:
    for user in (ana, bob):
        user.remember("\n".join(f"user likes thing{i}" for i in range(5)))
    seen: list[AuditEntry] = []
    cursor = None
    while cursor is not None or not seen:
        page = ana.audit(limit=2, cursor=cursor)
        seen += page.items
        cursor = page.next_cursor
    assert seen == entries(ana)
    with pytest.raises(InvalidInput):
        bob.audit(cursor=ana.audit(limit=2).next_cursor)
    with pytest.raises(InvalidInput):
        ana.audit(limit=501)
