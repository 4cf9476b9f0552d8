"""The service in a process of its own, as it is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def served(environment: Mapping[str, str]) -> Iterator[str]:
    """Start ``user-memory serve`` on a free port and answer its address once it is ready; stop it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "user_memory.cli", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield _address(process)
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
