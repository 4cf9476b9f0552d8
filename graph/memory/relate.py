"""Relationship queries: entities, relations, paths, the timeline, the neighbourhood, and why a memory is held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NoReturn

from user_memory.graph import cursor as cursors
from user_memory.graph.decay import ACCESS_LIMIT, ACCESS_WEIGHT, effective_importance, fades
from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.identities import Identities
from user_memory.graph.memory.edit import no_such_memory, strengthened
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import (
    ENTITY_KINDS,
    STATUSES,
    STORED_LAYERS,
    Entity,
    EntityRef,
    GraphEdge,
    GraphView,
    Memory,
    Page,
    Path,
    Relation,
    Replacement,
    Retirement,
    ScorePart,
    Status,
    Why,
)
from user_memory.graph.retrieval import paths as find_paths
from user_memory.graph.status import status_at
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entity, read_identities
from user_memory.graph.store.memories import LABELS, read_memories, read_source
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
    ``known_at``. What was not there then is left out, so such a page may be short."""
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
        secret = _secret(tx)
        at, after = _position(secret, listing, cursor)
        records = tx.run(
            "memories.page",
            label=LABELS[layer] if layer else None,
            status=status if moment == _NOW else None,
            predicate=predicate,
            entity=_linked(tx, entity),
            tag=tag,
            q=q,
            after_at=at,
            after_id=after,
            limit=limit + 1,
        )
        rows = [(r["id"], iso(known(r["recorded_at"]))) for r in records]
        found = _page(runtime, tx, secret, listing, rows, limit, moment)
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
        secret = _secret(tx)
        at, after = _position(secret, listing, cursor)
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
        secret = _secret(tx)
        at, after = _position(secret, listing, cursor)
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


def entity(runtime: Runtime, account: Account, entity_id: str) -> Entity:
    """Raises:
    NotFound: it is not there, or not this user's.
    """
    return read(runtime, account, lambda tx: _entity(tx, entity_id), no_such_entity)


def relations(
    runtime: Runtime,
    account: Account,
    entity_id: str,
    *,
    depth: int,
    predicate: str | None,
    as_of: datetime | None,
    known_at: datetime | None,
    limit: int,
    cursor: str | None,
) -> Page[Relation]:
    """The facts one (and with ``depth`` 2 also two) edges away from an entity, nearest first."""
    if depth not in (1, 2):
        raise InvalidInput("depth must be 1 or 2; longer chains are answered by paths.", where="depth")
    if predicate is not None and predicate not in vocabulary():
        raise InvalidInput(f"predicate must be one of {', '.join(sorted(vocabulary()))}.", where="predicate")
    limit_of(limit)
    listing = repr(("relations", entity_id, depth, predicate, iso(as_of), iso(known_at)))

    def work(tx: Tx) -> Page[Relation]:
        _entity(tx, entity_id)
        secret = _secret(tx)
        position = cursors.decode(secret, listing, cursor) if cursor else [0]
        found = _relations(runtime, tx, entity_id, depth, as_of, known_at)
        if predicate is not None:
            found = [r for r in found if r.fact.fact is not None and r.fact.fact.predicate == predicate]
        start = int(position[0])
        end = start + limit
        following = cursors.encode(secret, listing, [end]) if len(found) > end else None
        return Page(tuple(found[start:end]), following)

    return read(runtime, account, work, no_such_entity)


def _relations(
    runtime: Runtime, tx: Tx, entity_id: str, depth: int, as_of: datetime | None, known_at: datetime | None
) -> list[Relation]:
    depths: dict[str, int] = {}
    ids = read_identities(tx).members(entity_id)
    for hops, statement in ((2, "relations.two_hops"), (1, "relations.one_hop"))[2 - depth :]:
        depths.update({r["memory"]: hops for i in ids for r in tx.run(statement, id=i)})
    now = runtime.clock()
    found = []
    for memory in read_memories(tx, now, sorted(depths)):
        status = status_at(memory, as_of, known_at)
        if memory.fact is not None and status in BELIEVED:
            seen = strengthened(runtime, replace(memory, status=status), now)
            found.append(Relation(seen, memory.fact.subject, memory.fact.object, depths[memory.id]))
    return sorted(found, key=lambda r: (r.depth, r.fact.recorded_at, r.fact.id))


