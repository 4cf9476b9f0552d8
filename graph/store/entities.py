"""Reading entities, and the decisions on which of them are one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from user_memory.graph.identities import Identities
from user_memory.graph.model import Entity, EntityRef, Merge
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.values import known, moment

SCAN_FROM = 100
"""Ids from which reading all of the owner's entities is quicker than looking each one up."""


def read_entity(node: Mapping[str, Any]) -> Entity:
    """An ``:Entity`` node as a value."""
    return Entity(
        node["id"],
        node["name"],
        node["kind"],
        tuple(node["aliases"] or ()),
        node["mentions"],
        known(node["first_seen_at"]),
        known(node["last_seen_at"]),
    )


def read_entities(tx: Tx) -> list[Entity]:
    """Every entity of the owner as stored, sorted by id."""
    return sorted((read_entity(row) for row in tx.table("entities.all")), key=lambda e: e.id)


def read_some(tx: Tx, ids: Collection[str]) -> list[Entity]:
    """Those of ``ids`` that exist, as stored, sorted by id."""
    if len(ids) > SCAN_FROM:
        wanted = set(ids)
        return [e for e in read_entities(tx) if e.id in wanted]
    return [read_entity(r["e"]) for r in tx.over("entities.by_ids", sorted(ids))]


def read_refs(tx: Tx, ids: Collection[str]) -> dict[str, EntityRef]:
    """Those of ``ids`` that exist, as stored."""
    rows = tx.table("entities.refs", ids=sorted(ids)) if ids else []
    return {row["id"]: EntityRef(row["id"], row["name"], row["kind"]) for row in rows}


def read_merges(tx: Tx) -> list[Merge]:
    """Every decision, the oldest first."""
    return [
        Merge(
            read_entity(r["a"]),
            read_entity(r["b"]),
            r["state"],
            r["score"],
            r["decided_by"],
            moment(r["at"]),
        )
        for r in tx.run("identity.edges")
    ]


def read_identities(tx: Tx) -> Identities:
    """The merges that are followed."""
    accepted = [m for m in read_merges(tx) if m.state == "accepted"]
    return Identities(
        {m.from_.id: m.to.id for m in accepted},
        {e.id: e for m in accepted for e in (m.from_, m.to)},
        {m.from_.id: m.at for m in accepted if m.at is not None},
    )
