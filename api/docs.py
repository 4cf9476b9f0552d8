"""The API's documentation page. It works offline: its script and style come with an installed package."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from user_memory.api.problems import RequestProblem

routes = APIRouter(include_in_schema=False)
_ASSETS = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
}
_SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>user-memory API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  tryItOutEnabled: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
"""


@routes.get("/docs")
async def docs_page() -> HTMLResponse:
    """The page."""
    return HTMLResponse(_PAGE, headers=_SECURITY)


@routes.get("/docs/start.js")
async def docs_start() -> Response:
    """The script that starts the page."""
    return Response(_START, media_type="text/javascript; charset=utf-8", headers=_SECURITY)


@routes.get("/docs/{name}")
def docs_asset(name: str) -> Response:
    """Script and style of Swagger UI."""
    if name not in _ASSETS:
        raise RequestProblem(404, "There is no such file of the documentation.")
    content = files("fastapi_offline").joinpath("static", name).read_bytes()
    return Response(content, media_type=_ASSETS[name], headers=_SECURITY | {"Cache-Control": "max-age=86400"})
