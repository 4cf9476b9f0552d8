"""The service in a process of its own, as it is run, and its callers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote, urlsplit

from bench.made_up import MOODS, THINGS

PROCESSES = Path("/proc")
FAILURES = (OSError, HTTPException)
"""What a call that was not answered well raises."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service: its address and its first process."""

    address: str
    pid: int


@contextmanager
def served(environment: Mapping[str, str], workers: int = 1) -> Iterator[Service]:
    """Start ``user-memory serve`` on a free port and answer where it is once it is ready; stop it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "user_memory.cli", "serve", "--port", "0", "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield Service(_address(process), process.pid)
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"(http://\S+)/browse", line)
        if found:
            return found[1]
    raise SystemExit("The service did not start: run user-memory doctor.")


class Callers:
    """Calls about one user, on a connection for each thread; as plain as they can be, for they use the same processors."""

    def __init__(self, service: Service, user_id: str) -> None:
        self._at = urlsplit(service.address).netloc
        self._path = f"/v1/users/{quote(user_id, safe='')}"
        self._own = threading.local()

    def ask(self, question: str) -> None:
        """Ask for a context."""
        self._post("context", {"query": question})

    def say(self, number: int) -> None:
        """Say the ``number``-th of some hundred things, read as any message is; most leave a memory."""
        mood, thing = divmod(number % (len(MOODS) * len(THINGS)), len(THINGS))
        told = f"I like {MOODS[mood]} {THINGS[thing]}."
        self._post("interactions", {"messages": [{"role": "user", "content": told}]})

    def _post(self, call: str, body: object) -> None:
        connection = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = HTTPConnection(self._at)
        head = {"Content-Type": "application/json"}
        connection.request("POST", f"{self._path}/{call}", json.dumps(body).encode(), head)
        answer = connection.getresponse()
        answer.read()
        if answer.status >= 400:
            raise HTTPException(f"{call}: {answer.status}")


def processor_seconds(pid: int) -> float:
    """Processor time that a process and all its descendants have taken, in seconds; Linux tells it in hundredths.

    Raises:
        SystemExit: the system does not tell.
    """
    if not PROCESSES.is_dir():
        raise SystemExit(
            "The processor time of other processes is read from /proc, which this system has not."
        )
    children, ticks = dict[int, list[int]](), dict[int, int]()
    for file in PROCESSES.glob("[0-9]*/stat"):
        try:
            fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        number = int(file.parent.name)
        children.setdefault(int(fields[1]), []).append(number)
        ticks[number] = int(fields[11]) + int(fields[12])
    total, left = 0, [pid]
    while left:
        number = left.pop()
        total += ticks.get(number, 0)
        left += children.get(number, [])
    return total / os.sysconf("SC_CLK_TCK")
