"""The entities of an import: whom its names mean here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from user_memory.graph.formats.document import Document
from user_memory.graph.identities import Identities
from user_memory.graph.keys import entity_key
from user_memory.graph.memory.forget import recount
from user_memory.graph.memory.intake import load_resolver, save_entities
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.model import Entity, EntityRef, Memory, Source
from user_memory.graph.resolve import Known, Resolver
from user_memory.graph.store.entities import read_merges
from user_memory.graph.store.values import iso


class Named:
    """The exported entities, with those merged into others taken into them, and the names that may be kept."""

    def __init__(self, document: Document, may: Callable[[str, str], bool]) -> None:
        held = {e.id: e for e in document.entities}
        whole = Identities(_parents(document), held).fold(held.values())
        self.entities = {e.id: e for e in whole}
        self.rejected = [m for m in document.merges if m.state == "rejected"]
        self.aliases = {e.id: [a for a in e.aliases if may(e.kind, a)] for e in whole}
        spoke = {s.speaker.name for m in document.memories for s in m.sources if s.speaker}
        self._speakers = {
            (e.kind, e.name): e
            for e in whole
            if e.name in spoke and (e.kind == "self" or may(e.kind, e.name))
        }

    def of(self, ref: EntityRef) -> Entity:
        """The exported entity under the name that the memory has, which was looked at with it."""
        held = self.entities.get(ref.id) or Entity(ref.id, ref.name, ref.kind)
        return replace(held, name=ref.name, kind=ref.kind)

    def speaker(self, source: Source) -> Entity | None:
        """Who spoke, found by the name, since sources name no id; nobody where the name may not be kept."""
        return self._speakers.get((source.speaker.kind, source.speaker.name)) if source.speaker else None


def _parents(document: Document) -> Mapping[str, str]:
    """From merged entities to those they were merged into; a circle, which no export has, is cut."""
    held = {e.id for e in document.entities}
    parents: dict[str, str] = {}
    for merge in document.merges:
        a, b = merge.from_.id, merge.to.id
        if merge.state == "accepted" and {a, b} <= held and a not in parents and _root(parents, b) != a:
            parents[a] = b
    return parents


def _root(parents: Mapping[str, str], key: str) -> str:
    while key in parents:
        key = parents[key]
    return key


@dataclass(slots=True)
class Placed:
    """The entities here, by their exported ids."""

    names: Named
    ids: dict[str, str]
    unmet: dict[str, Entity] = field(default_factory=dict)
    """Those that nothing had mentioned here, by their ids here."""

    def id_of(self, ref: EntityRef) -> str:
        return self.ids[self.names.of(ref).id]

    def finish(self, writing: Writing, stored: Sequence[Memory]) -> None:
        """Count mentions: as exported for who is new here, anew for the others of ``stored``; keep who is not whom."""
        rows = [
            {"id": i, "count": e.mentions, "first": iso(e.first_seen_at), "last": iso(e.last_seen_at)}
            for i, e in sorted(self.unmet.items())
            if e.first_seen_at is not None and e.last_seen_at is not None
        ]
        writing.tx.write("entities.mention", rows)
        touched = {self.ids[e.id] for m in stored for e in _entities(m, self.names)}
        recount(writing.tx, touched - set(self.unmet))
        self._decide(writing)

    def _decide(self, writing: Writing) -> None:
        decided = {frozenset((m.from_.id, m.to.id)) for m in read_merges(writing.tx)}
        pairs = [(self.ids.get(m.from_.id), self.ids.get(m.to.id), m) for m in self.names.rejected]
        rows = [
            {
                "from": a,
                "to": b,
                "state": m.state,
                "score": m.score,
                "decided_by": m.decided_by,
                "at": iso(m.at),
            }
            for a, b, m in pairs
            if a and b and a != b and m.at and frozenset((a, b)) not in decided
        ]
        writing.tx.write("identity.decide", rows)


def place_entities(writing: Writing, memories: Sequence[Memory], names: Named) -> Placed:
    """Find or make the entities that the memories are about and who spoke."""
    wanted = {e.id: e for m in memories for e in _entities(m, names)}
    keys = {entity_key(n) for e in wanted.values() for n in (e.name, *names.aliases.get(e.id, ()))} | {"user"}
    resolver = load_resolver(writing, keys)
    found = {e.id: _found(resolver, writing, e) for e in wanted.values()}
    for key, known in found.items():
        for alias in names.aliases.get(key, ()):
            known.learn(alias)
    save_entities(writing, resolver.entities)
    here = writing.tx.over("entities.by_ids", sorted({k.id for k in found.values()}))
    unmet = {r["e"]["id"] for r in here if r["e"]["mentions"] == 0}
    return Placed(
        names,
        {key: known.id for key, known in found.items()},
        {found[key].id: e for key, e in wanted.items() if found[key].id in unmet},
    )


def _entities(memory: Memory, names: Named) -> Iterable[Entity]:
    refs = [memory.fact.subject, memory.fact.object] if memory.fact is not None else []
    refs += memory.event.involves if memory.event is not None else ()
    yield from (names.of(ref) for ref in refs)
    yield from (e for e in map(names.speaker, memory.sources) if e is not None)


def _found(resolver: Resolver, writing: Writing, entity: Entity) -> Known:
    if entity.kind == "self":
        return resolver.self_entity
    key = entity_key(entity.name)
    same = [e for e in resolver.entities if e.kind == entity.kind]
    known = next((e for e in same if e.key == key), None) or next(
        (e for e in same if e.answers_to(key)), None
    )
    if known is None:
        known = Known(writing.mint(), entity.name, entity.kind, key, new=True)
        resolver.entities.append(known)
    return known
