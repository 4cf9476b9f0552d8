"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

UserId = Annotated[str, Option("--user", "-u", envvar="USER_MEMORY_USER", help="Id of the user.")]
Data = Annotated[
    Path | None, Option("--data", help="Data folder of the embedded engine.", show_default=False)
]
Engine = Annotated[str | None, Option("--engine", help="embedded or neo4j.", show_default=False)]
Tenant = Annotated[str | None, Option("--tenant", help="Tenant of the user.", show_default=False)]
AsJson = Annotated[bool, Option("--json", help="Print JSON, as the HTTP API answers it.")]
AsOf = Annotated[str | None, Option("--as-of", help="What held at this time (RFC 3339).", show_default=False)]
KnownAt = Annotated[str | None, Option("--known-at", help="What was known at this time.", show_default=False)]
InputFile = Annotated[str, Argument(help="A file, or - for standard input.", show_default=False)]
