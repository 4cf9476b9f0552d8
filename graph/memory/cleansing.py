"""Deleting is not erasing on every engine: having the files cleaned after a deletion."""

from __future__ import annotations

from user_memory.graph.memory.runtime import Runtime
from user_memory.graph.model import ErasureReceipt
from user_memory.graph.statements import migrations


def cleansed(runtime: Runtime, receipt: ErasureReceipt) -> ErasureReceipt:
    """The receipt, once the files hold nothing any more of what it counts."""
    removed = receipt.memories + receipt.entities + receipt.sources + receipt.sessions + receipt.users
    if removed:
        cleanse(runtime)
    return receipt


def cleanse(runtime: Runtime) -> None:
    """Have the engine clean its files, where it must."""
    if runtime.database.engine.capabilities.needs_cleansing:
        runtime.database.cleanse([text for step in migrations() for text in step.statements])
