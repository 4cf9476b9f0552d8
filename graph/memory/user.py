"""One user's memory: the verbs of the service, in process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from user_memory.graph.memory import (
    audit,
    consents,
    edit,
    exports,
    figures,
    forget,
    identity,
    listing,
    provenance,
    recall,
    relate,
    sessions,
)
from user_memory.graph.memory.messages import identifier, interaction, request_of
from user_memory.graph.memory.remember import remember
from user_memory.graph.memory.runtime import Account, Runtime
from user_memory.graph.model import (
    AuditEntry,
    Consent,
    Context,
    Entity,
    ErasureReceipt,
    GraphView,
    Hit,
    Layer,
    Memory,
    Merge,
    Message,
    Page,
    Path,
    Receipt,
    Relation,
    Session,
    Stats,
    Status,
    Why,
)
from user_memory.graph.times import parse_time

Time = str | datetime
Messages = str | Message | Mapping[str, Any] | Sequence[Message | Mapping[str, Any]]


class User:
    """The memory of one user. Times are RFC 3339 texts or aware datetimes; errors are of ``user_memory.errors``."""

    def __init__(self, runtime: Runtime, account: Account) -> None:
        self._runtime, self._account = runtime, account

    @property
    def id(self) -> str:
        return self._account.user_id

    def remember(
        self,
        messages: Messages,
        *,
        session_id: str | None = None,
        timezone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Learn from ``messages``; a plain text is one message of the user. The receipt accounts for every candidate."""
        runtime = self._runtime
        said = interaction(
            messages,
            session_id=session_id if session_id is not None else runtime.mint(),
            timezone=timezone,
            now=runtime.clock(),
            config=runtime.config,
            mint=runtime.mint,
        )
        request = request_of(messages, session_id, timezone)
        return remember(runtime, self._account, said, idempotency_key, request)

    def context(
        self,
        query: str | None = None,
        *,
        session_id: str | None = None,
        max_memories: int = 5,
        min_importance: float = 2.0,
        layers: Sequence[Layer] | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        token_budget: int | None = None,
        profile: str | None = None,
        touch: bool = True,
    ) -> Context:
        """The few memories that matter for ``query``, with rules and session instructions; nothing when nothing matters."""
        return recall.context(
            self._runtime,
            self._account,
            query,
            session_id=session_id,
            max_memories=max_memories,
            min_importance=min_importance,
            layers=layers,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
            token_budget=token_budget,
            profile_name=profile,
            touch=touch,
        )

    def search(
        self,
        q: str | None = None,
        *,
        layer: Layer | None = None,
        status: Status | None = None,
        limit: int = 10,
        as_of: Time | None = None,
        known_at: Time | None = None,
        profile: str | None = None,
    ) -> Page[Hit]:
        """Hits with their reasons; no access is recorded."""
        return recall.search(
            self._runtime,
            self._account,
            q,
            layers=None if layer is None else (layer,),
            statuses=None if status is None else (status,),
            limit=limit,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
            profile_name=profile,
        )

    def add(self, layer: Layer, *, idempotency_key: str | None = None, **fields: Any) -> Memory:
        """Store an explicit memory: ``content``, ``fact``, ``event`` or ``rule``, ``importance``, ``tags``, ``pinned``,
        ``aliases``, ``expires_at``."""
        return self.add_or_replay(layer, idempotency_key=idempotency_key, **fields)[0]

    def add_or_replay(
        self, layer: Layer, *, idempotency_key: str | None = None, **fields: Any
    ) -> tuple[Memory, bool]:
        """Like :meth:`add`, and whether an earlier call with this key had stored it."""
        return edit.add(self._runtime, self._account, {"layer": layer, **fields}, idempotency_key)

    def memories(
        self,
        *,
        layer: Layer | None = None,
        status: Status | None = None,
        predicate: str | None = None,
        entity: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Stored memories in the order of recording."""
        return listing.memories(
            self._runtime,
            self._account,
            layer=layer,
            status=status,
            predicate=predicate,
            entity=entity,
            tag=tag,
            q=q,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
            limit=limit,
            cursor=cursor,
        )

    def memory(self, memory_id: str) -> Memory:
        """One memory."""
        return edit.get(self._runtime, self._account, memory_id)

    def update(self, memory_id: str, **changes: Any) -> Memory:
        """Change tags, importance, pinned or expires_at (same id), or content, fact, event or rule (a new memory)."""
        return edit.update(self._runtime, self._account, memory_id, changes)

    def delete(self, memory_id: str) -> ErasureReceipt:
        """Erase one memory."""
        return forget.delete_memory(self._runtime, self._account, memory_id)

    def confirm(self, memory_id: str) -> Memory:
        """It is so: current, confidence 1."""
        return edit.confirm(self._runtime, self._account, memory_id)

    def reject(self, memory_id: str) -> Memory:
        """It was never so: retracted."""
        return edit.reject(self._runtime, self._account, memory_id)

    def pin(self, memory_id: str, pinned: bool = True) -> Memory:
        """Keep it from fading and from the cap, or let it go again."""
        return edit.update(self._runtime, self._account, memory_id, {"pinned": pinned})

    def restore(self, memory_id: str) -> Memory:
        """Bring back an archived or retracted memory."""
        return edit.restore(self._runtime, self._account, memory_id)

    def why(self, memory_id: str) -> Why:
        """Where a memory comes from and what became of it."""
        return provenance.why(self._runtime, self._account, memory_id)

    def delete_source(self, message_id: str) -> ErasureReceipt:
        """Erase what one message said."""
        return forget.delete_source(self._runtime, self._account, message_id)

    def delete_sources(self, *, session_id: str) -> ErasureReceipt:
        """Erase what one session said."""
        return forget.delete_sources(self._runtime, self._account, session_id)

    def delete_entity(self, entity_id: str) -> ErasureReceipt:
        """Erase an entity with every memory about it."""
        return forget.delete_entity(self._runtime, self._account, entity_id)

    def entities(
        self, *, q: str | None = None, kind: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Who and what the memories are about."""
        return listing.entities(self._runtime, self._account, q=q, kind=kind, limit=limit, cursor=cursor)

    def entity(self, entity_id: str) -> Entity:
        """One entity."""
        return relate.entity(self._runtime, self._account, entity_id)

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
    ) -> Page[Relation]:
        """Facts around an entity."""
        return relate.relations(
            self._runtime,
            self._account,
            entity_id,
            depth=depth,
            predicate=predicate,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
            limit=limit,
            cursor=cursor,
        )

    def paths(self, from_: str, to: str, *, max_hops: int = 4) -> tuple[Path, ...]:
        """How two entities hang together."""
        return relate.paths(self._runtime, self._account, from_, to, max_hops)

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
    ) -> Page[Memory]:
        """Dated events in their order."""
        return listing.timeline(
            self._runtime,
            self._account,
            from_=_time(from_, "from"),
            to=_time(to, "to"),
            entity=entity,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
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
    ) -> GraphView:
        """The neighbourhood of an entity, for drawing."""
        return relate.neighbourhood(
            self._runtime,
            self._account,
            center,
            depth=depth,
            limit=limit,
            as_of=_time(as_of, "as_of"),
            known_at=_time(known_at, "known_at"),
        )

    def merges(self) -> Page[Merge]:
        """Entities that may be one because their names are alike, and what was decided about such pairs."""
        return identity.merges(self._runtime, self._account)

    def merge(self, ids: Sequence[str]) -> Entity:
        """Say that entities are one: the first of ``ids``, or the user, stands for all."""
        return identity.merge(self._runtime, self._account, ids)

    def split(self, entity_id: str, other: str | None = None) -> Page[Entity]:
        """Take a merge back, or with ``other`` say that the two are not one; answers those that stand apart."""
        return identity.split(self._runtime, self._account, entity_id, other)

    def audit(
        self, *, memory: str | None = None, limit: int = 100, cursor: str | None = None
    ) -> Page[AuditEntry]:
        """What is stored about the user and every dated change of it, oldest first; with ``memory`` that of one."""
        return audit.audit(self._runtime, self._account, memory=memory, limit=limit, cursor=cursor)

    def session(self, session_id: str) -> Session:
        """The temporal layer of one session."""
        return sessions.get(self._runtime, self._account, session_id)

    def put_session(
        self,
        session_id: str,
        *,
        state: Mapping[str, Any] | None = None,
        instructions: Sequence[str] | None = None,
        ttl_seconds: int | None = None,
    ) -> tuple[Session, bool]:
        """Open or change a session; tells whether it was opened."""
        return sessions.put(
            self._runtime,
            self._account,
            session_id,
            state=state,
            instructions=instructions,
            ttl_seconds=ttl_seconds,
        )

    def delete_session(self, session_id: str) -> ErasureReceipt:
        """Erase a session's state and instructions; its memories stay."""
        identifier(session_id, "session_id")
        return sessions.delete(self._runtime, self._account, session_id)

    def consents(self) -> tuple[Consent, ...]:
        """The consent ledger."""
        return consents.list_consents(self._runtime, self._account)

    def grant(self, category: str, purpose: str | None = None) -> tuple[Consent, bool]:
        """Consent to a category; tells whether it is new."""
        return consents.grant(self._runtime, self._account, category, purpose)

    def withdraw(self, category: str) -> Consent:
        """Withdraw consent; nothing more of the category is stored."""
        return consents.withdraw(self._runtime, self._account, category)

    def stats(self) -> Stats:
        """Figures per layer."""
        return figures.stats(self._runtime, self._account)

    def export(self, format: str = "json") -> Mapping[str, Any] | str:
        """Everything that is stored about the user: ``json`` and ``jsonld`` as values, ``graphml`` and ``cypher`` as text."""
        return exports.export(self._runtime, self._account, format)

    def erase(self) -> ErasureReceipt:
        """Erase the user and all that is stored about them."""
        return forget.erase(self._runtime, self._account, self._forget_owner)

    def _forget_owner(self, owner: str) -> None:
        self._runtime.access.forget(owner)
        self._runtime.cache.drop(owner)


def _time(value: Time | None, where: str) -> datetime | None:
    return None if value is None else parse_time(value, where)
