"""From options and environment to an open memory."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from user_memory.settings import Settings, load_settings

if TYPE_CHECKING:
    from user_memory.graph.candidates import Background, Extraction, Extractor, Screening
    from user_memory.graph.memory.service import MemoryService
    from user_memory.graph.model import Interaction


class _LateExtractor:
    """Loads the language models when a command first needs them: most commands never do."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _loaded(self) -> Extractor:
        from user_memory.extraction import open_extractor

        return open_extractor(self._settings)

    def extract(self, interaction: Interaction, background: Background) -> Extraction:
        return self._loaded.extract(interaction, background)

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        return self._loaded.screen(text, consents)


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
    from user_memory import UserMemory

    return UserMemory.open(settings=settings, extractor=_LateExtractor(settings))
