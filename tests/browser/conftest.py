"""The real service on an embedded engine, and a headless Chromium that looks at it."""

from __future__ import annotations

import shutil
import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.scripted import ScriptedExtractor
from user_memory.api.app import create_app
from user_memory.graph.config import Config
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.settings import Settings

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--enable-unsafe-swiftshader",
]
CAP = 5_000
PATIENCE = 30_000
"""Milliseconds until a test gives up: an erasure on a busy machine takes its time."""
expect.set_options(timeout=PATIENCE)
SOFTWARE = "GPU stall due to ReadPixels"
"""What drawing without a graphics card says of itself."""
FIRST = """user sibling Nina
Nina lives_in Oslo
Nina works_for Acme
Mona works_for Acme
Mona lives_in Bergen
Mona_Berga likes tea
since 2020-01-01 user lives_in Porto
maybe user likes chess
user not likes fish
event 2026-01-05 Nina visited Mona
event undated Nina laughed
rule be brief
when coding: rule use tabs"""


@dataclass
class Site:
    """The service that the browser visits."""

    memory: MemoryService
    url: str

    def user(self) -> User:
        """A user whom nobody has met."""
        return self.memory.user(f"ana-{uuid.uuid4()}")


@contextmanager
def served(memory: MemoryService) -> Iterator[Site]:
    """The service on a free port, for as long as the block runs."""
    config = uvicorn.Config(
        create_app(memory, Settings()),
        host="127.0.0.1",
        port=0,
        log_config=None,
        access_log=False,
        lifespan="off",
    )
    server, ready = uvicorn.Server(config), threading.Event()
    startup = server.startup

    async def started(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = started  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert ready.wait(30), "the service did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Site(memory, f"http://127.0.0.1:{port}")
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One service for all browser tests; each test has users of its own."""
    engine = open_engine(tmp_path_factory.mktemp("browser") / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None, config=Config(cap=CAP)) as memory:
        memory.migrate()
        with served(memory) as running:
            yield running


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A headless Chromium of the machine."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "no Chromium is installed (Debian: apt-get install chromium)"
        if request.config.getoption("--require-browser"):
            pytest.fail(f"--require-browser: {reason}", pytrace=False)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A tab with a record of what went wrong in it and whom it asked."""

    page: Page
    site: Site
    complaints: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    expected: tuple[str, ...] = (SOFTWARE,)
    """Parts of complaints that belong to what the test does."""

    def watch(self) -> Visit:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)
        return self

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(e in message.text for e in self.expected):
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            self.hosts.add(request.url.split("/v1/")[0].split("/browse")[0].rstrip("/"))

    def open(self, user: User | str, view: str = "overview", **params: str) -> Page:
        """Go to a view and wait until it is there."""
        name = user if isinstance(user, str) else user.id
        query = f"?{urlencode(params)}" if params else ""
        self.page.goto(f"{self.site.url}/browse#/{quote(name, safe='')}/{view}{query}")
        return self.settled()

    def settled(self) -> Page:
        """The page once nothing is being loaded."""
        self.page.wait_for_selector("main:not([aria-busy]) h1")
        self.page.wait_for_selector("aside:not([aria-busy])", state="attached")
        return self.page


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Visit]:
    """A fresh tab; at the end nothing was complained of and no other origin was asked."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    opened = Visit(context.new_page(), site).watch()
    yield opened
    context.close()
    assert opened.complaints == []
    assert opened.hosts <= {site.url}


@pytest.fixture
def ana(site: Site) -> User:
    return site.user()


@pytest.fixture
def family(ana: User) -> User:
    """A user with facts that changed, events, a rule, and two persons who may be one."""
    ana.remember(
        [
            {"id": "m1", "role": "user", "content": FIRST, "at": "2026-01-10T09:00:00Z"},
            {"id": "m2", "role": "user", "content": "user lives_in Lisbon", "at": "2026-02-10T09:00:00Z"},
        ],
        session_id="s1",
    )
    return ana
