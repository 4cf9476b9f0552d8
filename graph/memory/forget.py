"""Forgetting on request: what is deleted leaves the state of a history that never held it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from user_memory.graph.errors import Conflict, NotFound
from user_memory.graph.memory import digests, sessions, sources
from user_memory.graph.memory.cleansing import cleansed
from user_memory.graph.memory.messages import identifier
from user_memory.graph.memory.receipts import kept
from user_memory.graph.memory.runtime import Account, Runtime, Writing, find, write_existing
from user_memory.graph.memory.settling import settle_about
from user_memory.graph.model import ErasureReceipt
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_identities
from user_memory.graph.store.ledger import Ledger, Slot, load
from user_memory.graph.store.values import iso, known

BATCH = 10_000
"""Nodes that one statement of an erasure deletes."""


def delete_memory(runtime: Runtime, account: Account, memory_id: str) -> ErasureReceipt:
    """Raises:
    NotFound: it is not there, or not this user's.
    """

    def missing() -> ErasureReceipt:
        raise NotFound("No such memory of this user.")

    def work(writing: Writing) -> ErasureReceipt:
        if not writing.tx.over("memories.slot_of", [memory_id]):
            missing()
        return kept(writing, remove_memories(writing, [memory_id]))

    return cleansed(runtime, write_existing(runtime, account, work, missing))


def delete_source(runtime: Runtime, account: Account, message_id: str) -> ErasureReceipt:
    """Forget what one message said, in memories and in live sessions, and that it was ever read.

    Raises:
        NotFound: no such message is known.
    """

    def missing() -> ErasureReceipt:
        raise NotFound("No memory of this user comes from such a message.")

    def work(writing: Writing) -> ErasureReceipt:
        found = [r["id"] for r in writing.tx.run("sources.by_message_ids", message_ids=[message_id])]
        taken_back = sessions.forget_messages(writing, {message_id})
        held = digests.forget(writing, {message_id})
        if not found and not taken_back and not held:
            missing()
        return replace(kept(writing, remove_sources(writing, found)), requests=held)

    return cleansed(runtime, write_existing(runtime, account, work, missing))


def delete_sources(runtime: Runtime, account: Account, session_id: str) -> ErasureReceipt:
    """Forget what one session said: its memories, its state and its instructions."""
    identifier(session_id, "session_id")

    def nothing() -> ErasureReceipt:
        return ErasureReceipt(runtime.mint(), runtime.clock())

    def work(writing: Writing) -> ErasureReceipt:
        found = [r["id"] for r in writing.tx.run("sources.of_session", session_id=session_id)]
        session = sessions.load(writing.tx, session_id, writing.now)
        writing.tx.run("sessions.delete", id=session_id)
        held = digests.forget_session(writing, session_id)
        removed = remove_sources(writing, found, sessions_removed=int(session is not None))
        return replace(kept(writing, removed), requests=held)

    return cleansed(runtime, write_existing(runtime, account, work, nothing))


def delete_entity(runtime: Runtime, account: Account, entity_id: str) -> ErasureReceipt:
    """Forget an entity with every memory about it.

    Raises:
        NotFound: it is not there, or not this user's.
        Conflict: it is the user.
    """

    def missing() -> ErasureReceipt:
        raise NotFound("No such entity of this user.")

    def work(writing: Writing) -> ErasureReceipt:
        root = read_identities(writing.tx).root(entity_id)
        nodes = writing.tx.over("entities.by_ids", [root])
        if not nodes:
            missing()
        if nodes[0]["e"]["kind"] == "self":
            raise Conflict("This entity is the user: erase the user instead.")
        members = list(read_identities(writing.tx).members(entity_id))
        linked = sorted({r["memory"] for r in writing.tx.over("entities.links", members)})
        receipt = remove_memories(writing, linked, also=members)
        for member in members:
            writing.tx.run("entities.unspeak", id=member)
        return kept(writing, receipt)

    return cleansed(runtime, write_existing(runtime, account, work, missing))


def erase(runtime: Runtime, account: Account, after: Callable[[str], None]) -> ErasureReceipt:
    """Erase the user: nodes, cache, buffers, and what the database's files still held. The receipt keeps counts only.

    ``after`` is called with the owner, to drop what is held outside the database.
    """

    def work(tx: Tx) -> tuple[ErasureReceipt, str | None]:
        bound = find(tx, account)
        receipt = ErasureReceipt(runtime.mint(), runtime.clock())
        if bound is None or bound.owner is None:
            return receipt, None
        bound.run("users.touch", messages=0)
        counts = {kind: _erase_all(bound, kind) for kind in _KINDS}
        receipt = ErasureReceipt(
            receipt.id,
            receipt.at,
            memories=counts["memories"],
            entities=counts["entities"],
            sources=counts["sources"],
            sessions=counts["sessions"],
            consents=counts["consents"],
            requests=counts["requests"],
            users=counts["users"],
        )
        tx.run(
            "receipts.create",
            id=receipt.id,
            owner=bound.owner,
            kind="erasure",
            at=iso(receipt.at),
            counts=json.dumps(counts),
        )
        return receipt, bound.owner

    receipt, owner = runtime.database.write(work)
    if owner is not None:
        after(owner)
    return cleansed(runtime, receipt)


_KINDS = ("memories", "sources", "sessions", "consents", "requests", "receipts", "entities", "users")


def _erase_all(tx: Tx, kind: str) -> int:
    total = 0
    while True:
        record = tx.one(f"erasure.{kind}", limit=BATCH)
        deleted = record["n"] if record else 0
        total += deleted
        if deleted < BATCH:
            return total


def remove_memories(writing: Writing, ids: Sequence[str], *, also: Sequence[str] = ()) -> ErasureReceipt:
    """Delete memories, and what is left without a purpose after them; reconcile what they touched.

    ``also`` names entities to delete whatever else holds them.
    """
    gone = set(ids)
    slots = load(writing.tx, {r["slot"] for r in writing.tx.over("memories.slot_of", list(ids))})
    touched = _entities_of(writing.tx, list(gone))
    for slot in slots.values():
        slot.sayings = [s for s in slot.sayings if s.memory_id not in gone]
    return _resettle(writing, list(slots.values()), touched, also)


def remove_sources(writing: Writing, ids: Sequence[str], *, sessions_removed: int = 0) -> ErasureReceipt:
    """Delete sources, the memories that only they supported, and reconcile the rest."""
    gone = set(ids)
    records = writing.tx.over("sources.slots", list(ids))
    touched = _entities_of(writing.tx, [r["memory"] for r in records])
    slots = load(writing.tx, {r["slot"] for r in records})
    for slot in slots.values():
        slot.sayings = [s for s in slot.sayings if s.source_id not in gone]
    sources.drop(writing, list(ids))
    return _resettle(writing, list(slots.values()), touched, (), len(ids), sessions_removed)


def _resettle(
    writing: Writing,
    slots: list[Slot],
    touched: set[str],
    also: Sequence[str],
    sources_removed: int = 0,
    sessions_removed: int = 0,
) -> ErasureReceipt:
    tx = writing.tx
    outcome = Ledger(tx, writing.mint, writing.tick, writing.vectors(), writing.now).settle(slots)
    idle = [r["id"] for r in tx.run("sources.orphans")]
    sources.drop(writing, idle)
    entities = orphans(tx) | set(also)
    merged = read_identities(tx)
    tx.over("entities.delete", sorted(entities))
    settle_about(writing, {i for e in entities for i in merged.members(e)} - entities)
    recount(tx, touched - entities)
    return ErasureReceipt(
        writing.mint(),
        writing.now,
        memories=len(outcome.removed),
        entities=len(entities),
        sources=sources_removed + len(idle),
        sessions=sessions_removed,
    )


def orphans(tx: Tx) -> set[str]:
    """Entities that no memory is about and that never spoke."""
    speakers = {r["id"] for r in tx.run("entities.speakers")}
    return {r["id"] for r in tx.run("entities.orphans")} - speakers


def recount(tx: Tx, ids: Iterable[str]) -> None:
    """Count the mentions of entities anew from the evidence that remains; who has none left keeps the times, but for the
    user, who is as before any was made."""
    times: dict[str, list[datetime]] = {i: [] for i in ids}
    for record in tx.over("entities.evidence", sorted(times)):
        times[record["id"]].append(known(record["at"]))
    born = _born(tx) if times else {}
    rows = [
        {
            "id": i,
            "mentions": len(at),
            "first": iso(min(at, default=born.get(i))),
            "last": iso(max(at, default=born.get(i))),
        }
        for i, at in sorted(times.items())
    ]
    tx.write("entities.recount", rows)


def _born(tx: Tx) -> dict[str, datetime]:
    """When the user's own entity came into being, by its id."""
    user = tx.one("users.read")
    return {r["id"]: known(user["created_at"]) for r in tx.run("entities.self")} if user else {}


def _entities_of(tx: Tx, memory_ids: list[str]) -> set[str]:
    ends = tx.over("memories.ends_by_ids", memory_ids)
    involved = tx.over("memories.involved_by_ids", memory_ids)
    return {r["subject"] for r in ends} | {r["object"] for r in ends} | {r["id"] for r in involved}
