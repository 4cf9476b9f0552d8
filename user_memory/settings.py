"""Everything that can be set from outside, read from the environment.

The prefix is ``USER_MEMORY_``; the database has its customary names ``NEO4J_URI``, ``NEO4J_USERNAME``,
``NEO4J_PASSWORD`` and ``NEO4J_DATABASE``.
"""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from user_memory.graph.config import Config
from user_memory.graph.decay import PROFILES
from user_memory.graph.errors import ConfigurationError

PREFIX = "USER_MEMORY_"


def _neo4j(name: str) -> AliasChoices:
    return AliasChoices(name.upper(), name)


class Settings(BaseSettings):
    """What the environment says, with the defaults of the design. Bad values are refused, never guessed."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, populate_by_name=True
    )

    host: str = Field(
        default="127.0.0.1",
        description="address the service listens on; other than loopback needs an API key",
    )
    port: int = Field(default=8000, ge=0, le=65_535, description="port the service listens on")
    workers: int = Field(
        default=1,
        ge=1,
        le=64,
        description="processes that answer requests; about one for each processor core",
    )
    data: Path = Field(default=Path("./user-memory-data"), description="folder of the embedded engine")
    engine: Literal["embedded", "neo4j"] | None = Field(
        default=None, description="database engine; by default neo4j where NEO4J_URI is set, else embedded"
    )
    tenant: str = Field(
        default="default", min_length=1, max_length=128, description="tenant of command line and Python calls"
    )
    cap: int = Field(gt=0, le=1_000_000, default=500, description="most active memories of one user")
    quote_days: int = Field(
        ge=0, le=36_500, default=30, description="days a supporting quote is kept; 0: never stored"
    )
    archive_days: int = Field(gt=0, le=36_500, default=365, description="days an archived memory is kept")
    session_ttl_seconds: int = Field(
        gt=0, le=2_592_000, default=86_400, description="seconds a session lives after its last use"
    )
    decay_profile: Literal["default", "classic"] = Field(default="default", description="rates of forgetting")
    profile: Literal["balanced", "classic"] = Field(default="balanced", description="ranking profile")
    relevance_threshold: float | None = Field(
        default=None, ge=0.0, le=1.0, description="least relevance of a hit"
    )
    encoder: str | None = Field(default=None, description="name of the sentence encoder, or 'off'")
    spacy_model: str | None = Field(default=None, description="name of the installed spaCy pipeline")
    llm_url: str | None = Field(
        default=None, description="base URL of an OpenAI-compatible service; unset: no model is asked"
    )
    llm_model: str | None = Field(default=None, description="name of that service's model")
    llm_key: SecretStr | None = Field(default=None, description="key of that service")
    cache_bytes: int = Field(
        ge=0, default=256 * 1024 * 1024, description="most memory for per-user snapshots, in bytes"
    )
    max_request_bytes: int = Field(
        gt=0, default=8 * 1024 * 1024, description="largest request body, in bytes"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="least level that is logged"
    )

    neo4j_uri: str | None = Field(default=None, validation_alias=_neo4j("neo4j_uri"))
    neo4j_username: str = Field(default="neo4j", validation_alias=_neo4j("neo4j_username"))
    neo4j_password: SecretStr | None = Field(default=None, validation_alias=_neo4j("neo4j_password"))
    neo4j_database: str | None = Field(default=None, validation_alias=_neo4j("neo4j_database"))

    def target(self) -> str | Path:
        """What to open: the URI of Neo4j, or the data folder of the embedded engine.

        Raises:
            ConfigurationError: the engine is neo4j and there is no URI.
        """
        if self.engine == "embedded" or (self.engine is None and not self.neo4j_uri):
            return self.data
        if not self.neo4j_uri:
            raise ConfigurationError(
                "The engine is neo4j and NEO4J_URI is not set. Set it, as in neo4j://localhost:7687."
            )
        return self.neo4j_uri

    def config(self) -> Config:
        """The part that the memory itself takes."""
        return Config(
            cap=self.cap,
            quote_days=self.quote_days,
            archive_days=self.archive_days,
            session_ttl=timedelta(seconds=self.session_ttl_seconds),
            decay=PROFILES[self.decay_profile],
            profile=self.profile,
            relevance_threshold=self.relevance_threshold,
            cache_bytes=self.cache_bytes,
        )


def load_settings(**overrides: object) -> Settings:
    """The settings of the environment; an override that is ``None`` counts as not given.

    Raises:
        ConfigurationError: a value cannot be used; the message names the variable, never the value.
    """
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        variable = name.upper() if name.lower().startswith("neo4j") else PREFIX + name.upper()
        raise ConfigurationError(f"{variable} cannot be used: {first['msg']}.", where=variable) from None


def is_loopback(host: str) -> bool:
    """Whether an address or host name reaches only this machine."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
