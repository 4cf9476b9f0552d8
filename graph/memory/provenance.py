"""Why a memory is held: what says so, what ended it, what it replaced or gave way to, how strong it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from user_memory.graph.decay import ACCESS_LIMIT, ACCESS_WEIGHT, effective_importance, fades
from user_memory.graph.errors import NotFound
from user_memory.graph.memory.edit import no_such_memory, strengthened
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.model import (
    Memory,
    Replacement,
    Retirement,
    ScorePart,
    Why,
)
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.memories import read_memories, read_source
from user_memory.graph.store.values import known


def why(runtime: Runtime, account: Account, memory_id: str) -> Why:
    """Where a memory comes from, what ended it, what it replaced or gave way to, and how strong it is and why.

    Raises:
        NotFound: it is not there, or not this user's.
    """

    def work(tx: Tx) -> Why:
        now = runtime.clock()
        found = read_memories(tx, now, [memory_id])
        memory = strengthened(runtime, found[0], now) if found else no_such_memory()
        retirements = tx.run("memories.retirements", id=memory_id)
        about = [r["event"] for r in tx.over("memories.about_by_ids", [memory_id])]
        followers = [r["memory"] for r in tx.run("memories.followers", id=memory_id)]
        return Why(
            memory=memory,
            evidence=memory.sources,
            retired_by=tuple(
                Retirement(read_source(r), r["reason"], known(r["retired_at"])) for r in retirements
            ),
            supersedes=_replacements(runtime, tx, tx.over("memories.replaced_by_ids", [memory_id]), "old"),
            superseded_by=_replacements(runtime, tx, tx.run("memories.successors", id=memory_id), "memory"),
            about=tuple(strengthened(runtime, m, now) for m in read_memories(tx, now, about)),
            supports=tuple(strengthened(runtime, m, now) for m in read_memories(tx, now, followers)),
            strength=strength(runtime, memory, now),
        )

    def missing() -> Why:
        raise NotFound("No such memory of this user.")

    return read(runtime, account, work, missing)


def strength(runtime: Runtime, memory: Memory, now: datetime) -> tuple[ScorePart, ...]:
    """The factors of the effective importance: importance, and what decay leaves of it."""
    kept = (
        effective_importance(memory, now, runtime.config.decay) / memory.importance
        if memory.importance
        else 1.0
    )
    idle = (now - (memory.last_accessed_at or memory.recorded_at)).total_seconds() / 86_400
    slowdown = min(1.0 + ACCESS_WEIGHT * memory.access_count, ACCESS_LIMIT)
    rate = runtime.config.decay.rates[memory.layer] if fades(memory) else 1.0
    return (
        ScorePart("importance", memory.importance / 10, 10.0),
        ScorePart("kept", round(kept, 6), 1.0),
        ScorePart("rate_per_day", rate, 1.0),
        ScorePart("idle_days", round(max(0.0, idle), 6), 1.0),
        ScorePart("slowdown_by_use", slowdown, 1.0),
    )


def _replacements(runtime: Runtime, tx: Tx, records: Sequence[object], field: str) -> tuple[Replacement, ...]:
    now = runtime.clock()
    rows = [dict(r) for r in records]  # type: ignore[call-overload]
    held = {m.id: m for m in read_memories(tx, now, [r[field] for r in rows])}
    return tuple(
        Replacement(strengthened(runtime, held[r[field]], now), r["reason"], known(r["at"]))
        for r in rows
        if r[field] in held
    )
