"""What the database holds about a user, read back as it stands: every string of every node and edge."""

from __future__ import annotations

from collections.abc import Iterator

from user_memory.graph.memory.runtime import Account, find
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.store.connection import Tx


def stored_strings(memory: MemoryService, user_id: str) -> list[str]:
    """All strings about a user, node by node, then edge by edge; none for an unknown user."""

    def work(tx: Tx) -> list[str]:
        bound = find(tx, Account(memory.tenant, user_id))
        if bound is None:
            return []
        records = [*bound.run("inspection.nodes"), *bound.run("inspection.edges")]
        return [text for record in records for text in _strings(record["held"])]

    return memory.runtime.database.read(work)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
