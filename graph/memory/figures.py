"""The figures of one user, and everything that is stored about them in one document."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from user_memory.graph.capacity import ACTIVE
from user_memory.graph.memory import consents, sessions
from user_memory.graph.memory.edit import strengthened
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import (
    LAYERS,
    STORED_LAYERS,
    Consent,
    Entity,
    Layer,
    LayerStats,
    Memory,
    Session,
    Stats,
)
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entities
from user_memory.graph.store.memories import read_rows

NODE_BYTES = 400
"""Rough size of a memory's fixed properties, edges and index entries in the store."""
VECTOR_BYTES = 768


def stats(runtime: Runtime, account: Account) -> Stats:
    """Counts, ages and strengths per layer; an unknown user has none."""
    now = runtime.clock()

    def missing() -> Stats:
        layers = tuple(LayerStats(layer, 0, 0.0, None, None, 0) for layer in LAYERS)
        return Stats(layers, 0, runtime.config.cap, 0, 0, 0, 0, 0)

    def work(tx: Tx) -> Stats:
        memories = [strengthened(runtime, row.memory, now) for row in read_rows(tx, now)]
        held = [m for m in memories if m.status in ACTIVE]
        live = [s.session for s in sessions.live(tx, now)]
        head = tx.one("users.read")
        sources = tx.one("sources.count")
        return Stats(
            layers=(
                *(_layer(layer, [m for m in held if m.layer == layer]) for layer in STORED_LAYERS),
                _temporal(live),
            ),
            active=len(held),
            cap=runtime.config.cap,
            archived=sum(m.status == "archived" for m in memories),
            entities=len(tx.table("entities.all")),
            sources=sources["n"] if sources else 0,
            sessions=len(live),
            revision=head["revision"] if head else 0,
        )

    return read(runtime, account, work, missing)


def _layer(layer: Layer, memories: Sequence[Memory]) -> LayerStats:
    average = sum(m.effective_importance for m in memories) / len(memories) if memories else 0.0
    times = [m.recorded_at for m in memories]
    size = sum(NODE_BYTES + VECTOR_BYTES + 4 * len(m.content) for m in memories)
    return LayerStats(
        layer, len(memories), round(average, 6), min(times, default=None), max(times, default=None), size
    )


def _temporal(live: Sequence[Session]) -> LayerStats:
    times: list[datetime] = [s.started_at for s in live]
    size = sum(len(str(s.state)) + sum(len(i.instruction) for i in s.instructions) for s in live)
    count = sum(len(s.instructions) for s in live)
    return LayerStats("temporal", count, 0.0, min(times, default=None), max(times, default=None), size)


def everything(
    runtime: Runtime, account: Account
) -> tuple[tuple[Memory, ...], tuple[Entity, ...], tuple[Session, ...], tuple[Consent, ...]]:
    """All that is stored about a user, for portability: memories, entities, sessions, consents."""
    now = runtime.clock()

    def work(
        tx: Tx,
    ) -> tuple[tuple[Memory, ...], tuple[Entity, ...], tuple[Session, ...], tuple[Consent, ...]]:
        memories = sorted((row.memory for row in read_rows(tx, now)), key=lambda m: (m.recorded_at, m.id))
        return (
            tuple(strengthened(runtime, m, now) for m in memories),
            tuple(read_entities(tx)),
            tuple(s.session for s in sessions.live(tx, now)),
            consents.all_consents(tx),
        )

    return read(runtime, account, work, lambda: ((), (), (), ()))
