"""What a running service does by itself: daily maintenance, by whichever process holds the lease."""

from __future__ import annotations

import secrets
import threading
import time
from types import TracebackType

from user_memory.api.logs import logger, outline
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.statements import migrations

EVERY_SECONDS = 900.0
"""How often it is asked whether maintenance is due; the lease in the database keeps it to once a day."""
LOOK_SECONDS = 2.0
"""How often it is asked whether another program that erased something waits for the files to be cleansed."""


class Upkeep:
    """A background thread that lives as long as its ``with`` block."""

    def __init__(self, memory: MemoryService) -> None:
        self._memory = memory
        self._holder = secrets.token_hex(8)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="user-memory-upkeep", daemon=True)

    def __enter__(self) -> Upkeep:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        due = 0.0
        while True:
            now = time.monotonic()
            if now >= due:
                self._maintain()
                due = now + EVERY_SECONDS
            self._cleanse()
            if self._stop.wait(LOOK_SECONDS):
                return

    def _cleanse(self) -> None:
        database = self._memory.runtime.database
        if database.engine.cleansing_due():
            try:
                database.cleanse([text for step in migrations() for text in step.statements])
            except UserMemoryError as error:
                logger().warning("cleansing_failed", **outline(error))

    def _maintain(self) -> None:
        """Run maintenance if it is due. A database that is away is asked again the next time."""
        try:
            report = self._memory.decay_if_due(self._holder)
        except UserMemoryError as error:
            logger().warning("maintenance_failed", **outline(error))
            return
        if report is not None:
            counts = {name: getattr(report, name) for name in ("users", "archived", "deleted", "expired")}
            logger().info("maintenance", run=report.id, **counts)
