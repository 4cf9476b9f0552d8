"""Erasing for good: deleted words leave the files of the embedded database.

Three places keep them. A deleted record is wiped, but one that has become shorter leaves its tail in the page, which
compressing the pages removes. Index files are append-only and keep every key they ever had, so all indexes are built anew;
they must be dropped through their constraints, since an index rebuilt or dropped by itself takes the constraint's
uniqueness with it and says nothing. The write-ahead log goes when the database is closed cleanly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from user_memory.graph.errors import EngineUnavailable

_CREATION = re.compile(r"CREATE\s+(CONSTRAINT|INDEX)\s+(\w+)\s+IF\s+NOT\s+EXISTS\b", re.IGNORECASE)


def dropping(creation: str) -> str:
    """The statement that undoes ``CREATE CONSTRAINT name IF NOT EXISTS …`` or ``CREATE INDEX name IF NOT EXISTS …``.

    Raises ``ValueError`` for any other statement.
    """
    match = _CREATION.match(creation.strip())
    if match is None:
        raise ValueError(f"Not the creation of a named constraint or index with IF NOT EXISTS: {creation!r}")
    return f"DROP {match[1].upper()} {match[2]} IF EXISTS"


def cleanse_database(database: Any, folder: Path, schema: Sequence[str]) -> None:
    """Cleanse the opened ``database`` in ``folder`` that nobody else is connected to, and close it.

    Raises ``EngineUnavailable`` when a constraint or index does not stand again or the write-ahead log stays.
    """
    try:
        for creation in schema:
            database.command("opencypher", dropping(creation)).to_list()
        database.command("sql", "CHECK DATABASE COMPRESS").to_list()
        for creation in schema:
            database.command("opencypher", creation).to_list()
        missing = {_name(c) for c in schema} - {_name(c) for c in standing(database, schema)}
    finally:
        database.close()
    if missing:
        raise EngineUnavailable(
            f"These constraints or indexes could not be built again: {', '.join(sorted(missing))}."
        )
    if any(folder.glob("*.wal")):
        raise EngineUnavailable(
            f"The write-ahead log in {folder} could not be removed: restart the service to try again."
        )


def standing(database: Any, schema: Sequence[str]) -> tuple[str, ...]:
    """The statements of ``schema`` whose constraint or index the database lists."""
    listed = {
        str(row["name"])
        for statement in ("SHOW CONSTRAINTS", "SHOW INDEXES")
        for row in database.query("opencypher", statement).to_list()
    }
    return tuple(creation for creation in schema if _name(creation) in listed)


def _name(creation: str) -> str:
    return dropping(creation).split()[2]
