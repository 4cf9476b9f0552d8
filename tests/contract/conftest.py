"""One memory per test on a shared engine; users have random ids, so that tests do not meet."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator

import pytest

from tests.clocks import StoppedClock
from tests.scripted import ScriptedExtractor
from user_memory.graph.config import Config
from user_memory.graph.engine import Engine
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.store.connection import Tx

OpenMemory = Callable[..., MemoryService]


class SharedEngine:
    """An engine that stays open when a memory on it is closed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.capabilities = engine.capabilities

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def close(self) -> None:
        """The fixture that started the engine closes it."""


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def open_memory(engine: Engine, clock: StoppedClock) -> Iterator[OpenMemory]:
    """Opens memories that are closed at the end of the test."""
    opened: list[MemoryService] = []

    def make(config: Config | None = None, extractor: object = None) -> MemoryService:
        shared = SharedEngine(engine)
        service = MemoryService(
            shared,  # type: ignore[arg-type]
            extractor or ScriptedExtractor(),  # type: ignore[arg-type]
            None,
            config=config,
            clock=clock,
            tenant=f"tenant-{uuid.uuid4()}",
        )
        service.migrate()
        opened.append(service)
        return service

    yield make
    for service in opened:
        service.close()
        _empty(service)


@pytest.fixture
def memory(open_memory: OpenMemory) -> MemoryService:
    return open_memory()


@pytest.fixture
def ana(memory: MemoryService) -> User:
    return memory.user("ana")


@pytest.fixture
def bob(memory: MemoryService) -> User:
    return memory.user("bob")


def _empty(service: MemoryService) -> None:
    """Leave no user behind: maintenance, which runs over all users, must meet those of its own test only."""

    def work(tx: Tx) -> None:
        for user_id in tx.run("users.page", tenant=service.tenant, after=None, limit=10_000):
            owner = tx.run("users.find", tenant=service.tenant, user_id=user_id["user_id"])[0]["owner"]
            for kind in (
                "memories",
                "sources",
                "sessions",
                "consents",
                "requests",
                "receipts",
                "entities",
                "users",
            ):
                tx.of(owner).run(f"erasure.{kind}", limit=10_000)

    service.runtime.database.write(work)
    service.runtime.database.disconnect()
