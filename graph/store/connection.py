"""The one way to the database: named statements inside managed transactions, errors told in the user's terms."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import neo4j
from neo4j import exceptions as bolt

from user_memory.graph.engine import Engine
from user_memory.graph.errors import EngineUnavailable, UserMemoryError
from user_memory.graph.statements import statements
from user_memory.graph.store.changes import Changes
from user_memory.graph.store.gate import Gate

T = TypeVar("T")
STALE = frozenset(
    {
        "Neo.ClientError.Security.Unauthorized",
        "Neo.ClientError.Request.Invalid",
        "Neo.DatabaseError.General.UnknownError",
    }
)
"""How a restarted embedded server answers on a connection to the one before it, and how one that is stopping answers."""
ATTEMPTS = 5
"""How often a write is tried when two writers meet on one key."""
RETRY_SECONDS = 3.0
"""How long the driver itself tries again; after that the caller is told, and may send the request again."""


class Tx:
    """A transaction that runs statements by name, for one owner where there is one."""

    def __init__(
        self, tx: neo4j.ManagedTransaction, owner: str | None = None, changes: Changes | None = None
    ) -> None:
        self._tx = tx
        self.owner = owner
        self.changes = changes or Changes()
        """What the transaction has written until now."""

    def of(self, owner: str) -> Tx:
        """The same transaction, bound to ``owner``."""
        return Tx(self._tx, owner, self.changes)

    def run(self, name: str, /, **params: object) -> list[neo4j.Record]:
        """Run the statement ``name``; ``owner`` is bound where the statement takes it."""
        statement = statements()[name]
        if "owner" in statement.params and "owner" not in params:
            params["owner"] = self.owner
        if params.keys() != statement.params:
            raise TypeError(f"{name} takes {sorted(statement.params)}, not {sorted(params)}")
        records = list(self._tx.run(statement.text, params))
        raised = records[0]["revision"] if name == "users.touch" and records else None
        self.changes.note(statement, params, raised)
        return records

    def one(self, name: str, /, **params: object) -> neo4j.Record | None:
        """The first record of ``name``, or ``None``."""
        records = self.run(name, **params)
        return records[0] if records else None

    def table(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        """The rows of ``name``, which answers one record with a list for each column."""
        record = self.run(name, **params)[0]
        keys = record.keys()
        return [dict(zip(keys, row, strict=True)) for row in zip(*record.values(), strict=True)]

    def write(self, name: str, rows: Sequence[object], /, **params: object) -> None:
        """Run ``name`` over ``rows``; with no rows nothing is sent."""
        if rows:
            self.run(name, rows=list(rows), **params)

    def over(self, name: str, ids: Sequence[str], /, **params: object) -> list[neo4j.Record]:
        """Run ``name`` over ``ids``; with no ids nothing is sent."""
        return self.run(name, ids=list(ids), **params) if ids else []


class Database:
    """A driver on an engine's endpoint. Reads and writes are functions of a transaction, tried again when it is safe.

    Raises:
        EngineUnavailable: from ``read`` and ``write`` while the database does not answer.
    """

    def __init__(self, engine: Engine, changed: Callable[[Changes], None] = lambda changes: None) -> None:
        """``changed`` is told what each write touched, once it is stored."""
        self.engine = engine
        self._changed = changed
        self._driver: neo4j.Driver | None = None
        self._opening = threading.Lock()
        self._gate = Gate()
        self._turn: AbstractContextManager[Any] = (
            threading.RLock() if engine.capabilities.single_writer else nullcontext()
        )

    def read(self, work: Callable[[Tx], T]) -> T:
        """What ``work`` answers from one consistent read transaction."""
        return self._told(
            lambda: self._session(neo4j.READ_ACCESS, lambda s: s.execute_read(lambda tx: work(Tx(tx))))
        )

    def write(self, work: Callable[[Tx], T]) -> T:
        """What ``work`` answers from one write transaction: all of it is stored, or nothing."""

        def transaction(tx: neo4j.ManagedTransaction) -> tuple[T, Changes]:
            bound = Tx(tx)
            return work(bound), bound.changes

        def attempt() -> tuple[T, Changes]:
            with self._turn:
                return self._session(neo4j.WRITE_ACCESS, lambda s: s.execute_write(transaction))

        result, changes = self._persist(attempt)
        self._changed(changes)
        return result

    def _persist(self, attempt: Callable[[], T]) -> T:
        """What ``attempt`` answers, tried again where two writers met on one key."""
        for _ in range(ATTEMPTS - 1):
            try:
                return self._told(attempt)
            except bolt.ConstraintError:
                continue
        return self._told(attempt)

    def schema(self, text: str) -> None:
        """Run one statement of a migration, in a transaction of its own as schema changes demand."""
        self._told(lambda: self._session(neo4j.WRITE_ACCESS, lambda s: s.run(text).consume()))

    def cleanse(self, schema: Sequence[str]) -> None:
        """Have the engine remove what deleted data left in its files, and connect anew."""
        with self._turn, self._gate.alone():
            self.disconnect()
            self.engine.cleanse(schema)

    def close(self) -> None:
        """Close the driver, then the engine."""
        self.disconnect()
        self.engine.close()

    def disconnect(self) -> None:
        """Let go of the connections; the next use opens new ones."""
        with self._opening:
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    def _session(self, access: str, use: Callable[[neo4j.Session], T]) -> T:
        database = self.engine.endpoint.database
        with (
            self._gate.shared(),
            self._open().session(database=database, default_access_mode=access) as session,
        ):
            return use(session)

    def _open(self) -> neo4j.Driver:
        with self._opening:
            if self._driver is None:
                endpoint = self.engine.endpoint
                self._driver = neo4j.GraphDatabase.driver(
                    endpoint.uri,
                    auth=endpoint.auth,
                    notifications_min_severity="OFF",
                    connection_timeout=5.0,
                    max_transaction_retry_time=RETRY_SECONDS,
                    user_agent="user-memory",
                )
            return self._driver

    def _current(self, attempt: Callable[[], T]) -> T:
        """What ``attempt`` answers, tried again when the embedded server has restarted since the connections were made.

        It refuses those before it does anything, and what it is asked while it stops for cleansing it rolls back. A server that
        has moved to another process is looked for anew.
        """
        try:
            return attempt()
        except (bolt.ServiceUnavailable, bolt.ClientError, bolt.DatabaseError) as error:
            stale = isinstance(error, bolt.Neo4jError) and error.code in STALE
            lost = stale or isinstance(error, bolt.ServiceUnavailable)
            if not lost or self.engine.capabilities.name != "embedded" or self._gate.entered:
                raise
            with self._gate.alone():
                self.disconnect()
                self.engine.start()
            if not stale:
                raise
        return attempt()

    def _told(self, attempt: Callable[[], T]) -> T:
        try:
            return self._current(attempt)
        except (bolt.AuthError, bolt.ConfigurationError) as error:
            raise EngineUnavailable(
                f"The database at {self.engine.endpoint.uri} refused the sign-in. Check NEO4J_USERNAME and NEO4J_PASSWORD.",
                retry_after=30,
            ) from error
        except (bolt.ServiceUnavailable, bolt.SessionExpired, bolt.TransientError, OSError) as error:
            raise EngineUnavailable(
                f"The database at {self.engine.endpoint.uri} does not answer. Nothing was stored; send the request again."
            ) from error
        except bolt.Neo4jError as error:
            if isinstance(error, bolt.ConstraintError):
                raise
            raise UserMemoryError(
                f"The database refused a statement ({error.code}). Nothing was stored."
            ) from error
