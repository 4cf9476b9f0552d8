"""Recall: few and right, or nothing; with reasons that recompute the score."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clocks import StoppedClock
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User


@pytest.fixture
def known(ana: User) -> User:
    ana.remember(
        "user lives_in Lisbon\nuser likes espresso\nNina works_for Acme\nmaybe user hobby chess\n"
        "event 2026-02-20 Nina climbed Matterhorn\nwhen coding: rule use tabs\nrule be brief"
    )
    return ana


def test_the_right_memory_comes_first(known: User) -> None:
    assert known.search("espresso").items[0].memory.content == "user likes espresso"
    assert known.search("Who climbed the Matterhorn?").items[0].memory.content == "Nina climbed Matterhorn"


def test_nothing_is_the_right_answer_when_nothing_fits(known: User) -> None:
    context = known.context("quantum chromodynamics lattice")
    assert context.memories == ()


def test_law_10_scores_explain_themselves(known: User) -> None:
    for profile in ("balanced", "classic"):
        for hit in known.search("Nina Acme espresso", limit=50, profile=profile).items:
            assert hit.score == pytest.approx(sum(p.value * p.weight for p in hit.reasons.parts))
            assert all(0.0 <= p.value <= 1.0 for p in hit.reasons.parts)


def test_the_classic_profile_is_exactly_its_formula(ana: User, clock: StoppedClock) -> None:
    ana.remember("user likes espresso")
    clock.advance(hours=24)
    (hit,) = ana.search("espresso", profile="classic").items
    recency = 0.7 / (1 + 24 / 24) + 0.3 / (1 + 24 / 12)
    importance = hit.memory.effective_importance / 10
    keywords = next(p.value for p in hit.reasons.parts if p.name == "keywords")
    assert hit.score == pytest.approx(0.3 * recency + 0.4 * importance + 0.3 * keywords, abs=1e-6)


def test_tentative_is_marked(known: User) -> None:
    context = known.context("chess hobby")
    assert [h.memory.status for h in context.memories] == ["tentative"]
    assert "tentative" in context.text or "unconfirmed" in context.text


def test_only_what_holds_is_recalled(known: User) -> None:
    known.remember("user lives_in Porto")
    gone = known.memories(q="espresso").items[0]
    known.reject(gone.id)
    assert [h.memory.content for h in known.search("lives in").items] == ["user lives_in Porto"]
    assert known.search("espresso").items == ()
    assert [h.memory.content for h in known.search("espresso", status="retracted").items] == [
        "user likes espresso"
    ]


def test_rules_hold_always_or_under_their_condition(known: User) -> None:
    assert [h.memory.content for h in known.context("what is for lunch").rules] == ["be brief"]
    assert {h.memory.content for h in known.context("coding with tabs").rules} == {"be brief", "use tabs"}
    context = known.context("coding")
    assert not {h.memory.id for h in context.rules} & {h.memory.id for h in context.memories}


def test_an_empty_query_is_answered_by_recency_and_importance(known: User) -> None:
    for hit in known.context(None).memories:
        assert {p.name for p in hit.reasons.parts} <= {"recency", "importance"}
    assert known.context(None).memories
    assert [h.memory.id for h in known.context("").memories] == [
        h.memory.id for h in known.context(None).memories
    ]


def test_layers_and_budget_narrow_the_context(known: User) -> None:
    assert {h.memory.layer for h in known.context("Nina", layers=["episodic"]).memories} == {"episodic"}
    small = known.context("Nina Acme", token_budget=12)
    assert small.tokens <= 12


@pytest.mark.parametrize(
    "query", ["x" * 100_000, "the of and", "(+foo -bar) AND ~baz*", "什么", "\ud800", "\x00", "'); DROP"]
)
def test_odd_queries_are_answered(known: User, query: str) -> None:
    known.context(query)
    known.search(query)


def test_a_cut_query_is_told(known: User) -> None:
    assert [w.code for w in known.context("tea " * 5_000).warnings] == ["query_cut"]


def test_the_snapshot_follows_every_change(known: User) -> None:
    known.search("espresso")
    known.remember("user likes ristretto")
    assert known.search("ristretto").items[0].memory.content == "user likes ristretto"
    known.delete(known.memories(q="ristretto").items[0].id)
    assert known.search("ristretto").items == ()


def test_readers_beside_a_busy_writer_each_get_one_consistent_moment(
    ana: User, memory: MemoryService
) -> None:
    ana.remember("user likes thing0")
    account, done = Account(memory.tenant, "ana"), threading.Event()

    def write() -> None:
        for number in range(1, 40):
            ana.remember(f"user likes thing{number}")
        done.set()

    def read() -> list[int]:
        seen = []
        while not done.is_set():
            memory.runtime.cache.drop(owner)
            held = snapshot(memory.runtime, account)
            assert held is not None
            assert len(held) == held.revision
            seen.append(held.revision)
        return seen

    first = snapshot(memory.runtime, account)
    assert first is not None
    owner = first.owner
    with ThreadPoolExecutor() as threads:
        readers = [threads.submit(read) for _ in range(4)]
        threads.submit(write).result()
        for reader in readers:
            assert reader.result() == sorted(reader.result())
    last = snapshot(memory.runtime, account)
    assert last is not None
    assert len(last) == 40
