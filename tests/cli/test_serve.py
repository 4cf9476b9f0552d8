"""The service as a process: what it prints, who joins it, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import workers
from tests.cli.conftest import Run
from tests.workers import PATIENCE
from user_memory.client import Client

COMMAND = (sys.executable, "-m", "user_memory.cli")


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running service on a free port, with its address; killed at the end if it still runs."""
    environment = os.environ | {"USER_MEMORY_DATA": str(folder)}
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    ) as process:
        try:
            yield process, workers.address_of(process)
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_service_is_joined_by_commands_and_ends_with_all_that_was_told(
    run: Run, folder: Path, number: signal.Signals
) -> None:
    with serving(folder) as (process, address):
        with Client(address) as client:
            client.user("ana").remember("I like cake.")
            client.user("ana").context("cake")
        assert "user likes cake" in run("search", "cake", "-u", "ana").out
        assert run("consent", "grant", "name", "-u", "ana").code == 0
        with Client(address) as client:
            assert client.user("ana").consents()["items"][0]["category"] == "name"
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.read().endswith("user-memory has stopped.\n")
        assert process.wait(timeout=60) == 0
    assert not (folder / "engine.json").exists()
    hit = run("search", "cake", "-u", "ana", "--json").json["items"][0]
    assert hit["access_count"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_workers_end_together_with_all_that_was_told(run: Run, folder: Path, number: signal.Signals) -> None:
    with workers.serving({"USER_MEMORY_DATA": str(folder)}) as service:
        with Client(service.address) as client:
            client.user("ana").remember("I like cake.")
            client.user("ana").remember("I like xylophones.")
            client.user("ana").context("cake")
            client.user("bob").remember("I like zithers.")
            client.user("bob").erase()
        assert "user likes cake" in run("search", "cake", "-u", "ana").out
        service.process.send_signal(number)
        assert service.process.stdout is not None
        assert service.process.stdout.read().endswith(
            "user-memory has stopped.\n"
        )  # its end: no worker holds it open
        assert service.process.wait(PATIENCE) == 0
    assert not (folder / "engine.json").exists()
    assert [
        file.name for file in folder.rglob("*") if file.is_file() and b"zither" in file.read_bytes()
    ] == []
    hit = run("search", "cake", "-u", "ana", "--json").json["items"][0]
    assert hit["access_count"] == 1


@pytest.mark.slow
def test_workers_end_when_the_process_that_started_them_is_killed(folder: Path) -> None:
    with workers.serving({"USER_MEMORY_DATA": str(folder), "USER_MEMORY_ENCODER": "off"}) as service:
        service.process.kill()
        assert service.process.stdout is not None
        assert "stopped" not in service.process.stdout.read()  # its end: no worker holds it open


@pytest.mark.slow
def test_a_service_without_a_worker_left_says_so_and_ends(folder: Path) -> None:
    with workers.serving({"USER_MEMORY_DATA": str(folder), "USER_MEMORY_ENCODER": "off"}) as service:
        for worker in service.log.ready():
            os.kill(worker, signal.SIGKILL)
        assert service.process.wait(PATIENCE) == 2
        told = service.log.told("No worker is left")
    assert "signal 9" in told


def test_workers_that_cannot_start_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER_MEMORY_SPACY_MODEL", "no_such_pipeline")
    outcome = run("serve", "--port", "0", "--workers", "2")
    assert outcome.code == 2
    assert "A worker did not start" in outcome.err
    assert "no_such_pipeline" in outcome.err


def test_an_address_in_use_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        outcome = run("serve", "--port", taken.getsockname()[1])
    assert outcome.code == 2
    assert "USER_MEMORY_PORT" in outcome.err


def test_listening_beyond_this_machine_without_a_key_is_refused(run: Run) -> None:
    outcome = run("serve", "--host", "0.0.0.0", "--port", "0")
    assert outcome.code == 2
    assert "user-memory keys create" in outcome.err


def test_asking_for_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from user_memory.cli import main; main(['--help']);"
        "print([m for m in ('spacy', 'fastapi', 'neo4j', 'numpy', 'onnxruntime') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for command in (
        "serve",
        "ingest",
        "context",
        "search",
        "relations",
        "why",
        "stats",
        "audit",
        "export",
        "import",
    ):
        assert f"  {command} " in done.stdout
    for command in ("erase", "decay", "consent", "keys", "migrate", "doctor", "mcp", "bench"):
        assert f"  {command} " in done.stdout
