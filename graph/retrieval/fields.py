"""The words under which a memory is found, by field."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from user_memory.graph.model import Entity
from user_memory.graph.retrieval.bm25 import Field
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.words import Stems, stems

CONTENT = 1.0
NAMES = 0.5
"""Names and aliases of the entities that the content may call otherwise."""
QUOTE = 0.5
"""The speaker's own words, while they are kept."""
RELATION = 0.5
"""How people ask for a predicate: "job" for works_for."""
TAGS = 0.5


@cache
def relation_words() -> Mapping[str, tuple[str, ...]]:
    """Stems by predicate."""
    table = tomllib.loads(
        files("user_memory.graph.retrieval").joinpath("relations.toml").read_text(encoding="utf-8")
    )
    return {predicate: tuple(stems(words)) for predicate, words in table.items()}


def fields(rows: Iterable[Row], entities: Mapping[str, Entity]) -> list[tuple[Field, ...]]:
    """The fields of each memory. Words that the content already has do not count again in a lesser field."""
    stems = Stems()
    return [_fields(row, entities, stems) for row in rows]


def _fields(row: Row, entities: Mapping[str, Entity], stems: Stems) -> tuple[Field, ...]:
    content = stems[row.memory.content]
    seen = set(content)
    return (
        (content, CONTENT),
        ([s for n in _names(row, entities) for s in stems[n] if s not in seen], NAMES),
        ({s for q in row.memory.sources for s in stems[q.quote or ""] if s not in seen}, QUOTE),
        ([s for s in _relation(row, stems) if s not in seen], RELATION),
        ([s for tag in row.memory.tags for s in stems[tag] if s not in seen], TAGS),
    )


def _relation(row: Row, stems: Stems) -> tuple[str, ...]:
    fact = row.memory.fact
    if fact is None:
        return ()
    return (*relation_words().get(fact.predicate, ()), *stems[fact.qualifier or ""])


def _names(row: Row, entities: Mapping[str, Entity]) -> set[str]:
    memory = row.memory
    refs = [*row.applies_to]
    refs += [memory.fact.subject, memory.fact.object] if memory.fact else []
    refs += memory.event.involves if memory.event else ()
    return {n for ref in refs for n in (ref.name, *entities[ref.id].aliases)}
