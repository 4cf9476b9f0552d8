"""Sayings and beliefs in the graph: reading the slots that a write touches, and writing what is believed now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from user_memory.graph.candidates import Operation, Span
from user_memory.graph.concord import Voice, agree
from user_memory.graph.identities import Identities
from user_memory.graph.model import Polarity, StoredLayer
from user_memory.graph.reconcile import STATEMENT, Belief, Saying, fold
from user_memory.graph.slots import joined, negative, takes_one, variants
from user_memory.graph.store.batch import Batch, Vectors, edge_row
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_identities
from user_memory.graph.store.memories import layer_of
from user_memory.graph.store.values import iso, known, moment


@dataclass(slots=True)
class Slot:
    """All that was ever said of one matter, with the memories that hold it now."""

    name: str
    layer: StoredLayer
    sayings: list[Saying] = field(default_factory=list)
    nodes: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    retiring: set[tuple[str, str]] = field(default_factory=set)
    """(memory, source) pairs that are stored as ``RETIRED_BY``."""
    subject: str | None = None
    condition: str | None = None
    instruction: str | None = None
    rule_scope: str | None = None

    @property
    def one(self) -> bool:
        predicates = {s.predicate for s in self.sayings if s.predicate}
        return any(takes_one(p) for p in predicates)


@dataclass(slots=True)
class Outcome:
    """What a reconciliation changed."""

    created: list[str] = field(default_factory=list)
    reinforced: list[str] = field(default_factory=list)
    superseded: list[tuple[str, str | None]] = field(default_factory=list)
    retracted: list[tuple[str, str | None]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    memory_of: dict[tuple[str, str, int, str], str] = field(default_factory=dict)
    """The memory that holds or was ended by a saying, by (slot, source, start, operation)."""


def load(tx: Tx, names: Iterable[str]) -> dict[str, Slot]:
    """The slots of ``names`` that hold anything."""
    wanted = sorted(set(names))
    if not wanted:
        return {}
    slots: dict[str, Slot] = {}
    owner_of: dict[str, Slot] = {}
    for record in tx.run("memories.by_slots", slots=wanted):
        node = record["m"]
        slot = slots.setdefault(node["slot"], Slot(node["slot"], layer_of(record["labels"])))  # type: ignore[arg-type]
        slot.nodes[node["id"]] = node
        owner_of[node["id"]] = slot
    _load_sayings(tx, wanted, owner_of)
    _load_ends(tx, slots, owner_of)
    return slots


def _load_sayings(tx: Tx, wanted: list[str], owner_of: Mapping[str, Slot]) -> None:
    for record in tx.run("sayings.evidence", slots=wanted):
        slot = owner_of[record["memory"]]
        slot.sayings.append(_saying(record, slot.nodes[record["memory"]]))
    for record in tx.run("sayings.retirements", slots=wanted):
        slot = owner_of[record["memory"]]
        slot.retiring.add((record["memory"], record["source"]))
        slot.sayings.append(_saying(record, slot.nodes[record["memory"]]))


def _load_ends(tx: Tx, slots: Mapping[str, Slot], owner_of: Mapping[str, Slot]) -> None:
    for slot in slots.values():
        if slot.layer == "procedural":
            node = next(iter(slot.nodes.values()))
            slot.condition, slot.instruction = node.get("condition"), node["instruction"]
            slot.rule_scope = node.get("scope")
    semantic = [i for i, slot in owner_of.items() if slot.layer == "semantic"]
    objects = {}
    for record in tx.over("memories.ends_by_ids", semantic):
        owner_of[record["memory"]].subject = record["subject"]
        objects[record["memory"]] = record["object"]
    for slot in slots.values():
        if slot.layer == "semantic":
            slot.sayings = [
                replace(s, object_id=objects[s.memory_id or ""], key=objects[s.memory_id or ""])
                for s in slot.sayings
            ]


def _saying(record: Any, node: Mapping[str, Any]) -> Saying:
    """A stored edge as the saying it was. An ending kept as evidence of the negative is turned back."""
    polarity: Polarity = node.get("polarity") or "+"
    operation: Operation = record["operation"] or "assert"
    if operation == "end" and not record["reason"]:
        polarity = "+" if polarity == "-" else "-"
    predicate = node.get("predicate") or ""
    span = None
    if record["start"] is not None:
        span = Span("", record["start"], record["end"], record["quote"] or "")
    return Saying(
        source_id=record["source"],
        at=known(record["at"]),
        seq=record["seq"],
        recorded_at=known(record["recorded_at"]),
        key=STATEMENT,
        content=record["content"] or node["content"],
        predicate=predicate,
        polarity=polarity,
        negative=negative(predicate, polarity) if predicate else polarity == "-",
        qualifier=record["qualifier"],
        operation=operation,
        start=-1 if record["start"] is None else record["start"],
        span=span,
        valid_from=moment(record["valid_from"]),
        valid_to=moment(record["valid_to"]),
        precision=record["precision"],
        tentative=bool(record["tentative"]),
        confidence=record["confidence"],
        importance=record["importance"],
        reason=record["reason"] or "",
        memory_id=node["id"],
    )


class Ledger:
    """Writes the beliefs of slots as they stand at ``now``.

    ``mint`` answers ids, ``clock`` strictly increasing times of recording.
    """

    def __init__(
        self,
        tx: Tx,
        mint: Callable[[], str],
        clock: Callable[[], datetime],
        vectors: Vectors,
        now: datetime,
    ) -> None:
        self._tx, self._mint, self._clock, self._vectors, self._now = tx, mint, clock, vectors, now

    def settle(self, slots: Iterable[Slot], outcome: Outcome | None = None) -> Outcome:
        """Fold each slot's sayings and make the graph say the same."""
        outcome = outcome or Outcome()
        batch = Batch()
        held = self._believed(list(slots))
        ids: dict[int, str] = {}
        for _, beliefs in held:
            ids.update(_assign(beliefs, self._mint))
        for slot, beliefs in held:
            self._settle(slot, beliefs, ids, batch, outcome)
        batch.send(self._tx, self._vectors)
        return outcome

    def _believed(self, slots: list[Slot]) -> list[tuple[Slot, list[Belief]]]:
        """What is believed in each slot, and in those that a merge makes one with it."""
        identities = read_identities(self._tx)
        if identities.parents:
            facts = [s.name for s in slots if s.layer == "semantic"]
            others = {v for name in facts for v in variants(name, identities.members)} - {
                s.name for s in slots
            }
            slots = [*slots, *load(self._tx, others).values()]
        held = [(slot, _beliefs(slot)) for slot in slots]
        if identities.parents:
            _concord(held, identities)
        return held

    def _settle(
        self, slot: Slot, beliefs: list[Belief], ids: Mapping[int, str], batch: Batch, outcome: Outcome
    ) -> None:
        for belief in beliefs:
            self._believe(slot, belief, ids, batch, outcome)
        kept = {ids[id(belief)] for belief in beliefs}
        gone = [i for i in slot.nodes if i not in kept]
        batch.removed += gone
        outcome.removed += gone

    def _believe(
        self, slot: Slot, belief: Belief, ids: Mapping[int, str], batch: Batch, outcome: Outcome
    ) -> None:
        key = ids[id(belief)]
        node = slot.nodes.get(key)
        fresh = [s for s in belief.sayings if s.memory_id is None]
        status = belief.status_on(self._now)
        if node is not None and node["status"] == "archived" and not fresh and status != "retracted":
            status = "archived"
        row = _row(slot, key, belief, status, node)
        if node is None:
            row["recorded_at"] = iso(self._clock())
            batch.created[slot.layer].append(row)
            outcome.created.append(key)
        elif fresh:
            outcome.reinforced.append(key)
        batch.written[slot.layer].append(row)
        if node is None or node["content"] != row["content"]:
            batch.contents.append((key, row["content"]))
        self._edges(slot, belief, key, batch, outcome)
        self._succession(belief, key, ids, node, batch, outcome)

    def _edges(self, slot: Slot, belief: Belief, key: str, batch: Batch, outcome: Outcome) -> None:
        for saying, kind in [
            *((s, "EVIDENCED_BY") for s in belief.sayings),
            *((s, "RETIRED_BY") for s in belief.closed_by),
        ]:
            outcome.memory_of[(slot.name, saying.source_id, saying.start, saying.operation)] = key
            stored = None
            if saying.memory_id is not None:
                stored = (
                    "RETIRED_BY" if (saying.memory_id, saying.source_id) in slot.retiring else "EVIDENCED_BY"
                )
            if (saying.memory_id, stored) == (key, kind):
                continue
            if saying.memory_id is not None:
                batch.unlinked[stored or kind].append(
                    {"memory": saying.memory_id, "source": saying.source_id}
                )
            batch.linked[kind].append(edge_row(saying, key, belief.reason))

    def _succession(
        self,
        belief: Belief,
        key: str,
        ids: Mapping[int, str],
        node: Mapping[str, Any] | None,
        batch: Batch,
        outcome: Outcome,
    ) -> None:
        successor = ids[id(belief.successor)] if belief.successor is not None else None
        before = _was(node) if node is not None else None
        if node is not None and (before in ("superseded", "archived") or belief.status != before):
            batch.loosened.append(key)
        if successor is not None and belief.ended_at is not None:
            batch.succeeded.append(
                {"memory": successor, "old": key, "reason": belief.reason, "at": iso(belief.ended_at)}
            )
        if node is not None and before != belief.status:
            if belief.status == "superseded" and before != "archived":
                outcome.superseded.append((key, successor))
            if belief.status == "retracted":
                outcome.retracted.append((key, successor))


