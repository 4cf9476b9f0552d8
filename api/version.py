"""The installed version of the package."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """The version as installed; ``0+unknown`` when run from a folder that was never installed."""
    try:
        return metadata.version("user-memory")
    except metadata.PackageNotFoundError:
        return "0+unknown"
