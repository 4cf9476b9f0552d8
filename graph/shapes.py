"""Values as JSON: the field names and omissions that other programs rely on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, cast

from user_memory.graph.model import AuditEntry, Context, Hit, Memory, Page, Receipt, Refusal, Replaced, Source
from user_memory.graph.times import format_time

_OPTIONAL = ("supersedes", "fact", "event", "rule")


def to_json(value: object) -> Any:
    """``value`` in JSON's own types; times are RFC 3339 in UTC, and fields that do not apply are left out.

    Raises:
        TypeError: the value has no JSON form.
    """
    match value:
        case None | str() | bool() | int() | float():
            return value
        case datetime():
            return format_time(value)
        case Memory():
            return _memory(value)
        case Hit():
            return _hit(value)
        case Receipt():
            return _receipt(value)
        case Refusal():
            return {k: v for k, v in _fields(value).items() if k != "category" or v is not None}
        case Source():
            return _fields(value) | {"speaker": value.speaker.name if value.speaker else None}
        case AuditEntry():
            return {k: v for k, v in _fields(value).items() if v is not None}
        case Context():
            return {k: v for k, v in _fields(value).items() if k != "warnings" or v}
        case Mapping():
            return {str(k): to_json(v) for k, v in value.items()}
        case Sequence() | set() | frozenset():
            return [to_json(item) for item in value]
    if is_dataclass(value):
        return _fields(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def page(value: Page[Any]) -> dict[str, Any]:
    """A page of a list as ``{items, next_cursor}``."""
    return {"items": [to_json(item) for item in value.items], "next_cursor": value.next_cursor}


@cache
def _names(kind: Hashable) -> tuple[tuple[str, str], ...]:
    """Attribute and JSON name of each field; a trailing underscore only keeps Python's keywords away."""
    return tuple((f.name, f.name.removesuffix("_")) for f in fields(cast(Any, kind)))


def _fields(value: Any) -> dict[str, Any]:
    return {
        name: to_json(getattr(value, attribute)) for attribute, name in _names(cast(Hashable, type(value)))
    }


def _memory(memory: Memory) -> dict[str, Any]:
    return {k: v for k, v in _fields(memory).items() if v is not None or k not in _OPTIONAL}


def _hit(hit: Hit) -> dict[str, Any]:
    answer = _memory(hit.memory) | {"score": hit.score, "reasons": to_json(hit.reasons)}
    return answer if hit.overridden_by is None else answer | {"overridden_by": hit.overridden_by}


def _replaced(items: Sequence[Replaced]) -> list[dict[str, Any]]:
    return [{"id": r.id, "by": r.by} for r in items]


def _receipt(receipt: Receipt) -> dict[str, Any]:
    return {
        "interaction_id": receipt.interaction_id,
        "session_id": receipt.session_id,
        "replayed": receipt.replayed,
        "stored": to_json(receipt.stored),
        "reinforced": [{"id": i} for i in receipt.reinforced],
        "superseded": _replaced(receipt.superseded),
        "retracted": _replaced(receipt.retracted),
        "refused": to_json(receipt.refused),
        "archived": [{"id": i} for i in receipt.archived],
        "session": [{"id": s.id, "instruction": s.instruction} for s in receipt.session],
        "warnings": to_json(receipt.warnings),
    }
