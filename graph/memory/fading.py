"""How every memory fades: what maintenance would do now, and what is still to come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Literal, TypeAlias

from user_memory.graph.decay import FAINT, STALE, effective_importance, falls_below
from user_memory.graph.memory.runtime import Runtime
from user_memory.graph.memory.upkeep import FADING, Due, every_user, find_due
from user_memory.graph.model import Fading, Memory
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.memories import read_rows

Act: TypeAlias = Literal["archive", "delete", "expire"]
_NEVER = datetime.max.replace(tzinfo=UTC)


def fading(runtime: Runtime, tenant: str | None) -> list[Fading]:
    """Every memory that fades or that maintenance would act on now: those due first, then the first to become stale."""
    now = runtime.clock()
    found: list[Fading] = []
    for owner, user_id in every_user(runtime, tenant):
        found += runtime.database.read(
            partial(_of_user, runtime=runtime, owner=owner, user_id=user_id, now=now)
        )
    return sorted(found, key=lambda f: (f.due is None, f.stale_at or _NEVER, f.user_id, f.id))


def _of_user(tx: Tx, runtime: Runtime, owner: str, user_id: str, now: datetime) -> list[Fading]:
    tx = tx.of(owner)
    acts = dict(_acts(find_due(runtime, tx, now)))
    memories = (row.memory for row in read_rows(tx, now))
    return [
        _fading(runtime, user_id, memory, acts.get(memory.id), now)
        for memory in memories
        if memory.status in FADING or memory.id in acts
    ]


def _acts(due: Due) -> Iterator[tuple[str, Act]]:
    yield from ((id, "archive") for id in due.stale)
    yield from ((id, "delete") for id in due.deleted)
    yield from ((id, "expire") for id in due.expired)


def _fading(runtime: Runtime, user_id: str, memory: Memory, due: Act | None, now: datetime) -> Fading:
    profile = runtime.config.decay
    return Fading(
        user_id,
        memory.id,
        memory.layer,
        memory.status,
        memory.content,
        round(effective_importance(memory, now, profile), 6),
        falls_below(memory, FAINT, profile),
        falls_below(memory, STALE, profile),
        due,
    )
