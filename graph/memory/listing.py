"""Lists: memories, events and entities, filtered and paged under cursors that only their owner can use."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NoReturn

from user_memory.graph import cursor as cursors
from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.edit import strengthened
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import (
    ENTITY_KINDS,
    STATUSES,
    STORED_LAYERS,
    Entity,
    Memory,
    Page,
    Status,
)
from user_memory.graph.status import status_at
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entity, read_identities
from user_memory.graph.store.memories import LABELS, read_memories
from user_memory.graph.store.values import iso, known
from user_memory.graph.vocabulary import vocabulary

MOST = 500
Moment = tuple[datetime | None, datetime | None]
"""(as_of, known_at): what held when, by what was known when; ``None`` is now."""
_NOW: Moment = (None, None)
BELIEVED: frozenset[Status] = frozenset({"current", "tentative"})


def no_such_entity() -> NoReturn:
    raise NotFound("No such entity of this user.")


def limit_of(limit: int, most: int = MOST) -> int:
    """Raises:
    InvalidInput: the limit is not in 1..most.
    """
    if not 1 <= limit <= most:
        raise InvalidInput(f"limit must be 1 to {most}.", where="limit")
    return limit


def memories(
    runtime: Runtime,
    account: Account,
    *,
    layer: str | None,
    status: str | None,
    predicate: str | None,
    entity: str | None,
    tag: str | None,
    q: str | None,
    as_of: datetime | None,
    known_at: datetime | None,
    limit: int,
    cursor: str | None,
) -> Page[Memory]:
    """The stored memories in the order of recording, each with the status it had at ``as_of`` by what was known at
    ``known_at``. What was not there then is left out, so such a page may be short.

    Without ``status``, ``as_of`` and ``known_at`` everything is listed, also a fact that is to hold only later.
    """
    if layer is not None and layer not in STORED_LAYERS:
        raise InvalidInput(f"layer must be one of {', '.join(STORED_LAYERS)}.", where="layer")
    if status is not None and status not in STATUSES:
        raise InvalidInput(f"status must be one of {', '.join(STATUSES)}.", where="status")
    if predicate is not None and predicate not in vocabulary():
        raise InvalidInput(f"predicate must be one of {', '.join(sorted(vocabulary()))}.", where="predicate")
    limit_of(limit)
    moment = (as_of, known_at)
    listing = repr(("memories", layer, status, predicate, entity, tag, q, iso(as_of), iso(known_at)))

    def work(tx: Tx) -> Page[Memory]:
        secret = secret_of(tx)
        at, after = position_of(secret, listing, cursor)
        records = tx.run(
            "memories.page",
            label=LABELS[layer] if layer else None,
            status=status if moment == _NOW else None,
            now=iso(runtime.clock()),
            predicate=predicate,
            entity=_linked(tx, entity),
            tag=tag,
            q=q,
            after_at=at,
            after_id=after,
            limit=limit + 1,
        )
        rows = [(r["id"], iso(known(r["recorded_at"]))) for r in records]
        found = _page(
            runtime, tx, secret, listing, rows, limit, moment, everything=moment == _NOW and status is None
        )
        items = tuple(m for m in found.items if status in (None, m.status))
        return Page(items, found.next_cursor)

    return read(runtime, account, work, lambda: Page(()))


def timeline(
    runtime: Runtime,
    account: Account,
    *,
    from_: datetime | None,
    to: datetime | None,
    entity: str | None,
    as_of: datetime | None,
    known_at: datetime | None,
    limit: int,
    cursor: str | None,
) -> Page[Memory]:
    """Dated events that touch [from, to), in the order in which they happened."""
    limit_of(limit)
    listing = repr(("timeline", iso(from_), iso(to), entity, iso(as_of), iso(known_at)))

    def work(tx: Tx) -> Page[Memory]:
        secret = secret_of(tx)
        at, after = position_of(secret, listing, cursor)
        params = {"from": iso(from_), "to": iso(to)}
        records = tx.run(
            "memories.timeline",
            entity=_linked(tx, entity),
            after_at=at,
            after_id=after,
            limit=limit + 1,
            **params,
        )
        rows = [(r["id"], iso(known(r["occurred_from"]))) for r in records]
        return _page(runtime, tx, secret, listing, rows, limit, (as_of, known_at))

    return read(runtime, account, work, lambda: Page(()))


def entities(
    runtime: Runtime, account: Account, *, q: str | None, kind: str | None, limit: int, cursor: str | None
) -> Page[Entity]:
    """Entities in the order in which they were first spoken of."""
    if kind is not None and kind not in ENTITY_KINDS:
        raise InvalidInput(f"kind must be one of {', '.join(ENTITY_KINDS)}.", where="kind")
    limit_of(limit)
    listing = repr(("entities", q, kind))

    def work(tx: Tx) -> Page[Entity]:
        secret = secret_of(tx)
        at, after = position_of(secret, listing, cursor)
        identities = read_identities(tx)
        records = tx.run(
            "entities.page",
            q=q,
            kind=kind,
            hidden=sorted(identities.parents),
            answering=identities.answering(q) if q else [],
            after_at=at,
            after_id=after,
            limit=limit + 1,
        )
        found = [read_entity(r["e"]) for r in records]
        last = found[limit - 1] if len(found) > limit else None
        following = (
            cursors.encode(secret, listing, [iso(last.first_seen_at) or "", last.id]) if last else None
        )
        return Page(tuple(identities.fold(found[:limit])), following)

    return read(runtime, account, work, lambda: Page(()))


def _linked(tx: Tx, entity_id: str | None) -> list[str] | None:
    if entity_id is None:
        return None
    ids = read_identities(tx).members(entity_id)
    return list(dict.fromkeys(r["memory"] for r in tx.over("entities.links", list(ids))))


def _page(
    runtime: Runtime,
    tx: Tx,
    secret: str,
    listing: str,
    rows: list[tuple[str, str | None]],
    limit: int,
    moment: Moment,
    *,
    everything: bool = False,
) -> Page[Memory]:
    now = runtime.clock()
    held = [
        (memory, memory.status if everything else status_at(memory, now, *moment))
        for memory in read_memories(tx, now, [i for i, _ in rows[:limit]])
    ]
    items = tuple(
        strengthened(runtime, replace(memory, status=status), now) for memory, status in held if status
    )
    last = rows[limit - 1] if len(rows) > limit else None
    return Page(items, cursors.encode(secret, listing, [last[1] or "", last[0]]) if last else None)


def secret_of(tx: Tx) -> str:
    record = tx.one("users.read")
    return str(record["digest_key"]) if record else ""


def position_of(secret: str, listing: str, cursor: str | None) -> tuple[str | None, str | None]:
    if cursor is None:
        return None, None
    at, after = cursors.decode(secret, listing, cursor)
    return str(at), str(after)
