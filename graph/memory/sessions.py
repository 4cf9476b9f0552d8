"""The temporal layer: what holds in one session and is gone from every read once it expires."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from user_memory.graph.candidates import SessionCandidate
from user_memory.graph.errors import InvalidInput, NotFound, TooLarge
from user_memory.graph.memory import consents, digests
from user_memory.graph.memory.cleansing import cleansed
from user_memory.graph.memory.messages import identifier, visible
from user_memory.graph.memory.receipts import kept
from user_memory.graph.memory.runtime import Account, Runtime, Writing, read, write, write_existing
from user_memory.graph.memory.screening import personal, require
from user_memory.graph.model import CONTENT_LIMIT, ErasureReceipt, Session, SessionInstruction
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.values import iso, known
from user_memory.graph.times import format_time, parse_time

STATE_LIMIT = 65_536
"""Longest state of a session as JSON, in characters."""
LONGEST = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Said:
    """That a message gave an instruction, in these words."""

    message_id: str
    instruction: str
    at: datetime


@dataclass(slots=True)
class Held:
    """A session as stored: its value, its time to live, and the messages that gave each instruction, first one first."""

    session: Session
    ttl: timedelta
    origins: dict[str, list[Said]] = field(default_factory=dict)

    @property
    def messages(self) -> set[str]:
        """The ids of the messages that gave what stands."""
        return {said.message_id for origin in self.origins.values() for said in origin}


def load(tx: Tx, session_id: str, now: datetime) -> Held | None:
    """The session, unless it has expired."""
    record = tx.one("sessions.read", id=session_id, now=iso(now))
    return None if record is None else _read(record["n"])


def live(tx: Tx, now: datetime) -> list[Held]:
    """Every session that has not expired, oldest first."""
    return [_read(r["n"]) for r in tx.run("sessions.live", now=iso(now))]


def _read(node: Mapping[str, Any]) -> Held:
    expires = known(node["expires_at"])
    rows = json.loads(node["instructions"])
    instructions = tuple(
        SessionInstruction(i["id"], i["instruction"], parse_time(i["said_at"]), expires) for i in rows
    )
    session = Session(node["id"], json.loads(node["state"]), instructions, known(node["started_at"]), expires)
    origins = {
        i["id"]: [Said(s["message_id"], s["instruction"], parse_time(s["said_at"])) for s in i["said"]]
        for i in rows
        if i.get("said")
    }
    return Held(session, timedelta(seconds=node["ttl_seconds"]), origins)


def forget_messages(writing: Writing, message_ids: set[str]) -> int:
    """Take these messages out of the sessions, with the instructions that nothing else gave; answers from how many.

    A session that is left with nothing goes: without these messages it would not be.
    """
    touched = [h for h in live(writing.tx, writing.now) if h.messages & message_ids]
    for held in touched:
        kept = [i for told in held.session.instructions for i in _without(held, told, message_ids)]
        kept.sort(key=lambda i: i.said_at)
        held.session = replace(held.session, instructions=tuple(kept))
        if kept or held.session.state:
            _save(writing, held)
        else:
            writing.tx.run("sessions.delete", id=held.session.id)
    return len(touched)


def _without(held: Held, told: SessionInstruction, message_ids: set[str]) -> list[SessionInstruction]:
    """The instruction as the other messages gave it, if any did."""
    if told.id not in held.origins:
        return [told]
    left = [s for s in held.origins[told.id] if s.message_id not in message_ids]
    held.origins[told.id] = left
    return [replace(told, instruction=s.instruction, said_at=s.at) for s in left[:1]]


def instruct(
    writing: Writing, session_id: str, said: Sequence[tuple[SessionCandidate, datetime]], default: timedelta
) -> tuple[SessionInstruction, ...]:
    """Add what was asked for in this session and slide its end; a session with nothing in it is not kept."""
    standing = load(writing.tx, session_id, writing.now)
    if standing is None and not said:
        return ()
    held = standing or Held(Session(session_id, {}, (), writing.now, writing.now), default)
    expires = writing.now + held.ttl
    known_before = {i.instruction.casefold(): i.id for i in held.session.instructions}
    added = []
    for candidate, at in said:
        words = candidate.instruction[:CONTENT_LIMIT]
        key = known_before.get(words.casefold())
        if key is None:
            key = known_before[words.casefold()] = writing.mint()
            added.append(SessionInstruction(key, words, at, expires))
            held.origins[key] = []
        if key in held.origins:
            held.origins[key].append(Said(candidate.span.message_id, words, at))
    held.session = replace(
        held.session, instructions=(*held.session.instructions, *added), expires_at=expires
    )
    _save(writing, held)
    return tuple(added)


def get(runtime: Runtime, account: Account, session_id: str) -> Session:
    """Raises:
    NotFound: there is no such session, or it has expired.
    """

    def missing() -> Session:
        raise NotFound("No such session: it was never opened, or it has expired.")

    def work(tx: Tx) -> Session:
        found = load(tx, session_id, runtime.clock())
        return found.session if found else missing()

    return read(runtime, account, work, missing)


def put(
    runtime: Runtime,
    account: Account,
    session_id: str,
    *,
    state: Mapping[str, Any] | None,
    instructions: Sequence[str] | None,
    ttl_seconds: int | None,
) -> tuple[Session, bool]:
    """Open a session or change it: what is ``None`` stays as it is; its end slides. Tells whether it was opened.

    Raises:
        InvalidInput, ConsentRequired, SecretRefused, TooLarge: nothing is changed then.
    """
    identifier(session_id, "session_id")
    text, in_state = _state(runtime, state)
    wishes, in_wishes = _instructions(runtime, instructions)
    if ttl_seconds is not None and not 1 <= ttl_seconds <= LONGEST.total_seconds():
        raise InvalidInput(f"ttl_seconds must be 1 to {int(LONGEST.total_seconds())}.", where="ttl_seconds")

    def work(writing: Writing) -> tuple[Session, bool]:
        allowed = consents.granted(writing.tx)
        for where, found in (("state", in_state), *in_wishes.items()):
            require(found, allowed, where)
        standing = load(writing.tx, session_id, writing.now)
        held = standing or Held(
            Session(session_id, {}, (), writing.now, writing.now), runtime.config.session_ttl
        )
        held.ttl = timedelta(seconds=ttl_seconds) if ttl_seconds is not None else held.ttl
        old, expires = held.session, writing.now + held.ttl
        kept = old.instructions if wishes is None else _renewed(writing, old, wishes, expires)
        dated = tuple(replace(i, expires_at=expires) for i in kept)
        held.session = replace(
            old, state=json.loads(text) if text else old.state, instructions=dated, expires_at=expires
        )
        _save(writing, held)
        return held.session, standing is None

    return write(runtime, account, work)


def delete(runtime: Runtime, account: Account, session_id: str) -> ErasureReceipt:
    """Erase the session's state and instructions, and that messages which left nothing else were read in it."""

    def nothing() -> ErasureReceipt:
        return ErasureReceipt(runtime.mint(), runtime.clock())

    def work(writing: Writing) -> ErasureReceipt:
        found = load(writing.tx, session_id, writing.now) is not None
        writing.tx.run("sessions.delete", id=session_id)
        held = digests.forget_session(writing, session_id)
        receipt = kept(writing, ErasureReceipt(writing.mint(), writing.now, sessions=int(found)))
        return replace(receipt, requests=held)

    return cleansed(runtime, write_existing(runtime, account, work, nothing))


