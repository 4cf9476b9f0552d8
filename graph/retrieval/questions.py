"""What a query asks: its words, whom it names, what time, and the kind of thing that would answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.entities import FIRST_PERSON, PERSONS, EntityIndex
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.when import Interval, asked_time
from user_memory.graph.retrieval.words import TEXT_LIMIT, stem, tokens

Kind: TypeAlias = Literal["time", "place", "person", "rule", "amount"]
Kinds: TypeAlias = NDArray[np.bool_]

KINDS: tuple[Kind, ...] = ("time", "place", "person", "rule", "amount")
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
    ("amount", re.compile(r"\bhow (?:many|much|old|long|often)\b")),
    (
        "rule",
        re.compile(r"\b(?:should (?:i|you|we)|how (?:to|do i|should)|rules?|instructions?|format|style)\b"),
    ),
)
_SUPPOSES = re.compile(r"\b(?:would(?! you\b)|likely|might|potentially|probably|presumably)\b")
_AMOUNT = re.compile(
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|dozen|couple|once|twice"
    r"|half|first|second|third|years?|months?|weeks?|days?|hours?|since)\b"
)
"""What tells how many, how long or how often."""
_CAPITAL = re.compile(r"\b[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a query, the entities it names (positions in the index), and where the speakers among them stand.

    ``owners`` are named only as whose somebody or something is: Anna in "Anna's mother".
    """

    words: tuple[str, ...]
    named: tuple[int, ...]
    owners: tuple[int, ...]
    speakers: frozenset[tuple[int, int]]
    """[start, end) in ``words``."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query as it is understood, ``named`` with whose they are.

    ``terms`` are stems without speakers' names and the time asked for.
    """

    terms: tuple[str, ...]
    named: tuple[int, ...]
    time: Interval | None
    kinds: frozenset[Kind]
    supposes: bool
    """Whether it asks what would be, not what was said."""


def read(text: str, entities: EntityIndex) -> Reading:
    """Find the names in a query."""
    words = tokens(text)
    capitals = {word for name in _CAPITAL.findall(text) for word in tokens(name)}
    named = entities.named(words, capitals)
    owners = [owner for _, (start, end) in named for owner in entities.owners(words, start, end)]
    speakers = (
        place
        for entity, place in (*named, *owners)
        if entity in entities.speakers and words[place[0]] not in FIRST_PERSON
    )
    return Reading(tuple(words), _each_once(named), _each_once(owners), frozenset(speakers))


def _each_once(mentions: Sequence[tuple[int, tuple[int, int]]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(entity for entity, _ in mentions))


def understand(text: str, entities: EntityIndex, now: datetime) -> Question:
    """Read a query; what lies beyond the first ``TEXT_LIMIT`` code points is not read."""
    text = text[:TEXT_LIMIT]
    reading = read(text, entities)
    hidden = {k for start, end in reading.speakers for k in range(start, end)}
    time = asked_time(text, now)
    dated = frozenset(tokens(time.text)) if time else frozenset()
    said = [word for k, word in enumerate(reading.words) if k not in hidden and word not in dated]
    folded = text.casefold()
    return Question(
        terms=tuple(stem(said)),
        named=tuple(dict.fromkeys((*reading.named, *reading.owners))),
        time=time,
        kinds=frozenset(kind for kind, pattern in _ASKS if pattern.search(folded)),
        supposes=_SUPPOSES.search(folded) is not None,
    )


def answers(rows: tuple[Row, ...]) -> Kinds:
    """Which kinds of question each row can answer, shape (rows, len(KINDS))."""
    return np.array([_answers(row) for row in rows], dtype=np.bool_).reshape(-1, len(KINDS))


def _answers(row: Row) -> tuple[bool, bool, bool, bool, bool]:
    memory = row.memory
    fact, event = memory.fact, memory.event
    dated = (event is not None and event.occurred_from is not None) or (
        fact is not None and fact.valid_from is not None
    )
    refs = ((fact.object,) if fact else ()) + (event.involves if event else ())
    place = any(r.kind == "place" for r in refs) or (fact is not None and fact.predicate in _PLACE_PREDICATES)
    person = any(r.kind in PERSONS for r in refs)
    amount = _AMOUNT.search(memory.content.casefold()) is not None
    return dated, place, person, memory.layer == "procedural", amount
