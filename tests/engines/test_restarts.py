"""The store across restarts of the embedded server: cleansing, and an owner that ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from user_memory.graph.engines.embedded import EmbeddedEngine
from user_memory.graph.errors import EngineUnavailable
from user_memory.graph.statements import migrations
from user_memory.graph.store.connection import Database

SCHEMA = tuple(text for step in migrations() for text in step.statements)
NOW = "2026-03-06T09:30:00Z"


@contextmanager
def database(folder: Path) -> Iterator[Database]:
    engine = EmbeddedEngine(folder)
    engine.start()
    opened = Database(engine)
    try:
        yield opened
    finally:
        opened.close()


def version(database: Database) -> int:
    record = database.read(lambda tx: tx.one("schema.version"))
    return int(record["version"]) if record else 0


def set_version(database: Database, number: int) -> None:
    database.write(lambda tx: tx.run("schema.set_version", version=number, now=NOW))


def test_connections_from_before_a_cleansing_are_replaced(data_folder: Path) -> None:
    with database(data_folder) as owner, database(data_folder) as joined:
        for text in SCHEMA:
            owner.schema(text)
        set_version(joined, 1)
        owner.cleanse(SCHEMA)
        assert version(joined) == 1
        owner.cleanse(SCHEMA)
        set_version(joined, 2)
        assert version(owner) == 2


def test_readers_meet_no_error_while_the_files_are_cleansed(data_folder: Path) -> None:
    errors: list[Exception] = []
    enough = threading.Event()

    def read_on(opened: Database) -> None:
        while not enough.is_set():
            try:
                assert version(opened) == 1
            except Exception as error:  # noqa: BLE001 - any of them is a failure
                errors.append(error)
                return

    with database(data_folder) as opened:
        for text in SCHEMA:
            opened.schema(text)
        set_version(opened, 1)
        readers = [threading.Thread(target=read_on, args=(opened,)) for _ in range(3)]
        for reader in readers:
            reader.start()
        for _ in range(3):
            opened.cleanse(SCHEMA)
        enough.set()
        for reader in readers:
            reader.join()
    assert errors == []


def test_a_joined_store_recovers_when_the_owner_ends(data_folder: Path) -> None:
    with database(data_folder) as owner, database(data_folder) as joined:
        set_version(joined, 7)
        owner.close()
        with suppress(EngineUnavailable):  # the first request may meet the end
            version(joined)
        assert version(joined) == 7
        assert isinstance(joined.engine, EmbeddedEngine)
        assert joined.engine.owner


def test_a_read_within_a_read_passes_the_gate_again(data_folder: Path) -> None:
    with database(data_folder) as opened:
        set_version(opened, 3)
        assert opened.read(lambda tx: version(opened)) == 3
