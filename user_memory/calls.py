"""The verbs of the HTTP API as plain values: what to send, and which shape comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from user_memory.api.answers import (
    ConsentAnswer,
    ConsentPage,
    ContextAnswer,
    DecayAnswer,
    EntityAnswer,
    EntityPage,
    ErasureAnswer,
    GraphAnswer,
    HitPage,
    MemoryAnswer,
    MemoryPage,
    MergePage,
    PathPage,
    ReceiptAnswer,
    RelationPage,
    SessionAnswer,
    StatsAnswer,
    UserPage,
    VersionAnswer,
    WhyAnswer,
)
from user_memory.api.audit_answers import AuditPage
from user_memory.graph.times import format_time, parse_time

T = TypeVar("T")
Time = str | datetime
Messages = str | Mapping[str, Any] | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request whose answer has the shape ``T``."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)


def users(*, limit: int = 50, cursor: str | None = None) -> Call[UserPage]:
    """Ids of the tenant's users."""
    return Call("GET", "/v1/users", _query(limit=limit, cursor=cursor))


def decay(*, dry_run: bool = False) -> Call[DecayAnswer]:
    """Run maintenance now."""
    return Call("POST", "/v1/maintenance/decay", body={"dry_run": dry_run})


def version() -> Call[VersionAnswer]:
    """Which version answers."""
    return Call("GET", "/version")


