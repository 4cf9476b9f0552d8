"""Failures as ``application/problem+json`` (RFC 9457). None repeats what was sent, so none can leak it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import Response

from user_memory.graph.errors import ConsentRequired, EngineUnavailable, UserMemoryError

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:user-memory:problem:"
_PYDANTIC_ADVICE = {
    "extra_forbidden": "This field is unknown. Leave it out, or check its spelling.",
    "missing": "This field is required.",
}
_TITLES = {413: "Content too large", 422: "Invalid input", 500: "Internal error"}
_DETAIL = {
    404: "There is nothing at this path. The API is described at /docs.",
    405: "This path does not take this method; the Allow header lists those it takes.",
    413: "The request body is larger than this service takes. Send less at once.",
}


class Json(JSONResponse):
    """JSON in UTF-8 that refuses NaN instead of writing what no other program reads."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")


class ProblemResponse(Json):
    media_type = MEDIA_TYPE


class RequestProblem(HTTPException):
    """A request that is refused before it reaches the memory."""

    def __init__(
        self, status: int, detail: str, *, where: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.where = where


def problem(
    status: int,
    detail: str,
    *,
    title: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> ProblemResponse:
    """A problem document; members of ``more`` that are ``None`` are left out."""
    name = title or _TITLES.get(status) or HTTPStatus(status).phrase.capitalize()
    body: dict[str, object] = {
        "type": TYPE_PREFIX + name.lower().replace(" ", "-"),
        "title": name,
        "status": status,
        "detail": detail,
    }
    body |= {k: v for k, v in more.items() if v is not None}
    return ProblemResponse(body, status, dict(headers) if headers else None)


def from_error(error: UserMemoryError) -> ProblemResponse:
    """The problem document of an error of the memory."""
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, EngineUnavailable) else None
    category = error.category if isinstance(error, ConsentRequired) else None
    return problem(
        error.status, error.detail, title=error.title, headers=headers, where=error.where, category=category
    )


def from_validation(errors: Sequence[Mapping[str, Any]]) -> ProblemResponse:
    """The problem document of fields that do not fit; it lists the first twenty."""
    told = [
        {"where": _where(e["loc"]), "detail": _PYDANTIC_ADVICE.get(e["type"], e["msg"] + ".")}
        for e in errors[:20]
    ]
    first = told[0]
    return problem(
        422, f"{first['where']}: {first['detail']}", title="Invalid input", where=first["where"], errors=told
    )


def _where(location: Sequence[object]) -> str:
    """A place in the request as ``messages[0].role``."""
    parts = [part for part in location if part not in ("body", "query", "path", "header")]
    text = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in parts).lstrip(".")
    return printable(text)[:200] or str(location[0] if location else "request")


def printable(text: str) -> str:
    """``text`` without what JSON in UTF-8 cannot carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


async def _on_memory_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, UserMemoryError)
    return from_error(error)


async def _on_validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return from_validation(error.errors())


async def _on_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    where = error.where if isinstance(error, RequestProblem) else None
    told = isinstance(error, RequestProblem)
    detail = (
        str(error.detail)
        if told
        else _DETAIL.get(error.status_code, HTTPStatus(error.status_code).phrase + ".")
    )
    return problem(error.status_code, detail, headers=error.headers, where=where)


def add_problem_handlers(app: FastAPI) -> None:
    """Answer every failure that is raised below the middleware with a problem document."""
    app.add_exception_handler(UserMemoryError, _on_memory_error)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(StarletteHTTPException, _on_http)
