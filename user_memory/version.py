"""The version of the installed package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("user-memory")
except PackageNotFoundError:
    __version__ = "0+source"
