"""The embedded engine: ArcadeDB inside this process, reached over Bolt on the loopback interface."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from user_memory.graph.engine import Capabilities, Endpoint
from user_memory.graph.engines.cleansing import cleanse_database, standing
from user_memory.graph.engines.folder import DataFolder, Listener
from user_memory.graph.errors import ConfigurationError, EngineUnavailable
from user_memory.graph.statements import migrations

HOST = "127.0.0.1"
DATABASE = "memory"
JOIN_SECONDS = 10.0
"""How long to wait for a server that another process is starting, cleansing or stopping."""
ATTEMPTS = 3
"""A free port may be taken by somebody else before the server binds it."""


@cache
def _library() -> Any:
    """The database library with its log switched off.

    Its log quotes keys and statements, and a log must never hold what a user said. The library takes its logging
    configuration from the environment when it is first used, and splits that variable at white space.
    """
    place = next((p for p in (tempfile.gettempdir(), "/tmp") if not any(c.isspace() for c in p)), None)
    folder = tempfile.mkdtemp(prefix="user-memory-", dir=place)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    config = Path(folder, "silent.properties")
    config.write_text("handlers=\n.level=OFF\n", encoding="ascii")
    arguments = os.environ.get("ARCADEDB_NATIVE_ISOLATE_ARGS", "").split()
    arguments.append(f"-Djava.util.logging.config.file={config}")
    os.environ["ARCADEDB_NATIVE_ISOLATE_ARGS"] = " ".join(arguments)
    os.environ["ARCADEDB_LOG_DIR"] = folder
    try:
        import arcadedb
    except ImportError as error:
        raise ConfigurationError(
            "The embedded database is not installed: run pip install 'user-memory[embedded]', or name a server with NEO4J_URI."
        ) from error
    return arcadedb


class EmbeddedEngine:
    """A database in a data folder. The first process to open the folder runs the server, later ones join it over Bolt."""

    capabilities = Capabilities(name="embedded", single_writer=True, needs_cleansing=True, whole_commits=True)

    def __init__(self, folder: Path) -> None:
        self._folder = DataFolder(folder)
        self._guard = threading.RLock()
        self._server: Any = None
        self._endpoint: Endpoint | None = None

    @property
    def owner(self) -> bool:
        """Whether the server runs in this process."""
        return self._server is not None

    @property
    def endpoint(self) -> Endpoint:
        if self._endpoint is None:
            raise EngineUnavailable("The embedded database is not started.", where=str(self._folder.path))
        return self._endpoint

    def start(self) -> None:
        with self._guard:
            if self.owner:
                return
            self._folder.prepare()
            deadline = time.monotonic() + JOIN_SECONDS
            while not (self._own() or self._join()):
                if time.monotonic() > deadline:
                    raise EngineUnavailable(
                        f"Another process holds the data folder {self._folder.path} and its database does not answer: "
                        "wait for it to start, or stop it.",
                        where=str(self._folder.path),
                    )
                time.sleep(0.05)

    def close(self) -> None:
        with self._guard:
            self._endpoint = None
            if not self.owner:
                return
            try:
                self._folder.withdraw()
                self._stop_server()
            finally:
                self._folder.release()
                atexit.unregister(self.close)

    def cleanse(self, schema: Sequence[str]) -> None:
        with self._guard:
            self._folder.ask_cleansing(schema)
            if not self.owner:
                return
            listener = self._folder.listener()
            self._stop_server()
            try:
                self._finish_cleansing()
            finally:
                self._serve(listener)

    def cleansing_due(self) -> bool:
        return self.owner and self._folder.cleansing_schema() is not None

    def _own(self) -> bool:
        """Run the server, unless another process does."""
        if not self._folder.acquire():
            return False
        try:
            library = _library()
            self._folder.check_format(version(library.__name__))
            self._mend()
            self._serve(None)
        except BaseException:
            self._folder.release()
            raise
        atexit.register(self.close)
        return True

    def _join(self) -> bool:
        """Use the server of the process that owns the folder, if it answers."""
        listener = self._folder.listener()
        if listener is None or not _answers(listener.port):
            return False
        self._endpoint = _endpoint(listener)
        return True

    def _serve(self, before: Listener | None) -> None:
        """Start the server, at the port and with the password it had ``before`` so that connected programs find it again."""
        for attempt in range(ATTEMPTS):
            again = before if attempt == 0 else None
            listener = again or Listener(
                _free_port(), os.getpid(), before.password if before else secrets.token_urlsafe(32)
            )
            try:
                self._server = self._start_server(listener)
            except _library().ArcadeDBError as error:
                if attempt == ATTEMPTS - 1:
                    raise EngineUnavailable(
                        f"The embedded database in {self._folder.path} did not start: {error}",
                        where=str(self._folder.path),
                    ) from error
            else:
                self._folder.announce(listener)
                self._endpoint = _endpoint(listener)
                return

    def _start_server(self, listener: Listener) -> Any:
        # The password is new at each start: the user file of the last one would keep the old.
        for leftover in ("config", "log"):
            shutil.rmtree(self._folder.server / leftover, ignore_errors=True)
        server = _library().create_server(
            root_path=str(self._folder.server),
            root_password=listener.password,
            config={
                "host": HOST,
                "mode": "production",
                "http_port": _free_port(),
                "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
                "bolt_port": listener.port,
                "txWalFlush": 2,
            },
        )
        server.start()
        try:
            server.create_database(DATABASE)
            if not _answers(listener.port):
                raise _library().ArcadeDBError(f"port {listener.port} is not listening")
        except BaseException:
            server.stop()
            raise
        return server

    def _stop_server(self) -> None:
        server, self._server = self._server, None
        try:
            server.stop()
        except _library().ArcadeDBError as error:
            raise EngineUnavailable(f"The embedded database did not stop cleanly: {error}") from error

    def _finish_cleansing(self) -> None:
        """Do the cleansing that is due, while nobody is connected."""
        schema = self._folder.cleansing_schema()
        if schema is None:
            return
        if self._place.is_dir():
            try:
                cleanse_database(self._open(), self._place, schema)
            except _library().ArcadeDBError as error:
                raise EngineUnavailable(
                    f"Erasing for good was broken off and begins again at the next start: {error}"
                ) from error
        self._folder.cleansing_done()

    def _mend(self) -> None:
        """Cleanse when that was broken off, or when the last owner ended without closing: it may have been about to."""
        crashed = self._folder.listener() is not None and self._place.is_dir()
        if crashed and self._folder.cleansing_schema() is None:
            database = self._open()
            try:
                found = standing(database, [text for step in migrations() for text in step.statements])
            finally:
                database.close()
            self._folder.ask_cleansing(found)
        self._finish_cleansing()

    @property
    def _place(self) -> Path:
        return self._folder.server / "databases" / DATABASE

    def _open(self) -> Any:
        """The database itself, without a server: nobody else is connected."""
        try:
            return _library().open_database(str(self._place))
        except _library().ArcadeDBError as error:
            raise EngineUnavailable(
                f"The database in {self._place} cannot be opened: {error}", where=str(self._folder.path)
            ) from error


def _endpoint(listener: Listener) -> Endpoint:
    return Endpoint(f"bolt://{HOST}:{listener.port}", "root", listener.password, DATABASE)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=2.0):
            return True
    except OSError:
        return False
