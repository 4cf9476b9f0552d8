"""The service itself: users of a tenant, maintenance, health, figures, version."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from user_memory.api.access import Admitted, Memory
from user_memory.api.answers import DecayAnswer, HealthAnswer, UserPage, VersionAnswer
from user_memory.api.bodies import DecayIn, PageQuery
from user_memory.api.metrics import CONTENT_TYPE
from user_memory.api.problems import Json
from user_memory.api.routes.common import ok, problems, router
from user_memory.graph.errors import EngineUnavailable
from user_memory.graph.shapes import page, to_json
from user_memory.version import __version__

admin = router("service", prefix="/v1")
open_routes = router("service", prefix="")


@admin.get("/users", **ok(UserPage))
def list_users(caller: Admitted, memory: Memory, query: Annotated[PageQuery, Query()]) -> Json:
    """Ids of the tenant's users."""
    return Json(page(memory.users(tenant=caller.tenant, **query.model_dump())))


@admin.post("/maintenance/decay", **ok(DecayAnswer, 415))
def run_decay(caller: Admitted, memory: Memory, body: DecayIn | None = None) -> Json:
    """Archive the tenant's memories that have faded, delete those archived long ago, and expire what has an end."""
    return Json(to_json(memory.decay(dry_run=body.dry_run if body else False, tenant=caller.tenant)))


@open_routes.get("/livez", **ok(HealthAnswer))
async def livez() -> Json:
    """The process answers."""
    return Json({"status": "ok"})


@open_routes.get("/readyz", **ok(HealthAnswer))
def readyz(memory: Memory) -> Json:
    """The database answers too; else 503 with Retry-After."""
    if not memory.ready():
        raise EngineUnavailable("The database does not answer.")
    return Json({"status": "ok"})


@open_routes.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "Prometheus text format"}, **problems()},
)
def metrics(request: Request) -> Response:
    """Figures for Prometheus; none of them names a user or holds content."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)


@open_routes.get("/version", **ok(VersionAnswer))
async def get_version() -> Json:
    """Which version answers."""
    return Json({"name": "user-memory", "version": __version__})