class UserCalls:
    """The verbs of one user; arguments are those of the in-process ``User``, answers are the JSON of the API."""

    def __init__(self, user_id: str) -> None:
        self._base = f"/v1/users/{quote(user_id, safe='')}"

    def _get(self, path: str, **query: object) -> Call[Any]:
        return Call("GET", self._base + path, _query(**query))

    def _post(self, path: str, body: object = None, key: str | None = None) -> Call[Any]:
        return Call(
            "POST", self._base + path, body=body, headers={} if key is None else {"Idempotency-Key": key}
        )

    def _delete(self, path: str, **query: object) -> Call[Any]:
        return Call("DELETE", self._base + path, _query(**query))

    def remember(
        self,
        messages: Messages,
        *,
        session_id: str | None = None,
        timezone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Call[ReceiptAnswer]:
        """Learn from messages; a plain text is one message of the user."""
        if isinstance(messages, str):
            messages = {"role": "user", "content": messages}
        told = [messages] if isinstance(messages, Mapping) else list(messages)
        body = _body(messages=[_timed(m) for m in told], session_id=session_id, timezone=timezone)
        return self._post("/interactions", body, idempotency_key)

    def context(
        self,
        query: str | None = None,
        *,
        session_id: str | None = None,
        max_memories: int = 5,
        min_importance: float = 2.0,
        layers: Sequence[str] | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        token_budget: int | None = None,
        profile: str | None = None,
        touch: bool = True,
    ) -> Call[ContextAnswer]:
        """What an agent should know now."""
        body = _body(
            query=query,
            session_id=session_id,
            max_memories=max_memories,
            min_importance=min_importance,
            layers=None if layers is None else list(layers),
            as_of=as_of,
            known_at=known_at,
            token_budget=token_budget,
            profile=profile,
            touch=touch,
        )
        return self._post("/context", body)

    def search(
        self,
        q: str | None = None,
        *,
        layer: str | None = None,
        status: str | None = None,
        limit: int = 10,
        explain: bool = True,
        as_of: Time | None = None,
        known_at: Time | None = None,
        profile: str | None = None,
    ) -> Call[HitPage]:
        """Memories that match, best first."""
        return self._get(
            "/search",
            q=q,
            layer=layer,
            status=status,
            limit=limit,
            explain=explain,
            as_of=as_of,
            known_at=known_at,
            profile=profile,
        )

    def add(self, /, layer: str, *, idempotency_key: str | None = None, **fields: Any) -> Call[MemoryAnswer]:
        """Store an explicit memory."""
        return self._post("/memories", _timed({"layer": layer, **fields}), idempotency_key)

    def memories(
        self,
        *,
        layer: str | None = None,
        status: str | None = None,
        predicate: str | None = None,
        entity: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Call[MemoryPage]:
        """Stored memories in the order of recording."""
        return self._get(
            "/memories",
            layer=layer,
            status=status,
            predicate=predicate,
            entity=entity,
            tag=tag,
            q=q,
            as_of=as_of,
            known_at=known_at,
            limit=limit,
            cursor=cursor,
        )

    def memory(self, memory_id: str) -> Call[MemoryAnswer]:
        """One memory."""
        return self._get(f"/memories/{_part(memory_id)}")

    def update(self, /, memory_id: str, **changes: Any) -> Call[MemoryAnswer]:
        """Change a memory."""
        return Call("PATCH", f"{self._base}/memories/{_part(memory_id)}", body=_timed(changes))

    def delete(self, memory_id: str) -> Call[ErasureAnswer]:
        """Erase a memory."""
        return self._delete(f"/memories/{_part(memory_id)}")

    def confirm(self, memory_id: str) -> Call[MemoryAnswer]:
        """It is so."""
        return self._post(f"/memories/{_part(memory_id)}/confirm")

    def reject(self, memory_id: str) -> Call[MemoryAnswer]:
        """It was never so."""
        return self._post(f"/memories/{_part(memory_id)}/reject")

    def pin(self, memory_id: str, pinned: bool = True) -> Call[MemoryAnswer]:
        """Keep it from fading, or let it go."""
        return self._post(f"/memories/{_part(memory_id)}/pin", {"pinned": pinned})

    def restore(self, memory_id: str) -> Call[MemoryAnswer]:
        """Bring it back."""
        return self._post(f"/memories/{_part(memory_id)}/restore")

    def why(self, memory_id: str) -> Call[WhyAnswer]:
        """Where it comes from."""
        return self._get(f"/memories/{_part(memory_id)}/why")

    def delete_source(self, message_id: str) -> Call[ErasureAnswer]:
        """Erase what one message said."""
        return self._delete(f"/sources/{_part(message_id)}")

    def delete_sources(self, *, session_id: str) -> Call[ErasureAnswer]:
        """Erase what one session said."""
        return self._delete("/sources", session_id=session_id)

    def entities(
        self, *, q: str | None = None, kind: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Call[EntityPage]:
        """Who and what the memories are about."""
        return self._get("/entities", q=q, kind=kind, limit=limit, cursor=cursor)

    def entity(self, entity_id: str) -> Call[EntityAnswer]:
        """One entity."""
        return self._get(f"/entities/{_part(entity_id)}")

    def delete_entity(self, entity_id: str) -> Call[ErasureAnswer]:
        """Erase an entity with every memory about it."""
        return self._delete(f"/entities/{_part(entity_id)}")

    def relations(
        self,
        entity_id: str,
        *,
        depth: int = 1,
        predicate: str | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Call[RelationPage]:
        """Facts around an entity."""
        return self._get(
            f"/entities/{_part(entity_id)}/relations",
            depth=depth,
            predicate=predicate,
            as_of=as_of,
            known_at=known_at,
            limit=limit,
            cursor=cursor,
        )

    def paths(self, from_: str, to: str, *, max_hops: int = 4) -> Call[PathPage]:
        """How two entities hang together."""
        return Call("GET", f"{self._base}/paths", {"from": from_, "to": to, "max_hops": str(max_hops)})

    def timeline(
        self,
        *,
        from_: Time | None = None,
        to: Time | None = None,
        entity: str | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Call[MemoryPage]:
        """Dated events in their order."""
        return self._get(
            "/timeline",
            **{"from": from_},
            to=to,
            entity=entity,
            as_of=as_of,
            known_at=known_at,
            limit=limit,
            cursor=cursor,
        )

    def graph(
        self,
        center: str | None = None,
        *,
        depth: int = 1,
        limit: int = 300,
        as_of: Time | None = None,
        known_at: Time | None = None,
    ) -> Call[GraphAnswer]:
        """The neighbourhood of an entity."""
        return self._get("/graph", center=center, depth=depth, limit=limit, as_of=as_of, known_at=known_at)

    def merges(self) -> Call[MergePage]:
        """Entities that may be one, and what was decided about such pairs."""
        return self._get("/entities/merges")

    def merge(self, ids: Sequence[str]) -> Call[EntityAnswer]:
        """Say that entities are one."""
        return self._post("/entities/merge", {"ids": list(ids)})

    def split(self, entity_id: str, other: str | None = None) -> Call[EntityPage]:
        """Take a merge back, or with ``other`` say that the two are not one."""
        return self._post("/entities/split", _body(id=entity_id, other=other))

    def session(self, session_id: str) -> Call[SessionAnswer]:
        """What holds in a session."""
        return self._get(f"/sessions/{_part(session_id)}")

    def put_session(
        self,
        session_id: str,
        *,
        state: Mapping[str, Any] | None = None,
        instructions: Sequence[str] | None = None,
        ttl_seconds: int | None = None,
    ) -> Call[SessionAnswer]:
        """Open or change a session."""
        told = None if instructions is None else list(instructions)
        body = _body(state=state, instructions=told, ttl_seconds=ttl_seconds)
        return Call("PUT", f"{self._base}/sessions/{_part(session_id)}", body=body)

    def delete_session(self, session_id: str) -> Call[ErasureAnswer]:
        """Erase a session's state and instructions."""
        return self._delete(f"/sessions/{_part(session_id)}")

    def consents(self) -> Call[ConsentPage]:
        """The consent ledger."""
        return self._get("/consents")

    def grant(self, category: str, purpose: str | None = None) -> Call[ConsentAnswer]:
        """Consent to a category."""
        return Call("PUT", f"{self._base}/consents/{_part(category)}", body=_body(purpose=purpose))

    def withdraw(self, category: str) -> Call[ConsentAnswer]:
        """Withdraw consent."""
        return self._delete(f"/consents/{_part(category)}")

    def audit(
        self, *, memory: str | None = None, limit: int = 100, cursor: str | None = None
    ) -> Call[AuditPage]:
        """What was stored, changed and erased, and when."""
        return self._get("/audit", memory=memory, limit=limit, cursor=cursor)

    def stats(self) -> Call[StatsAnswer]:
        """Figures per layer."""
        return self._get("/stats")

    def export(self, format: str = "json") -> Call[Any]:
        """Everything that is stored about the user: JSON's own types, or a text for graphml and cypher."""
        return self._get("/export", format=format)

    def erase(self) -> Call[ErasureAnswer]:
        """Erase the user."""
        return self._delete("")


def _part(value: str) -> str:
    return quote(value, safe="")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format_time(parse_time(value)) if isinstance(value, datetime) else str(value)


def _query(**fields: object) -> dict[str, str]:
    return {name: _text(value) for name, value in fields.items() if value is not None}


def _timed(value: Any) -> Any:
    """``value`` with datetimes as RFC 3339 texts."""
    if isinstance(value, datetime):
        return _text(value)
    if isinstance(value, Mapping):
        return {k: _timed(v) for k, v in value.items()}
    return [_timed(v) for v in value] if isinstance(value, (list, tuple)) else value


def _body(**fields: object) -> dict[str, Any]:
    return {name: _timed(value) for name, value in fields.items() if value is not None}
