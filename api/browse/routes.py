"""Routes of the graph browser. They serve files only: all data comes from the API, with the API's own checks."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from user_memory.api.browse.assets import assets, page
from user_memory.api.problems import RequestProblem

routes = APIRouter(include_in_schema=False)
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@routes.get("/browse")
async def browse_page() -> HTMLResponse:
    """The page."""
    return HTMLResponse(page(), headers=SECURITY)


@routes.get("/browse/")
async def browse_slash() -> RedirectResponse:
    """The page loads its files relative to /browse, so that it works behind a path of a proxy."""
    return RedirectResponse("../browse", 308)


@routes.get("/browse/{name:path}")
async def browse_asset(name: str) -> Response:
    """Scripts and styles of the page."""
    if name not in assets():
        raise RequestProblem(404, "There is no such file of the graph browser; the page is at /browse.")
    content, media_type = assets()[name]
    return Response(content, media_type=media_type, headers=SECURITY)
