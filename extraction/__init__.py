"""From what people say to candidate facts, events and rules. ``open_extractor`` builds the pipeline; nothing heavy loads before."""

from __future__ import annotations

from typing import Protocol

from user_memory.graph.candidates import Extractor
from user_memory.graph.errors import ConfigurationError

__all__ = ["open_extractor"]


class Secret(Protocol):
    """A value that shows itself only when asked to."""

    def get_secret_value(self) -> str: ...


class ExtractionSettings(Protocol):
    """The settings that extraction reads."""

    @property
    def spacy_model(self) -> str | None: ...
    @property
    def llm_url(self) -> str | None: ...
    @property
    def llm_model(self) -> str | None: ...
    @property
    def llm_key(self) -> Secret | None: ...


def open_extractor(settings: ExtractionSettings | None = None) -> Extractor:
    """The extractor that ``settings`` ask for; without them the rules alone, with the default English pipeline.

    Raises:
        ConfigurationError: the spaCy pipeline is not installed, or a language model's address has no model's name.
    """
    from user_memory.extraction.pipeline import Pipeline

    name = settings.spacy_model if settings is not None else None
    rules = Pipeline(name) if name else Pipeline()
    if settings is None or settings.llm_url is None:
        return rules
    if settings.llm_model is None:
        raise ConfigurationError(
            "USER_MEMORY_LLM_URL is set and USER_MEMORY_LLM_MODEL is not: name the model.", where="llm_model"
        )
    from user_memory.extraction.llm.client import ModelClient
    from user_memory.extraction.llm.extractor import ModelExtractor

    key = settings.llm_key.get_secret_value() if settings.llm_key is not None else None
    return ModelExtractor(rules, ModelClient(settings.llm_url, settings.llm_model, key))
