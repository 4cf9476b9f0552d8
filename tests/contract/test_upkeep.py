"""Maintenance: fading to the archive, expiry, quotes, leases; the second run changes nothing."""

from __future__ import annotations

from datetime import timedelta
from math import log

from tests.clocks import StoppedClock
from tests.contract.conftest import OpenMemory
from user_memory.graph.config import Config
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.model import DecayReport


def counts(report: DecayReport) -> tuple[int, ...]:
    return (report.archived, report.deleted, report.expired, report.quotes_removed, report.sessions_removed)


def test_law_4_what_has_faded_is_archived_once(memory: MemoryService, ana: User, clock: StoppedClock) -> None:
    ana.remember("event 2026-03-01 Nina left\nuser likes tea")
    clock.advance(days=600)
    assert ana.search("Nina left").items == ()
    assert memory.decay(dry_run=True).archived == 1
    assert {m.content: m.status for m in ana.memories().items}["Nina left"] == "current"
    assert memory.decay().archived == 1
    assert {m.content: m.status for m in ana.memories().items} == {
        "Nina left": "archived",
        "user likes tea": "current",
    }
    assert counts(memory.decay()) == (0, 0, 0, 0, 0)


def test_law_4_use_keeps_a_memory(memory: MemoryService, ana: User, clock: StoppedClock) -> None:
    event = ana.remember("event 2026-03-01 Nina left").stored[0]
    clock.advance(days=100)
    before = ana.memory(event.id).effective_importance
    assert [h.memory.id for h in ana.context("Nina left").memories] == [event.id]
    memory.flush()
    used = ana.memory(event.id)
    assert (used.access_count, used.last_accessed_at) == (1, clock.now)
    assert used.effective_importance == 6.0 > before
    ana.context("Nina left", touch=False)
    ana.search("Nina left")
    memory.flush()
    assert ana.memory(event.id).access_count == 1


def test_what_was_archived_long_ago_is_deleted(open_memory: OpenMemory, clock: StoppedClock) -> None:
    service = open_memory(Config(archive_days=30))
    user = service.user("ana")
    user.remember("event 2026-03-01 Nina left")
    clock.advance(days=600)
    service.decay()
    clock.advance(days=29)
    assert service.decay().deleted == 0
    clock.advance(days=1)
    assert service.decay().deleted == 1
    assert user.memories().items == ()
    assert user.stats().sources == 0


def test_expired_memories_are_erased(memory: MemoryService, ana: User, clock: StoppedClock) -> None:
    memory_ = ana.remember("user likes tea").stored[0]
    ana.update(memory_.id, expires_at=clock.now)
    assert memory.decay().expired == 1
    assert ana.memories().items == ()


def test_quotes_are_forgotten_and_offsets_stay(open_memory: OpenMemory, clock: StoppedClock) -> None:
    service = open_memory(Config(quote_days=30))
    user = service.user("ana")
    user.remember("user likes tea")
    clock.advance(days=31)
    assert service.decay(dry_run=True).quotes_removed == 1
    assert service.decay().quotes_removed == 1
    assert service.decay().quotes_removed == 0
    (source,) = user.memories().items[0].sources
    assert (source.quote, source.start, source.end) == (None, 0, 14)


def test_quotes_are_never_stored_where_they_are_not_wanted(open_memory: OpenMemory) -> None:
    user = open_memory(Config(quote_days=0)).user("ana")
    (memory,) = user.remember("user likes tea").stored
    assert memory.sources[0].quote is None


def test_pinned_memories_and_lasting_facts_do_not_fade(
    memory: MemoryService, ana: User, clock: StoppedClock
) -> None:
    event, child = ana.remember("event 2026-03-01 Nina left\nuser child Nina").stored
    ana.pin(event.id)
    clock.advance(days=20_000)
    memory.decay()
    assert [ana.memory(m.id).status for m in (event, child)] == ["current", "current"]


def test_the_daily_run_goes_to_one_process(memory: MemoryService, clock: StoppedClock) -> None:
    clock.advance(days=10_000)
    assert memory.decay_if_due("first") is not None
    assert memory.decay_if_due("second") is None
    clock.advance(hours=25)
    assert memory.decay_if_due("second") is not None


def test_an_ended_interval_is_read_as_ended(ana: User, clock: StoppedClock) -> None:
    fact = {
        "subject": "user",
        "predicate": "member_of",
        "object": "club",
        "valid_to": clock.now.replace(year=2027),
    }
    memory = ana.add("semantic", fact=fact)
    assert memory.status == "current"
    clock.advance(days=400)
    assert ana.memory(memory.id).status == "superseded"
    assert ana.search("club").items == ()


def test_maintenance_of_one_tenant_leaves_the_others_alone(
    memory: MemoryService, open_memory: OpenMemory, clock: StoppedClock
) -> None:
    other = open_memory()
    for service in (memory, other):
        service.user("ana").remember("event 2026-03-01 Nina left")
    clock.advance(days=600)
    assert memory.decay(tenant=memory.tenant, dry_run=True).users == 1
    assert memory.decay(tenant=memory.tenant).archived == 1
    statuses = [s.user("ana").memories().items[0].status for s in (memory, other)]
    assert statuses == ["archived", "current"]


def test_how_every_memory_fades_is_told_beforehand(
    memory: MemoryService, ana: User, bob: User, clock: StoppedClock
) -> None:
    ana.remember("event 2026-03-01 Nina left\nuser likes tea\nuser sibling Nina")
    bob.remember("rule be brief")
    clock.advance(days=400)
    fading = {f.content: f for f in memory.fading()}
    assert {f.user_id for f in fading.values()} == {"ana", "bob"}
    event, kin = fading["Nina left"], fading["user sibling Nina"]
    start = ana.memory(event.id).recorded_at
    assert (event.faint_at, event.stale_at, event.due) == (
        start + timedelta(days=log(2.0 / 6.0) / log(0.995)),
        start + timedelta(days=log(0.5 / 6.0) / log(0.995)),
        None,
    )
    assert (kin.faint_at, kin.stale_at, kin.effective_importance) == (None, None, 7.0)
    assert [f.content for f in memory.fading()] == [
        "Nina left",
        "user likes tea",
        "be brief",
        "user sibling Nina",
    ]

    assert event.stale_at is not None
    clock.now = event.stale_at - timedelta(seconds=1)
    assert memory.decay(dry_run=True).archived == 0
    clock.advance(seconds=2)
    assert [f.content for f in memory.fading() if f.due] == ["Nina left"]
    assert memory.decay().archived == 1
    assert "Nina left" not in {f.content for f in memory.fading()}
    clock.advance(days=memory.runtime.config.archive_days)
    assert {f.content: f.due for f in memory.fading()}["Nina left"] == "delete"
