"""Identifiers that sort by time and never collide: UUID version 7 (RFC 9562, section 5.7)."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

Randomness = Callable[[int], bytes]
"""Answers that many random bytes, as ``os.urandom`` does."""


def uuid7(now: datetime, randomness: Randomness = os.urandom) -> str:
    """A UUIDv7: 48 bits of Unix milliseconds, then 74 random bits."""
    milliseconds = int(now.timestamp() * 1000)
    bits = int.from_bytes(randomness(10), "big")
    value = (
        (milliseconds & (2**48 - 1)) << 80
        | 0x7 << 76
        | (bits >> 68 & 0xFFF) << 64
        | 0b10 << 62
        | bits & (2**62 - 1)
    )
    return str(UUID(int=value))


def owner_id(randomness: Randomness = os.urandom) -> str:
    """A random 128-bit owner id in hexadecimal, minted once for each user and never reused."""
    return randomness(16).hex()
