"""The schema's version: moved forward once, and newer data refused before anything is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clocks import StoppedClock
from tests.scripted import ScriptedExtractor
from user_memory.graph.engine import Engine
from user_memory.graph.engines import open_engine
from user_memory.graph.errors import IncompatibleData
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.migrations import current_version, latest_version, migrate
from user_memory.graph.store.connection import Database


def test_an_empty_database_is_brought_up_to_date_once(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None) as service:
        assert service.check() == 0
        assert service.migrate() == list(range(1, latest_version() + 1))
        assert service.migrate() == []
        assert service.check() == latest_version()


def test_newer_data_than_code_is_refused(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None) as service:
        service.migrate()
        service.runtime.database.write(
            lambda tx: tx.run("schema.set_version", version=999, now="2026-01-01T00:00:00Z")
        )
        for act in (service.check, service.migrate):
            with pytest.raises(IncompatibleData, match=r"999.*Install a newer"):
                act()


def test_migrating_twice_changes_nothing_on_either_engine(engine: Engine) -> None:
    database, clock = Database(engine), StoppedClock()
    migrate(database, clock())
    assert migrate(database, clock()) == []
    assert current_version(database) == latest_version()
    database.disconnect()
