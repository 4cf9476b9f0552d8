"""Fixtures for all tests: ``engine`` is each engine in turn, started once for the whole run.

Tests share the databases, so each works for a user of its own and wipes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.neo4j_server import RELEASES, Server, Unavailable, wanted
from user_memory.graph.engine import Engine
from user_memory.graph.engines import open_engine

SERVERS = pytest.StashKey[dict[str, Server]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    browser = parser.getgroup("browser")
    browser.addoption(
        "--require-browser", action="store_true", help="fail, not skip, the tests that find no Chromium"
    )
    group = parser.getgroup("neo4j")
    group.addoption(
        "--require-neo4j", action="store_true", help="fail, not skip, the tests that find no Neo4j"
    )
    group.addoption(
        "--neo4j-version",
        action="append",
        default=[],
        choices=list(RELEASES),
        help="a Neo4j release to test on; may be repeated (default: TEST_NEO4J_VERSIONS, else 5.26)",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        versions = wanted(metafunc.config.getoption("--neo4j-version"), os.environ)
        names = ["embedded", *(f"neo4j-{version}" for version in versions)]
        metafunc.parametrize("engine", names, indirect=True, scope="session")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Boot what the collected tests need, while the others run."""
    if session.config.option.collectonly:
        return
    for server in _servers(session.config, {_engine_name(item) for item in session.items}).values():
        server.begin()


def _engine_name(item: pytest.Item) -> str:
    spec = getattr(item, "callspec", None)
    return str(spec.params.get("engine", "")) if spec else ""


def _servers(config: pytest.Config, names: set[str]) -> dict[str, Server]:
    servers = config.stash.setdefault(SERVERS, {})
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]
    for name in sorted(names):
        version = name.removeprefix("neo4j-")
        if version != name and version not in servers:
            servers[version] = Server(version, factory.mktemp(name), os.environ)
    return servers


def pytest_unconfigure(config: pytest.Config) -> None:
    for server in config.stash.get(SERVERS, {}).values():
        server.end()


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A started engine: embedded, then each Neo4j release."""
    name: str = request.param
    opened = (
        open_engine(tmp_path_factory.mktemp("embedded") / "data")
        if name == "embedded"
        else _neo4j(request.config, name)
    )
    opened.start()
    yield opened
    opened.close()


def _neo4j(config: pytest.Config, name: str) -> Engine:
    server = _servers(config, {name})[name.removeprefix("neo4j-")]
    try:
        server.wait()
    except Unavailable as reason:
        if config.getoption("--require-neo4j"):
            pytest.fail(f"--require-neo4j: {reason}", pytrace=False)
        pytest.skip(str(reason))
    username, password = server.auth or (None, None)
    return open_engine(server.uri, username=username, password=password)


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """A folder that does not exist yet, for an embedded engine of the test's own."""
    return tmp_path / "data"
