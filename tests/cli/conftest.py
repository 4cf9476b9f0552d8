"""The command line in this process, on a data folder of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from user_memory.cli import main

Run = Callable[..., "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder that the environment names."""
    monkeypatch.setenv("USER_MEMORY_DATA", str(tmp_path / "data"))
    for name in ("NEO4J_URI", "USER_MEMORY_ENGINE", "USER_MEMORY_USER"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "data"


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command."""

    def command(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = main([str(a) for a in arguments])
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return command
