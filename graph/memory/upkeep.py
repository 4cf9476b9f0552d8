"""Maintenance: fade, archive, expire and forget by the clock. Running it twice changes nothing more."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from neo4j import Record

from user_memory.graph.capacity import ACTIVE
from user_memory.graph.decay import STALE, effective_importance
from user_memory.graph.memory import digests, sessions
from user_memory.graph.memory.capping import bare
from user_memory.graph.memory.cleansing import cleanse
from user_memory.graph.memory.forget import remove_memories
from user_memory.graph.memory.receipts import keep
from user_memory.graph.memory.runtime import OwnerGone, Runtime, Writing
from user_memory.graph.model import DecayReport
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.values import iso, moment

LEASE = "maintenance"
LEASE_FOR = timedelta(minutes=10)
EVERY = timedelta(days=1)
PAGE = 500
FADING = ACTIVE | {"superseded"}
"""Statuses of the memories that are archived once they are stale."""


@dataclass(frozen=True, slots=True)
class Due:
    """What one user's memories ask for now."""

    stale: list[str]
    deleted: list[str]
    expired: list[str]
    sessions: list[str]
    requests: list[str]
    quotes: int
    quotes_before: datetime

    @property
    def counts(self) -> Counter[str]:
        return Counter(
            archived=len(self.stale),
            deleted=len(self.deleted),
            expired=len(self.expired),
            sessions_removed=len(self.sessions),
            requests_removed=len(self.requests),
            quotes_removed=self.quotes,
        )


def decay(runtime: Runtime, *, dry_run: bool, tenant: str | None = None) -> DecayReport:
    """Archive what is stale, delete what was archived long ago or has expired, drop old quotes, sessions and request keys.

    It runs over the users of ``tenant``, or over all. Each user is one transaction. A dry run counts and changes nothing.
    """
    now, run_id = runtime.clock(), runtime.mint()
    total: Counter[str] = Counter()
    users = 0
    for owner, _ in every_user(runtime, tenant):
        users += 1
        total += _dry(runtime, owner, now) if dry_run else _run(runtime, owner)
    if not dry_run:
        if total.total():
            cleanse(runtime)
        counts = json.dumps(dict(total))
        runtime.database.write(
            lambda tx: tx.run(
                "receipts.create", id=run_id, owner="", kind="maintenance", at=iso(now), counts=counts
            )
        )
    return DecayReport(
        run_id,
        now,
        dry_run,
        users,
        total["archived"],
        total["deleted"],
        total["expired"],
        total["quotes_removed"],
        total["sessions_removed"],
        total["requests_removed"],
    )


def decay_if_due(runtime: Runtime, holder: str) -> DecayReport | None:
    """The daily run, by whichever process gets the lease; ``None`` when it was run within a day or another runs it."""
    now = runtime.clock()

    def take(tx: Tx) -> bool:
        lease = tx.one("leases.read", name=LEASE)
        ran = moment(lease["ran_at"]) if lease else None
        if ran is not None and now - ran < EVERY:
            return False
        taken = tx.one("leases.take", name=LEASE, holder=holder, now=iso(now), until=iso(now + LEASE_FOR))
        return taken is not None and taken["holder"] == holder

    if not runtime.database.write(take):
        return None
    report = decay(runtime, dry_run=False)
    runtime.database.write(lambda tx: tx.run("leases.finish", name=LEASE, holder=holder, now=iso(now)))
    return report


def every_user(runtime: Runtime, tenant: str | None) -> Iterator[tuple[str, str]]:
    """Owner and user id of every user of ``tenant``, or of all tenants."""
    after: str | None = None
    while True:
        page = runtime.database.read(partial(_page, tenant=tenant, after=after))
        for record in page:
            yield record["owner"], record["user_id"]
        if len(page) < PAGE:
            return
        after = page[-1]["owner"]


def _page(tx: Tx, tenant: str | None, after: str | None) -> list[Record]:
    return tx.run("users.owners", tenant=tenant, after=after, limit=PAGE)


def find_due(runtime: Runtime, tx: Tx, now: datetime) -> Due:
    """What maintenance would do with the memories of one user now."""
    config = runtime.config
    stale, deleted, expired = [], [], []
    for record in tx.run("memories.strength"):
        memory, archived_at = bare(record), moment(record["archived_at"])
        if memory.expires_at is not None and memory.expires_at <= now:
            expired.append(memory.id)
        elif memory.status == "archived":
            if archived_at is not None and now - archived_at >= timedelta(days=config.archive_days):
                deleted.append(memory.id)
        elif memory.status in FADING and effective_importance(memory, now, config.decay) < STALE:
            stale.append(memory.id)
    ended = [r["id"] for r in tx.run("sessions.expired", now=iso(now))]
    requests = _old_requests(tx, now, now - config.request_ttl)
    before = now - timedelta(days=config.quote_days)
    quotes = tx.one("sources.old_quotes", before=iso(before))
    return Due(stale, deleted, expired, ended, requests, quotes["n"] if quotes else 0, before)


def _old_requests(tx: Tx, now: datetime, before: datetime) -> list[str]:
    """Keys that may be used anew; not those of messages whose instruction stands in a session."""
    keys = [r["key"] for r in tx.run("requests.expired", before=iso(before))]
    head = tx.one("users.read") if keys else None
    if head is None:
        return []
    standing = {i for held in sessions.live(tx, now) for i in held.messages}
    kept = {digests.key_of(head["digest_key"], i) for i in standing}
    return [key for key in keys if key not in kept]


def _dry(runtime: Runtime, owner: str, now: datetime) -> Counter[str]:
    return runtime.database.read(lambda tx: find_due(runtime, tx.of(owner), now)).counts


def _run(runtime: Runtime, owner: str) -> Counter[str]:
    def work(tx: Tx) -> Counter[str]:
        try:
            writing = Writing(runtime, tx.of(owner))
        except OwnerGone:
            return Counter()
        counts = _apply(writing, find_due(runtime, writing.tx, writing.now))
        writing.finish()
        return counts

    return runtime.database.write(work)


def _apply(writing: Writing, due: Due) -> Counter[str]:
    tx, now = writing.tx, writing.now
    tx.over("memories.archive", due.stale, now=iso(now))
    if due.deleted or due.expired:
        remove_memories(writing, [*due.deleted, *due.expired])
    for session in due.sessions:
        tx.run("sessions.delete", id=session)
    if due.requests:
        tx.run("requests.delete", keys=due.requests)
    if due.quotes:
        tx.run("sources.forget_quotes", before=iso(due.quotes_before))
    keep(writing, writing.mint(), "maintenance", due.counts)
    return due.counts
