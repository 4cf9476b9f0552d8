"""A relay on a port of its own that can be stopped and started: a network that fails and comes back."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading


class Relay:
    """Passes connections on to ``target`` while it is up."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._open: list[socket.socket] = []
        self._up = True
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        """Cut every connection, and refuse new ones."""
        self._up = False
        self._cut()

    def start(self) -> None:
        """Take connections again."""
        self._up = True

    def close(self) -> None:
        self.stop()
        self._door.close()

    def _cut(self) -> None:
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if not self._up:
                near.close()
                continue
            far = socket.create_connection(self._target)
            self._open += [near, far]
            threading.Thread(target=_pass_on, args=(near, far), daemon=True).start()


def _pass_on(near: socket.socket, far: socket.socket) -> None:
    with contextlib.suppress(OSError, ValueError), selectors.DefaultSelector() as ready:
        ready.register(near, selectors.EVENT_READ, far)
        ready.register(far, selectors.EVENT_READ, near)
        while True:
            for key, _ in ready.select():
                data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                if not data:
                    return
                key.data.sendall(data)
