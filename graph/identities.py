"""Which entities are one: accepted merges followed to the entity that stands for all, and names that look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import SequenceMatcher
from itertools import combinations

from user_memory.graph.keys import entity_key
from user_memory.graph.model import Entity, EntityKind, EntityRef, Merge

ALIKE = 0.84
"""Similarity of two names (Ratcliff and Obershelp, 0 to 1) from which a merge is proposed."""
MOST_COMPARED = 400
"""Entities of one kind that are compared with each other; the most mentioned come first."""
_NAMED: frozenset[EntityKind] = frozenset({"person", "animal", "place", "organisation", "product", "topic"})


@dataclass(frozen=True, slots=True)
class Identities:
    """The accepted merges of one user. An entity that was never merged stands for itself."""

    parents: Mapping[str, str] = field(default_factory=dict)
    """From the id of a merged entity to that of the one it was merged into."""
    entities: Mapping[str, Entity] = field(default_factory=dict)
    """The entities that take part, as stored."""
    decided: Mapping[str, datetime] = field(default_factory=dict)
    """When each merged entity was said to be another."""

    def root(self, entity_id: str) -> str:
        """The entity that stands for this one."""
        while entity_id in self.parents:
            entity_id = self.parents[entity_id]
        return entity_id

    def members(self, entity_id: str) -> tuple[str, ...]:
        """Every entity that is one with this one, the one that stands for them first."""
        root = self.root(entity_id)
        return (root, *sorted(i for i in self.parents if self.root(i) == root))

    def since(self, a: str, b: str) -> datetime | None:
        """When the last of the merges was made that join two entities; ``None`` where nothing joins them or they are equal."""
        ways = [self._way(a), self._way(b)]
        if ways[0][-1] != ways[1][-1]:
            return None
        parted = set(ways[0]) ^ set(ways[1])
        return max((self.decided[i] for i in parted if i in self.decided), default=None)

    def _way(self, entity_id: str) -> list[str]:
        way = [entity_id]
        while way[-1] in self.parents:
            way.append(self.parents[way[-1]])
        return way

    def ref(self, ref: EntityRef) -> EntityRef:
        """The reference as it is shown."""
        root = self.root(ref.id)
        if root == ref.id:
            return ref
        entity = self.entities[root]
        return EntityRef(entity.id, entity.name, entity.kind)

    def fold(self, entities: Iterable[Entity]) -> list[Entity]:
        """The entities with merged ones taken into those that stand for them."""
        return [self.whole(e) for e in entities if e.id not in self.parents]

    def whole(self, entity: Entity) -> Entity:
        """The entity with the names and mentions of those merged into it."""
        others = [self.entities[i] for i in self.members(entity.id)[1:]]
        if not others:
            return entity
        known = [entity.name, *entity.aliases]
        for name in (n for o in others for n in (o.name, *o.aliases)):
            if entity_key(name) not in {entity_key(k) for k in known}:
                known.append(name)
        all_of_them = [entity, *others]
        return replace(
            entity,
            aliases=tuple(known[1:]),
            mentions=sum(e.mentions for e in all_of_them),
            first_seen_at=min(_moments(e.first_seen_at for e in all_of_them), default=None),
            last_seen_at=max(_moments(e.last_seen_at for e in all_of_them), default=None),
        )

    def answering(self, text: str) -> list[str]:
        """The ids of entities that stand for a merged one whose name holds ``text``."""
        sought = text.lower()
        return sorted(
            {
                self.root(i)
                for i in self.parents
                if any(sought in n.lower() for n in (self.entities[i].name, *self.entities[i].aliases))
            }
        )


def _moments(times: Iterable[datetime | None]) -> list[datetime]:
    return [t for t in times if t is not None]


def alike(a: Entity, b: Entity) -> float:
    """How much two entities' names look like one another, 0 to 1: the best of all pairs of names.

    A name whose words are all among the other's ("Nina" and "Nina Berg") counts as 0.9.
    """
    pairs = [(entity_key(x), entity_key(y)) for x in (a.name, *a.aliases) for y in (b.name, *b.aliases)]
    return max((_similar(x, y) for x, y in pairs), default=0.0)


def _similar(a: str, b: str) -> float:
    if a == b:
        return 1.0
    first, second = set(a.split()), set(b.split())
    if first and second and (first < second or second < first):
        return 0.9
    if min(len(a), len(b)) < 4:
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE else 0.0


def propose(entities: Sequence[Entity], decided: Iterable[tuple[str, str]]) -> list[Merge]:
    """Pairs of one kind whose names look alike and about which nothing was decided, most alike first.

    ``decided`` holds pairs of ids in either order. Of a pair the one mentioned more often is to stand for both.
    """
    settled = {frozenset(pair) for pair in decided}
    found: list[Merge] = []
    for kind in sorted(_NAMED):
        same = sorted((e for e in entities if e.kind == kind), key=lambda e: (-e.mentions, e.id))
        for a, b in combinations(same[:MOST_COMPARED], 2):
            score = alike(a, b) if frozenset((a.id, b.id)) not in settled else 0.0
            if score >= ALIKE:
                found.append(Merge(b, a, "proposed", round(score, 6)))
    return sorted(found, key=lambda m: (-m.score, m.from_.id, m.to.id))
