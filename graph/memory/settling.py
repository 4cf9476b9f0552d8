"""Reconciling anew what a decision on entities bears on."""

from __future__ import annotations

from collections.abc import Iterable

from user_memory.graph.memory.runtime import Writing
from user_memory.graph.store.ledger import Ledger, load


def settle_about(writing: Writing, entity_ids: Iterable[str]) -> None:
    """Reconcile all that is stored about these entities."""
    tx = writing.tx
    wanted = sorted(entity_ids)
    if not wanted:
        return
    memories = {r["memory"] for r in tx.over("entities.links", wanted)}
    slots = load(tx, {r["slot"] for r in tx.over("memories.slot_of", sorted(memories))})
    ledger = Ledger(tx, writing.mint, writing.tick, writing.vectors(), writing.now)
    ledger.settle(slot for slot in slots.values() if slot.layer == "semantic")
