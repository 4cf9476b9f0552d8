"""From what people say to candidate facts, events and rules. ``open_extractor`` builds the pipeline; nothing heavy loads before."""

from __future__ import annotations

from typing import Protocol

from user_memory.graph.candidates import Extractor

__all__ = ["open_extractor"]


class ExtractionSettings(Protocol):
    """The settings that extraction reads."""

    @property
    def spacy_model(self) -> str | None: ...


def open_extractor(settings: ExtractionSettings | None = None) -> Extractor:
    """The extractor that ``settings`` ask for; without them the rules alone, with the default English pipeline.

    Raises:
        ConfigurationError: the spaCy pipeline is not installed.
    """
    from user_memory.extraction.pipeline import Pipeline

    name = settings.spacy_model if settings is not None else None
    return Pipeline(name) if name else Pipeline()
