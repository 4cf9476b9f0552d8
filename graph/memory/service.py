"""The memory service in process: opened on an engine, shared by all users of a program."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from functools import partial
from types import TracebackType
from typing import Any

from user_memory.graph import migrations
from user_memory.graph.candidates import Extractor
from user_memory.graph.clock import Clock, system_clock
from user_memory.graph.config import Config
from user_memory.graph.encoders import Encoder, Reranker, Tokenizer, open_tokenizer
from user_memory.graph.engine import Engine
from user_memory.graph.errors import InvalidInput, UserMemoryError
from user_memory.graph.ids import Randomness
from user_memory.graph.memory import fading, reembedding, upkeep
from user_memory.graph.memory.access import AccessBuffer
from user_memory.graph.memory.imports import Imported, take_in
from user_memory.graph.memory.keys import Keys
from user_memory.graph.memory.listing import limit_of
from user_memory.graph.memory.outdated import forget_outdated
from user_memory.graph.memory.runtime import Account, Runtime
from user_memory.graph.memory.user import User
from user_memory.graph.model import DecayReport, Fading, Notice, Page
from user_memory.graph.retrieval.cache import SnapshotCache
from user_memory.graph.store.changes import Changes
from user_memory.graph.store.connection import Database

USER_ID_LIMIT = 256


class MemoryService:
    """All users' memories on one engine. Thread-safe; close it to write what is pending and stop the engine."""

    def __init__(
        self,
        engine: Engine,
        extractor: Extractor,
        encoder: Encoder | None,
        *,
        config: Config | None = None,
        clock: Clock = system_clock,
        randomness: Randomness = os.urandom,
        tenant: str = "default",
        tokenizer: Tokenizer | None = None,
        reranker: Reranker | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> None:
        config = config or Config()
        self.tenant = tenant
        cache = SnapshotCache(config.cache_bytes)
        database = Database(engine, partial(_note, cache))
        self.runtime = Runtime(
            database,
            config,
            clock,
            randomness,
            extractor,
            encoder,
            tokenizer or open_tokenizer(),
            cache,
            AccessBuffer(database, cache, config.access_flush),
            reranker,
            notices,
        )
        self.keys = Keys(self.runtime)

    def user(self, user_id: str, tenant: str | None = None) -> User:
        """The memory of one user; nothing is stored by asking.

        Raises:
            InvalidInput: the id is not 1 to 256 visible characters in NFC.
        """
        return User(self.runtime, Account(tenant or self.tenant, _checked(user_id)))

    def import_user(self, user_id: str, document: Mapping[str, Any], tenant: str | None = None) -> Imported:
        """Take in what ``User.export`` answered, here or elsewhere; what the user has already is not stored twice.

        Raises:
            InvalidInput: the document is no export; nothing is stored then.
        """
        return take_in(self.runtime, Account(tenant or self.tenant, _checked(user_id)), document)

    def users(self, *, limit: int = 50, cursor: str | None = None, tenant: str | None = None) -> Page[str]:
        """The ids of a tenant's users, in an order of their own: the cursor names an owner, never a user id."""
        limit_of(limit)
        records = self.runtime.database.read(
            lambda tx: tx.run("users.page", tenant=tenant or self.tenant, after=cursor, limit=limit + 1)
        )
        ids = tuple(r["user_id"] for r in records[:limit])
        return Page(ids, records[limit - 1]["owner"] if len(records) > limit else None)

    def decay(self, *, dry_run: bool = False, tenant: str | None = None) -> DecayReport:
        """Run maintenance now, over the users of ``tenant`` or over all."""
        if not dry_run:
            self.flush()
        return upkeep.decay(self.runtime, dry_run=dry_run, tenant=tenant)

    def fading(self, *, tenant: str | None = None) -> list[Fading]:
        """What maintenance would do with each memory of a tenant, or of all, and when each falls below the thresholds."""
        return fading.fading(self.runtime, tenant)

    def decay_if_due(self, holder: str) -> DecayReport | None:
        """Run the daily maintenance unless it was run within a day, or another process runs it."""
        self.flush()
        return upkeep.decay_if_due(self.runtime, holder)

    def reembed(self, *, tenant: str | None = None) -> int:
        """Embed anew what another encoder embedded, of a tenant or of all; answers how many memories that were."""
        return reembedding.reembed(self.runtime, tenant)

    def migrate(self) -> list[int]:
        """Bring the schema to this version; answers the steps that were run."""
        return migrations.migrate(self.runtime.database, self.runtime.clock())

    def check(self) -> int:
        """The schema version of the data.

        Raises:
            IncompatibleData: the data is newer than this code.
        """
        return migrations.check(self.runtime.database)

    def ready(self) -> bool:
        """Whether the database answers."""
        try:
            self.runtime.database.read(lambda tx: tx.one("system.ping"))
        except UserMemoryError:
            return False
        return True

    def flush(self) -> None:
        """Write the access counts that are pending."""
        self.runtime.access.flush()

    def forget_outdated(self) -> None:
        """Drop what is kept in memory of users that another process erased, or whom it wrote to since."""
        forget_outdated(self.runtime)

    def close(self) -> None:
        """Write what is pending, then stop the engine."""
        try:
            self.runtime.access.close()
        finally:
            self.runtime.database.close()

    def __enter__(self) -> MemoryService:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _note(cache: SnapshotCache, changes: Changes) -> None:
    """Have the cache know what a write touched, so that it need not be read whole again."""
    if changes.known and changes.owner is not None and changes.revision is not None:
        cache.note(changes.owner, changes.revision, changes.memories)


def _checked(user_id: str) -> str:
    ok = (
        isinstance(user_id, str)
        and 1 <= len(user_id) <= USER_ID_LIMIT
        and user_id.isprintable()
        and user_id.strip() != ""
    )
    if not ok or unicodedata.normalize("NFC", user_id) != user_id or not _encodable(user_id):
        raise InvalidInput(
            f"user_id must be 1 to {USER_ID_LIMIT} visible characters in Unicode form NFC.", where="user_id"
        )
    return user_id


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
