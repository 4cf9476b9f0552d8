"""Explicit acts on memories: adding, correcting, confirming, rejecting, restoring. Each leaves a source of role ``api``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from user_memory.graph.candidates import Candidate, EventCandidate, FactCandidate, Mention, Operation
from user_memory.graph.decay import effective_importance
from user_memory.graph.errors import Conflict, ConsentRequired, InvalidInput, NotFound
from user_memory.graph.keys import entity_key
from user_memory.graph.memory import consents, requests
from user_memory.graph.memory.capping import keep_cap
from user_memory.graph.memory.drafts import Draft, candidate_of, handling, read_draft, rebuilt
from user_memory.graph.memory.intake import Intake, Occasion
from user_memory.graph.memory.runtime import Account, Runtime, Writing, read, write, write_existing
from user_memory.graph.memory.screening import screen
from user_memory.graph.model import EntityRef, Memory, Role
from user_memory.graph.reconcile import Saying
from user_memory.graph.seals import seal
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_identities
from user_memory.graph.store.ledger import Ledger, Slot, load
from user_memory.graph.store.memories import read_memories, read_rows
from user_memory.graph.store.values import iso

RETRACTED_BEFORE = -2
"""Place of a retraction within an edit: before the corrected statement, whose place is -1."""


def no_such_memory() -> Memory:
    raise NotFound("No such memory of this user.")


def fetch(runtime: Runtime, tx: Tx, memory_id: str) -> Memory:
    """The memory with its strength now.

    Raises:
        NotFound: it is not there, or not this user's.
    """
    now = runtime.clock()
    found = read_memories(tx, now, [memory_id])
    return strengthened(runtime, found[0], now) if found else no_such_memory()


def strengthened(runtime: Runtime, memory: Memory, now: datetime) -> Memory:
    """The memory with its effective importance filled in."""
    return replace(
        memory, effective_importance=round(effective_importance(memory, now, runtime.config.decay), 6)
    )


def get(runtime: Runtime, account: Account, memory_id: str) -> Memory:
    return read(runtime, account, lambda tx: fetch(runtime, tx, memory_id), no_such_memory)


def add(runtime: Runtime, account: Account, body: Mapping[str, Any], key: str | None) -> tuple[Memory, bool]:
    """Store what the caller states. The second value tells whether an earlier request with this key did it.

    Raises:
        InvalidInput, ConsentRequired, SecretRefused: nothing is stored then.
        Conflict: the key was used for another body, or what it stored was deleted since.
    """
    requests.check_key(key)
    draft = read_draft(body, runtime.clock())
    sealed = json.dumps(body, ensure_ascii=False, sort_keys=True, default=str)

    def work(writing: Writing) -> tuple[Memory, bool]:
        touched = requests.recall(writing, key, sealed)
        if touched is not None:
            return _stored_before(runtime, writing, touched["memory"]), True
        allowed = consents.granted(writing.tx)
        marks = handling(body, writing.now)
        screen(runtime, marks.get("tags", ()), allowed, what="tags", where="tags")
        occasion, message = new_occasion(writing, "api")
        memory_id = _store(
            writing, allowed, candidate_of(runtime, draft, allowed, message), occasion, message
        )
        _handle(writing, memory_id, marks)
        keep_cap(writing)
        requests.keep(writing, key, sealed, {"memory": memory_id})
        return fetch(runtime, writing.tx, memory_id), False

    return write(runtime, account, work)


def _stored_before(runtime: Runtime, writing: Writing, memory_id: str) -> Memory:
    found = read_memories(writing.tx, writing.now, [memory_id])
    if not found:
        raise Conflict("What this Idempotency-Key stored was deleted since. Use a new key to store it again.")
    return strengthened(runtime, found[0], writing.now)


def update(runtime: Runtime, account: Account, memory_id: str, changes: Mapping[str, Any]) -> Memory:
    """Change how a memory is handled (same id), or what it says (a new memory; the old one is retired).

    Raises:
        NotFound, Conflict, InvalidInput, ConsentRequired, SecretRefused: nothing is changed then.
    """
    marks = handling(changes, runtime.clock())

    def work(writing: Writing) -> Memory:
        memory = fetch(runtime, writing.tx, memory_id)
        screen(runtime, marks.get("tags", ()), consents.granted(writing.tx), what="tags", where="tags")
        target = memory.id
        if any(changes.get(k) is not None for k in ("content", "fact", "event", "rule")):
            target = _correct(writing, memory, rebuilt(memory, changes, writing.now))
        _handle(writing, target, marks)
        return fetch(runtime, writing.tx, target)

    return write_existing(runtime, account, work, no_such_memory)


def confirm(runtime: Runtime, account: Account, memory_id: str) -> Memory:
    """The user says it is so: current, with confidence 1.

    Raises:
        Conflict: the memory is superseded, retracted or archived; restore it first.
    """

    def work(writing: Writing) -> Memory:
        memory = fetch(runtime, writing.tx, memory_id)
        if memory.status not in ("current", "tentative"):
            raise Conflict(f"The memory is {memory.status}: restore it first, then confirm it.")
        _add_saying(writing, memory_id, "assert", "confirmed")
        return fetch(runtime, writing.tx, memory_id)

    return write_existing(runtime, account, work, no_such_memory)


def reject(runtime: Runtime, account: Account, memory_id: str) -> Memory:
    """The user says it was never so: retracted."""

    def work(writing: Writing) -> Memory:
        memory = fetch(runtime, writing.tx, memory_id)
        if memory.status != "retracted":
            _add_saying(writing, memory_id, "retract", "rejected")
        return fetch(runtime, writing.tx, memory_id)

    return write_existing(runtime, account, work, no_such_memory)


def restore(runtime: Runtime, account: Account, memory_id: str) -> Memory:
    """Bring back an archived or retracted memory; this counts as a use, so that it does not fade at once.

    Raises:
        Conflict: it is superseded, or a newer value stands.
    """

    def work(writing: Writing) -> Memory:
        memory = fetch(runtime, writing.tx, memory_id)
        if memory.status in ("current", "tentative"):
            return memory
        _revive(writing, memory)
        after = fetch(runtime, writing.tx, memory_id)
        if after.status not in ("current", "tentative"):
            raise Conflict(
                "A newer value stands in its place: reject or delete that one first, then restore this."
            )
        writing.tx.write("memories.set_access", [{"id": memory_id, "count": 0, "at": iso(writing.now)}])
        if memory_id in keep_cap(writing):
            raise Conflict(
                "The memory is the weakest and the store is full: pin it or raise its importance first."
            )
        return fetch(runtime, writing.tx, memory_id)

    return write_existing(runtime, account, work, no_such_memory)


def new_occasion(
    writing: Writing,
    role: Role,
    *,
    at: datetime | None = None,
    message_id: str | None = None,
    session_id: str | None = None,
) -> tuple[Occasion, str]:
    """A source of an explicit act; answers the occasion and its message id."""
    writing.tx.run("users.touch", messages=1)
    writing.seq += 1
    message = message_id or writing.mint()
    occasion = Occasion(writing.mint(), at or writing.now, writing.seq, writing.tick())
    row = {
        "id": occasion.id,
        "message_id": message,
        "session_id": session_id,
        "role": role,
        "speaker": None,
        "spoken_as": None,
        "at": iso(occasion.at),
        "seq": occasion.seq,
        "digest": seal(writing.secret, message),
        "recorded_at": iso(occasion.recorded_at),
    }
    writing.tx.write("sources.create", [row])
    return occasion, message


def slot_of(writing: Writing, memory_id: str) -> Slot:
    """The slot that holds a memory, with all its sayings."""
    record = writing.tx.over("memories.slot_of", [memory_id])[0]
    return load(writing.tx, [record["slot"]])[record["slot"]]


def settle(writing: Writing, slot: Slot) -> None:
    """Reconcile one slot anew."""
    Ledger(writing.tx, writing.mint, writing.tick, writing.vectors(), writing.now).settle([slot])


def _store(
    writing: Writing, allowed: frozenset[str], candidate: Candidate, occasion: Occasion, message: str
) -> str:
    taken = Intake(writing, allowed, writing.vectors()).take([candidate], {message: occasion})
    for refusal in taken.refused:
        if refusal.reason == "consent" and refusal.category:
            raise ConsentRequired(refusal.category)
        raise InvalidInput(f"The memory cannot be stored ({refusal.reason}).")
    memory = taken.memory_of[0]
    if memory is None:
        raise InvalidInput("The memory cannot be stored.")
    return memory


def _handle(writing: Writing, memory_id: str, marks: Mapping[str, Any]) -> None:
    if not marks:
        return
    row = next(r for r in read_rows(writing.tx, writing.now, [memory_id]))
    memory = row.memory
    writing.tx.run(
        "memories.set_handling",
        id=memory_id,
        tags=list(marks.get("tags", memory.tags)),
        pinned=marks.get("pinned", memory.pinned),
        importance=marks.get("importance", memory.importance),
        importance_set="importance" in marks or None,
        expires_at=iso(marks.get("expires_at", memory.expires_at)),
    )


def _correct(writing: Writing, memory: Memory, draft: Draft) -> str:
    if memory.status == "retracted":
        raise Conflict("The memory is retracted: restore it first, or add a new one.")
    allowed = consents.granted(writing.tx)
    occasion, message = new_occasion(writing, "api")
    candidate = _as_stored(writing.tx, memory, candidate_of(writing.runtime, draft, allowed, message))
    slot = slot_of(writing, memory.id)
    slot.sayings.append(_saying_on(slot, memory.id, occasion, "retract", "correction", RETRACTED_BEFORE))
    settle(writing, slot)
    new = _store(writing, allowed, replace(candidate, importance=memory.importance), occasion, message)
    row = {"memory": new, "old": memory.id, "reason": "correction", "at": iso(occasion.recorded_at)}
    writing.tx.write("memories.link_supersedes", [row])
    _handle(writing, new, {"tags": memory.tags, "pinned": memory.pinned, "expires_at": memory.expires_at})
    return new


def _as_stored(tx: Tx, memory: Memory, candidate: Candidate) -> Candidate:
    """The corrected statement about the entities that the memory is stored with, where the correction names none instead.

    A merged entity is shown by the name of another; what is corrected must stay with it should the merge be taken back.
    """
    if isinstance(candidate, FactCandidate) and memory.fact is not None:
        ends = tx.over("memories.ends_by_ids", [memory.id])[0]
        subject, object_ = (
            {entity_key(shown.name): Mention(ends[f"{end}_name"], ends[f"{end}_kind"])}
            for end, shown in (("subject", memory.fact.subject), ("object", memory.fact.object))
        )
        return replace(
            candidate,
            subject=subject.get(entity_key(candidate.subject.name), candidate.subject),
            object=object_.get(entity_key(candidate.object.name), candidate.object),
        )
    if isinstance(candidate, EventCandidate):
        identities = read_identities(tx)
        stored: dict[str, list[Mention]] = {}
        for r in tx.over("memories.involved_by_ids", [memory.id]):
            shown = identities.ref(EntityRef(r["id"], r["name"], r["kind"]))
            stored.setdefault(entity_key(shown.name), []).append(Mention(r["name"], r["kind"]))
        involves = (m for told in candidate.involves for m in stored.get(entity_key(told.name), [told]))
        return replace(candidate, involves=tuple(involves))
    return candidate


def _add_saying(writing: Writing, memory_id: str, operation: Operation, reason: str) -> None:
    slot = slot_of(writing, memory_id)
    occasion, _ = new_occasion(writing, "api")
    slot.sayings.append(_saying_on(slot, memory_id, occasion, operation, reason, -1))
    settle(writing, slot)


def _saying_on(
    slot: Slot, memory_id: str, occasion: Occasion, operation: Operation, reason: str, start: int
) -> Saying:
    """A new saying of the statement that the memory holds."""
    held = min(
        (s for s in slot.sayings if s.memory_id == memory_id and s.operation != "retract"),
        key=lambda s: s.said,
    )
    return replace(
        held,
        source_id=occasion.id,
        at=occasion.at,
        seq=occasion.seq,
        recorded_at=occasion.recorded_at,
        operation=operation,
        start=start,
        span=None,
        tentative=False,
        confidence=1.0,
        reason="" if operation == "assert" else reason,
        memory_id=None,
        valid_from=held.valid_from,
    )


def _revive(writing: Writing, memory: Memory) -> None:
    slot = slot_of(writing, memory.id)
    if memory.status == "retracted":
        taken_back = [s for s in slot.sayings if s.operation == "retract" and s.memory_id == memory.id]
        rows = [{"memory": memory.id, "source": s.source_id} for s in taken_back]
        writing.tx.write("sayings.unlink_retired_by", rows)
        slot.sayings = [s for s in slot.sayings if s not in taken_back]
    node = dict(slot.nodes[memory.id])
    node["status"] = "superseded" if memory.status == "archived" else node["status"]
    slot.nodes[memory.id] = cast(Mapping[str, Any], node)
    settle(writing, slot)
