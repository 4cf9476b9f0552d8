"""A limit on request bodies that holds whether or not the length was announced."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from user_memory.api.problems import problem


class BodyLimit:
    """Reads each body before the application sees it, and answers 413 once it passes ``limit`` bytes."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = None if _announced(scope) > self._limit else await self._read(receive)
        if body is None:
            answer = problem(
                413,
                f"The request body is larger than {self._limit} bytes. Send less at once.",
                headers={"Connection": "close"},
            )
            await answer(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    async def _read(self, receive: Receive) -> Message | None:
        """The whole body as one message, a disconnect, or ``None`` when it is too large."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            part = message.get("body", b"")
            size += len(part)
            if size > self._limit:
                return None
            parts.append(part)
            if not message.get("more_body", False):
                return {"type": "http.request", "body": b"".join(parts), "more_body": False}


def _announced(scope: Scope) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"")
    return int(value) if value.isdigit() and len(value) < 20 else 0


def _replay(body: Message, receive: Receive) -> Receive:
    first = [body]

    async def replayed() -> Message:
        return first.pop() if first else await receive()

    return replayed