def paths(runtime: Runtime, account: Account, from_: str, to: str, max_hops: int) -> tuple[Path, ...]:
    """The shortest chains of current facts between two entities; never through the user or through plain values.

    Raises:
        NotFound: one of the entities is not there.
        InvalidInput: ``max_hops`` is not 1 to 6.
    """
    if not 1 <= max_hops <= 6:
        raise InvalidInput("max_hops must be 1 to 6.", where="max_hops")
    ends = [entity(runtime, account, entity_id).id for entity_id in (from_, to)]
    held = snapshot(runtime, account)
    return () if held is None else tuple(find_paths(held, ends[0], ends[1], max_hops))


def neighbourhood(
    runtime: Runtime,
    account: Account,
    center: str | None,
    *,
    depth: int,
    limit: int,
    as_of: datetime | None,
    known_at: datetime | None,
) -> GraphView:
    """The entities within ``depth`` facts of ``center`` (default: the user), at most ``limit``, with what joins them."""
    if not 0 <= depth <= 4:
        raise InvalidInput("depth must be 0 to 4.", where="depth")
    limit_of(limit, 1_000)
    empty = GraphView(None, (), (), (), (), False)

    def work(tx: Tx) -> GraphView:
        identities = read_identities(tx)
        start = _entity(tx, center or _self_id(tx)).id
        ids, facts, truncated = _spread(tx, identities, start, depth, limit)
        return _view(runtime, tx, identities, start, ids, facts, truncated, as_of, known_at)

    def missing() -> GraphView:
        return empty if center is None else no_such_entity()

    return read(runtime, account, work, missing)


def _spread(
    tx: Tx, identities: Identities, start: str, depth: int, limit: int
) -> tuple[list[str], list[str], bool]:
    """Breadth first, the nearest entities first: (entity ids, fact ids, whether more lies beyond)."""
    ids, frontier, facts = [start], [start], set[str]()
    for step in range(depth + 1):
        found = tx.over("relations.neighbourhood", _all_members(identities, frontier))
        records = [(r["memory"], identities.root(r["entity"])) for r in found]
        reached = sorted({entity for _, entity in records} - set(ids))
        room = limit - len(ids) if step < depth else 0
        ids += reached[:room]
        held = set(ids)
        facts |= {memory for memory, entity in records if entity in held}
        if step == depth or len(reached) > room:
            return ids, sorted(facts), len(reached) > room
        frontier = reached
    return ids, sorted(facts), False


def _all_members(identities: Identities, ids: Sequence[str]) -> list[str]:
    return [member for i in ids for member in identities.members(i)]


def _view(
    runtime: Runtime,
    tx: Tx,
    identities: Identities,
    center: str,
    ids: Sequence[str],
    facts: Sequence[str],
    truncated: bool,
    as_of: datetime | None,
    known_at: datetime | None,
) -> GraphView:
    now, edges, shown = runtime.clock(), list[GraphEdge](), list[Memory]()
    around = tx.over("relations.around", _all_members(identities, ids))
    others = list(dict.fromkeys(r["memory"] for r in around))
    held = set(ids)
    for memory in read_memories(tx, now, [*facts, *others]):
        status = status_at(memory, as_of, known_at)
        if status is None:
            continue
        if memory.fact is not None:
            edges.append(_edge(memory, status))
        else:
            shown.append(strengthened(runtime, replace(memory, status=status), now))
            edges += _involvements(memory, status, held)
    nodes = tuple(identities.fold(read_entity(r["e"]) for r in tx.over("entities.by_ids", list(ids))))
    events = tuple(m for m in shown if m.event is not None)
    rules = tuple(m for m in shown if m.rule is not None)
    return GraphView(center, nodes, tuple(edges), events, rules, truncated)


def _edge(memory: Memory, status: Status) -> GraphEdge:
    fact = memory.fact
    assert fact is not None
    return GraphEdge(
        memory.id,
        fact.subject.id,
        fact.object.id,
        fact.predicate,
        memory.id,
        "semantic",
        status,
        fact.polarity,
    )


def _involvements(memory: Memory, status: Status, held: set[str]) -> list[GraphEdge]:
    involved: tuple[EntityRef, ...] = memory.event.involves if memory.event else ()
    return [
        GraphEdge(f"{memory.id}:{e.id}", memory.id, e.id, "involves", memory.id, "episodic", status)
        for e in involved
        if e.id in held
    ]


