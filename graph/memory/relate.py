"""Relationship queries: entities, relations, paths and the neighbourhood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from user_memory.graph import cursor as cursors
from user_memory.graph.errors import InvalidInput
from user_memory.graph.identities import Identities
from user_memory.graph.memory.edit import strengthened
from user_memory.graph.memory.listing import (
    BELIEVED,
    limit_of,
    no_such_entity,
    secret_of,
)
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import (
    Entity,
    EntityRef,
    GraphEdge,
    GraphView,
    Memory,
    Page,
    Path,
    Relation,
    Status,
)
from user_memory.graph.retrieval import paths as find_paths
from user_memory.graph.status import status_at
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entity, read_identities, read_some
from user_memory.graph.store.memories import read_memories
from user_memory.graph.store.values import iso
from user_memory.graph.vocabulary import vocabulary


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
        secret = secret_of(tx)
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
        status = status_at(memory, now, as_of, known_at)
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
        status = status_at(memory, now, as_of, known_at)
        if status is None:
            continue
        if memory.fact is not None:
            edges.append(_edge(memory, status))
        else:
            shown.append(strengthened(runtime, replace(memory, status=status), now))
            edges += _involvements(memory, status, held)
    nodes = tuple(identities.fold(read_some(tx, ids)))
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


def _entity(tx: Tx, entity_id: str) -> Entity:
    """The entity that stands for the one with this id."""
    identities = read_identities(tx)
    found = tx.over("entities.by_ids", [identities.root(entity_id)])
    return identities.whole(read_entity(found[0]["e"])) if found else no_such_entity()


def _self_id(tx: Tx) -> str:
    return str(tx.run("entities.self")[0]["id"])
