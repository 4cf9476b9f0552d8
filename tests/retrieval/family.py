"""A small family of memories, and random ones, that the retrieval tests are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
from hypothesis import strategies as st

from user_memory.graph.encoders import pack
from user_memory.graph.model import STATUSES, Entity, EntityRef, Event, Fact, Memory, Rule, Source, Status
from user_memory.graph.retrieval import Row, Snapshot, build_snapshot

NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)
ENCODER = "test-encoder"
DIMENSIONS = 8

USER = EntityRef("e-self", "user", "self")
ANNA = EntityRef("e-anna", "Anna", "person")
BEN = EntityRef("e-ben", "Ben", "person")
LEEDS = EntityRef("e-leeds", "Leeds", "place")
ACME = EntityRef("e-acme", "Acme", "organisation")
POTTERY = EntityRef("e-pottery", "pottery", "topic")
NINE = EntityRef("e-nine", "9", "value")
REFS = (USER, ANNA, BEN, LEEDS, ACME, POTTERY, NINE)
ENTITIES = tuple(Entity(r.id, r.name, r.kind, ("Caroline",) if r.kind == "self" else ()) for r in REFS)


def memory(
    id: str,
    content: str,
    *,
    fact: Fact | None = None,
    event: Event | None = None,
    rule: Rule | None = None,
    status: Status = "current",
    importance: float = 7.0,
    recorded_at: datetime = NOW - timedelta(days=3),
    accessed: datetime | None = None,
    accesses: int = 0,
    sources: tuple[Source, ...] = (),
) -> Memory:
    """A memory of the layer that its fact, event or rule belongs to."""
    return Memory(
        id=id,
        layer="procedural" if rule else "episodic" if event else "semantic",
        content=content,
        status=status,
        confidence=0.9,
        importance=importance,
        effective_importance=0.0,
        recorded_at=recorded_at,
        last_accessed_at=accessed,
        access_count=accesses,
        fact=fact,
        event=event,
        rule=rule,
        sources=sources,
    )


def fact(id: str, subject: EntityRef, predicate: str, object: EntityRef, content: str, **more: object) -> Row:
    """A fact's row without a vector."""
    return Row(memory(id, content, fact=Fact(subject, predicate, object), **more))  # type: ignore[arg-type]


def family() -> tuple[Row, ...]:
    """Facts of the user and two others, a dated event, and two rules."""
    february = datetime(2026, 2, 1, tzinfo=UTC)
    return (
        fact("m1", USER, "sibling", ANNA, "user has a sister Anna"),
        fact("m2", ANNA, "lives_in", LEEDS, "Anna lives in Leeds"),
        fact("m3", USER, "hobby", POTTERY, "user does pottery"),
        fact("m4", ANNA, "works_for", ACME, "Anna works for Acme"),
        fact("m5", BEN, "works_for", ACME, "Ben works for Acme"),
        Row(memory("m6", "answer in German", rule=Rule("answer in German"))),
        Row(
            memory(
                "m7", "when writing code, use type hints", rule=Rule("use type hints", "when writing code")
            )
        ),
        Row(
            memory(
                "m8",
                "user went to Paris",
                event=Event(february, datetime(2026, 3, 1, tzinfo=UTC), "month", (USER,)),
            )
        ),
    )


def snapshot(rows: Sequence[Row], entities: Sequence[Entity] = ENTITIES, revision: int = 1) -> Snapshot:
    """The snapshot of ``rows``."""
    return build_snapshot("owner", revision, rows, entities, ENCODER)


WORDS = (
    "pottery",
    "Leeds",
    "Anna",
    "Acme",
    "guitar",
    "moved",
    "paints",
    "2019",
    "coffee",
    "went",
    "日本語",
    "été",
)


def contents() -> st.SearchStrategy[str]:
    """Short texts out of few words, so that they meet."""
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


def unit_vectors() -> st.SearchStrategy[np.ndarray]:
    """Directions of few dimensions."""
    numbers = st.lists(st.integers(-3, 3), min_size=DIMENSIONS, max_size=DIMENSIONS).filter(any)
    return numbers.map(lambda v: (np.array(v) / np.linalg.norm(v)).astype(np.float32))


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """Up to twelve rows of all layers and statuses, with and without vectors and occasions."""
    size = draw(st.integers(0, 12))
    return [_row(draw, f"m{i:02d}") for i in range(size)]


def _row(draw: st.DrawFn, id: str) -> Row:
    recorded = NOW - timedelta(days=draw(st.integers(0, 2_000)))
    status = draw(st.sampled_from(STATUSES))
    subject, object = draw(st.sampled_from(REFS)), draw(st.sampled_from(REFS))
    shapes = (
        {"fact": Fact(subject, draw(st.sampled_from(("likes", "spouse", "works_for"))), object)},
        {"event": Event(recorded, recorded + timedelta(days=1), "day", (subject,))},
        {"rule": Rule("paints", draw(st.sampled_from((None, "coffee"))))},
    )
    accessed = draw(st.none() | st.integers(0, 100).map(lambda d: NOW - timedelta(days=d)))
    held = memory(
        id,
        draw(contents()),
        status=status,
        importance=draw(st.integers(0, 10)),
        recorded_at=recorded,
        accessed=accessed,
        accesses=draw(st.integers(0, 30)),
        sources=(Source(f"msg-{id}", "s1", "user", subject, recorded),),
        **draw(st.sampled_from(shapes)),  # type: ignore[arg-type]
    )
    vector = draw(st.none() | unit_vectors())
    model = draw(st.sampled_from((ENCODER, "another")))
    return Row(
        held if status != "retracted" else _retracted(held),
        None if vector is None else pack(vector),
        model,
        ((draw(st.sampled_from(("s1", "s2"))), draw(st.integers(0, 5))),),
    )


def _retracted(held: Memory) -> Memory:
    return replace(held, retired_at=held.recorded_at)
