"""What a query asks: its words, whom it names, what time, and the kind of thing that would answer it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.entities import PERSONS, EntityIndex
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.when import Interval, asked_time
from user_memory.graph.retrieval.words import TEXT_LIMIT, stems, tokens

Kind: TypeAlias = Literal["time", "place", "person", "rule"]
Kinds: TypeAlias = NDArray[np.bool_]

KINDS: tuple[Kind, ...] = ("time", "place", "person", "rule")
_PLACE_PREDICATES = frozenset(
    {"lives_in", "lived_in", "visited", "birth_place", "studies_at", "works_for", "nationality"}
)
_ASKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "time",
        re.compile(r"\b(?:when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|how long)\b"),
    ),
    ("place", re.compile(r"\b(?:where|(?:what|which) (?:place|city|town|country|state|area))\b")),
    ("person", re.compile(r"\b(?:who|whom|whose)\b")),
    (
        "rule",
        re.compile(r"\b(?:should (?:i|you|we)|how (?:to|do i|should)|rules?|instructions?|format|style)\b"),
    ),
)
_CAPITAL = re.compile(r"\b[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Question:
    """A query as it is understood. ``terms`` are stems without the names of those who speak."""

    terms: tuple[str, ...]
    named: tuple[int, ...]
    """Positions in the entity index."""
    time: Interval | None
    kinds: frozenset[Kind]


def understand(text: str, entities: EntityIndex, now: datetime) -> Question:
    """Read a query; what lies beyond the first ``TEXT_LIMIT`` code points is not read."""
    text = text[:TEXT_LIMIT]
    words = tokens(text)
    capitals = {w for name in _CAPITAL.findall(text) for w in tokens(name)}
    named = entities.named(words, capitals)
    hidden = {k for e, (start, end) in named.items() if e in entities.speakers for k in range(start, end)}
    spoken = " ".join(w for k, w in enumerate(words) if k not in hidden)
    folded = text.casefold()
    return Question(
        terms=tuple(stems(spoken)),
        named=tuple(named),
        time=asked_time(text, now),
        kinds=frozenset(kind for kind, pattern in _ASKS if pattern.search(folded)),
    )


def answers(rows: tuple[Row, ...]) -> Kinds:
    """Which kinds of question each row can answer, shape (rows, len(KINDS))."""
    return np.array([_answers(row) for row in rows], dtype=np.bool_).reshape(-1, len(KINDS))


def _answers(row: Row) -> tuple[bool, bool, bool, bool]:
    memory = row.memory
    fact, event = memory.fact, memory.event
    dated = (event is not None and event.occurred_from is not None) or (
        fact is not None and fact.valid_from is not None
    )
    refs = ((fact.object,) if fact else ()) + (event.involves if event else ())
    place = any(r.kind == "place" for r in refs) or (fact is not None and fact.predicate in _PLACE_PREDICATES)
    person = any(r.kind in PERSONS for r in refs)
    return dated, place, person, memory.layer == "procedural"
