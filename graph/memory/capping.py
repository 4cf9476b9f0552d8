"""Keeping the cap: the least important memories are archived, and the receipt names them."""

from __future__ import annotations

from user_memory.graph.capacity import over_cap
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.model import EntityRef, Fact, Memory
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.memories import layer_of
from user_memory.graph.store.values import iso, known, moment

_NOBODY = EntityRef("", "", "value")


def keep_cap(writing: Writing) -> tuple[str, ...]:
    """Archive what passes the cap; answers the ids."""
    cap = writing.runtime.config.cap
    record = writing.tx.one("memories.count_active")
    if record is None or record["n"] <= cap:
        return ()
    victims = over_cap(strengths(writing.tx), cap, writing.now, writing.runtime.config.decay)
    writing.tx.over("memories.archive", victims, now=iso(writing.now))
    return tuple(victims)


def strengths(tx: Tx) -> list[Memory]:
    """Every memory of the owner with what its strength depends on, and no content."""
    return [bare(r) for r in tx.run("memories.strength")]


def bare(record: object) -> Memory:
    """A record of ``memories.strength`` as a memory without content."""
    r = dict(record)  # type: ignore[call-overload]
    fact = Fact(_NOBODY, r["predicate"], _NOBODY) if r["predicate"] else None
    return Memory(
        id=r["id"],
        layer=layer_of(r["labels"]),
        content="",
        status=r["status"],
        confidence=1.0,
        importance=r["importance"],
        effective_importance=r["importance"],
        recorded_at=known(r["recorded_at"]),
        pinned=bool(r["pinned"]),
        expires_at=moment(r["expires_at"]),
        last_accessed_at=moment(r["last_accessed_at"]),
        access_count=r["access_count"] or 0,
        fact=fact,
    )
