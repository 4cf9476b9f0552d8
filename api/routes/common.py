"""What every module of routes is made with."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path

from user_memory.api.problems import MEDIA_TYPE
from user_memory.api.strict_route import StrictRoute

USER = "/v1/users/{user_id}"
REPLAYED = {"Idempotency-Replayed": "true"}
_PROBLEM = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
_DESCRIPTIONS = {
    401: "An API key is needed or not valid",
    403: "Not from this origin or host",
    404: "No such item of this user",
    409: "Contradicts what is stored",
    413: "Too large",
    415: "Not JSON",
    422: "Invalid input",
    500: "Internal error",
    501: "Not served by this version",
    503: "The database does not answer; see Retry-After",
}

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", description="the same key with the same body stores nothing twice (24 hours)"
    ),
]
ItemId = Annotated[str, Path(max_length=64)]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI responses of the given failures beside those that every call may answer."""
    every = (401, 403, 422, 500, 503, *statuses)
    return {status: {"description": _DESCRIPTIONS[status], **_PROBLEM} for status in sorted(every)}


def router(tag: str, prefix: str = USER) -> APIRouter:
    """A router with strict JSON bodies."""
    tags: list[str | Enum] = [tag]
    return APIRouter(prefix=prefix, tags=tags, route_class=StrictRoute)


def ok(model: Any, *statuses: int, **others: Any) -> dict[str, Any]:
    """Documentation arguments of a route that answers ``model`` or one of the failures."""
    responses: dict[int | str, dict[str, Any]] = {200: {"model": model, "description": "Success"}}
    return {"response_model": None, "responses": responses | problems(*statuses), **others}


def created(model: Any, *statuses: int) -> dict[str, Any]:
    """Like :func:`ok` for a call that answers 201, or 200 when it was answered before."""
    answer = ok(model, *statuses)
    answer["responses"][201] = {"model": model, "description": "Created"}
    return answer | {"status_code": 201}


def given(body: Any) -> Mapping[str, Any]:
    """The fields of a body that were sent."""
    fields: Mapping[str, Any] = body.model_dump(exclude_unset=True, by_alias=False)
    return fields
