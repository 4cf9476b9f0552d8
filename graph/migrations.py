"""The schema's version in the database, moved forward step by step; newer data than code is refused."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from user_memory.graph.errors import IncompatibleData
from user_memory.graph.statements import migrations
from user_memory.graph.store.connection import Database, Tx
from user_memory.graph.times import format_time


def current_version(database: Database) -> int:
    """The version of the stored schema; 0 for an empty database."""
    record = database.read(lambda tx: tx.one("schema.version"))
    return int(record["version"]) if record else 0


def latest_version() -> int:
    """The version that this code writes."""
    return migrations()[-1].version


def check(database: Database) -> int:
    """The stored version.

    Raises:
        IncompatibleData: the data was written by a newer version of this package.
    """
    version = current_version(database)
    if version > latest_version():
        raise IncompatibleData(
            f"The data has schema version {version}, and this version of user-memory knows up to {latest_version()}. "
            "Install a newer user-memory, or choose another data folder or database."
        )
    return version


def _record(tx: Tx, version: int, now: datetime) -> None:
    tx.run("schema.set_version", version=version, now=format_time(now))


def migrate(database: Database, now: datetime) -> list[int]:
    """Run the steps that are missing, each recorded when it is done; answers their numbers."""
    version = check(database)
    done = []
    for step in migrations():
        if step.version > version:
            for text in step.statements:
                database.schema(text)
            database.write(partial(_record, version=step.version, now=now))
            done.append(step.version)
    return done
