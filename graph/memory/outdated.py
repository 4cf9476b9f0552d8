"""What a process keeps in memory of users, after another process wrote or erased: an answer never shows it, and it goes."""

from __future__ import annotations

from user_memory.graph.memory.runtime import Runtime

BATCH = 1_000
"""Owners that are asked for at a time."""


def forget_outdated(runtime: Runtime) -> None:
    """Drop the snapshots and pending access counts of erased users, and snapshots that would have to be read whole anyway."""
    kept = list(runtime.cache.revisions())
    for start in range(0, len(kept), BATCH):
        owners = kept[start : start + BATCH]
        found = runtime.database.read(lambda tx, owners=owners: tx.run("users.revisions", owners=owners))  # type: ignore[misc]
        now = {record["owner"]: record["revision"] for record in found}
        for owner in owners:
            if owner in now:
                runtime.cache.drop_outdated(owner, now[owner])
            else:
                runtime.cache.drop(owner)
                runtime.access.forget(owner)
