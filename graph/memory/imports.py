"""Taking in an export: what was believed, since when and on which occasions, under new ids and sources of role ``import``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from user_memory.graph.errors import Conflict, InvalidInput
from user_memory.graph.formats.document import Document, read_document
from user_memory.graph.memory import consents, sessions
from user_memory.graph.memory.capping import keep_cap
from user_memory.graph.memory.drafts import candidate_of, handling, read_draft
from user_memory.graph.memory.import_entities import Named, place_entities
from user_memory.graph.memory.import_memories import place_memories
from user_memory.graph.memory.messages import identifier
from user_memory.graph.memory.runtime import Account, Runtime, Writing, read, write
from user_memory.graph.memory.screening import screen
from user_memory.graph.model import ENTITY_KINDS, STATUSES, Consent, EntityRef, Memory
from user_memory.graph.shapes import to_json
from user_memory.graph.store.batch import Vectors
from user_memory.graph.times import foreseen
from user_memory.graph.vocabulary import categories

CLOCKS_DIFFER = timedelta(minutes=5)
"""How far the clock that an export was made by may be ahead."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of an export: how many memories were stored, were there before, and were refused with what reason."""

    stored: int
    known: int
    refused: tuple[tuple[str, str], ...]
    """(where, why) for each memory or session that was not taken in."""


def take_in(runtime: Runtime, account: Account, exported: Mapping[str, Any]) -> Imported:
    """Store what an export holds and this user's memory does not: all or nothing, but for what is refused.

    In a memory that has nothing of it the same is believed afterwards as where it was exported, with the same times, strengths
    and statuses. What bears on something that is here already is reconciled with it. Consents are taken over where nothing
    was decided about their category here.

    Raises:
        InvalidInput: the document is no export, or a purpose in it holds a secret; nothing is stored then.
        Conflict: the user's consents changed meanwhile; nothing is stored then.
    """
    document = read_document(to_json(exported))
    for consent in document.consents:
        consents.check(consent.category)
        screen(runtime, [consent.purpose], categories(), what="purpose", where="consents")
    before: tuple[Consent, ...] = read(runtime, account, consents.all_consents, tuple)
    allowed = _allowed(before, document.consents)
    kept, refused = _judged(runtime, document, allowed)
    vectors = runtime.vectors(
        lambda: (s.speaker.name for m in document.memories for s in m.sources if s.speaker)
    )
    vectors.rows([("", text) for text in dict.fromkeys(m.content for m in kept)])
    names = _names(runtime, document, allowed)

    def work(writing: Writing) -> tuple[int, int]:
        if consents.all_consents(writing.tx) != before:
            raise Conflict("The user's consents changed meanwhile. Nothing was stored; import it again.")
        return _store(writing, document, kept, names, vectors)

    stored, known = write(runtime, account, work)
    return Imported(stored, known, (*refused, *_sessions(runtime, account, document)))


def _allowed(here: Sequence[Consent], there: Sequence[Consent]) -> frozenset[str]:
    """The categories that may be stored: as decided here, else as decided where the export was made."""
    decided = {c.category: c for c in (*there, *here)}
    return frozenset(c.category for c in decided.values() if c.withdrawn_at is None)


def _judged(
    runtime: Runtime, document: Document, allowed: frozenset[str]
) -> tuple[list[Memory], list[tuple[str, str]]]:
    now = runtime.clock()
    kept, refused = [], []
    for memory in document.memories:
        try:
            _check(memory, now)
            candidate_of(runtime, read_draft(_statement(memory), now), allowed, "")
            handling({"tags": list(memory.tags), "pinned": memory.pinned}, now)
            screen(runtime, memory.tags, allowed, what="tags", where="tags")
            kept.append(memory)
        except InvalidInput as error:
            refused.append((f"memory {memory.id}", error.detail))
    return kept, refused


def _check(memory: Memory, now: datetime) -> None:
    """Raises:
    InvalidInput: the memory could never have been stored so.
    """
    fits = {
        "status": memory.status in STATUSES
        and (memory.status != "retracted" or memory.retired_at is not None),
        "confidence": 0.0 <= memory.confidence <= 1.0,
        "importance": 0.0 <= memory.importance <= 10.0,
        "access_count": memory.access_count >= 0,
        "recorded_at": max(memory.recorded_at, memory.last_accessed_at or memory.recorded_at)
        <= now + CLOCKS_DIFFER,
        "sources": len(memory.sources) > 0,
    }
    wrong = [name for name, right in fits.items() if not right]
    if wrong:
        raise InvalidInput(f"{wrong[0]} cannot be so.", where=wrong[0])
    identifier(f"import:{memory.id}:end", "id")
    for source in memory.sources:
        identifier(source.message_id, "sources.message_id")
        identifier(source.session_id or "none", "sources.session_id")
        foreseen(source.at, now, "sources.at")
    for ref in _refs(memory):
        if ref.kind not in ENTITY_KINDS:
            raise InvalidInput(f"kind must be one of {', '.join(ENTITY_KINDS)}.", where="kind")


def _refs(memory: Memory) -> list[EntityRef]:
    fact = [memory.fact.subject, memory.fact.object] if memory.fact is not None else []
    return [*fact, *(memory.event.involves if memory.event is not None else ())]


def _statement(memory: Memory) -> dict[str, Any]:
    """The memory as the body of an explicit one, to be checked by the same rules."""
    body: dict[str, Any] = {"layer": memory.layer, "content": memory.content}
    value = to_json(memory)
    if memory.fact is not None:
        body["fact"] = value["fact"] | {
            "subject": memory.fact.subject.name,
            "object": memory.fact.object.name,
        }
    if memory.event is not None:
        body["event"] = value["event"] | {"involves": [e.name for e in memory.event.involves]}
    if memory.rule is not None:
        body["rule"] = value["rule"]
    return body


def _names(runtime: Runtime, document: Document, allowed: frozenset[str]) -> Named:
    """The names that entities may have beside their own."""

    def may(kind: str, name: str) -> bool:
        if kind == "self" and "name" not in allowed:
            return False
        try:
            screen(runtime, [name], allowed)
        except InvalidInput:
            return False
        return True

    return Named(document, may)


def _store(
    writing: Writing, document: Document, kept: Sequence[Memory], names: Named, vectors: Vectors
) -> tuple[int, int]:
    held = {c.category for c in consents.all_consents(writing.tx)}
    for consent in document.consents:
        if consent.category not in held:
            consents.save(writing, consent)
    writing.follow(max((m.recorded_at for m in kept), default=writing.now))
    entities = place_entities(writing, kept, names)
    stored = place_memories(writing, kept, entities, vectors)
    entities.finish(writing, stored)
    keep_cap(writing)
    return len(stored), len(kept) - len(stored)


def _sessions(runtime: Runtime, account: Account, document: Document) -> list[tuple[str, str]]:
    """Open the sessions that have not expired; answers those that were refused."""
    now, refused = runtime.clock(), []
    for session in document.sessions:
        left = int(min(session.expires_at - now, sessions.LONGEST).total_seconds())
        if left < 1:
            continue
        told = [i.instruction for i in session.instructions]
        try:
            sessions.put(
                runtime, account, session.id, state=session.state, instructions=told, ttl_seconds=left
            )
        except InvalidInput as error:
            refused.append((f"session {session.id}", error.detail))
    return refused
