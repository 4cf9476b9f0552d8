"""Predictions for a gold set: each case a fresh user and one session, then what the store holds."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from user_memory.bench.inputs import read_lines, target_of, write_lines
from user_memory.bench.stored import stored_strings
from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.model import EntityRef, Memory, Refusal, StoredLayer
from user_memory.graph.times import cut, parse_time
from user_memory.opening import UserMemory
from user_memory.settings import Settings

SESSION = "gold"
_PAGE = 500
_ACTIVE = ("current", "tentative")
_GATES = ("secret", "consent")


class _CaseClock:
    """Stands at the time of the interaction."""

    def __init__(self) -> None:
        self.now = parse_time("2026-01-01T00:00:00Z")

    def __call__(self) -> datetime:
        return self.now


def run_gold(cases: Path, out: Path, settings: Settings, data: Path | None) -> list[str]:
    """Predict every case of ``cases``, one JSON line each in ``out``; answers the figures in lines for people.

    What a case expects is never read.

    Raises:
        InvalidInput: a case is not of the format; the message has its number.
    """
    rows = [_checked(row, number) for number, row in enumerate(read_lines(cases), start=1)]
    clock = _CaseClock()
    with (
        target_of(settings, data) as target,
        UserMemory.open(target, settings=settings, clock=clock) as memory,
    ):
        started = time.perf_counter()
        count = write_lines(out, (_predict(memory, clock, row) for row in rows))
        took = max(time.perf_counter() - started, 1e-9)
    messages = sum(len(i["messages"]) for row in rows for i in _interactions(row))
    return [f"{count} cases, {messages} messages in {took:.1f} s, {messages / took:.1f} messages/s"]


def _checked(row: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """The parts of a case that are read.

    Raises:
        InvalidInput: one of them is missing or of another kind.
    """
    case = {key: row.get(key) for key in ("id", "messages", "reference_time", "consent", "before")}
    case["consent"], case["before"] = case["consent"] or [], case["before"] or []
    for key, kind in {"id": str, "messages": list, "consent": list, "before": list}.items():
        if not isinstance(case[key], kind):
            raise InvalidInput(f"Case {number}: {key} is missing or no {kind.__name__}.", where=key)
    for interaction in _interactions(case):
        told = interaction.get("messages") if isinstance(interaction, Mapping) else None
        if not isinstance(told, list) or not all(isinstance(m, Mapping) for m in told):
            raise InvalidInput(f"Case {number}: an interaction has no list of messages.", where="messages")
        _read_time(interaction.get("reference_time"), number)
    return case


def _read_time(value: object, number: int) -> None:
    try:
        parse_time(str(value), "reference_time")
    except InvalidInput as error:
        raise InvalidInput(f"Case {number}: {error.detail}", where=error.where) from None


def _interactions(case: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [*case["before"], case]


def _predict(memory: MemoryService, clock: _CaseClock, case: Mapping[str, Any]) -> dict[str, Any]:
    user_id = f"gold-{secrets.token_hex(8)}"
    user = memory.user(user_id)
    refused: list[Refusal] = []
    zone: tzinfo | None = None
    for turn, interaction in enumerate(_interactions(case)):
        said_at = datetime.fromisoformat(interaction["reference_time"])
        clock.now, zone = parse_time(said_at, "reference_time"), said_at.tzinfo
        if turn == 0:
            for category in case["consent"]:
                user.grant(category)
        told = [_message(m, f"{turn}-{i}", said_at) for i, m in enumerate(interaction["messages"])]
        refused += user.remember(told, session_id=SESSION, timezone=_zone_name(said_at)).refused
    return {
        "id": case["id"],
        "facts": [_fact(m) for m in _held(user, "semantic")],
        "events": [_event(m, zone) for m in _held(user, "episodic") if m.status in _ACTIVE],
        "rules": [_rule(m) for m in _held(user, "procedural")],
        "session": _session(user),
        "refused": [{"reason": r.reason, "category": r.category} for r in refused if r.reason in _GATES],
        "stored_text": "\n".join(stored_strings(memory, user_id)),
    }


def _message(message: Mapping[str, Any], message_id: str, at: datetime) -> dict[str, Any]:
    return {**message, "id": message.get("id") or message_id, "at": at}


def _zone_name(moment: datetime) -> str:
    """The name of a time zone that has the moment's own offset then.

    Raises:
        InvalidInput: there is none.
    """
    offset = moment.utcoffset() or timedelta(0)
    hours, rest = divmod(int(offset.total_seconds()), 3600)
    if rest == 0 and -14 <= hours <= 14:
        return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"
    for name in sorted(available_timezones()):
        if moment.astimezone(ZoneInfo(name)).utcoffset() == offset:
            return name
    raise InvalidInput(f"No time zone has the offset of {moment.isoformat()}.", where="reference_time")


def _held(user: User, layer: StoredLayer) -> Iterator[Memory]:
    """Every memory of a layer but the archived ones."""
    cursor: str | None = None
    while True:
        page = user.memories(layer=layer, limit=_PAGE, cursor=cursor)
        yield from (m for m in page.items if m.status != "archived")
        cursor = page.next_cursor
        if cursor is None:
            return


def _name(entity: EntityRef) -> str:
    return "user" if entity.kind == "self" else entity.name


def _fact(memory: Memory) -> dict[str, Any]:
    fact = memory.fact
    assert fact is not None
    return {
        "subject": _name(fact.subject),
        "predicate": fact.predicate,
        "object": _name(fact.object),
        "polarity": fact.polarity,
        "qualifier": fact.qualifier,
        "status": memory.status,
    }


def _event(memory: Memory, zone: tzinfo | None) -> dict[str, Any]:
    """The event with its time on the user's clock, as far as it is known."""
    event = memory.event
    at = event.occurred_from if event else None
    date = cut(at.astimezone(zone), event.precision) if event and at else None
    return {"content": memory.content, "occurred_at": date}


def _rule(memory: Memory) -> dict[str, Any]:
    rule = memory.rule
    assert rule is not None
    return {
        "condition": rule.condition,
        "instruction": rule.instruction,
        "polarity": rule.polarity,
        "status": memory.status,
    }


def _session(user: User) -> list[dict[str, str]]:
    try:
        return [{"instruction": i.instruction} for i in user.session(SESSION).instructions]
    except NotFound:
        return []