def _renewed(
    writing: Writing, old: Session, wishes: Sequence[str], expires: datetime
) -> tuple[SessionInstruction, ...]:
    known_before = {i.instruction: i for i in old.instructions}
    return tuple(
        known_before.get(w) or SessionInstruction(writing.mint(), w, writing.now, expires) for w in wishes
    )


def _state(runtime: Runtime, state: Mapping[str, Any] | None) -> tuple[str | None, tuple[str, ...]]:
    """The state as JSON, with the categories of personal data in it."""
    if state is None:
        return None, ()
    try:
        text = json.dumps(dict(state), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InvalidInput("state must be an object of JSON values.", where="state") from None
    if len(text) > STATE_LIMIT:
        raise TooLarge(
            f"state has {len(text)} characters as JSON; at most {STATE_LIMIT} are kept.", where="state"
        )
    told = "\n".join(_lines(json.loads(visible(text, "state"))))
    return text, personal(runtime, [told], what="state", where="state")


def _lines(value: Any, name: str = "") -> Iterator[str]:
    """A JSON value as lines of ``name: "value"``: what a name tells of its value is seen, and no character is escaped."""
    match value:
        case dict():
            yield name
            for key, held in value.items():
                yield from _lines(held, key)
        case list():
            yield name
            for held in value:
                yield from _lines(held, name)
        case str():
            yield f'{name}: "{value}"'
        case _:
            yield f"{name}: {value}"


def _instructions(
    runtime: Runtime, instructions: Sequence[str] | None
) -> tuple[tuple[str, ...] | None, dict[str, tuple[str, ...]]]:
    """The instructions, with the categories of personal data in each by its place."""
    if instructions is None:
        return None, {}
    if len(instructions) > 50:
        raise InvalidInput("instructions holds more than 50 instructions.", where="instructions")
    found = {}
    for i, text in enumerate(instructions):
        where = f"instructions[{i}]"
        if not isinstance(text, str) or not text.strip() or len(text) > CONTENT_LIMIT:
            raise InvalidInput(f"{where} must be a text of 1 to {CONTENT_LIMIT} characters.", where=where)
        found[where] = personal(runtime, [visible(text, where)], what=where, where=where)
    return tuple(dict.fromkeys(t.strip() for t in instructions)), found


def _save(writing: Writing, held: Held) -> None:
    session = held.session
    instructions = [
        {
            "id": i.id,
            "instruction": i.instruction,
            "said_at": format_time(i.said_at),
            "said": [
                {"message_id": s.message_id, "instruction": s.instruction, "said_at": format_time(s.at)}
                for s in held.origins.get(i.id, ())
            ],
        }
        for i in session.instructions
    ]
    writing.tx.run(
        "sessions.write",
        id=session.id,
        state=json.dumps(session.state, ensure_ascii=False),
        instructions=json.dumps(instructions, ensure_ascii=False),
        started_at=iso(session.started_at),
        expires_at=iso(session.expires_at),
        ttl=int(held.ttl.total_seconds()),
    )
