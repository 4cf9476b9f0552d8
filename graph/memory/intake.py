"""Candidates into sayings: entities resolved, consent checked once more, each candidate's fate told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from user_memory.graph.candidates import (
    Candidate,
    EventCandidate,
    FactCandidate,
    Mention,
    RuleCandidate,
    Span,
)
from user_memory.graph.keys import entity_key
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.model import CONTENT_LIMIT, Refusal, RefusalReason, Replaced
from user_memory.graph.reconcile import STATEMENT, Saying
from user_memory.graph.resolve import Known, Resolver, keys_of
from user_memory.graph.slots import event_slot, fact_slot, negative, rule_slot
from user_memory.graph.store.batch import Vectors
from user_memory.graph.store.ledger import Ledger, Outcome, Slot, load
from user_memory.graph.store.values import iso
from user_memory.graph.times import EARLIEST, LATEST, cut
from user_memory.graph.vocabulary import vocabulary


@dataclass(frozen=True, slots=True)
class Occasion:
    """The source that candidates of one message come from."""

    id: str
    at: datetime
    seq: int
    recorded_at: datetime


@dataclass(slots=True)
class Taken:
    """What became of the candidates of one write."""

    created: list[str] = field(default_factory=list)
    reinforced: list[str] = field(default_factory=list)
    superseded: list[Replaced] = field(default_factory=list)
    retracted: list[Replaced] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    memory_of: list[str | None] = field(default_factory=list)
    """For each candidate the memory that holds it or was ended by it; ``None`` when it was refused."""


@dataclass(slots=True)
class _Placed:
    candidate: Candidate
    slot: Slot
    saying: Saying
    entities: list[Known]


class Intake:
    """Takes candidates into the graph of one user within one write transaction."""

    def __init__(self, writing: Writing, consents: frozenset[str], vectors: Vectors) -> None:
        self._writing, self._consents, self._vectors = writing, consents, vectors
        self._tx = writing.tx

    def take(self, candidates: Sequence[Candidate], occasions: Mapping[str, Occasion]) -> Taken:
        """Store ``candidates`` as said on ``occasions`` (by message id), and tell what became of each."""
        taken = Taken()
        if self._writing.runtime.config.quote_days == 0:
            candidates = [replace(c, span=replace(c.span, quote="")) for c in candidates]
        resolver = self._resolver(candidates)
        placed: list[_Placed | None] = []
        for candidate in candidates:
            refusal = self._refusal(candidate)
            if refusal is not None:
                taken.refused.append(refusal)
            placed.append(None if refusal else self._place(candidate, resolver, occasions))
        self._settle(placed, taken, resolver)
        return taken

    def _resolver(self, candidates: Iterable[Candidate]) -> Resolver:
        keys = {key for c in candidates for m in _mentions(c) for key in keys_of(m)} | {"user"}
        return load_resolver(self._writing, keys)

    def _refusal(self, candidate: Candidate) -> Refusal | None:
        if len(candidate.content) > CONTENT_LIMIT:
            return _refuse(candidate, "unsupported_span")
        if _impossible(candidate):
            return _refuse(candidate, "unresolved")
        if isinstance(candidate, FactCandidate):
            category = vocabulary()[candidate.predicate].consent
            if category is not None and category not in self._consents:
                return _refuse(candidate, "consent", category)
        return None

    def _place(self, candidate: Candidate, resolver: Resolver, occasions: Mapping[str, Occasion]) -> _Placed:
        occasion = occasions[candidate.span.message_id]
        entities = [resolver.resolve(m) for m in _mentions(candidate)]
        secret = self._writing.secret
        if isinstance(candidate, FactCandidate):
            subject, object_ = entities[0], entities[1]
            name = fact_slot(secret, subject.id, candidate.predicate, object_.id, candidate.qualifier)
            slot = Slot(name, "semantic", subject=subject.id)
            saying = _fact_saying(candidate, occasion, object_.id)
        elif isinstance(candidate, EventCandidate):
            date = cut(candidate.occurred_from, candidate.precision) if candidate.occurred_from else ""
            slot = Slot(event_slot(secret, candidate.content, date), "episodic")
            saying = _saying(candidate, occasion, candidate.content)
            saying = replace(saying, valid_from=candidate.occurred_from, valid_to=candidate.occurred_to)
            saying = replace(saying, precision=candidate.precision)
        else:
            slot = Slot(
                rule_slot(secret, candidate.instruction, candidate.condition),
                "procedural",
                condition=candidate.condition,
                instruction=candidate.instruction,
                rule_scope=candidate.scope,
            )
            saying = _saying(candidate, occasion, candidate.content)
            saying = replace(saying, polarity=candidate.polarity, negative=candidate.polarity == "-")
        return _Placed(candidate, slot, saying, entities)

    def _settle(self, placed: list[_Placed | None], taken: Taken, resolver: Resolver) -> None:
        endings = [self._ending(p) for p in placed if p is not None and _replaces(p)]
        everything = [*(p for p in placed if p is not None), *endings]
        slots = load(self._tx, [p.slot.name for p in everything])
        repeated: set[int] = set()
        dropped: set[int] = set()
        for item in everything:
            slot = slots.setdefault(item.slot.name, item.slot)
            if _hangs(item.saying, slot):
                dropped.add(id(item))
            elif any(same_occasion(item.saying, s) for s in slot.sayings):
                repeated.add(id(item))
            else:
                slot.sayings.append(item.saying)
        used = {e.id for item in everything if id(item) not in dropped for e in item.entities}
        save_entities(self._writing, [e for e in resolver.entities if e.id in used])
        ledger = Ledger(self._tx, self._writing.mint, self._writing.tick, self._vectors, self._writing.now)
        outcome = ledger.settle(slots.values())
        self._tell(placed, dropped, outcome, taken)
        self._link(everything, dropped | repeated, outcome)

    def _ending(self, placed: _Placed) -> _Placed:
        """The end of the value that was replaced ("switched from X to Y")."""
        fact = placed.candidate
        assert isinstance(fact, FactCandidate)
        subject, old = placed.entities[0], placed.entities[2]
        name = fact_slot(self._writing.secret, subject.id, fact.predicate, old.id, None)
        content = f"{subject.name} no longer {fact.predicate.replace('_', ' ')} {old.name}"[:CONTENT_LIMIT]
        saying = replace(
            placed.saying,
            key=old.id,
            object_id=old.id,
            operation="end",
            qualifier=None,
            content=content,
            reason="replaced",
        )
        return _Placed(
            fact, Slot(name, "semantic", subject=subject.id), replace(saying, reason=""), [subject, old]
        )

    def _tell(self, placed: list[_Placed | None], dropped: set[int], outcome: Outcome, taken: Taken) -> None:
        created = set(outcome.created)
        told: set[str] = set()
        for item in placed:
            memory = None if item is None or id(item) in dropped else self._memory_of(item, outcome)
            taken.memory_of.append(memory)
            if item is None:
                continue
            if memory is None:
                taken.refused.append(_refuse(item.candidate, "unresolved"))
            elif memory in created and memory not in told:
                taken.created.append(memory)
                told.add(memory)
            elif item.saying.operation == "assert":
                taken.reinforced.append(memory)
        taken.superseded = [Replaced(*pair) for pair in outcome.superseded]
        taken.retracted = [Replaced(*pair) for pair in outcome.retracted]

    def _memory_of(self, item: _Placed, outcome: Outcome) -> str | None:
        """Where a saying went; ``None`` for the end of a rule or event that was taken back: there is nothing it ends."""
        said = item.saying
        exact = outcome.memory_of.get((item.slot.name, said.source_id, said.start, said.operation))
        if exact is not None:
            return exact
        like = (
            memory
            for (slot, source, _, operation), memory in outcome.memory_of.items()
            if (slot, source, operation) == (item.slot.name, said.source_id, said.operation)
        )
        return next(like, None)

    def _link(self, everything: list[_Placed], skipped: set[int], outcome: Outcome) -> None:
        """Involved entities of new events and rules, and the count of mentions."""
        involves: list[dict[str, str]] = []
        applies: list[dict[str, str]] = []
        mentions: dict[str, list[datetime]] = {}
        for item in everything:
            if id(item) in skipped:
                continue
            memory = self._memory_of(item, outcome)
            if memory is None:
                continue
            for entity in {
                e.id for e in item.entities[: 2 if isinstance(item.candidate, FactCandidate) else None]
            }:
                mentions.setdefault(entity, []).append(item.saying.at)
                if item.saying.operation != "assert":
                    continue
                if isinstance(item.candidate, EventCandidate):
                    involves.append({"memory": memory, "target": entity})
                elif isinstance(item.candidate, RuleCandidate):
                    applies.append({"memory": memory, "target": entity})
        self._tx.write("memories.link_about", self._follows(everything, skipped, outcome))
        self._tx.write("memories.link_involves", involves)
        self._tx.write("memories.link_applies_to", applies)
        rows = [
            {"id": i, "count": len(times), "first": iso(min(times)), "last": iso(max(times))}
            for i, times in sorted(mentions.items())
        ]
        self._tx.write("entities.mention", rows)

    def _follows(
        self, everything: list[_Placed], skipped: set[int], outcome: Outcome
    ) -> list[dict[str, str]]:
        """Facts and rules that the same words tell as an event follow from it."""
        told = [p for p in everything if id(p) not in skipped and p.saying.operation == "assert"]
        events = [p for p in told if isinstance(p.candidate, EventCandidate)]
        pairs = (
            (self._memory_of(p, outcome), self._memory_of(e, outcome))
            for e in events
            for p in told
            if not isinstance(p.candidate, EventCandidate) and _overlap(p.saying, e.saying)
        )
        return [{"memory": memory, "target": event} for memory, event in pairs if memory and event]


def load_resolver(writing: Writing, keys: Iterable[str]) -> Resolver:
    """A resolver over the entities that answer to ``keys``."""
    nodes = [r["e"] for r in writing.tx.run("entities.by_keys", keys=sorted(keys))]
    known = [Known(n["id"], n["name"], n["kind"], n["key"], list(n["aliases"] or ())) for n in nodes]
    return Resolver(known, writing.mint)


def save_entities(writing: Writing, entities: Sequence[Known]) -> None:
    """Write those of the entities that are new or changed."""

    def row(entity: Known) -> dict[str, object]:
        keys = [entity_key(a) for a in entity.aliases]
        return {
            "id": entity.id,
            "kind": entity.kind,
            "key": entity.key,
            "name": entity.name,
            "aliases": entity.aliases,
            "alias_keys": keys,
            "at": iso(writing.now),
        }

    writing.tx.write("entities.create", [row(e) for e in entities if e.new])
    writing.tx.write("entities.update", [row(e) for e in entities if e.changed])


def _impossible(candidate: Candidate) -> bool:
    """Whether it would end before it began, or at a time that cannot be written."""
    if isinstance(candidate, RuleCandidate):
        return False
    start, end = (
        (candidate.valid_from, candidate.valid_to)
        if isinstance(candidate, FactCandidate)
        else (candidate.occurred_from, candidate.occurred_to)
    )
    dated = [moment for moment in (start, end) if moment is not None]
    return dated != sorted(dated) or not all(EARLIEST <= moment <= LATEST for moment in dated)


def _mentions(candidate: Candidate) -> list[Mention]:
    if isinstance(candidate, FactCandidate):
        replaced = [candidate.replaces] if candidate.replaces is not None else []
        return [candidate.subject, candidate.object, *replaced]
    return list(candidate.involves if isinstance(candidate, EventCandidate) else candidate.applies_to)


def _replaces(placed: _Placed) -> bool:
    fact = placed.candidate
    return (
        isinstance(fact, FactCandidate)
        and fact.replaces is not None
        and vocabulary()[fact.predicate].cardinality == "many"
        and placed.entities[2].id != placed.entities[1].id
    )


def _saying(candidate: Candidate, occasion: Occasion, content: str) -> Saying:
    span: Span | None = candidate.span if candidate.span.start >= 0 else None
    return Saying(
        source_id=occasion.id,
        at=occasion.at,
        seq=occasion.seq,
        recorded_at=occasion.recorded_at,
        key=STATEMENT,
        content=content,
        operation=candidate.operation,
        start=candidate.span.start,
        span=span,
        tentative=candidate.tentative,
        confidence=candidate.confidence,
        importance=candidate.importance,
        tags=candidate.tags,
    )


def _fact_saying(fact: FactCandidate, occasion: Occasion, object_id: str) -> Saying:
    return replace(
        _saying(fact, occasion, fact.content),
        key=object_id,
        object_id=object_id,
        predicate=fact.predicate,
        polarity=fact.polarity,
        negative=negative(fact.predicate, fact.polarity),
        qualifier=fact.qualifier,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        precision=fact.precision,
    )


def same_occasion(a: Saying, b: Saying) -> bool:
    """Said twice in one message: one occasion."""
    return (a.source_id, a.key, a.negative, a.operation) == (b.source_id, b.key, b.negative, b.operation)


def _overlap(a: Saying, b: Saying) -> bool:
    if a.source_id != b.source_id or a.span is None or b.span is None:
        return False
    return a.span.start < b.span.end and b.span.start < a.span.end


def _hangs(saying: Saying, slot: Slot) -> bool:
    """A retraction, or the end of a rule or event, that finds nothing it could mean."""
    if saying.operation == "assert" or (saying.operation == "end" and slot.layer == "semantic"):
        return False
    return not any(
        s.operation == "assert"
        and s.key == saying.key
        and s.negative == saying.negative
        and s.said < saying.said
        for s in slot.sayings
    )


def _refuse(candidate: Candidate, reason: RefusalReason, category: str | None = None) -> Refusal:
    span = candidate.span
    return Refusal(reason, span.message_id, span.start, span.end, category)
