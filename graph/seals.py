"""Seals: texts that can be told again under a user's key, and not read back."""

from __future__ import annotations

import hashlib
import hmac


def seal(secret: str, *parts: str) -> str:
    """HMAC-SHA-256 of ``parts`` in order under the hexadecimal key ``secret``, in hexadecimal."""
    message = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()
