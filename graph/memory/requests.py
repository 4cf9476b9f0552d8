"""Idempotency: the same key with the same body is answered again, and stores nothing twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from user_memory.graph.errors import Conflict, InvalidInput
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.seals import seal
from user_memory.graph.store.values import iso

KEY_LIMIT = 255


def check_key(key: str | None) -> None:
    """Raises:
    InvalidInput: the key is empty, too long or not printable.
    """
    if key is not None and (not key or len(key) > KEY_LIMIT or not key.isprintable()):
        raise InvalidInput(
            f"Idempotency-Key must be 1 to {KEY_LIMIT} visible characters.", where="Idempotency-Key"
        )


def recall(writing: Writing, key: str | None, body: str) -> Mapping[str, Any] | None:
    """What the first request with this key touched, or ``None``.

    Raises:
        Conflict: the key was used for another body within its lifetime.
    """
    if key is None:
        return None
    since = writing.now - writing.runtime.config.request_ttl
    record = writing.tx.one("requests.read", key=seal(writing.secret, key), since=iso(since))
    if record is None:
        return None
    if record["body"] != seal(writing.secret, body):
        raise Conflict("This Idempotency-Key was used for another request. Use a new key for a new request.")
    found: Mapping[str, Any] = json.loads(record["receipt"])
    return found


def keep(writing: Writing, key: str | None, body: str, touched: Mapping[str, Any]) -> None:
    """Remember which ids the request touched; no content is kept."""
    if key is not None:
        writing.tx.run(
            "requests.write",
            key=seal(writing.secret, key),
            id=writing.mint(),
            body=seal(writing.secret, body),
            receipt=json.dumps(touched),
            at=iso(writing.now),
        )
