"""A snapshot that is brought up to date is the one that would be read anew, whatever was written."""

from __future__ import annotations

from dataclasses import astuple, replace
from typing import Any

import numpy as np
import pytest

from tests.clocks import StoppedClock
from tests.contract.conftest import OpenMemory
from tests.contract.test_congruence import History
from user_memory.graph.config import Config
from user_memory.graph.memory import recall
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.retrieval import Row, Snapshot
from user_memory.graph.statements import statements
from user_memory.graph.store.changes import ASIDE, touched_by

WHOLE = {
    "entities.delete",
    "entities.unspeak",
    "erasure.consents",
    "erasure.entities",
    "erasure.memories",
    "erasure.receipts",
    "erasure.requests",
    "erasure.sessions",
    "erasure.sources",
    "erasure.users",
    "export.entities",
    "export.events",
    "export.evidence",
    "export.facts",
    "export.involves",
    "export.rules",
    "export.sources",
    "export.supersedes",
    "identity.decide",
    "memories.delete",
    "memories.set_access",
    "sources.delete",
    "sources.forget_quotes",
    "users.self",
}
"""Statements after which all is read anew: what they touch is not told, or access counts, which raise no revision."""
STEPS = 30


@pytest.fixture
def updates(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each snapshot that was built, whether an older one was brought up to date."""
    seen: list[bool] = []
    updated = recall._updated

    def watched(*given: Any) -> Snapshot | None:
        held = updated(*given)
        seen.append(held is not None)
        return held

    monkeypatch.setattr(recall, "_updated", watched)
    return seen


def test_every_writing_statement_says_what_it_touches_or_has_all_read_anew() -> None:
    params = {"rows": [{"id": "a", "memory": "a"}], "ids": ["a"], "id": "a"}
    writing = {s.name for s in statements().values() if s.mode == "write" and s.scope == "owner"}
    assert {name for name in writing if touched_by(name, params) is None} == WHOLE
    aside = {name for name in writing if touched_by(name, params) == ()}
    assert {name for name in aside if name.startswith(("entities.", "sources.", "users."))} == ASIDE
    assert not {name for name in aside if name.startswith(("memories.", "sayings.", "identity."))}


@pytest.mark.parametrize("seed", range(3))
def test_an_update_is_what_would_be_read_anew(
    open_memory: OpenMemory, clock: StoppedClock, updates: list[bool], seed: int
) -> None:
    service = open_memory(Config(cap=12))
    history = History(service, clock, seed)
    acts = [history._say, history._say, history._say, history._edit, history._ask, history._delete]
    for _ in range(STEPS):
        clock.advance(hours=history.chance.randint(0, 200))
        history.attempt(history.chance.choice(acts))
        _compare(service, history.user)
    assert sum(updates) > STEPS / 4


def test_names_and_merges_reach_every_row(memory: MemoryService, ana: User, updates: list[bool]) -> None:
    ana.remember("user friend Nina\nNina likes tea\nMona likes tea")
    _compare(memory, ana)
    nina, mona = (e for e in ana.entities().items if e.name in ("Nina", "Mona"))
    ana.merge([nina.id, mona.id])
    _compare(memory, ana)
    ana.remember("Mona likes chess")
    _compare(memory, ana)
    ana.split(nina.id)
    _compare(memory, ana)
    assert updates


def test_accesses_since_the_last_read_are_kept(memory: MemoryService, ana: User, updates: list[bool]) -> None:
    tea = ana.remember("user likes tea").stored[0]
    ana.context("tea")
    ana.context("tea")
    ana.remember("user likes chess")
    (hit,) = ana.search("tea").items
    assert (hit.memory.id, hit.memory.access_count) == (tea.id, 2)
    assert updates[-1]


def _compare(service: MemoryService, user: User) -> None:
    """The snapshot of the cache, and one that is read anew."""
    account = Account(service.tenant, user.id)
    held = snapshot(service.runtime, account)
    if held is None:
        return
    service.flush()
    service.runtime.cache.drop(held.owner)
    anew = snapshot(service.runtime, account)
    assert anew is not None
    assert held.revision == anew.revision
    assert [_unused(row) for row in held.rows] == [_unused(row) for row in anew.rows]
    assert held.entities.entities == anew.entities.entities
    for mine, theirs in zip(astuple(held.columns), astuple(anew.columns), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    service.runtime.cache.put(held)


def _unused(row: Row) -> Row:
    """The row without its accesses: of those the columns tell, which are compared too."""
    return replace(row, memory=replace(row.memory, access_count=0, last_accessed_at=None))
