"""What an engine is: it answers where the Bolt endpoint is and what it can do; the driver does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

EngineName = Literal["embedded", "neo4j"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the driver connects. ``database`` is ``None`` for the server's default; the password is kept out of ``repr``."""

    uri: str
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None

    @property
    def auth(self) -> tuple[str, str] | None:
        """The credentials in the driver's form; ``None`` where the server asks for none."""
        return None if self.username is None else (self.username, self.password or "")


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What sets one engine apart from another.

    ``single_writer``: writes go one at a time through one process.
    ``needs_cleansing``: deleted words stay in its files until :meth:`Engine.cleanse`.
    ``whole_commits``: a reader sees a commit whole or not at all; elsewhere it may see a node before the property that counts it.
    """

    name: EngineName
    single_writer: bool
    needs_cleansing: bool
    whole_commits: bool


class Engine(Protocol):
    """A database that speaks Bolt."""

    @property
    def capabilities(self) -> Capabilities: ...

    @property
    def endpoint(self) -> Endpoint:
        """Where the database is now. :meth:`start` and :meth:`cleanse` may change it.

        Raises ``EngineUnavailable`` before :meth:`start` and after :meth:`close`.
        """
        ...

    def start(self) -> None:
        """Make the endpoint answer. Called again it looks anew, which finds a server that has moved or ended.

        Raises ``ConfigurationError`` where it can never work as set up and ``EngineUnavailable`` where it may work later.
        """
        ...

    def close(self) -> None:
        """Let go of everything; close the driver first. Harmless when called twice."""
        ...

    def cleanse(self, schema: Sequence[str]) -> None:
        """Make deleted words vanish from every file of the database; all constraints and indexes of ``schema`` hold after it.

        ``schema`` lists the ``CREATE CONSTRAINT`` and ``CREATE INDEX`` statements in force. Connections break meanwhile, so the
        caller has no transaction open; afterwards it connects to :attr:`endpoint`. A crash in the middle loses nothing: the next
        start begins again. An engine that has joined another process's server leaves it a request instead.
        """
        ...

    def cleansing_due(self) -> bool:
        """Whether another process has asked this one to :meth:`cleanse`."""
        ...
