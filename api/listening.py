"""The socket that the service listens on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from user_memory.graph.errors import ConfigurationError
from user_memory.settings import Settings

BACKLOG = 512
"""Callers that may wait to be let in."""


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """A socket bound to the address of the settings.

    Raises:
        ConfigurationError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (settings.host.strip("[]"), settings.port), family=family, backlog=BACKLOG
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


def address(settings: Settings, listener: socket.socket) -> str:
    """Where a browser on this machine reaches the service."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}:{listener.getsockname()[1]}"
