"""The entities of a snapshot: how they are named, which memories they stand in, and their graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from user_memory.graph.capacity import ACTIVE
from user_memory.graph.keys import entity_key
from user_memory.graph.model import Entity, EntityRef, Memory
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.words import STOP_WORDS, tokens

Graph: TypeAlias = "nx.MultiDiGraph[str]"
Web: TypeAlias = "nx.Graph[str]"
Indices: TypeAlias = NDArray[np.intp]

LONGEST_NAME = 6
"""Words of a name that are looked for in a query."""
SHORTEST_NICKNAME = 3

PRIVATE = frozenset({"self", "value"})
"""Kinds that everything hangs on: a path through one of them says nothing."""

PERSONS = frozenset({"self", "person", "animal"})
ASKING = frozenset({"tell", "remind", "show", "give", "help", "let"})
FIRST_PERSON = frozenset({"i", "me", "my", "mine", "myself", "user", "user's", "i'm", "i've", "i'd", "i'll"})


@dataclass(frozen=True, slots=True)
class EntityIndex:
    """``links`` are parallel arrays: memory ``link_memory[k]`` stands on entity ``link_entity[k]``."""

    entities: tuple[Entity, ...]
    names: Mapping[str, tuple[int, ...]]
    """Names, aliases and persons' first names, as words joined by a space, to positions in ``entities``."""
    nicknames: Mapping[str, int]
    """Beginnings of persons' names that only one person answers to: mel for Melanie."""
    link_memory: Indices
    link_entity: Indices
    about_memory: Indices
    """Like the links, but only who a memory is about: its subject, who an event involves, who said it of
    themselves.
    """
    about_entity: Indices
    speakers: frozenset[int]
    self_: int | None

    @property
    def self_name(self) -> str | None:
        """A name the user goes by, where there is one."""
        aliases = self.entities[self.self_].aliases if self.self_ is not None else ()
        return aliases[0] if aliases else None

    def named(self, words: Sequence[str], capitals: Set[str]) -> list[tuple[int, tuple[int, int]]]:
        """Each mention of an entity in ``words`` with the [start, end) of its name; the longest names win.

        ``capitals`` are those words that are written with a capital: only they are read as nicknames.
        """
        found: list[tuple[int, tuple[int, int]]] = []
        start = 0
        while start < len(words):
            end, entities = self._longest(words, start, capitals)
            found.extend((entity, (start, end)) for entity in entities)
            start = end
        return found

    def owners(self, words: Sequence[str], start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Whose somebody or something is, where the name at [start, end) says so: of "Anna's mother" Anna."""
        for short in range(start + 1, end):
            if words[short - 1].endswith("'s"):
                for owner in self.names.get(" ".join(words[start:short]).removesuffix("'s"), ()):
                    yield owner, (start, short)

    def _longest(self, words: Sequence[str], start: int, capitals: Set[str]) -> tuple[int, tuple[int, ...]]:
        for end in range(min(len(words), start + LONGEST_NAME), start, -1):
            name = " ".join(words[start:end])
            entities = self.names.get(name) or self.names.get(name.removesuffix("'s"))
            if entities:
                return end, entities
        word = words[start].removesuffix("'s")
        if _first_person(words, start) and self.self_ is not None:
            return start + 1, (self.self_,)
        if words[start] in capitals and word in self.nicknames:
            return start + 1, (self.nicknames[word],)
        return start + 1, ()


def _first_person(words: Sequence[str], at: int) -> bool:
    """Whether the word means the user: not in "tell me about Anna", which asks nothing of the user."""
    asked_of = words[at] == "me" and at > 0 and words[at - 1] in ASKING
    return words[at] in FIRST_PERSON and not asked_of


def build_entities(rows: Sequence[Row], entities: Sequence[Entity]) -> EntityIndex:
    """Index the entities that ``rows`` stand on, and those of ``entities`` beside them."""
    known = _complete(rows, entities)
    at = {entity.id: i for i, entity in enumerate(known)}
    links = [(i, at[e.id]) for i, row in enumerate(rows) for e in _refs(row)]
    about = [(i, at[e.id]) for i, row in enumerate(rows) for e in _whom(row)]
    self_ = next((i for i, e in enumerate(known) if e.kind == "self"), None)
    speakers = {at[s.speaker.id] for row in rows for s in row.memory.sources if s.speaker}
    speakers |= {self_} if self_ is not None else set()
    names, nicknames = _names(known)
    return EntityIndex(
        known,
        _with_speakers(names, known, speakers),
        nicknames,
        *_pairs(links),
        *_pairs(about),
        frozenset(speakers),
        self_,
    )


def _with_speakers(
    names: Mapping[str, tuple[int, ...]], entities: Sequence[Entity], speakers: Set[int]
) -> dict[str, tuple[int, ...]]:
    """``names``, where a person's name that begins one speaker's means the speaker too: who says Mel to Melanie means her."""
    begins: dict[str, set[int]] = {}
    for speaker in sorted(speakers):
        for called in _called(entities[speaker]):
            for end in range(SHORTEST_NICKNAME, len(called)):
                begins.setdefault(called[:end], set()).add(speaker)
    return {
        name: (*positions, *(begins[name] - {*positions}))
        if len(begins.get(name, ())) == 1 and any(entities[p].kind == "person" for p in positions)
        else positions
        for name, positions in names.items()
    }


def _called(entity: Entity) -> list[str]:
    """What a speaker is called, folded; "user" is nobody's name."""
    return [entity_key(n) for n in (entity.name, *entity.aliases) if entity_key(n) not in FIRST_PERSON]


def _complete(rows: Sequence[Row], entities: Sequence[Entity]) -> tuple[Entity, ...]:
    found = {e.id: e for e in entities}
    for row in rows:
        for ref in (*_refs(row), *_whom(row)):
            if ref.id not in found:
                found[ref.id] = Entity(ref.id, ref.name, ref.kind)
    return tuple(found[key] for key in sorted(found))


def _refs(row: Row) -> Iterator[EntityRef]:
    memory = row.memory
    if memory.fact is not None:
        yield from (memory.fact.subject, memory.fact.object)
    if memory.event is not None:
        yield from memory.event.involves
    yield from row.applies_to


def _whom(row: Row) -> Iterator[EntityRef]:
    memory = row.memory
    if memory.fact is not None:
        yield memory.fact.subject
    if memory.event is not None:
        yield from (e for e in memory.event.involves if e.kind in PERSONS)
    if memory.fact is None:
        yield from (s.speaker for s in memory.sources if s.speaker is not None)


def _pairs(pairs: Iterable[tuple[int, int]]) -> tuple[Indices, Indices]:
    flat = np.array(sorted(set(pairs)), dtype=np.intp).reshape(-1, 2)
    return flat[:, 0].copy(), flat[:, 1].copy()


def _names(entities: Sequence[Entity]) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    names: dict[str, list[int]] = {}
    for i, entity in enumerate(entities):
        for name in {" ".join(tokens(entity_key(n))) for n in (entity.name, *entity.aliases)} - {""}:
            names.setdefault(name, []).append(i)
    short = _short_names(entities, names)
    firsts = {name.split()[0] for name in names}
    for first in sorted(firsts & short.keys()):
        names.setdefault(first, [short[first]])
    return {name: tuple(positions) for name, positions in names.items()}, short


def _short_names(entities: Sequence[Entity], names: Mapping[str, Sequence[int]]) -> dict[str, int]:
    short: dict[str, set[int]] = {}
    for name, positions in names.items():
        people = [p for p in positions if entities[p].kind in PERSONS]
        first = name.split()[0]
        for end in (
            range(SHORTEST_NICKNAME, len(first) + 1)
            if people and first.isalpha() and name not in FIRST_PERSON
            else ()
        ):
            short.setdefault(first[:end], set()).update(people)
    return {
        name: next(iter(people))
        for name, people in short.items()
        if len(people) == 1 and name not in STOP_WORDS
    }


def build_graph(rows: Sequence[Row], entities: Sequence[Entity]) -> Graph:
    """Entities as nodes (``entity``), one edge per fact under the memory's id (``memory``)."""
    graph: Graph = nx.MultiDiGraph()
    graph.add_nodes_from((e.id, {"entity": e}) for e in entities)
    for row in rows:
        fact = row.memory.fact
        if fact is not None:
            graph.add_edge(fact.subject.id, fact.object.id, key=row.memory.id, memory=row.memory)
    return graph


def build_web(graph: Graph) -> Web:
    """The active affirmed facts as undirected edges between two entities, of several the one with the least id."""
    web: Web = nx.Graph()
    web.add_nodes_from(sorted(graph.nodes))
    edges: list[tuple[str, str, Memory]] = list(graph.edges(data="memory"))
    for one, other, memory in sorted(edges, key=lambda edge: edge[2].id):
        holds = memory.status in ACTIVE and memory.fact is not None and memory.fact.polarity == "+"
        if holds and one != other and not web.has_edge(one, other):
            web.add_edge(one, other, memory=memory)
    return web
