"""The data folder of the embedded engine: who owns it, where its server listens, and which format it has."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from user_memory.graph.errors import ConfigurationError, IncompatibleData

FORMAT = 1
"""Raised when the layout of the folder changes so that older code could not read it."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A running server of the folder: its Bolt port on the loopback interface, its process and its password."""

    port: int
    pid: int
    password: str = field(repr=False)


class DataFolder:
    """The files beside the database, readable by their owner only.

    ``lock`` is held by the process that runs the server for as long as it runs, so it needs no look at process ids to know
    that a listener file is stale. ``engine.json`` tells others where the server is, ``cleansing.json`` holds the schema of a
    cleansing that is asked for or was broken off, and ``format.json`` says which versions wrote the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self._lock: FileLock | None = None

    @property
    def server(self) -> Path:
        """The root of the database server."""
        return self.path / "server"

    def prepare(self) -> None:
        """Make the folder, or raise ``ConfigurationError`` when it cannot be made, cannot be written or holds something else."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            names = set(os.listdir(self.path))
        except OSError as error:
            raise self._unusable(error) from error
        if names - {"lock"} and "format.json" not in names:
            raise ConfigurationError(
                f"{self.path} holds files that are not a memory's: choose an empty or a new folder.",
                where=str(self.path),
            )

    def acquire(self) -> bool:
        """Become the owner; ``False`` when another process (or another engine of this one) is."""
        lock = FileLock(self.path / "lock", mode=0o600, thread_local=False)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            raise self._unusable(error) from error
        self._lock = lock
        return True

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def check_format(self, engine_version: str) -> None:
        """Raise ``IncompatibleData`` when a newer version wrote the folder; else write down that this one did."""
        found = self._read("format.json")
        if found is not None:
            self._refuse_newer(found, engine_version)
        current = {"format": FORMAT, "engine": engine_version}
        if found != current:
            self._write("format.json", current)

    def _refuse_newer(self, found: dict[str, Any], engine_version: str) -> None:
        wrote = str(found.get("engine", ""))
        if found.get("format") != FORMAT or _numbers(wrote) > _numbers(engine_version):
            raise IncompatibleData(
                f"{self.path} was written in format {found.get('format')} by database version {wrote or 'unknown'}; this "
                f"program reads format {FORMAT} with version {engine_version}. Install the version that wrote it, or choose "
                "another folder.",
                where=str(self.path),
            )

    def listener(self) -> Listener | None:
        """Where the owner's server listens, as far as the folder says."""
        found = self._read("engine.json")
        return (
            None if found is None else Listener(int(found["port"]), int(found["pid"]), str(found["password"]))
        )

    def announce(self, listener: Listener) -> None:
        self._write("engine.json", asdict(listener))

    def withdraw(self) -> None:
        (self.path / "engine.json").unlink(missing_ok=True)

    def ask_cleansing(self, schema: Sequence[str]) -> None:
        self._write("cleansing.json", {"schema": list(schema)})

    def cleansing_schema(self) -> tuple[str, ...] | None:
        """The schema of the cleansing that is due; ``None`` when none is."""
        found = self._read("cleansing.json")
        return None if found is None else tuple(found["schema"])

    def cleansing_done(self) -> None:
        (self.path / "cleansing.json").unlink(missing_ok=True)

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            found = json.loads((self.path / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"{self.path / name} cannot be read ({error}): restore the folder from a backup.",
                where=str(self.path / name),
            ) from error
        return dict(found)

    def _write(self, name: str, value: dict[str, Any]) -> None:
        """Replace the file in one step, so that a reader finds the old content or the new."""
        part = self.path / f".{name}.{os.getpid()}"
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(value, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path / name)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> ConfigurationError:
        return ConfigurationError(
            f"The data folder {self.path} cannot be written ({error.strerror}): give this user the right to write there, or "
            "choose another folder with USER_MEMORY_DATA.",
            where=str(self.path),
        )


def _numbers(version: str) -> tuple[int, ...]:
    """The numeric parts of a version, for comparing."""
    return tuple(int(part) for part in re.findall(r"\d+", version))
