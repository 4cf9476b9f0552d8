"""Where the database is: an engine answers with a Bolt endpoint and what it can do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to connect over Bolt."""

    uri: str
    auth: tuple[str, str] | None = field(default=None, repr=False)
    database: str | None = None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What sets an engine apart. ``single_writer``: writes of one process take turns. ``needs_cleansing``: deleted data
    stays in its files until :meth:`Engine.cleanse`."""

    name: str
    single_writer: bool
    needs_cleansing: bool


class Engine(Protocol):
    """A database that speaks Bolt."""

    @property
    def capabilities(self) -> Capabilities: ...

    @property
    def endpoint(self) -> Endpoint: ...

    def start(self) -> None: ...

    def cleanse(self, schema: Sequence[str]) -> None:
        """Remove what deleted data left in the files. Connections are cut; the endpoint may change."""
        ...

    def close(self) -> None: ...
