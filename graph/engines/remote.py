"""A Neo4j server that runs elsewhere: single, clustered or Aura."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from user_memory.graph.engine import Capabilities, Endpoint
from user_memory.graph.errors import ConfigurationError

SCHEMES = frozenset({"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"})


def is_uri(target: str) -> bool:
    """Whether ``target`` is an address and not a folder."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", target) is not None


class RemoteEngine:
    """Neo4j at an address. Starting and closing it is its operator's affair, so both do nothing here."""

    capabilities = Capabilities(name="neo4j", single_writer=False, needs_cleansing=False, whole_commits=False)

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @classmethod
    def at(
        cls, uri: str, username: str | None = None, password: str | None = None, database: str | None = None
    ) -> RemoteEngine:
        """The engine at ``uri``; without a password the server is asked without credentials."""
        parts = urlsplit(uri)
        if parts.scheme.lower() not in SCHEMES:
            known = ", ".join(sorted(SCHEMES))
            raise ConfigurationError(
                f"'{parts.scheme}://' is not a Bolt address: use one of {known}.", where="NEO4J_URI"
            )
        if not parts.hostname:
            raise ConfigurationError("The address names no host: write neo4j://HOST:7687.", where="NEO4J_URI")
        if parts.username or parts.password:
            raise ConfigurationError(
                "Credentials do not belong in the address, where logs would show them: "
                "set NEO4J_USERNAME and NEO4J_PASSWORD.",
                where="NEO4J_URI",
            )
        if not password:
            return cls(Endpoint(uri, database=database or None))
        return cls(Endpoint(uri, username or "neo4j", password, database or None))

    @property
    def endpoint(self) -> Endpoint:
        return self._endpoint

    def start(self) -> None:
        """Nothing to start: the driver finds out whether the server answers."""

    def close(self) -> None:
        """Nothing to stop."""

    def cleanse(self, schema: Sequence[str]) -> None:
        """Nothing to do from here: the server reuses deleted space and its operator sets how long transaction logs are kept."""

    def cleansing_due(self) -> bool:
        return False
