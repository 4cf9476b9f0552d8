"""From options and environment to an open memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from user_memory.settings import Settings, load_settings

if TYPE_CHECKING:
    from user_memory.graph.memory.service import MemoryService


def settings_of(data: Path | None = None, engine: str | None = None, tenant: str | None = None) -> Settings:
    """The environment's settings with the options of the command laid over them.

    Raises:
        ConfigurationError: a value cannot be used.
    """
    if data is not None and engine is None:
        engine = "embedded"
    return load_settings(data=data, engine=engine, tenant=tenant)


def open_memory(settings: Settings) -> MemoryService:
    """The memory that the settings name; an embedded one that a server already runs is joined."""
    from user_memory.opening import LateExtractor, UserMemory

    return UserMemory.open(settings=settings, extractor=LateExtractor(settings))
