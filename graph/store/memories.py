"""Reading memories: nodes and edges of one owner put together into the shapes of the model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import Any, TypeAlias, cast

from user_memory.graph.identities import Identities
from user_memory.graph.model import (
    Entity,
    EntityRef,
    Event,
    Fact,
    Layer,
    Memory,
    Role,
    Rule,
    Source,
)
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.status import status_now
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entities, read_identities, read_refs
from user_memory.graph.store.values import known, moment

_LAYERS: Mapping[str, Layer] = {"Semantic": "semantic", "Episodic": "episodic", "Procedural": "procedural"}
SCAN_FROM = 100
"""Ids from which reading all of the owner's memories is quicker than looking each one up (measured: ten times, each)."""
LABELS: Mapping[str, str] = {layer: label for label, layer in _LAYERS.items()}


def layer_of(labels: Iterable[str]) -> Layer:
    """The layer that a memory's labels name."""
    return next(_LAYERS[label] for label in labels if label in _LAYERS)


def read_rows(tx: Tx, now: datetime, ids: Sequence[str] | None = None) -> list[Row]:
    """The owner's memories (all, or those of ``ids`` that exist), sorted by id, with everything that hangs on them."""
    wanted = None if ids is None else set(ids)
    if wanted is None:
        return read_stored(tx).rows(now)
    if len(wanted) > SCAN_FROM:
        return [row for row in read_stored(tx).rows(now) if row.memory.id in wanted]
    return read_stored(tx, wanted).rows(now) if wanted else []


def read_memories(tx: Tx, now: datetime, ids: Sequence[str]) -> list[Memory]:
    """The memories of ``ids`` in that order; ids that are not there are left out."""
    found = {row.memory.id: row.memory for row in read_rows(tx, now, ids)}
    return [found[i] for i in ids if i in found]


Record: TypeAlias = Mapping[str, Any]
Grouped: TypeAlias = Mapping[str, Sequence[Record]]


@dataclass(frozen=True, slots=True)
class Stored:
    """Memories as read, not yet put together: their nodes, and by memory the edges that hang on them."""

    nodes: Sequence[Record]
    named: Grouped
    evidence: Grouped
    links: Grouped
    refs: Mapping[str, EntityRef]
    entities: Sequence[Entity]
    """Where all memories were read, all entities, merged ones under those that stand for them."""
    identities: Identities

    def rows(self, now: datetime) -> list[Row]:
        """The memories sorted by id: their entities as they are shown, speakers as they are stored.

        One that lost an end while it was read was being erased, and is left out.
        """
        shown = {id: self.identities.ref(ref) for id, ref in self.refs.items()}
        rows = (self._row(node, self._ends(node["id"], shown), now) for node in self.nodes)
        return [row for row in rows if row is not None]

    def _ends(self, memory_id: str, shown: Mapping[str, EntityRef]) -> dict[str, list[EntityRef]]:
        ends: dict[str, list[EntityRef]] = {}
        for edge in self.named.get(memory_id, ()):
            if edge["entity"] in shown:
                ends.setdefault(edge["as"], []).append(shown[edge["entity"]])
        return ends

    def _row(self, node: Record, ends: Mapping[str, Sequence[EntityRef]], now: datetime) -> Row | None:
        layer, key = layer_of(node["labels"]), node["id"]
        if layer == "semantic" and not ends.keys() >= {"SUBJECT", "OBJECT"}:
            return None
        evidence, links = self.evidence.get(key, ()), self.links.get(key, ())
        memory = Memory(
            id=key,
            layer=layer,
            content=node["content"],
            status=node["status"],
            confidence=node["confidence"],
            importance=node["importance"],
            effective_importance=node["importance"],
            recorded_at=known(node["recorded_at"]),
            tags=tuple(node["tags"] or ()),
            pinned=bool(node["pinned"]),
            ended_at=moment(node["ended_at"]),
            retired_at=moment(node["retired_at"]),
            expires_at=moment(node["expires_at"]),
            last_accessed_at=moment(node["last_accessed_at"]),
            access_count=node["access_count"] or 0,
            supersedes=next((link["other"] for link in links if link["as"] == "SUPERSEDES"), None),
            fact=_fact(node, ends) if layer == "semantic" else None,
            event=_event(node, ends) if layer == "episodic" else None,
            rule=_rule(node) if layer == "procedural" else None,
            sources=tuple(_source(edge, self.refs.get(edge["speaker"])) for edge in evidence),
        )
        status = status_now(memory, now)
        return Row(
            memory if status == memory.status else replace(memory, status=status),
            node["embedding"],
            node["embedding_model"],
            tuple((e["session_id"], e["seq"]) for e in evidence if e["session_id"] is not None),
            _distinct(ends.get("APPLIES_TO", ())),
            tuple(link["other"] for link in links if link["as"] == "ABOUT"),
        )


