"""Reading memories: nodes and edges of one owner put together into the shapes of the model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from user_memory.graph.model import (
    EntityKind,
    EntityRef,
    Event,
    Fact,
    Layer,
    Memory,
    Role,
    Rule,
    Source,
    Status,
)
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_identities
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
    if ids is not None and not ids:
        return []
    if ids is not None and len(ids) > SCAN_FROM:
        wanted = set(ids)
        return [row for row in read_rows(tx, now) if row.memory.id in wanted]
    suffix, params = ("all", {}) if ids is None else ("by_ids", {"ids": list(ids)})
    parts = _Parts(tx, suffix, params)
    return [parts.row(r["m"], r["labels"], now) for r in tx.run(f"memories.{suffix}", **params)]


def read_memories(tx: Tx, now: datetime, ids: Sequence[str]) -> list[Memory]:
    """The memories of ``ids`` in that order; ids that are not there are left out."""
    found = {row.memory.id: row.memory for row in read_rows(tx, now, ids)}
    return [found[i] for i in ids if i in found]


class _Parts:
    """The edges of many memories, grouped by memory."""

    def __init__(self, tx: Tx, suffix: str, params: dict[str, Any]) -> None:
        self.ends = {r["memory"]: r for r in tx.run(f"memories.ends_{suffix}", **params)}
        self.involved = _grouped(tx.run(f"memories.involved_{suffix}", **params))
        self.evidence = _grouped(tx.run(f"memories.evidence_{suffix}", **params))
        self.replaced = _grouped(tx.run(f"memories.replaced_{suffix}", **params))
        self.about = _grouped(tx.run(f"memories.about_{suffix}", **params))
        self.identities = read_identities(tx)

    def row(self, node: Mapping[str, Any], labels: Sequence[str], now: datetime) -> Row:
        layer, key = layer_of(labels), node["id"]
        involved = tuple(dict.fromkeys(self._ref(r["id"], r["name"], r["kind"]) for r in self.involved[key]))
        evidence = self.evidence[key]
        memory = Memory(
            id=key,
            layer=layer,
            content=node["content"],
            status=_status_now(node, now),
            confidence=node["confidence"],
            importance=node["importance"],
            effective_importance=node["importance"],
            recorded_at=known(node["recorded_at"]),
            tags=tuple(node.get("tags") or ()),
            pinned=bool(node.get("pinned")),
            ended_at=moment(node.get("ended_at")),
            retired_at=moment(node.get("retired_at")),
            expires_at=moment(node.get("expires_at")),
            last_accessed_at=moment(node.get("last_accessed_at")),
            access_count=node.get("access_count") or 0,
            supersedes=self.replaced[key][0]["old"] if self.replaced[key] else None,
            fact=self._fact(node) if layer == "semantic" else None,
            event=_event(node, involved) if layer == "episodic" else None,
            rule=_rule(node) if layer == "procedural" else None,
            sources=tuple(read_source(r) for r in evidence),
        )
        return Row(
            memory,
            node.get("embedding"),
            node.get("embedding_model"),
            tuple((r["session_id"], r["seq"]) for r in evidence if r["session_id"] is not None),
            involved if layer == "procedural" else (),
            tuple(r["event"] for r in self.about[key]),
        )

    def _ref(self, entity: str, name: str, kind: EntityKind) -> EntityRef:
        """The entity that stands for the stored one."""
        return self.identities.ref(EntityRef(entity, name, kind))

    def _fact(self, node: Mapping[str, Any]) -> Fact:
        ends = self.ends[node["id"]]
        return Fact(
            self._ref(ends["subject"], ends["subject_name"], ends["subject_kind"]),
            node["predicate"],
            self._ref(ends["object"], ends["object_name"], ends["object_kind"]),
            node["polarity"],
            node.get("qualifier"),
            moment(node.get("valid_from")),
            moment(node.get("valid_to")),
            node.get("valid_precision"),
        )


def _grouped(records: Iterable[Any]) -> defaultdict[str, list[Any]]:
    groups: defaultdict[str, list[Any]] = defaultdict(list)
    for record in records:
        groups[record["memory"]].append(record)
    return groups


def _status_now(node: Mapping[str, Any], now: datetime) -> Status:
    """The stored status, but for a fact whose known end has come since."""
    status = cast(Status, node["status"])
    valid_to = moment(node.get("valid_to"))
    if status in ("current", "tentative") and valid_to is not None and valid_to <= now:
        return "superseded"
    return status


def _event(node: Mapping[str, Any], involved: tuple[EntityRef, ...]) -> Event:
    return Event(
        moment(node.get("occurred_from")), moment(node.get("occurred_to")), node.get("precision"), involved
    )


def _rule(node: Mapping[str, Any]) -> Rule:
    return Rule(node["instruction"], node.get("condition"), node["polarity"], node.get("scope"))


def read_source(record: Any) -> Source:
    """A record of evidence as a value."""
    speaker = None
    if record["speaker"] is not None:
        speaker = EntityRef(record["speaker"], record["speaker_name"], record["speaker_kind"])
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
