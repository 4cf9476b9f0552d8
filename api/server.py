"""Running the service: where it listens, what it says at the start, and how it ends."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

import uvicorn
from fastapi import FastAPI

from user_memory.api.app import create_app
from user_memory.api.logs import configure_logs, logger
from user_memory.api.upkeep import Upkeep
from user_memory.graph.errors import ConfigurationError
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.migrations import latest_version
from user_memory.opening import UserMemory
from user_memory.settings import Settings, is_loopback

GRACE_SECONDS = 10
"""How long open requests may take to finish when the service is asked to stop."""


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; then finish open requests and close the memory. ``say`` tells people.

    Raises:
        ConfigurationError: the address cannot be used, the schema is behind, or it is open to others without an API key.
        EngineUnavailable, IncompatibleData: the database cannot be used.
    """
    configure_logs(settings.log_level)
    with _stopping_softly(), _listening(settings) as listener, UserMemory.open(settings=settings) as memory:
        check_schema(memory)
        check_exposure(memory, settings.host)
        for notice in memory.runtime.notices:
            logger().warning(notice.code)
        _spare_what_stays()
        with Upkeep(memory):
            ready = (
                f"user-memory is ready.\nAPI docs: {_address(settings, listener)}/docs\n"
                f"Graph browser: {_address(settings, listener)}/browse\nStop it with Ctrl+C."
            )
            _Server(_config(create_app(memory, settings)), partial(say, ready)).run(sockets=[listener])
    say("user-memory has stopped.")


def _spare_what_stays() -> None:
    """Leave the models out of garbage collection: they stay for good, and going through them holds requests up."""
    gc.collect()
    gc.freeze()


def check_schema(memory: MemoryService) -> None:
    """Raises:
    ConfigurationError: the database's schema is older than this program needs.
    """
    version = memory.check()
    if version < latest_version():
        raise ConfigurationError(
            f"The database's schema is at version {version}, and this program needs {latest_version()}. "
            "Run 'user-memory migrate' once, then start again."
        )


def check_exposure(memory: MemoryService, host: str) -> None:
    """Raises:
    ConfigurationError: others than this machine could call, and no API key protects the memory.
    """
    if not is_loopback(host) and not memory.keys.any():
        raise ConfigurationError(
            f"The service would listen on {host}, where other machines reach it, and no API key has been made. "
            "Run 'user-memory keys create' first, or listen on 127.0.0.1 (USER_MEMORY_HOST)."
        )


class _Server(uvicorn.Server):
    """Says so once requests are answered."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """A socket bound to the address of the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (settings.host.strip("[]"), settings.port), family=family, backlog=512
        )
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigurationError(
            f"Cannot listen on {settings.host} port {settings.port} ({reason}). "
            "Choose another address with --host and --port, or USER_MEMORY_HOST and USER_MEMORY_PORT."
        ) from None
    with listener:
        # Accepted connections inherit it; without it each answer waits some 40 ms for the caller to acknowledge its head.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield listener


def _address(settings: Settings, listener: socket.socket) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}:{listener.getsockname()[1]}"


@contextmanager
def _stopping_softly() -> Iterator[None]:
    """A signal to stop ends this block instead of the process, so that everything is closed in order.

    The server hands the signal on once it has stopped; by then there is nothing left to interrupt. A signal before that
    ends the start.
    """
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    except _Left:
        return
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Left(BaseException):
    """A signal asked the service to stop."""


def _leave(number: int, frame: FrameType | None) -> None:
    for every in (signal.SIGTERM, signal.SIGINT):
        signal.signal(every, signal.SIG_IGN)
    raise _Left