def why(runtime: Runtime, account: Account, memory_id: str) -> Why:
    """Where a memory comes from, what ended it, what it replaced or gave way to, and how strong it is and why.

    Raises:
        NotFound: it is not there, or not this user's.
    """

    def work(tx: Tx) -> Why:
        now = runtime.clock()
        found = read_memories(tx, now, [memory_id])
        memory = strengthened(runtime, found[0], now) if found else no_such_memory()
        retirements = tx.run("memories.retirements", id=memory_id)
        about = [r["event"] for r in tx.over("memories.about_by_ids", [memory_id])]
        followers = [r["memory"] for r in tx.run("memories.followers", id=memory_id)]
        return Why(
            memory=memory,
            evidence=memory.sources,
            retired_by=tuple(
                Retirement(read_source(r), r["reason"], known(r["retired_at"])) for r in retirements
            ),
            supersedes=_replacements(runtime, tx, tx.over("memories.replaced_by_ids", [memory_id]), "old"),
            superseded_by=_replacements(runtime, tx, tx.run("memories.successors", id=memory_id), "memory"),
            about=tuple(strengthened(runtime, m, now) for m in read_memories(tx, now, about)),
            supports=tuple(strengthened(runtime, m, now) for m in read_memories(tx, now, followers)),
            strength=strength(runtime, memory, now),
        )

    def missing() -> Why:
        raise NotFound("No such memory of this user.")

    return read(runtime, account, work, missing)


def strength(runtime: Runtime, memory: Memory, now: datetime) -> tuple[ScorePart, ...]:
    """The factors of the effective importance: importance, and what decay leaves of it."""
    kept = (
        effective_importance(memory, now, runtime.config.decay) / memory.importance
        if memory.importance
        else 1.0
    )
    idle = (now - (memory.last_accessed_at or memory.recorded_at)).total_seconds() / 86_400
    slowdown = min(1.0 + ACCESS_WEIGHT * memory.access_count, ACCESS_LIMIT)
    rate = runtime.config.decay.rates[memory.layer] if fades(memory) else 1.0
    return (
        ScorePart("importance", memory.importance / 10, 10.0),
        ScorePart("kept", round(kept, 6), 1.0),
        ScorePart("rate_per_day", rate, 1.0),
        ScorePart("idle_days", round(max(0.0, idle), 6), 1.0),
        ScorePart("slowdown_by_use", slowdown, 1.0),
    )


def _replacements(runtime: Runtime, tx: Tx, records: Sequence[object], field: str) -> tuple[Replacement, ...]:
    now = runtime.clock()
    rows = [dict(r) for r in records]  # type: ignore[call-overload]
    held = {m.id: m for m in read_memories(tx, now, [r[field] for r in rows])}
    return tuple(
        Replacement(strengthened(runtime, held[r[field]], now), r["reason"], known(r["at"]))
        for r in rows
        if r[field] in held
    )


def _entity(tx: Tx, entity_id: str) -> Entity:
    """The entity that stands for the one with this id."""
    identities = read_identities(tx)
    found = tx.over("entities.by_ids", [identities.root(entity_id)])
    return identities.whole(read_entity(found[0]["e"])) if found else no_such_entity()


def _self_id(tx: Tx) -> str:
    return str(tx.run("entities.self")[0]["id"])


def _linked(tx: Tx, entity_id: str | None) -> list[str] | None:
    if entity_id is None:
        return None
    ids = read_identities(tx).members(entity_id)
    return list(dict.fromkeys(r["memory"] for r in tx.over("entities.links", list(ids))))


def _secret(tx: Tx) -> str:
    record = tx.one("users.read")
    return str(record["digest_key"]) if record else ""


def _position(secret: str, listing: str, cursor: str | None) -> tuple[str | None, str | None]:
    if cursor is None:
        return None, None
    at, after = cursors.decode(secret, listing, cursor)
    return str(at), str(after)


def _page(
    runtime: Runtime,
    tx: Tx,
    secret: str,
    listing: str,
    rows: list[tuple[str, str | None]],
    limit: int,
    moment: Moment,
) -> Page[Memory]:
    now = runtime.clock()
    held = [
        (memory, status_at(memory, *moment))
        for memory in read_memories(tx, now, [i for i, _ in rows[:limit]])
    ]
    items = tuple(
        strengthened(runtime, replace(memory, status=status), now) for memory, status in held if status
    )
    last = rows[limit - 1] if len(rows) > limit else None
    return Page(items, cursors.encode(secret, listing, [last[1] or "", last[0]]) if last else None)
