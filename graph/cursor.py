"""Cursors of lists: opaque, and good only for the user and the list they were made for."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Sequence

from user_memory.graph.errors import InvalidInput

_BAD = "cursor does not belong to this list: start again without it."


def encode(secret: str, listing: str, position: Sequence[str | int]) -> str:
    """A cursor that continues ``listing`` after ``position``, sealed with the user's key."""
    payload = json.dumps(list(position), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_seal(secret, listing, payload) + payload).decode().rstrip("=")


def decode(secret: str, listing: str, cursor: str) -> list[str | int]:
    """The position of ``cursor``.

    Raises:
        InvalidInput: it was made for another user or list, or is no cursor at all.
    """
    try:
        raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError):
        raise InvalidInput(_BAD, where="cursor") from None
    seal, payload = raw[:16], raw[16:]
    if not hmac.compare_digest(seal, _seal(secret, listing, payload)):
        raise InvalidInput(_BAD, where="cursor")
    position: list[str | int] = json.loads(payload)
    return position


def _seal(secret: str, listing: str, payload: bytes) -> bytes:
    return hmac.new(
        bytes.fromhex(secret), listing.encode("utf-8", "surrogatepass") + b"\x1f" + payload, hashlib.sha256
    ).digest()[:16]
