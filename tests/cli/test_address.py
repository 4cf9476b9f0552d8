"""Commands on a database at an address: the same on every engine."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_commands import TALK, contents, lines_of
from user_memory.graph.engine import Engine


@pytest.fixture
def address(engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The engine's Bolt address, named by the customary variables."""
    endpoint = engine.endpoint
    monkeypatch.setenv("NEO4J_URI", endpoint.uri)
    username, password = endpoint.auth or ("", "")
    monkeypatch.setenv("NEO4J_USERNAME", username)
    monkeypatch.setenv("NEO4J_PASSWORD", password)
    monkeypatch.setenv("NEO4J_DATABASE", endpoint.database or "")
    return endpoint.uri


def test_a_user_lives_in_the_database_at_the_address(
    run: Run, address: str, folder: Path, tmp_path: Path
) -> None:
    assert run("migrate").out.count("The schema is at version") == 1
    user = f"ana-{uuid.uuid4()}"
    talk = lines_of(tmp_path / "talk.jsonl", *TALK)
    assert run("ingest", talk, "-u", user).code == 0
    stored = contents(run, user)
    assert "user lives in Oslo" in stored
    assert run("ingest", talk, "-u", user).code == 0
    assert contents(run, user) == stored
    assert "Oslo" in run("context", "Where do I live?", "-u", user).out
    assert "database" in run("doctor").out
    assert "users 1" in run("erase", "-u", user, "--yes").out
    assert contents(run, user) == set()
    assert not folder.exists()
