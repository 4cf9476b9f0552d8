"""The user as a whole: sessions, consents, figures, portability, erasure."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response

from user_memory.api.access import TheUser
from user_memory.api.answers import ConsentAnswer, ConsentPage, ErasureAnswer, SessionAnswer, StatsAnswer
from user_memory.api.audit_answers import AuditPage
from user_memory.api.bodies import AuditQuery, ConsentIn, ExportQuery, SessionIn
from user_memory.api.problems import Json
from user_memory.api.routes.common import created, ok, router
from user_memory.graph.shapes import page, to_json

routes = router("account")


@routes.put("/sessions/{session_id:path}", **(created(SessionAnswer, 413, 415) | {"status_code": 200}))
def put_session(user: TheUser, session_id: str, body: SessionIn) -> Json:
    """Open a session or change it; its end slides with every use."""
    session, opened = user.put_session(session_id, **body.model_dump())
    return Json(to_json(session), 201 if opened else 200)


@routes.get("/sessions/{session_id:path}", **ok(SessionAnswer, 404))
def get_session(user: TheUser, session_id: str) -> Json:
    """What holds in a session, until it expires."""
    return Json(to_json(user.session(session_id)))


@routes.delete("/sessions/{session_id:path}", **ok(ErasureAnswer))
def delete_session(user: TheUser, session_id: str) -> Json:
    """Erase a session's state and instructions."""
    return Json(to_json(user.delete_session(session_id)))


@routes.get("/consents", **ok(ConsentPage))
def list_consents(user: TheUser) -> Json:
    """Which categories of personal data may be stored; withdrawn ones are listed with their end."""
    return Json({"items": to_json(user.consents()), "next_cursor": None})


@routes.put("/consents/{category}", **(created(ConsentAnswer, 415) | {"status_code": 200}))
def grant_consent(user: TheUser, category: str, body: ConsentIn | None = None) -> Json:
    """Allow a category of personal data from now on."""
    consent, new = user.grant(category, body.purpose if body else None)
    return Json(to_json(consent), 201 if new else 200)


@routes.delete("/consents/{category}", **ok(ConsentAnswer, 404))
def withdraw_consent(user: TheUser, category: str) -> Json:
    """Allow a category no longer."""
    return Json(to_json(user.withdraw(category)))


@routes.get("/stats", **ok(StatsAnswer))
def stats(user: TheUser) -> Json:
    """Figures per layer."""
    return Json(to_json(user.stats()))


_FILES = {
    "json": ("memory.json", "application/json"),
    "jsonld": ("memory.jsonld", "application/ld+json"),
    "graphml": ("memory.graphml", "application/graphml+xml"),
    "cypher": ("memory.cypher", "text/plain; charset=utf-8"),
}


@routes.get("/export", **ok(dict[str, Any]))
def export(user: TheUser, query: Annotated[ExportQuery, Query()]) -> Response:
    """Everything that is stored about the user, to take elsewhere."""
    name, media_type = _FILES[query.format]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    document = user.export(query.format)
    if isinstance(document, str):
        return Response(document, media_type=media_type, headers=headers)
    return Json(to_json(document), headers=headers, media_type=media_type)


@routes.get("/audit", **ok(AuditPage))
def audit(user: TheUser, query: Annotated[AuditQuery, Query()]) -> Json:
    """What was stored, changed and erased, and when, oldest first. Of what was erased there are counts only."""
    return Json(page(user.audit(**query.model_dump())))


@routes.delete("", **ok(ErasureAnswer))
def erase_user(user: TheUser) -> Json:
    """Erase everything about the user; the receipt holds counts only."""
    return Json(to_json(user.erase()))
