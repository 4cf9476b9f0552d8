"""The application: routes, problem documents, access, logs and figures put together."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from user_memory.api import docs
from user_memory.api.answers import ProblemAnswer
from user_memory.api.body_limit import BodyLimit
from user_memory.api.browse import routes as browse
from user_memory.api.metrics import Metrics
from user_memory.api.middleware import HeadAsGet, Observed, UserIdPath
from user_memory.api.problems import add_problem_handlers
from user_memory.api.routes import account, memories, relations, remembering, service
from user_memory.graph.memory.service import MemoryService
from user_memory.settings import Settings
from user_memory.version import __version__

_DESCRIPTION = """Remembers what users tell an AI agent as a graph of facts, events and rules, and gives
the agent the right few memories back. Failures are `application/problem+json`; lists are
`{items, next_cursor}`; times are RFC 3339 in UTC."""


def create_app(memory: MemoryService, settings: Settings) -> FastAPI:
    """The service over an open ``memory``. Closing the memory stays with whoever opened it."""
    app = FastAPI(
        title="user-memory",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_operation_id,
    )
    app.state.memory, app.state.settings, app.state.metrics = memory, settings, Metrics()
    add_problem_handlers(app)
    for routes in (remembering, memories, relations, account, docs, browse):
        app.include_router(routes.routes)
    app.include_router(service.admin)
    app.include_router(service.open_routes)
    app.add_middleware(BodyLimit, limit=settings.max_request_bytes)
    app.add_middleware(HeadAsGet)
    app.add_middleware(Observed, metrics=app.state.metrics)
    app.add_middleware(UserIdPath)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _operation_id(route: APIRoute) -> str:
    """The function's name: it stays when a path changes."""
    return route.name


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The API description with the problem document and the two ways to send a key."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            openapi_version="3.1.0",
            description=app.description,
            routes=app.routes,
        )
        components = schema.setdefault("components", {})
        components.setdefault("schemas", {})["Problem"] = TypeAdapter(ProblemAnswer).json_schema() | {
            "title": "Problem"
        }
        components["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer"},
            "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
        }
        schema["security"] = [{"bearer": []}, {"header": []}, {}]
        app.openapi_schema = schema
    return app.openapi_schema
