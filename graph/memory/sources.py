"""Dropping sources, with the names that only they gave the user."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from user_memory.graph.keys import entity_key
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.store.connection import Tx


def drop(writing: Writing, ids: Sequence[str]) -> None:
    """Delete the sources ``ids``. A name under which the user spoke in them stays only where another source has it."""
    gone = [r["name"] for r in writing.tx.over("sources.names_of", ids)]
    writing.tx.over("sources.delete", ids)
    if gone:
        _rename(writing.tx, gone)


def drop_idle(writing: Writing, ids: Sequence[str]) -> list[str]:
    """Drop those of ``ids`` that no memory hangs on; answers which."""
    linked = {r["id"] for r in writing.tx.over("sources.linked", ids)}
    idle = [i for i in ids if i not in linked]
    drop(writing, idle)
    return idle


def _rename(tx: Tx, gone: Sequence[str]) -> None:
    """The user's aliases as the remaining sources give them, in the order of speaking, after those from elsewhere."""
    spoken = _distinct(r["name"] for r in tx.run("sources.names"))
    own = tx.run("entities.self")[0]["id"]
    node = tx.over("entities.by_ids", [own])[0]["e"]
    told = {entity_key(name) for name in gone} | set(spoken)
    aliases = [a for a in node["aliases"] if entity_key(a) not in told]
    aliases += [name for key, name in spoken.items() if key != node["key"]]
    row = {
        "id": own,
        "name": node["name"],
        "key": node["key"],
        "aliases": aliases,
        "alias_keys": [entity_key(a) for a in aliases],
    }
    tx.write("entities.update", [row])


def _distinct(names: Iterable[str]) -> dict[str, str]:
    """Each name once, by its key, as it was spelled first."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(entity_key(name), name)
    return found
