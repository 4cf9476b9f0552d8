"""Several processes of the service over one database: each sees what the others wrote, and writers lose nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.conftest import OpenMemory, SharedEngine
from tests.scripted import ScriptedExtractor
from user_memory.graph.config import Config
from user_memory.graph.engine import Engine
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account, find
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.store.connection import Tx

CAP = 12
WRITES = 15
OTHER = """
import json, sys
from tests.scripted import ScriptedExtractor
from user_memory.graph.config import Config
from user_memory.graph.engine import Endpoint
from user_memory.graph.engines.remote import RemoteEngine
from user_memory.graph.memory.service import MemoryService

told = json.loads(sys.argv[1])
engine = RemoteEngine(Endpoint(*told["endpoint"]))
with MemoryService(engine, ScriptedExtractor(), None, config=Config(cap=told["cap"]), tenant=told["tenant"]) as service:
    user = service.user("ana")
    print("ready", flush=True)
    for line in sys.stdin:
        for text in json.loads(line):
            receipt = user.remember(text, session_id="s")
            print(json.dumps([[m.id for m in receipt.stored], user.stats().active]), flush=True)
        print("done", flush=True)
"""


class Other:
    """The service in a process of its own, writing to the user "ana" what it is told."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def begin(self, texts: list[str]) -> None:
        assert self.process.stdin is not None
        print(json.dumps(texts), file=self.process.stdin, flush=True)

    def acknowledged(self) -> list[Any]:
        """Once it is done: for each text the ids stored, and how many memories were active after it."""
        assert self.process.stdout is not None
        return [json.loads(line) for line in iter(self.process.stdout.readline, "done\n")]


@pytest.fixture
def memory(engine: Engine, open_memory: OpenMemory) -> MemoryService:
    return open_memory(Config(cap=CAP))


@pytest.fixture
def start(memory: MemoryService) -> Iterator[Callable[[], Other]]:
    root, begun = Path(__file__).parents[2], list[subprocess.Popen[str]]()
    endpoint = memory.runtime.database.engine.endpoint
    told = {
        "endpoint": [endpoint.uri, endpoint.username, endpoint.password, endpoint.database],
        "cap": CAP,
        "tenant": memory.tenant,
    }

    def other() -> Other:
        process = subprocess.Popen(
            [sys.executable, "-c", OTHER, json.dumps(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return Other(process)

    yield other
    for process in begun:
        process.communicate()


def test_a_warm_snapshot_holds_what_another_process_wrote_since(
    memory: MemoryService, start: Callable[[], Other]
) -> None:
    ana, other = memory.user("ana"), start()
    ana.remember("user likes espresso")
    assert [h.memory.content for h in ana.context("espresso").memories] == ["user likes espresso"]
    assert ana.context("kayaks").memories == ()
    other.begin(["user likes kayaks", "retract user likes espresso"])
    other.acknowledged()
    assert [h.memory.content for h in ana.context("kayaks").memories] == ["user likes kayaks"]
    assert ana.context("espresso").memories == ()


def test_writers_of_two_processes_to_one_user_lose_nothing(
    memory: MemoryService, start: Callable[[], Other]
) -> None:
    ana, others = memory.user("ana"), [start(), start()]
    ana.remember("user likes thing0")
    before = _head(memory)
    for number, other in enumerate(others):
        other.begin([f"user likes thing{number}x{i}" for i in range(WRITES)])
    held = [_consistent(memory) for _ in range(WRITES)]
    answers = [answer for other in others for answer in other.acknowledged()]

    after, memories = _head(memory), ana.export()["memories"]
    stored = [id for ids, _ in answers for id in ids]
    assert len(stored) == 2 * WRITES
    assert Counter(stored) <= Counter(m.id for m in memories)
    assert after["revision"] - before["revision"] == after["seq"] - before["seq"] == 2 * WRITES
    assert sorted(_seqs(memory)) == list(range(1, 2 * WRITES + 2))
    assert len({m.recorded_at for m in memories}) == len(memories) == 2 * WRITES + 1
    assert max(active for _, active in answers) == ana.stats().active == CAP
    assert held == sorted(held)


def test_what_another_process_erased_or_changed_does_not_stay_in_memory(
    memory: MemoryService, engine: Engine
) -> None:
    kept = memory.runtime.cache
    with MemoryService(
        SharedEngine(engine),  # type: ignore[arg-type]
        ScriptedExtractor(),
        None,
        tenant=memory.tenant,
    ) as other:
        for name in ("ana", "bob", "cid"):
            memory.user(name).remember("user likes tea")
            memory.user(name).context("tea")
        assert len(kept) == 3
        other.user("ana").erase()
        other.user("bob").remember("user likes coffee")
        memory.user("cid").remember("user likes coffee")
        memory.forget_outdated()
    assert list(kept.revisions().values()) == [1]  # of cid, who is brought up to date from it
    assert [h.memory.content for h in memory.user("bob").context("coffee").memories] == ["user likes coffee"]
    assert len(memory.user("ana").context("tea").memories) == 0


def _consistent(memory: MemoryService) -> int:
    """The revision of a snapshot read among the writes: it holds one memory for every write until then."""
    held = snapshot(memory.runtime, Account(memory.tenant, "ana"))
    assert held is not None
    assert len(held) == held.revision
    assert sum(row.memory.status == "current" for row in held.rows) == min(CAP, held.revision)
    return held.revision


def _head(memory: MemoryService) -> Any:
    return _read(memory, lambda tx: tx.one("users.read"))


def _seqs(memory: MemoryService) -> list[int]:
    rows = _read(memory, lambda tx: tx.table("memories.evidence_all"))
    return [row["seq"] for row in rows]


def _read(memory: MemoryService, work: Callable[[Tx], Any]) -> Any:
    def bound(tx: Tx) -> Any:
        owned = find(tx, Account(memory.tenant, "ana"))
        assert owned is not None
        return work(owned)

    return memory.runtime.database.read(bound)
