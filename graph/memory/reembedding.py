"""Embedding anew what another encoder embedded, or none: until then words and relations alone find those memories."""

from __future__ import annotations

from functools import partial

from neo4j import Record

from user_memory.graph.memory.runtime import OwnerGone, Runtime, Writing, speakers
from user_memory.graph.memory.upkeep import every_user
from user_memory.graph.store.connection import Tx

BATCH = 200
"""Memories per transaction: the encoder works before it, not in it."""


def reembed(runtime: Runtime, tenant: str | None) -> int:
    """Give each memory of ``tenant``, or of all, its vector by the encoder that is in use; answers how many got one.

    Without an encoder there is nothing to do. What is written meanwhile has its vector already; running it twice changes
    nothing more.
    """
    if runtime.encoder is None:
        return 0
    return sum(_of_user(runtime, owner) for owner, _ in every_user(runtime, tenant))


def _of_user(runtime: Runtime, owner: str) -> int:
    done, after = 0, ""
    while True:
        found, names = runtime.database.read(partial(_page, runtime=runtime, owner=owner, after=after))
        if not found:
            return done
        vectors = runtime.vectors(lambda names=names: names)  # type: ignore[misc]
        rows = vectors.rows([(r["id"], r["content"]) for r in found])
        texts = [{**row, "content": r["content"]} for row, r in zip(rows, found, strict=True)]
        done += runtime.database.write(partial(_store, runtime=runtime, owner=owner, rows=texts))
        after = found[-1]["id"]


def _page(tx: Tx, runtime: Runtime, owner: str, after: str) -> tuple[list[Record], set[str]]:
    tx = tx.of(owner)
    model = runtime.encoder.name if runtime.encoder else None
    found = tx.run("memories.embedded_otherwise", model=model, after=after, limit=BATCH)
    return found, speakers(tx) if found else set()


def _store(tx: Tx, runtime: Runtime, owner: str, rows: list[dict[str, object]]) -> int:
    try:
        writing = Writing(runtime, tx.of(owner))
    except OwnerGone:
        return 0
    told = writing.tx.one("memories.reembed", rows=rows)
    writing.finish()
    return int(told["n"]) if told else 0
