"""Routes that read their body as strict JSON."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from user_memory.api.problems import RequestProblem
from user_memory.api.strict_json import loads
from user_memory.graph.errors import InvalidInput


class _StrictRequest(Request):
    async def body(self) -> bytes:
        body = await super().body()
        kind = self.headers.get("content-type", "").split(";")[0].strip().lower()
        if body and kind != "application/json":
            raise RequestProblem(
                415,
                "Send the body as JSON, with the header 'Content-Type: application/json'.",
                where="Content-Type",
            )
        return body

    async def json(self) -> Any:
        try:
            return loads(await self.body())
        except InvalidInput as error:
            raise RequestProblem(422, error.detail, where=error.where) from None


class StrictRoute(APIRoute):
    """A route whose body must be strict JSON with its media type."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return strict
