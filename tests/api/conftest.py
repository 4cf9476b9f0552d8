"""The HTTP service in process, on an embedded engine of its own, with a client on the same machine."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.clocks import StoppedClock
from tests.scripted import ScriptedExtractor
from user_memory.api.app import create_app
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService
from user_memory.settings import Settings

LIMIT = 200_000
"""Largest request body of the tested service, in bytes."""


def client_of(memory: MemoryService, **headers: str) -> TestClient:
    """A client of ``memory``'s service, on the same machine."""
    app = create_app(memory, Settings(max_request_bytes=LIMIT))
    return TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000), headers=headers)


@pytest.fixture(scope="session")
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory, clock: StoppedClock) -> Iterator[MemoryService]:
    """One memory for all tests of the API; each test has users of its own, and none makes a key."""
    engine = open_engine(tmp_path_factory.mktemp("api") / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None, clock=clock) as service:
        service.migrate()
        yield service


@pytest.fixture
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryService]:
    """A memory in which keys may be made."""
    engine = open_engine(tmp_path_factory.mktemp("keys") / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None) as service:
        service.migrate()
        yield service


@pytest.fixture(scope="session")
def http(memory: MemoryService) -> TestClient:
    return client_of(memory)


@pytest.fixture
def ana() -> str:
    """The path of a user whom nobody has met."""
    return f"/v1/users/ana-{uuid.uuid4()}"


@pytest.fixture
def bob() -> str:
    return f"/v1/users/bob-{uuid.uuid4()}"
