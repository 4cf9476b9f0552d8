"""The audit report: what is stored about a user and every dated change of it, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator

from user_memory.graph import cursor as cursors
from user_memory.graph import trail
from user_memory.graph.memory import sessions
from user_memory.graph.memory.consents import all_consents
from user_memory.graph.memory.listing import limit_of, secret_of
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import AuditEntry, Page
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_merges
from user_memory.graph.store.values import known, moment


def audit(
    runtime: Runtime, account: Account, *, memory: str | None, limit: int, cursor: str | None
) -> Page[AuditEntry]:
    """Oldest first; with ``memory``, what was done to that one. Contents are those that are still held.

    Raises:
        InvalidInput: the limit is not 1 to 500, or the cursor belongs to another list.
    """
    limit_of(limit)
    listing = repr(("audit", memory))

    def work(tx: Tx) -> Page[AuditEntry]:
        secret = secret_of(tx)
        start = int(cursors.decode(secret, listing, cursor)[0]) if cursor else 0
        entries = trail.in_order(
            e for e in _entries(runtime, tx) if memory is None or memory in (e.memory_id, e.by)
        )
        end = start + limit
        following = cursors.encode(secret, listing, [end]) if len(entries) > end else None
        return Page(tuple(entries[start:end]), following)

    return read(runtime, account, work, lambda: Page(()))


def _entries(runtime: Runtime, tx: Tx) -> list[AuditEntry]:
    head = tx.one("users.read")
    created = [AuditEntry(known(head["created_at"]), "user_created")] if head else []
    return [
        *created,
        *trail.told(_kept(tx), _said(tx), _successions(tx)),
        *trail.decided(read_merges(tx)),
        *trail.allowed(all_consents(tx)),
        *trail.opened(s.session for s in sessions.live(tx, runtime.clock())),
        *trail.removed(
            trail.Removal(r["kind"], known(r["at"]), json.loads(r["counts"]))
            for r in tx.run("audit.receipts")
        ),
    ]


def _kept(tx: Tx) -> Iterator[trail.Kept]:
    for r in tx.table("audit.memories"):
        archived = moment(r["archived_at"]) if r["status"] == "archived" else None
        yield trail.Kept(r["memory"], r["content"], known(r["recorded_at"]), archived)


def _said(tx: Tx) -> Iterator[trail.Said]:
    for r in tx.table("audit.evidence"):
        yield trail.Said(r["memory"], r["message_id"], known(r["at"]), r["role"])
    for r in tx.table("audit.retirements"):
        yield trail.Said(
            r["memory"],
            r["message_id"],
            known(r["at"]),
            operation=r["operation"] or "end",
            reason=r["reason"] or "",
        )


def _successions(tx: Tx) -> Iterator[trail.Succession]:
    for r in tx.table("audit.successions"):
        yield trail.Succession(r["memory"], r["old"], r["reason"], known(r["at"]))
