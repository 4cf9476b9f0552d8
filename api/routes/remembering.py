"""Telling the memory, and being told: interactions, context, search."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from user_memory.api.access import TheUser
from user_memory.api.answers import ContextAnswer, HitPage, ReceiptAnswer
from user_memory.api.bodies import ContextIn, InteractionIn, SearchQuery
from user_memory.api.problems import Json
from user_memory.api.routes.common import REPLAYED, IdempotencyKey, created, given, ok, router
from user_memory.graph.shapes import page, to_json

routes = router("memory")


@routes.post("/interactions", **created(ReceiptAnswer, 409, 413, 415))
def remember(
    request: Request, user: TheUser, body: InteractionIn, idempotency_key: IdempotencyKey = None
) -> Json:
    """Extract what the messages say and store it. The receipt accounts for every candidate."""
    receipt = user.remember(
        [dict(given(m)) for m in body.messages],
        session_id=body.session_id,
        timezone=body.timezone,
        idempotency_key=idempotency_key,
    )
    request.app.state.metrics.count(receipt)
    if receipt.replayed:
        return Json(to_json(receipt), 200, REPLAYED)
    return Json(to_json(receipt), 201)


@routes.post("/context", **ok(ContextAnswer, 415))
def context(user: TheUser, body: ContextIn) -> Json:
    """The few memories that matter now, the rules, and what holds in this session."""
    return Json(to_json(user.context(**body.model_dump())))


@routes.get("/search", **ok(HitPage))
def search(user: TheUser, query: Annotated[SearchQuery, Query()]) -> Json:
    """Memories that match, best first, without recording the access."""
    answer = page(user.search(**query.model_dump(exclude={"explain"})))
    if not query.explain:
        for hit in answer["items"]:
            del hit["reasons"]
    return Json(answer)
