"""API keys: each opens one tenant; only their SHA-256 is stored, and the secret is shown once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.runtime import Runtime
from user_memory.graph.store.values import iso, known, moment

PREFIX = "um_"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as listed: never its secret."""

    id: str
    tenant: str
    label: str
    created_at: datetime
    revoked_at: datetime | None = None


class Keys:
    """Makes, lists, revokes and resolves API keys."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def create(self, tenant: str, label: str = "") -> tuple[ApiKey, str]:
        """A new key with its secret, which cannot be read again.

        Raises:
            InvalidInput: tenant or label is not 1 (label: 0) to 64 visible characters.
        """
        if not 1 <= len(tenant) <= 64 or not tenant.isprintable() or tenant != tenant.strip():
            raise InvalidInput("tenant must be 1 to 64 visible characters.", where="tenant")
        if len(label) > 64 or not label.isprintable():
            raise InvalidInput("label must be at most 64 visible characters.", where="label")
        secret = PREFIX + self._runtime.randomness(24).hex()
        key = ApiKey(self._runtime.mint(), tenant, label, self._runtime.clock())
        self._runtime.database.write(
            lambda tx: tx.run(
                "keys.create",
                id=key.id,
                tenant=tenant,
                label=label,
                digest=_digest(secret),
                now=iso(key.created_at),
            )
        )
        return key, secret

    def list(self) -> tuple[ApiKey, ...]:
        """Every key ever made, oldest first."""
        records = self._runtime.database.read(lambda tx: tx.run("keys.list"))
        return tuple(
            ApiKey(r["id"], r["tenant"], r["label"], known(r["created_at"]), moment(r["revoked_at"]))
            for r in records
        )

    def revoke(self, key_id: str) -> None:
        """Raises:
        NotFound: there is no such key.
        """
        record = self._runtime.database.write(
            lambda tx: tx.one("keys.revoke", id=key_id, now=iso(self._runtime.clock()))
        )
        if record is None:
            raise NotFound("No such API key.")

    def resolve(self, secret: str) -> str | None:
        """The tenant that ``secret`` opens, or ``None``."""
        record = self._runtime.database.read(lambda tx: tx.one("keys.resolve", digest=_digest(secret)))
        return record["tenant"] if record else None

    def any(self) -> bool:
        """Whether a key was ever made, revoked ones included: then the service is no longer open."""
        record = self._runtime.database.read(lambda tx: tx.one("keys.count"))
        return bool(record and record["n"])


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