def _was(node: Mapping[str, Any]) -> str:
    """The stored status, where an end that is yet to come counts as one."""
    ending = node["status"] in ("current", "tentative") and node.get("ended_at") is not None
    return "superseded" if ending else str(node["status"])


def _beliefs(slot: Slot) -> list[Belief]:
    return fold(
        slot.sayings,
        one=slot.one,
        negatable=slot.layer == "semantic",
        happening=slot.layer == "episodic",
    )


def _concord(held: Sequence[tuple[Slot, list[Belief]]], identities: Identities) -> None:
    """Let what is believed of merged entities agree."""
    groups: defaultdict[str, list[tuple[Slot, list[Belief]]]] = defaultdict(list)
    for slot, beliefs in held:
        if slot.layer == "semantic":
            groups[joined(slot.name, identities.root)].append((slot, beliefs))

    def since(a: str, b: str) -> datetime:
        times = (identities.since(x, y) for x, y in zip(a.split("|"), b.split("|"), strict=True))
        return max(t for t in times if t is not None)

    for group in groups.values():
        if len(group) > 1:
            voices = [Voice(slot.name, slot.sayings, beliefs) for slot, beliefs in group]
            agree(voices, one=any(slot.one for slot, _ in group), root=identities.root, since=since)


def _assign(beliefs: Sequence[Belief], mint: Callable[[], str]) -> dict[int, str]:
    """An id for each belief: the oldest memory that already holds one of its sayings, else a new one."""
    taken: set[str] = set()
    ids: dict[int, str] = {}
    for belief in beliefs:
        held = sorted({s.memory_id for s in belief.sayings if s.memory_id is not None} - taken)
        ids[id(belief)] = held[0] if held else mint()
        taken.add(ids[id(belief)])
    return ids


def _row(slot: Slot, key: str, belief: Belief, status: str, node: Mapping[str, Any] | None) -> dict[str, Any]:
    first = belief.first
    importance = belief.importance
    if node is not None and node.get("importance_set"):
        importance = node["importance"]
    return {
        "id": key,
        "slot": slot.name,
        "content": first.content,
        "status": status,
        "confidence": belief.confidence,
        "importance": importance,
        "tags": sorted({tag for s in belief.sayings for tag in s.tags}),
        "ended_at": iso(belief.ended_at),
        "retired_at": iso(belief.retired_at),
        "predicate": first.predicate,
        "polarity": first.polarity,
        "qualifier": belief.qualifier,
        "precision": belief.precision,
        "valid_from": iso(belief.valid_from),
        "valid_to": iso(belief.valid_to),
        "subject": slot.subject,
        "object": first.object_id,
        "condition": slot.condition,
        "instruction": slot.instruction,
        "rule_scope": slot.rule_scope,
    }
