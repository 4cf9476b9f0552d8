"""Messages as they come in: checked, dated, named, so that everything behind this point can rely on them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from user_memory.graph.config import Config
from user_memory.graph.errors import InvalidInput, TooLarge
from user_memory.graph.model import Interaction, Message, Role
from user_memory.graph.seals import seal
from user_memory.graph.times import foreseen, parse_time

IDENTIFIER = re.compile(r"[A-Za-z0-9._:/-]{1,128}")
ROLES: tuple[Role, ...] = ("user", "participant", "assistant", "system", "tool")
_FIELDS = frozenset({"id", "role", "speaker", "content", "at"})
_SPEAKER_LIMIT = 128


def identifier(value: str, where: str) -> str:
    """A message or session id as it stands.

    Raises:
        InvalidInput: it does not match ``[A-Za-z0-9._:/-]{1,128}``.
    """
    if not isinstance(value, str) or not IDENTIFIER.fullmatch(value):
        raise InvalidInput(
            f"{where} must be 1 to 128 characters out of letters, digits and . _ : / -.", where=where
        )
    return value


def time_zone(name: str | None) -> str | None:
    """An IANA time zone's name.

    Raises:
        InvalidInput: there is no such zone.
    """
    if name is None:
        return None
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(
            "timezone is not a known IANA time zone: write it as Europe/Berlin or America/New_York.",
            where="timezone",
        ) from None
    return name


def interaction(
    messages: str | Message | Mapping[str, Any] | Sequence[Message | Mapping[str, Any]],
    *,
    session_id: str,
    timezone: str | None,
    now: datetime,
    config: Config,
    mint: Any,
) -> Interaction:
    """The messages of one call as an interaction; a plain text is one message of the user.

    Raises:
        InvalidInput: a field is missing, unknown or out of range; two messages share an id.
        TooLarge: a message is longer than the configured limit, or there are too many.
    """
    if isinstance(messages, (str, Mapping, Message)):
        messages = [{"role": "user", "content": messages} if isinstance(messages, str) else messages]
    if not messages:
        raise InvalidInput("messages is empty: send at least one message.", where="messages")
    if len(messages) > config.messages_limit:
        raise TooLarge(
            f"messages holds {len(messages)} messages; at most {config.messages_limit} fit one interaction."
        )
    read = tuple(_message(m, f"messages[{i}]", now, config, mint) for i, m in enumerate(messages))
    ids = [m.id for m in read]
    for i, message in enumerate(read):
        if message.id in ids[:i]:
            raise InvalidInput(
                f"messages[{i}].id is used twice in this interaction.", where=f"messages[{i}].id"
            )
    return Interaction(identifier(session_id, "session_id"), read, time_zone(timezone))


def request_of(
    messages: str | Message | Mapping[str, Any] | Sequence[Message | Mapping[str, Any]],
    session_id: str | None,
    timezone: str | None,
) -> str:
    """What the caller sent, and only that, as a text: equal for equal requests, whatever was added for what is missing."""
    if isinstance(messages, (str, Mapping, Message)):
        messages = [{"role": "user", "content": messages} if isinstance(messages, str) else messages]
    sent = [asdict(m) if isinstance(m, Message) else {k: m.get(k) for k in sorted(_FIELDS)} for m in messages]
    return json.dumps([session_id, timezone, sent], ensure_ascii=False, sort_keys=True, default=str)


def _message(
    value: Message | Mapping[str, Any], where: str, now: datetime, config: Config, mint: Any
) -> Message:
    if isinstance(value, Message):
        value = {
            "id": value.id,
            "role": value.role,
            "content": value.content,
            "at": value.at,
            "speaker": value.speaker,
        }
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{where} must be an object with role and content.", where=where)
    unknown = sorted(set(value) - _FIELDS)
    if unknown:
        raise InvalidInput(f"{where} has the unknown field '{unknown[0]}'.", where=f"{where}.{unknown[0]}")
    role = value.get("role")
    if role not in ROLES:
        raise InvalidInput(f"{where}.role must be one of {', '.join(ROLES)}.", where=f"{where}.role")
    at = value.get("at")
    return Message(
        identifier(value["id"], f"{where}.id") if value.get("id") is not None else mint(),
        cast(Role, role),
        _content(value.get("content"), f"{where}.content", config),
        now if at is None else foreseen(parse_time(at, f"{where}.at"), now, f"{where}.at"),
        _speaker(value.get("speaker"), f"{where}.speaker"),
    )


def _content(value: Any, where: str, config: Config) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"{where} must be a text.", where=where)
    if not value.strip():
        raise InvalidInput(f"{where} is empty.", where=where)
    if len(value) > config.message_limit:
        raise TooLarge(
            f"{where} has {len(value)} characters; at most {config.message_limit} fit one message.",
            where=where,
        )
    return visible(value, where)


def visible(value: str, where: str) -> str:
    """A text without lone surrogates, which no database can store.

    Raises:
        InvalidInput: it holds one.
    """
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{where} holds a lone surrogate at character {error.start}; send valid Unicode.", where=where
        ) from None
    return value


def _speaker(value: Any, where: str) -> str | None:
    if value is None:
        return None
    if (
        not isinstance(value, str)
        or not value.strip()
        or len(value) > _SPEAKER_LIMIT
        or not value.isprintable()
    ):
        raise InvalidInput(
            f"{where} must be a name of 1 to {_SPEAKER_LIMIT} visible characters.", where=where
        )
    return value.strip()


def digest(secret: str, message: Message) -> str:
    """HMAC-SHA-256 of a message under the user's key: tells the same text again, and nothing else."""
    return seal(secret, message.role, message.speaker or "", message.content)
