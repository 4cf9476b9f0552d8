"""A service with several workers, as a process, and connections of which it is known who answers them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, RemoteDisconnected
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds after which what was waited for is not expected any more."""
TRIES, AT_ONCE = 100, 4
"""Connections that are opened to meet every worker."""


class Log:
    """What the processes of the service log, as it comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._events: list[dict[str, Any]] = []
        self._words: list[str] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def first(self, wanted: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any]:
        """The first event that is wanted, waiting for it if need be."""
        with self._news:
            assert self._news.wait_for(lambda: any(map(wanted, self._events)), PATIENCE), self._events
            return next(filter(wanted, self._events))

    def told(self, start: str) -> str:
        """What the processes said to people about it, once they have ended."""
        self._reader.join(PATIENCE)
        return next(line for line in self._words if start in line)

    def until_ready(self, count: int) -> None:
        """Return once so many processes have come to answer requests."""
        with self._news:
            assert self._news.wait_for(lambda: len(self._ready()) >= count, PATIENCE), self._events

    def ready(self) -> list[int]:
        """The processes that have come to answer requests so far, in their order."""
        with self._news:
            return self._ready()

    def _ready(self) -> list[int]:
        return [event["worker"] for event in self._events if event["event"] == "worker_ready"]

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            with self._news:
                if line.startswith("{"):
                    self._events.append(json.loads(line))
                else:
                    self._words.append(line)
                self._news.notify_all()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call was answered with, and by which process."""

    status: int
    json: Any
    process: int


class Talk:
    """One connection, which one worker answers. Where it lay idle for so long that it was closed, the same one is sought anew."""

    def __init__(self, address: str, log: Log) -> None:
        self._at = urlsplit(address).netloc
        self._connection = HTTPConnection(self._at, timeout=PATIENCE)
        self._log = log
        self._process: int | None = None

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        try:
            answer = self._send(method, path, body, headers)
        except (ConnectionError, RemoteDisconnected):
            self._seek()
            answer = self._send(method, path, body, headers)
        self._process = answer.process
        return answer

    def close(self) -> None:
        self._connection.close()

    def _seek(self) -> None:
        for _ in range(TRIES):
            self._connection = HTTPConnection(self._at, timeout=PATIENCE)
            if self._send("GET", "/livez", None, {}).process == self._process:
                return
        raise AssertionError(f"{self._process} answers no more")

    def _send(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> Answer:
        text = None if body is None else json.dumps(body).encode()
        head = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request(method, path, text, {"Content-Type": "application/json", **head})
        answer = self._connection.getresponse()
        read, number = answer.read(), answer.headers["X-Request-ID"]
        told = self._log.first(lambda event: event.get("request_id") == number)
        content = json.loads(read) if "json" in answer.headers["Content-Type"] else read.decode()
        return Answer(answer.status, content, told["process"])


@dataclass(frozen=True, slots=True)
class Service:
    """A running service."""

    process: subprocess.Popen[str]
    address: str
    log: Log

    def talk(self) -> Talk:
        return Talk(self.address, self.log)

    def one_each(self, count: int = 2) -> list[Talk]:
        """A connection to each of the workers."""
        met: dict[int, Talk] = {}
        with ThreadPoolExecutor(
            AT_ONCE
        ) as threads:  # one at a time, the same worker may be the first each time
            for _ in range(TRIES):
                for process, talk in threads.map(lambda _: self._met(), range(AT_ONCE)):
                    if met.setdefault(process, talk) is not talk:
                        talk.close()
                if len(met) >= count:
                    return list(met.values())[:count]
        raise AssertionError(f"only {met.keys()} answer")

    def _met(self) -> tuple[int, Talk]:
        talk = self.talk()
        return talk.call("GET", "/livez").process, talk


def address_of(process: subprocess.Popen[str]) -> str:
    """Where a service answers, once it has said that it is ready."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"API docs: (http://\S+)/docs", line):
            return found[1]
    raise AssertionError("the service ended before it was ready")


@contextmanager
def serving(environment: Mapping[str, str], workers: int = 2) -> Iterator[Service]:
    """A service on a free port; killed at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-m", "user_memory.cli", "serve", "--port", "0", "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    ) as process:
        try:
            log = Log(process)
            address = address_of(process)
            log.until_ready(workers)
            yield Service(process, address, log)
        finally:
            process.kill()