def read_stored(tx: Tx, ids: Collection[str] | None = None) -> Stored:
    """All memories of the owner, or those of ``ids``.

    Nodes come before edges and edges before entities, so that whoever writes meanwhile leaves no edge without its end.
    """
    suffix, params = ("all", {}) if ids is None else ("by_ids", {"ids": sorted(ids)})
    nodes = sorted(tx.table(f"memories.{suffix}", **params), key=lambda node: str(node["id"]))
    named = tx.table(f"memories.entities_{suffix}", **params)
    evidence = tx.table(f"memories.evidence_{suffix}", **params)
    links = tx.table(f"memories.links_{suffix}", **params)
    entities = read_entities(tx) if ids is None else []
    mentioned = {edge["entity"] for edge in named} | {edge["speaker"] for edge in evidence}
    refs = (
        {e.id: EntityRef(e.id, e.name, e.kind) for e in entities}
        if ids is None
        else read_refs(tx, mentioned - {None})
    )
    identities = read_identities(tx)
    return Stored(
        nodes,
        _grouped(named, "entity"),
        _grouped(evidence, "seq", "source"),
        _grouped(links, "other"),
        refs,
        identities.fold(entities),
        identities,
    )


def _grouped(edges: Iterable[Record], *order: str) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {}
    for edge in sorted(edges, key=itemgetter(*order)):
        groups.setdefault(edge["memory"], []).append(edge)
    return groups


def _distinct(refs: Iterable[EntityRef]) -> tuple[EntityRef, ...]:
    return tuple(dict.fromkeys(refs))


def _fact(node: Mapping[str, Any], ends: Mapping[str, Sequence[EntityRef]]) -> Fact:
    return Fact(
        ends["SUBJECT"][0],
        node["predicate"],
        ends["OBJECT"][0],
        node["polarity"],
        node["qualifier"],
        moment(node["valid_from"]),
        moment(node["valid_to"]),
        node["valid_precision"],
    )


def _event(node: Mapping[str, Any], ends: Mapping[str, Sequence[EntityRef]]) -> Event:
    return Event(
        moment(node["occurred_from"]),
        moment(node["occurred_to"]),
        node["precision"],
        _distinct(ends.get("INVOLVES", ())),
    )


def _rule(node: Mapping[str, Any]) -> Rule:
    return Rule(node["instruction"], node["condition"], node["polarity"], node["scope"])


def read_source(record: Any) -> Source:
    """A record of evidence that names its speaker as a value."""
    speaker = None
    if record["speaker"] is not None:
        speaker = EntityRef(record["speaker"], record["speaker_name"], record["speaker_kind"])
    return _source(record, speaker)


def _source(record: Any, speaker: EntityRef | None) -> Source:
    return Source(
        record["message_id"],
        record["session_id"],
        cast(Role, record["role"]),
        speaker,
        known(record["at"]),
        record["start"],
        record["end"],
        record["quote"],
    )
