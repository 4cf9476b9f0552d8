"""What a running service does by itself: daily maintenance, and forgetting for good what was erased elsewhere."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType

from user_memory.api.logs import logger, outline
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.statements import migrations

MAINTAIN_SECONDS = 900.0
"""How often it is asked whether maintenance is due; the lease in the database keeps it to once a day."""
FORGET_SECONDS = 10.0
"""How often it is asked whether what is kept in memory is outdated, by what another process wrote or erased."""
LOOK_SECONDS = 2.0
"""How often it is asked whether another program that erased something waits for the files to be cleansed."""
HOST_SECONDS = 0.25
"""The same in a process that holds the database for others: all that is erased comes from them."""


@dataclass(slots=True)
class Chore:
    """Something to do every so many seconds; ``due`` is the time of the next, by the monotonic clock."""

    every: float
    do: Callable[[], None]
    event: str
    """What is logged where it fails."""
    due: float = 0.0

    def run(self) -> None:
        """Do it. A database that is away is asked again the next time."""
        try:
            self.do()
        except UserMemoryError as error:
            logger().warning(self.event, **outline(error))


class Upkeep:
    """A background thread that lives as long as its ``with`` block. The last of the chores is done once more at the end."""

    def __init__(self, chores: Sequence[Chore]) -> None:
        self._chores = chores
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
        self._chores[-1].run()

    def _run(self) -> None:
        while True:
            now = time.monotonic()
            for chore in self._chores:
                if now >= chore.due:
                    chore.run()
                    chore.due = now + chore.every
            if self._stop.wait(min(chore.every for chore in self._chores)):
                return


def serving(memory: MemoryService) -> list[Chore]:
    """The chores of a process that answers requests."""
    holder = secrets.token_hex(8)
    return [
        Chore(MAINTAIN_SECONDS, lambda: _maintain(memory, holder), "maintenance_failed"),
        Chore(FORGET_SECONDS, memory.forget_outdated, "forgetting_failed"),
        Chore(LOOK_SECONDS, lambda: _cleanse(memory), "cleansing_failed"),
    ]


def hosting(memory: MemoryService) -> list[Chore]:
    """The chores of a process that only holds the database for others."""
    return [Chore(HOST_SECONDS, lambda: _cleanse(memory), "cleansing_failed")]


def _cleanse(memory: MemoryService) -> None:
    database = memory.runtime.database
    if database.engine.cleansing_due():
        database.cleanse([text for step in migrations() for text in step.statements])


def _maintain(memory: MemoryService, holder: str) -> None:
    report = memory.decay_if_due(holder)
    if report is not None:
        counts = {name: getattr(report, name) for name in ("users", "archived", "deleted", "expired")}
        logger().info("maintenance", run=report.id, reembedded=memory.reembed(), **counts)
