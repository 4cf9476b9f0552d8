"""A database that is away is told as such, and the service goes on when it is back."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.api.conftest import client_of
from tests.api.relay import Relay
from tests.api.test_bad_input import is_problem
from tests.scripted import ScriptedExtractor
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService


def test_a_database_that_is_away_is_told_and_its_return_is_noticed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    engine = open_engine(tmp_path_factory.mktemp("away") / "data")
    engine.start()
    endpoint = engine.endpoint
    parts = urlsplit(endpoint.uri)
    relay = Relay((str(parts.hostname), int(parts.port or 0)))
    username, password = endpoint.auth or ("", "")
    remote = open_engine(
        f"bolt://127.0.0.1:{relay.port}", username=username, password=password, database=endpoint.database
    )
    memory = MemoryService(remote, ScriptedExtractor(), None)
    try:
        memory.migrate()
        http = client_of(memory)
        message = {"messages": [{"role": "user", "content": "user likes tea"}]}
        assert http.get("/readyz").status_code == 200
        relay.stop()
        for answer in (http.post("/v1/users/ana/interactions", json=message), http.get("/readyz")):
            is_problem(answer, 503)
            assert int(answer.headers["Retry-After"]) > 0
        assert http.get("/livez").status_code == 200
        relay.start()
        assert http.post("/v1/users/ana/interactions", json=message).status_code == 201
        assert http.get("/readyz").status_code == 200
    finally:
        memory.close()
        relay.close()
        engine.close()
