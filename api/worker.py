"""One of several processes that answer requests; ``user_memory.api.workers`` starts it with two file descriptors.

    python -m user_memory.api.worker LISTENER LINE

The line tells it its settings, and to stop by being closed.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from functools import partial
from multiprocessing.connection import Connection

from user_memory.api.line import FIGURES, READY
from user_memory.api.stopping import stopping_softly
from user_memory.graph.errors import UserMemoryError
from user_memory.settings import Settings

FAILED = 2
"""The exit code of a worker that could not begin."""


def main(listener: int, line: int) -> int:
    """Answer requests on the socket until the line is closed; answers the exit code."""
    with stopping_softly(), socket.socket(fileno=listener) as door, Connection(line) as told:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        settings, os.environ[FIGURES] = told.recv()
        threading.Thread(target=_heed, args=(told,), name="user-memory-line", daemon=True).start()
        try:
            _work(settings, door, told)
        except UserMemoryError as error:
            told.send(error.detail)
            return FAILED
    return 0


def _work(settings: Settings, door: socket.socket, line: Connection) -> None:
    from user_memory.api.logs import configure_logs
    from user_memory.api.server import answer
    from user_memory.api.upkeep import Upkeep, serving
    from user_memory.opening import UserMemory

    configure_logs(settings.log_level)
    with UserMemory.open(settings=settings) as memory, Upkeep(serving(memory)):
        answer(memory, settings, door, partial(line.send, READY), shared=True)


def _heed(line: Connection) -> None:
    """Stop this process when nobody holds the other end of the line any more."""
    try:
        line.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), int(sys.argv[2])))
