"""What surrounds every request: an id, a log line, a duration, a safe answer to the unexpected."""

from __future__ import annotations

import secrets
import time
from urllib.parse import quote, unquote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from user_memory.api.logs import logger, outline
from user_memory.api.metrics import Metrics
from user_memory.api.problems import problem

_USERS = b"/v1/users/"


class UserIdPath:
    """Keeps the user id one segment of the path, whatever it holds: it is matched percent-encoded."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw: bytes = scope.get("raw_path") or b""
        if scope["type"] == "http" and raw.startswith(_USERS):
            segment, slash, rest = raw.split(b"?")[0][len(_USERS) :].partition(b"/")
            path = (
                _USERS.decode()
                + quote(segment, safe="%")
                + slash.decode()
                + unquote(rest.decode("ascii", "replace"))
            )
            scope = {**scope, "path": path}
        await self._app(scope, receive, send)


class HeadAsGet:
    """Answers HEAD as GET without the body, as RFC 9110 (section 9.3.2) asks of every resource that takes GET."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def bare(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        asked: Scope = {**scope, "method": "GET"}
        try:
            await self._app(asked, receive, bare)
        finally:
            if "route" in asked:
                scope["route"] = asked["route"]


class Observed:
    """Logs and measures each request, and answers 500 for an error that nothing else answered.

    The log line holds method, route template, status and duration. The error's message is neither logged nor
    answered.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id, started, status = secrets.token_hex(8), time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                added = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
                if scope["path"].startswith("/v1/"):
                    added.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:  # noqa: BLE001 - whatever it is, its text must reach neither log nor caller
            logger().error("request_failed", request_id=request_id, route=_route(scope), **outline(error))
            if status:
                raise ConnectionAbortedError("The answer was cut short.") from None
            answer = problem(
                500, f"Something failed inside the service. Its log tells more under request id {request_id}."
            )
            await answer(scope, receive, watched)
        self._record(scope, request_id, status, time.perf_counter() - started)

    def _record(self, scope: Scope, request_id: str, status: int, seconds: float) -> None:
        method, route = _method(scope), _route(scope)
        self._metrics.observe(method, route, status, seconds)
        logger().info(
            "request",
            request_id=request_id,
            method=method,
            route=route,
            status=status,
            milliseconds=round(seconds * 1000, 1),
        )


def _route(scope: Scope) -> str:
    """The route's template: the path itself would name the user."""
    return str(getattr(scope.get("route"), "path", "unmatched"))


def _method(scope: Scope) -> str:
    known = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"
