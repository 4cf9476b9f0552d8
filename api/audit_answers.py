"""The shapes of the audit report, as the API description names them and as the HTTP client returns them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from user_memory.graph.model import AuditAction


class AuditAnswer(TypedDict):
    """One thing that was done: to a memory, entity, consent, session, or to the user as a whole."""

    at: str
    action: AuditAction
    sources: list[str]
    memory_id: NotRequired[str]
    entity_id: NotRequired[str]
    category: NotRequired[str]
    session_id: NotRequired[str]
    content: NotRequired[str]
    by: NotRequired[str]
    reason: NotRequired[str]
    counts: NotRequired[dict[str, int]]


class AuditPage(TypedDict):
    items: list[AuditAnswer]
    next_cursor: str | None
