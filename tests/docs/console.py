"""Runs the commands that a page shows: ``curl`` against a served application, ``user-memory`` in this process."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from starlette.testclient import TestClient

SERVED = ("http://127.0.0.1:8000", "http://localhost:8000")


def curl(client: TestClient, arguments: list[str]) -> Any:
    """The JSON that the service answers to a curl command line. Only the options that the pages use are known."""
    parser = argparse.ArgumentParser(exit_on_error=True)
    parser.add_argument("-s", "--silent", action="store_true")
    parser.add_argument("-X", "--request")
    parser.add_argument("-H", "--header", action="append", default=[])
    parser.add_argument("--json")
    parser.add_argument("url")
    given = parser.parse_args(arguments)
    base = next(b for b in SERVED if given.url.startswith(b + "/"))
    headers = dict(line.split(": ", 1) for line in given.header)
    if given.json is not None:
        headers["Content-Type"] = "application/json"
    method = given.request or ("POST" if given.json is not None else "GET")
    body = given.json.encode() if given.json is not None else None
    return client.request(method, given.url.removeprefix(base), headers=headers, content=body).json()


def words(command: str) -> list[str]:
    """A command line as a shell splits it."""
    return shlex.split(command)
