"""Whom a mention means: entities matched by key, role and kind, created when nobody matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from user_memory.graph.candidates import Mention
from user_memory.graph.keys import entity_key
from user_memory.graph.model import EntityKind, EntityRef

_LOOSE: frozenset[EntityKind] = frozenset({"topic", "product", "organisation", "place"})
"""Kinds that extraction may confuse for one name; people, animals, values and the user are never mixed with others."""


@dataclass(slots=True)
class Known:
    """An entity as the resolver sees it; ``changed`` when it must be written again."""

    id: str
    name: str
    kind: EntityKind
    key: str
    aliases: list[str] = field(default_factory=list)
    new: bool = False
    changed: bool = False

    @property
    def ref(self) -> EntityRef:
        return EntityRef(self.id, self.name, self.kind)

    def answers_to(self, key: str) -> bool:
        return key == self.key or any(entity_key(a) == key for a in self.aliases)

    def learn(self, alias: str) -> None:
        """Add another name, once."""
        if alias and not self.answers_to(entity_key(alias)):
            self.aliases.append(alias)
            self.changed = not self.new


def role_label(role: str, possessor: str | None) -> str:
    """How an unnamed person is called: ``sister`` for the user's, ``Melanie's sister`` for another's."""
    return role if possessor in (None, "user") else f"{possessor}'s {role}"


def keys_of(mention: Mention) -> set[str]:
    """Every key under which the mention may be known."""
    names = {mention.name, *mention.aliases}
    if mention.role:
        names.add(role_label(mention.role, mention.possessor))
    return {entity_key(name) for name in names}


class Resolver:
    """Resolves the mentions of one write; ``mint`` answers ids for new entities."""

    def __init__(self, known: Iterable[Known], mint: Callable[[], str]) -> None:
        self.entities = list(known)
        self._mint = mint

    @property
    def self_entity(self) -> Known:
        return next(e for e in self.entities if e.kind == "self")

    def resolve(self, mention: Mention) -> Known:
        """The entity that is meant, created or renamed where needed."""
        if mention.kind == "self":
            return self.self_entity
        label = role_label(mention.role, mention.possessor) if mention.role else None
        unnamed = label is not None and entity_key(mention.name) in (
            entity_key(mention.role or ""),
            entity_key(label),
        )
        found = self._unnamed(label or "", mention.kind) if unnamed else self._named(mention, label)
        found = found or self._create(label if unnamed and label else mention.name, mention.kind)
        for alias in (*mention.aliases, *([label] if label else [])):
            found.learn(alias)
        return found

    def _unnamed(self, label: str, kind: EntityKind) -> Known | None:
        """The one who has this role; with several, only who is known by the role alone."""
        key = entity_key(label)
        holders = [e for e in self.entities if e.kind == kind and e.answers_to(key)]
        if len(holders) == 1:
            return holders[0]
        return next((e for e in holders if e.key == key), None)

    def _named(self, mention: Mention, label: str | None) -> Known | None:
        key = entity_key(mention.name)
        holders = [e for e in self.entities if e.answers_to(key) and _compatible(e.kind, mention.kind)]
        if holders:
            return min(holders, key=lambda e: (e.kind != mention.kind, e.key != key, e.id))
        return self._christen(mention, label) if label else None

    def _christen(self, mention: Mention, label: str) -> Known | None:
        """Who was known by a role alone gets the name, and keeps the role as an alias."""
        entity = next(
            (e for e in self.entities if e.kind == mention.kind and e.key == entity_key(label)), None
        )
        if entity is not None:
            entity.name, entity.key, entity.changed = mention.name, entity_key(mention.name), not entity.new
            entity.learn(label)
        return entity

    def _create(self, name: str, kind: EntityKind) -> Known:
        entity = Known(self._mint(), name, kind, entity_key(name), new=True)
        self.entities.append(entity)
        return entity


def _compatible(held: EntityKind, asked: EntityKind) -> bool:
    """A person's name may be the user's own; loose kinds may stand for each other."""
    return held == asked or (held in _LOOSE and asked in _LOOSE) or (held == "self" and asked == "person")
