"""The command line ``user-memory``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers the exit code: 0 done, 1 found wanting, 2 bad input or configuration."""
    from user_memory.cli.commands import app
    from user_memory.graph.errors import UserMemoryError

    try:
        app(args=None if arguments is None else list(arguments))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except UserMemoryError as error:
        return _told(error.detail)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _told(f"{name}{error.strerror or error}")
    return 0


def _told(detail: str) -> int:
    print(f"user-memory: {detail}", file=sys.stderr)
    return BAD_INPUT
