"""Receipts that stay with the user: when something was removed and how much of it, nothing of what it was."""

from __future__ import annotations

import json
from collections.abc import Mapping

from user_memory.graph.memory.runtime import Writing
from user_memory.graph.model import ErasureReceipt
from user_memory.graph.store.values import iso

_COUNTED = ("memories", "entities", "sources", "sessions")


def kept(writing: Writing, receipt: ErasureReceipt) -> ErasureReceipt:
    """The receipt of an erasure, once it is stored; one that counts nothing is not."""
    keep(writing, receipt.id, "erasure", {kind: getattr(receipt, kind) for kind in _COUNTED})
    return receipt


def keep(writing: Writing, key: str, kind: str, counts: Mapping[str, int]) -> None:
    """Store that so much was removed now."""
    told = {name: n for name, n in counts.items() if n}
    if told:
        at = iso(writing.tick())
        writing.tx.run("receipts.create", id=key, kind=kind, at=at, counts=json.dumps(told))
