"""The engines: the embedded database, started in this process, and a Neo4j server elsewhere."""

from __future__ import annotations

from pathlib import Path

from user_memory.graph.engine import Engine
from user_memory.graph.engines.remote import RemoteEngine, is_uri


def open_engine(
    target: str | Path,
    *,
    username: str | None = None,
    password: str | None = None,
    database: str | None = None,
) -> Engine:
    """The engine for ``target``, not yet started: a Bolt URI (``neo4j://host``, ``bolt+s://host:7687``) or a data folder.

    The rest is for a URI: without a password the server is asked without credentials, without a database for its default.
    Raises ``ConfigurationError`` for a URI that is not Bolt's.
    """
    if isinstance(target, str) and is_uri(target):
        return RemoteEngine.at(target, username, password, database)
    from user_memory.graph.engines.embedded import EmbeddedEngine

    return EmbeddedEngine(Path(target))


__all__ = ["open_engine"]
