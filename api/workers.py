"""Several processes that answer requests on one socket: started together, started again when one ends, stopped together."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType

from user_memory.api.line import READY
from user_memory.api.logs import logger
from user_memory.graph.errors import ConfigurationError, UserMemoryError
from user_memory.settings import Settings

CLOSING_SECONDS = 20.0
"""How long a worker may take to close its memory, beside finishing open requests."""
LEAST_PAUSE, MOST_PAUSE = 1.0, 30.0
"""Seconds before a worker whose last start failed is started again; they double from the least to the most."""


@dataclass(slots=True)
class _Worker:
    """One process. It stops when its line is closed here, which the end of this process does too."""

    process: subprocess.Popen[bytes]
    line: Connection
    ready: bool = False
    reason: str | None = None


class Workers:
    """As many processes as ``settings.workers``, for as long as the ``with`` block lasts.

    One that ends is started again. When none is left that answers, or one fails at the first start, all stop.
    """

    def __init__(self, settings: Settings, listener: socket.socket, grace: float) -> None:
        """``grace``: seconds that open requests may take at the end.

        Raises:
            ConfigurationError: this platform cannot share a socket between processes.
        """
        if os.name != "posix":
            raise ConfigurationError(
                "Several workers need a POSIX system. Set USER_MEMORY_WORKERS to 1.",
                where="USER_MEMORY_WORKERS",
            )
        self._settings, self._listener, self._grace = settings, listener, grace
        self._workers: list[_Worker] = []
        self._figures = tempfile.TemporaryDirectory(prefix="user-memory-figures-")
        self._pause, self._due = 0.0, 0.0

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.line.close()
        deadline = time.monotonic() + self._grace + CLOSING_SECONDS
        for worker in self._workers:
            _end(worker.process, deadline)
        self._figures.cleanup()

    def run(self, ready: Callable[[], None]) -> None:
        """Keep the workers running until a signal; ``ready`` is called once all answer.

        Raises:
            UserMemoryError: one failed at the first start, or none is left that answers.
        """
        for _ in range(self._settings.workers):
            self._start()
        while not all(worker.ready for worker in self._workers):
            for worker in self._heard(None):
                if _has_ended(worker):
                    raise UserMemoryError(f"A worker did not start: {_why(worker)}")
        ready()
        while True:
            for worker in self._heard(self._wait()):
                if _has_ended(worker):
                    self._lost(worker)
            self._replace()

    def _start(self) -> None:
        ours, theirs = Pipe()
        with theirs:
            shared = (self._listener.fileno(), theirs.fileno())
            with _no_signals():
                process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "user_memory.api.worker", *map(str, shared)],
                    pass_fds=shared,
                    # Modules are found where this process found them, and not in whatever folder it was started.
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                )
                self._workers.append(_Worker(process, ours))
        ours.send((self._settings, self._figures.name))

    def _heard(self, seconds: float | None) -> list[_Worker]:
        """The workers of whom there is news, within that time."""
        heard = wait([worker.line for worker in self._workers], seconds)
        return [worker for worker in self._workers if worker.line in heard]

    def _lost(self, worker: _Worker) -> None:
        """Take note of a worker that has ended, and when its place is to be filled."""
        self._workers.remove(worker)
        worker.line.close()
        logger().warning("worker_ended", worker=worker.process.pid, why=_why(worker), answered=worker.ready)
        if not any(other.ready for other in self._workers):
            raise UserMemoryError(f"No worker is left that answers, so the service stops: {_why(worker)}")
        self._pause = 0.0 if worker.ready else min(max(2 * self._pause, LEAST_PAUSE), MOST_PAUSE)
        self._due = time.monotonic() + self._pause

    @property
    def _missing(self) -> bool:
        return len(self._workers) < self._settings.workers

    def _wait(self) -> float | None:
        """Seconds until a worker is to be started; ``None`` when none is."""
        return max(self._due - time.monotonic(), 0.0) if self._missing else None

    def _replace(self) -> None:
        while self._missing and time.monotonic() >= self._due:
            self._start()


def _has_ended(worker: _Worker) -> bool:
    """Hear what a worker says; it has ended when its line is closed."""
    try:
        told = worker.line.recv()
    except (EOFError, OSError):
        _end(worker.process, time.monotonic() + CLOSING_SECONDS)
        return True
    worker.ready, worker.reason = told == READY, told or None
    if worker.ready:
        logger().info("worker_ready", worker=worker.process.pid)
    return False


def _why(worker: _Worker) -> str:
    code = worker.process.returncode
    how = f"it was ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"
    return worker.reason or f"{how}. Its log above tells more."


def _end(process: subprocess.Popen[bytes], deadline: float) -> None:
    """Wait for a process that is about to end, and kill one that does not."""
    try:
        process.wait(max(deadline - time.monotonic(), 0.0))
    except subprocess.TimeoutExpired:
        logger().warning("worker_killed", worker=process.pid)
        process.kill()
        process.wait()


@contextmanager
def _no_signals() -> Iterator[None]:
    """Hold signals to stop back: none comes between a start and its record, and the new process begins deaf to them.

    It is stopped by its line; Ctrl+C reaches every process of a terminal and is for this one.
    """
    held = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, held)
