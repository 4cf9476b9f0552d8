"""What every use case works with: the database, the models, the clock, and one write transaction in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from user_memory.graph.candidates import Extractor
from user_memory.graph.clock import Clock
from user_memory.graph.config import Config
from user_memory.graph.encoders import Encoder, Reranker, Tokenizer, pack
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.ids import Randomness, owner_id, uuid7
from user_memory.graph.memory.access import AccessBuffer
from user_memory.graph.model import Notice
from user_memory.graph.retrieval.cache import SnapshotCache
from user_memory.graph.retrieval.speech import first_person
from user_memory.graph.store.batch import Vectors
from user_memory.graph.store.connection import Database, Tx
from user_memory.graph.store.values import iso, moment
from user_memory.graph.times import after

T = TypeVar("T")


@dataclass(slots=True)
class Runtime:
    """The parts that are wired together once and shared by all users."""

    database: Database
    config: Config
    clock: Clock
    randomness: Randomness
    extractor: Extractor
    encoder: Encoder | None
    tokenizer: Tokenizer
    cache: SnapshotCache
    access: AccessBuffer
    reranker: Reranker | None = None
    notices: tuple[Notice, ...] = ()
    """Warnings that every answer carries, such as an encoder that did not load."""

    def mint(self) -> str:
        """A new id that sorts by time."""
        return uuid7(self.clock(), self.randomness)

    def vectors(self, speakers: Callable[[], Iterable[str]]) -> Vectors:
        """An empty set of embeddings that fills as contents are met; ``speakers`` are taken out of the meaning.

        They are asked for when there is something to embed.
        """
        encoder = self.encoder
        if encoder is None:
            return Vectors(None, None)

        def encode(texts: Sequence[str]) -> list[bytes]:
            names = frozenset(speakers())
            return [pack(v) for v in encoder.encode([first_person(t, names) for t in texts])]

        return Vectors(encode, encoder.name)


@dataclass(frozen=True, slots=True)
class Account:
    """The user that a call is about."""

    tenant: str
    user_id: str


class OwnerGone(UserMemoryError):
    """The user was erased between two steps of a call; the call starts again."""


class Writing:
    """One write transaction of one user: it takes the turn by raising the revision, and dates every record after the last."""

    def __init__(self, runtime: Runtime, tx: Tx, messages: int = 0) -> None:
        head = tx.one("users.touch", messages=messages)
        if head is None:
            raise OwnerGone("The user was erased meanwhile.")
        self.runtime, self.tx = runtime, tx
        self.revision: int = head["revision"]
        self.seq: int = head["seq"] - messages
        self.secret: str = head["digest_key"]
        self.now = after(moment(head["recorded_at"]), runtime.clock())
        self._last = moment(head["recorded_at"])

    def tick(self) -> datetime:
        """A time of recording later than every earlier one of this user."""
        self._last = after(self._last, self.now)
        return self._last

    def follow(self, moment: datetime) -> None:
        """Let every time of recording from now on be later than ``moment``."""
        self._last = moment if self._last is None else max(self._last, moment)

    def mint(self) -> str:
        return self.runtime.mint()

    def vectors(self) -> Vectors:
        """An empty set of embeddings that takes everybody who speaks to this user's agent out of the meaning."""
        return self.runtime.vectors(lambda: speakers(self.tx))

    def finish(self) -> None:
        """Remember the latest time of recording."""
        if self._last is not None:
            self.tx.run("users.advance", recorded_at=iso(self._last))


def speakers(tx: Tx) -> set[str]:
    """The names of all who spoke, as far as they are kept."""
    return {r["name"] for query in ("sources.speakers", "sources.names") for r in tx.run(query)}


def find(tx: Tx, account: Account) -> Tx | None:
    """The transaction bound to the account's owner, or ``None`` for an unknown user."""
    record = tx.one("users.find", tenant=account.tenant, user_id=account.user_id)
    return tx.of(record["owner"]) if record else None


def find_or_create(runtime: Runtime, tx: Tx, account: Account) -> Tx:
    """The transaction bound to the account's owner, whose ``User`` and self entity come into being here if need be."""
    bound = find(tx, account)
    if bound is not None:
        return bound
    now = iso(runtime.clock())
    record = tx.one(
        "users.create",
        tenant=account.tenant,
        user_id=account.user_id,
        owner=owner_id(runtime.randomness),
        digest_key=runtime.randomness(32).hex(),
        now=now,
    )
    if record is None:
        raise UserMemoryError("The database created no user. Nothing was stored; send the request again.")
    bound = tx.of(record["owner"])
    bound.run("users.self", id=runtime.mint(), now=now)
    return bound


def write(runtime: Runtime, account: Account, work: Callable[[Writing], T], *, messages: int = 0) -> T:
    """Run ``work`` in a write transaction of the account, creating the user at the first write."""

    def transaction(tx: Tx) -> T:
        writing = Writing(runtime, find_or_create(runtime, tx, account), messages)
        result = work(writing)
        writing.finish()
        return result

    return runtime.database.write(transaction)


def write_existing(
    runtime: Runtime, account: Account, work: Callable[[Writing], T], missing: Callable[[], T]
) -> T:
    """Like :func:`write`, but an unknown user is not created: ``missing`` answers instead."""

    def transaction(tx: Tx) -> T:
        bound = find(tx, account)
        if bound is None:
            return missing()
        writing = Writing(runtime, bound)
        result = work(writing)
        writing.finish()
        return result

    return runtime.database.write(transaction)


def read(runtime: Runtime, account: Account, work: Callable[[Tx], T], missing: Callable[[], T]) -> T:
    """Run ``work`` in a read transaction of the account; ``missing`` answers for an unknown user."""

    def transaction(tx: Tx) -> T:
        bound = find(tx, account)
        return missing() if bound is None else work(bound)

    return runtime.database.read(transaction)
