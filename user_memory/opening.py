"""Opening a memory: engine, extractor and encoder chosen by what is given and by the settings."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from user_memory.graph.candidates import Background, Extraction, Extractor, Screening
from user_memory.graph.clock import Clock, system_clock
from user_memory.graph.config import Config
from user_memory.graph.encoders import Encoder, open_encoder, open_reranker
from user_memory.graph.engine import Engine
from user_memory.graph.engines import open_engine
from user_memory.graph.ids import Randomness
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.model import Interaction, Notice
from user_memory.settings import Settings, load_settings


class LateExtractor:
    """Loads the language models when they are first needed: most commands never do, nor does a process that serves nobody."""

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


class UserMemory(MemoryService):
    """All users' memories on one engine: ``UserMemory.open(...).user("ana")``."""

    @classmethod
    def open(
        cls,
        target: str | Path | None = None,
        *,
        settings: Settings | None = None,
        config: Config | None = None,
        clock: Clock = system_clock,
        randomness: Randomness = os.urandom,
        extractor: Extractor | None = None,
        encoder: Encoder | None = None,
        rerank: bool = False,
        tenant: str | None = None,
        migrate: bool | None = None,
    ) -> UserMemory:
        """Open the memory in a folder (embedded engine) or at a Neo4j URI such as ``neo4j://localhost:7687``.

        Without a target the settings say where. The schema is brought up to date on the embedded engine (``migrate``
        ``None``), on every engine (``True``) or on none (``False``; use ``user-memory migrate``).

        Raises:
            ConfigurationError, IncompatibleData, EngineUnavailable: nothing is left running then.
        """
        settings = settings or load_settings()
        secret = settings.neo4j_password
        engine = open_engine(
            target if target is not None else settings.target(),
            username=settings.neo4j_username,
            password=secret.get_secret_value() if secret else None,
            database=settings.neo4j_database,
        )
        engine.start()
        try:
            memory = cls._on(engine, settings, config, clock, randomness, extractor, encoder, rerank, tenant)
            wanted = engine.capabilities.name == "embedded" if migrate is None else migrate
            memory.migrate() if wanted else memory.check()
        except BaseException:
            engine.close()
            raise
        return memory

    @classmethod
    def _on(
        cls,
        engine: Engine,
        settings: Settings,
        config: Config | None,
        clock: Clock,
        randomness: Randomness,
        extractor: Extractor | None,
        encoder: Encoder | None,
        rerank: bool,
        tenant: str | None,
    ) -> UserMemory:
        notices: list[Notice] = []
        if encoder is None:
            encoder, notice = open_encoder(settings.encoder)
            notices += [notice] if notice else []
        reranker = None
        if rerank:
            reranker, notice = open_reranker()
            notices += [notice] if notice else []
        if extractor is None:
            from user_memory.extraction import open_extractor

            extractor = open_extractor(settings)
        return cls(
            engine,
            extractor,
            encoder,
            config=config or settings.config(),
            clock=clock,
            randomness=randomness,
            tenant=tenant or settings.tenant,
            reranker=reranker,
            notices=tuple(notices),
        )
