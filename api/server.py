"""Running the service: where it listens, what it says at the start, and how it ends."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable
from functools import partial

import uvicorn

from user_memory.api.app import create_app
from user_memory.api.listening import BACKLOG, address, listening
from user_memory.api.logs import configure_logs, logger
from user_memory.api.stopping import stopping_softly
from user_memory.api.upkeep import Upkeep, hosting, serving
from user_memory.api.workers import Workers
from user_memory.graph.errors import ConfigurationError
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.migrations import latest_version
from user_memory.opening import LateExtractor, UserMemory
from user_memory.settings import Settings, is_loopback

GRACE_SECONDS = 10
"""How long open requests may take to finish when the service is asked to stop."""


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; then finish open requests and close the memory. ``say`` tells people.

    Raises:
        ConfigurationError: the address cannot be used, the schema is behind, or it is open to others without an API key.
        EngineUnavailable, IncompatibleData: the database cannot be used.
        UserMemoryError: workers did not start, or all have ended.
    """
    configure_logs(settings.log_level)
    run = _alone if settings.workers == 1 else _with_workers
    with stopping_softly(), listening(settings) as listener:
        run(settings, listener, partial(say, _greeting(address(settings, listener))))
    say("user-memory has stopped.")


def _greeting(where: str) -> str:
    return (
        f"user-memory is ready.\nAPI docs: {where}/docs\nGraph browser: {where}/browse\nStop it with Ctrl+C."
    )


def _alone(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Hold the database and answer requests in one process."""
    with UserMemory.open(settings=settings) as memory:
        _check(memory, settings)
        with Upkeep(serving(memory)):
            answer(memory, settings, listener, ready)


def _with_workers(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Hold the database, read nothing, and have several processes answer requests.

    A worker that ends takes no database with it, and no request waits for the interpreter of the process that holds it.
    """
    reads_nothing = settings.model_copy(update={"encoder": "off"})
    with UserMemory.open(settings=reads_nothing, extractor=LateExtractor(settings)) as memory:
        _check(memory, settings)
        with Upkeep(hosting(memory)), Workers(settings, listener, GRACE_SECONDS) as workers:
            workers.run(ready)


def answer(
    memory: MemoryService,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    *,
    shared: bool = False,
) -> None:
    """Answer requests until a signal; ``shared`` with other processes that listen on the same socket."""
    for notice in memory.runtime.notices:
        logger().warning(notice.code)
    _spare_what_stays()
    config = uvicorn.Config(
        create_app(memory, settings),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=1 if shared else BACKLOG,
    )
    _Server(config, ready).run(sockets=[listener])


def _spare_what_stays() -> None:
    """Leave the models out of garbage collection: they stay for good, and going through them holds requests up."""
    gc.collect()
    gc.freeze()


def _check(memory: MemoryService, settings: Settings) -> None:
    check_schema(memory)
    check_exposure(memory, settings.host)


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
        for listener in sockets or ():
            # The event loop lets in as many callers at a time as its backlog says, and processes that share a socket share the
            # callers only where each lets in one. It sets the length of the queue to the same number, which is meant for neither.
            listener.listen(BACKLOG)
        if self.started:
            self._ready()
