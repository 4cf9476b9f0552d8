"""The memories of an import: their slots, sources and nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from user_memory.graph.memory.import_entities import Placed
from user_memory.graph.memory.intake import same_occasion
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.memory.sources import drop_idle
from user_memory.graph.model import Memory, Source
from user_memory.graph.reconcile import Saying
from user_memory.graph.slots import event_slot, fact_slot, rule_slot
from user_memory.graph.store.batch import Batch, Vectors, edge_row
from user_memory.graph.store.ledger import Ledger, Slot, load
from user_memory.graph.store.values import iso, known
from user_memory.graph.testimony import Told, end, evidence, needs_end
from user_memory.graph.times import cut


@dataclass(slots=True)
class _Arrival:
    """A memory on its way in: its id here, its slot, and the sayings that it stands for."""

    memory: Memory
    id: str
    slot: Slot
    said: list[Saying]
    ended: list[Saying] = field(default_factory=list)


def place_memories(
    writing: Writing, memories: Sequence[Memory], entities: Placed, vectors: Vectors
) -> list[Memory]:
    """Store the memories; answers those that told anything new."""
    sources = _Sources(writing, memories, entities)
    replaced = {m.supersedes for m in memories if m.supersedes}
    arrivals = [_arrival(writing, m, entities, sources, m.id in replaced) for m in memories]
    sources.create()
    here = load(writing.tx, [a.slot.name for a in arrivals])
    new = [a for a in arrivals if a.slot.name not in here]
    _write(writing, new, entities, vectors)
    met = _meet(writing, [a for a in arrivals if a.slot.name in here], here, vectors)
    drop_idle(writing, sources.made)
    return [a.memory for a in (*new, *met)]


class _Sources:
    """The sources of an import: those that are here already, and those to make."""

    def __init__(self, writing: Writing, memories: Sequence[Memory], entities: Placed) -> None:
        self._writing, self._entities = writing, entities
        self._told: dict[str, Told] = {}
        self._rows: list[dict[str, Any]] = []
        recorded = _recorded(memories)
        occasions = {s.message_id: s for m in memories for s in m.sources}
        ends = {_end_id(m): m for m in memories}
        self._find([*occasions, *ends])
        for source in sorted(occasions.values(), key=lambda s: s.at):
            if source.message_id not in self._told:
                self._make(source, recorded[source.message_id])

    def of(self, memory: Memory) -> list[Told]:
        """The occasions of a memory."""
        return [self._told[i] for i in dict.fromkeys(s.message_id for s in memory.sources)]

    def ending(self, memory: Memory, saying: Saying) -> Saying:
        """The ending with its source."""
        key = _end_id(memory)
        if key not in self._told:
            self._make(Source(key, None, "import", None, saying.at), saying.recorded_at)
        return replace(saying, source_id=self._told[key].source_id, seq=self._told[key].seq)

    @property
    def made(self) -> list[str]:
        """The ids of those that are new."""
        return [row["id"] for row in self._rows]

    def create(self) -> None:
        """Make the sources that are new."""
        if self._rows:
            self._writing.tx.run("users.touch", messages=len(self._rows))
            self._writing.seq += len(self._rows)
        self._writing.tx.write("sources.create", self._rows)

    def _find(self, ids: Sequence[str]) -> None:
        for r in self._writing.tx.run("sources.by_message_ids", message_ids=list(ids)):
            self._told[r["message_id"]] = Told(r["id"], known(r["at"]), r["seq"], known(r["recorded_at"]))

    def _make(self, source: Source, recorded_at: datetime) -> None:
        told = Told(self._writing.mint(), source.at, self._writing.seq + len(self._rows) + 1, recorded_at)
        self._told[source.message_id] = told
        speaker = self._entities.names.speaker(source)
        row = {
            "id": told.source_id,
            "message_id": source.message_id,
            "session_id": source.session_id,
            "role": "import",
            "speaker": self._entities.ids[speaker.id] if speaker else None,
            "spoken_as": None,
            "at": iso(told.at),
            "seq": told.seq,
            "digest": None,
            "recorded_at": iso(recorded_at),
        }
        self._rows.append(row)


def _end_id(memory: Memory) -> str:
    return f"import:{memory.id}:end"


def _recorded(memories: Sequence[Memory]) -> dict[str, datetime]:
    """When each source was learnt of, as far as its memories tell: no later than they were, or than they ended others."""
    learnt: dict[str, datetime] = {}
    by_id = {m.id: m for m in memories}
    for memory in memories:
        old = by_id.get(memory.supersedes or "")
        times = [memory.recorded_at, *([old.ended_at] if old is not None and old.ended_at else [])]
        for source in memory.sources:
            times.append(learnt.get(source.message_id, memory.recorded_at))
            learnt[source.message_id] = min(times)
    return learnt


def _arrival(
    writing: Writing, memory: Memory, entities: Placed, sources: _Sources, replaced: bool
) -> _Arrival:
    object_id = entities.id_of(memory.fact.object) if memory.fact is not None else ""
    said = evidence(memory, sources.of(memory), object_id)
    ended = []
    if needs_end(memory, said, replaced):
        ended.append(sources.ending(memory, end(memory, said)))
    return _Arrival(memory, writing.mint(), _slot(writing.secret, memory, entities), said, ended)


def _slot(secret: str, memory: Memory, entities: Placed) -> Slot:
    fact, event, rule = memory.fact, memory.event, memory.rule
    if fact is not None:
        subject, object_ = entities.id_of(fact.subject), entities.id_of(fact.object)
        return Slot(
            fact_slot(secret, subject, fact.predicate, object_, fact.qualifier), "semantic", subject=subject
        )
    if rule is not None:
        return Slot(
            rule_slot(secret, rule.instruction, rule.condition),
            "procedural",
            condition=rule.condition,
            instruction=rule.instruction,
            rule_scope=rule.scope,
        )
    date = cut(event.occurred_from, event.precision) if event and event.occurred_from else ""
    return Slot(event_slot(secret, memory.content, date), "episodic")


def _write(writing: Writing, arrivals: Sequence[_Arrival], entities: Placed, vectors: Vectors) -> None:
    """Write the memories whose slots are empty here as they were."""
    batch = Batch()
    for a in arrivals:
        row = _row(a)
        batch.created[a.slot.layer].append(row)
        batch.written[a.slot.layer].append(row)
        batch.contents.append((a.id, a.memory.content))
        batch.linked["EVIDENCED_BY"] += [edge_row(s, a.id, "") for s in a.said]
        batch.linked["RETIRED_BY"] += [edge_row(s, a.id, s.reason) for s in a.ended]
    batch.succeeded += _successions(arrivals)
    batch.send(writing.tx, vectors)
    rows = [
        {"memory": a.id, "target": entities.id_of(e)}
        for a in arrivals
        if a.memory.event is not None
        for e in a.memory.event.involves
    ]
    writing.tx.write("memories.link_involves", rows)
    _handle(writing, arrivals)


def _row(a: _Arrival) -> dict[str, Any]:
    memory, fact, event = a.memory, a.memory.fact, a.memory.event
    begin = fact.valid_from if fact else event.occurred_from if event else None
    until = fact.valid_to if fact else event.occurred_to if event else None
    return {
        "id": a.id,
        "slot": a.slot.name,
        "content": memory.content,
        "status": memory.status,
        "confidence": memory.confidence,
        "importance": memory.importance,
        "tags": sorted(memory.tags),
        "recorded_at": iso(memory.recorded_at),
        "ended_at": iso(memory.ended_at),
        "retired_at": iso(memory.retired_at),
        "predicate": fact.predicate if fact else None,
        "polarity": a.said[0].polarity,
        "qualifier": fact.qualifier if fact else None,
        "precision": fact.precision if fact else event.precision if event else None,
        "valid_from": iso(begin),
        "valid_to": iso(until),
        "subject": a.slot.subject,
        "object": a.said[0].object_id,
        "condition": a.slot.condition,
        "instruction": a.slot.instruction,
        "rule_scope": a.slot.rule_scope,
    }


def _successions(arrivals: Sequence[_Arrival]) -> list[dict[str, Any]]:
    by_id = {a.memory.id: a for a in arrivals}
    pairs = [(a, by_id[a.memory.supersedes]) for a in arrivals if a.memory.supersedes in by_id]
    pairs = [(new, old) for new, old in pairs if new.id != old.id]
    return [
        {
            "memory": new.id,
            "old": old.id,
            "reason": "correction" if old.memory.retired_at else "newer",
            "at": iso(old.memory.retired_at or old.memory.ended_at or new.memory.recorded_at),
        }
        for new, old in pairs
    ]


def _handle(writing: Writing, arrivals: Sequence[_Arrival]) -> None:
    for a in arrivals:
        if a.memory.tags or a.memory.pinned or a.memory.expires_at:
            writing.tx.run(
                "memories.set_handling",
                id=a.id,
                tags=list(a.memory.tags),
                pinned=a.memory.pinned,
                importance=a.memory.importance,
                importance_set=None,
                expires_at=iso(a.memory.expires_at),
            )
    used = [
        {"id": a.id, "count": a.memory.access_count, "at": iso(a.memory.last_accessed_at)}
        for a in arrivals
        if a.memory.last_accessed_at is not None
    ]
    writing.tx.write("memories.set_access", used)
    archived = [a.id for a in arrivals if a.memory.status == "archived"]
    writing.tx.over("memories.archive", archived, now=iso(writing.now))


def _meet(
    writing: Writing, arrivals: Sequence[_Arrival], here: Mapping[str, Slot], vectors: Vectors
) -> list[_Arrival]:
    """Reconcile the others with what their slots hold; answers those that told anything new."""
    touched: dict[str, Slot] = {}
    met = []
    for a in arrivals:
        slot = here[a.slot.name]
        fresh = [s for s in (*a.said, *a.ended) if not any(_known(s, held, a) for held in slot.sayings)]
        slot.sayings += fresh
        if fresh:
            touched[slot.name] = slot
            met.append(a)
    Ledger(writing.tx, writing.mint, writing.tick, vectors, writing.now).settle(touched.values())
    return met


def _known(saying: Saying, held: Saying, a: _Arrival) -> bool:
    """Whether ``held`` says it: on the same occasion, or for an ending on any since the memory was first said.

    What ended nothing is believed as the negative statement, and exported as that.
    """
    if saying in a.said:
        ending = replace(saying, operation="end", negative=not saying.negative)
        return same_occasion(saying, held) or same_occasion(ending, held)
    alike = (saying.key, saying.negative, saying.operation) == (held.key, held.negative, held.operation)
    return alike and held.at >= a.said[0].at
