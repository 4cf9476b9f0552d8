"""Explicit memories: adding, listing, changing, judging, explaining and erasing single ones."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from user_memory.api.access import TheUser
from user_memory.api.answers import ErasureAnswer, MemoryAnswer, MemoryPage, WhyAnswer
from user_memory.api.bodies import MemoriesQuery, MemoryIn, MemoryPatch, PinIn, SourcesQuery
from user_memory.api.problems import Json
from user_memory.api.routes.common import REPLAYED, IdempotencyKey, ItemId, created, given, ok, router
from user_memory.graph.shapes import page, to_json

routes = router("memories")


@routes.post("/memories", **created(MemoryAnswer, 409, 413, 415))
def add_memory(user: TheUser, body: MemoryIn, idempotency_key: IdempotencyKey = None) -> Json:
    """Store an explicit memory. Secrets are refused; personal data needs consent."""
    memory, replayed = user.add_or_replay(**given(body), idempotency_key=idempotency_key)
    return Json(to_json(memory), 200, REPLAYED) if replayed else Json(to_json(memory), 201)


@routes.get("/memories", **ok(MemoryPage))
def list_memories(user: TheUser, query: Annotated[MemoriesQuery, Query()]) -> Json:
    """Memories of any status, in the order they were recorded."""
    return Json(page(user.memories(**query.model_dump())))


@routes.get("/memories/{memory_id}", **ok(MemoryAnswer, 404))
def get_memory(user: TheUser, memory_id: ItemId) -> Json:
    """One memory."""
    return Json(to_json(user.memory(memory_id)))


@routes.patch("/memories/{memory_id}", **ok(MemoryAnswer, 404, 409, 413, 415))
def update_memory(user: TheUser, memory_id: ItemId, body: MemoryPatch) -> Json:
    """Change tags, importance, pinned or expires_at; another content makes a new memory instead."""
    return Json(to_json(user.update(memory_id, **given(body))))


@routes.delete("/memories/{memory_id}", **ok(ErasureAnswer, 404))
def delete_memory(user: TheUser, memory_id: ItemId) -> Json:
    """Erase a memory physically."""
    return Json(to_json(user.delete(memory_id)))


@routes.post("/memories/{memory_id}/confirm", **ok(MemoryAnswer, 404, 409))
def confirm_memory(user: TheUser, memory_id: ItemId) -> Json:
    """The user says it is so: current, with confidence 1."""
    return Json(to_json(user.confirm(memory_id)))


@routes.post("/memories/{memory_id}/reject", **ok(MemoryAnswer, 404, 409))
def reject_memory(user: TheUser, memory_id: ItemId) -> Json:
    """The user says it is not so: retracted."""
    return Json(to_json(user.reject(memory_id)))


@routes.post("/memories/{memory_id}/pin", **ok(MemoryAnswer, 404, 415))
def pin_memory(user: TheUser, memory_id: ItemId, body: PinIn | None = None) -> Json:
    """Keep a memory from fading and from giving way; `{"pinned": false}` lets go."""
    return Json(to_json(user.pin(memory_id, body.pinned if body else True)))


@routes.post("/memories/{memory_id}/restore", **ok(MemoryAnswer, 404, 409))
def restore_memory(user: TheUser, memory_id: ItemId) -> Json:
    """Bring an archived or retracted memory back; 409 where a newer value stands."""
    return Json(to_json(user.restore(memory_id)))


@routes.get("/memories/{memory_id}/why", **ok(WhyAnswer, 404))
def why_memory(user: TheUser, memory_id: ItemId) -> Json:
    """What says so, what it replaced, what follows from it."""
    return Json(to_json(user.why(memory_id)))


@routes.delete("/sources/{message_id:path}", **ok(ErasureAnswer, 404))
def delete_source(user: TheUser, message_id: str) -> Json:
    """Erase what was learnt from one message, as if it had never been said."""
    return Json(to_json(user.delete_source(message_id)))


@routes.delete("/sources", **ok(ErasureAnswer))
def delete_session_sources(user: TheUser, query: Annotated[SourcesQuery, Query()]) -> Json:
    """Erase what was learnt from all messages of one session."""
    return Json(to_json(user.delete_sources(session_id=query.session_id)))
