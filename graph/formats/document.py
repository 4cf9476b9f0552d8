"""An export read back: the JSON document as the shapes it was written from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from user_memory.graph.errors import InvalidInput
from user_memory.graph.model import (
    Consent,
    Entity,
    EntityRef,
    Event,
    Fact,
    Memory,
    Merge,
    Rule,
    Session,
    SessionInstruction,
    Source,
)
from user_memory.graph.times import parse_time

FORMAT, VERSION = "user-memory", 1


@dataclass(frozen=True, slots=True)
class Document:
    """What an export holds."""

    memories: tuple[Memory, ...]
    entities: tuple[Entity, ...]
    merges: tuple[Merge, ...]
    sessions: tuple[Session, ...]
    consents: tuple[Consent, ...]


def read_document(document: Mapping[str, Any]) -> Document:
    """The document as values.

    Raises:
        InvalidInput: it is no export of this version, or a part of it is missing or no such value.
    """
    if document.get("format") != FORMAT:
        raise InvalidInput(f'This is no JSON export of this program: it has no "format": "{FORMAT}".')
    if document.get("version") != VERSION:
        raise InvalidInput(f"This is an export of another version than {VERSION}, which this program reads.")
    return Document(
        tuple(_each(document, "memories", _memory)),
        tuple(_each(document, "entities", _entity)),
        tuple(_each(document, "merges", _merge)),
        tuple(_each(document, "sessions", _session)),
        tuple(_each(document, "consents", _consent)),
    )


def _each(document: Mapping[str, Any], name: str, read: Any) -> Iterable[Any]:
    for number, value in enumerate(document.get(name, ())):
        try:
            yield read(value)
        except (KeyError, TypeError, ValueError, AttributeError):
            where = f"{name}[{number}]"
            raise InvalidInput(f"{where} is not as this program exports it.", where=where) from None


def _memory(value: Mapping[str, Any]) -> Memory:
    return Memory(
        id=value["id"],
        layer=value["layer"],
        content=value["content"],
        status=value["status"],
        confidence=float(value["confidence"]),
        importance=float(value["importance"]),
        effective_importance=float(value["effective_importance"]),
        recorded_at=parse_time(value["recorded_at"]),
        tags=tuple(value["tags"]),
        pinned=value["pinned"],
        ended_at=_time(value["ended_at"]),
        retired_at=_time(value["retired_at"]),
        expires_at=_time(value["expires_at"]),
        last_accessed_at=_time(value["last_accessed_at"]),
        access_count=int(value["access_count"]),
        supersedes=value.get("supersedes"),
        fact=_fact(value["fact"]) if "fact" in value else None,
        event=_event(value["event"]) if "event" in value else None,
        rule=Rule(**value["rule"]) if "rule" in value else None,
        sources=tuple(_source(s) for s in value["sources"]),
    )


def _fact(value: Mapping[str, Any]) -> Fact:
    return Fact(
        _ref(value["subject"]),
        value["predicate"],
        _ref(value["object"]),
        value["polarity"],
        value["qualifier"],
        _time(value["valid_from"]),
        _time(value["valid_to"]),
        value["precision"],
    )


def _event(value: Mapping[str, Any]) -> Event:
    involves = tuple(_ref(e) for e in value["involves"])
    return Event(_time(value["occurred_from"]), _time(value["occurred_to"]), value["precision"], involves)


def _source(value: Mapping[str, Any]) -> Source:
    name = value["speaker"]
    speaker = EntityRef("", name, "self" if name == "user" else "person") if name else None
    return Source(value["message_id"], value["session_id"], value["role"], speaker, parse_time(value["at"]))


def _entity(value: Mapping[str, Any]) -> Entity:
    return Entity(
        value["id"],
        value["name"],
        value["kind"],
        tuple(value["aliases"]),
        max(0, int(value["mentions"])),
        _time(value["first_seen_at"]),
        _time(value["last_seen_at"]),
    )


def _merge(value: Mapping[str, Any]) -> Merge:
    return Merge(
        _entity(value["from"]),
        _entity(value["to"]),
        value["state"],
        float(value["score"]),
        value["decided_by"],
        _time(value["at"]),
    )


def _session(value: Mapping[str, Any]) -> Session:
    instructions = tuple(
        SessionInstruction(i["id"], i["instruction"], parse_time(i["said_at"]), parse_time(i["expires_at"]))
        for i in value["instructions"]
    )
    times = parse_time(value["started_at"]), parse_time(value["expires_at"])
    return Session(value["id"], dict(value["state"]), instructions, *times)


def _consent(value: Mapping[str, Any]) -> Consent:
    return Consent(
        value["category"], value["purpose"], parse_time(value["granted_at"]), _time(value["withdrawn_at"])
    )


def _ref(value: Mapping[str, Any]) -> EntityRef:
    return EntityRef(value["id"], value["name"], value["kind"])


def _time(value: Any) -> datetime | None:
    return None if value is None else parse_time(value)
