"""The embedded engine: one owner of a folder, joiners, crashes, and folders it cannot use."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import neo4j
import pytest

from user_memory.graph.engine import Endpoint
from user_memory.graph.engines.embedded import EmbeddedEngine
from user_memory.graph.errors import ConfigurationError, EngineUnavailable, IncompatibleData

PROGRAM = """
import sys
from pathlib import Path
import neo4j
from user_memory.graph.engines.embedded import EmbeddedEngine

engine = EmbeddedEngine(Path(sys.argv[1]))
engine.start()
at = engine.endpoint
with neo4j.GraphDatabase.driver(at.uri, auth=at.auth) as driver:
    driver.execute_query("CREATE (:Note {text: $text})", text=sys.argv[2], database_=at.database)
print("owner" if engine.owner else "joined", flush=True)
if "wait" in sys.argv:
    sys.stdin.readline()
"""


def texts(at: Endpoint) -> list[str]:
    with neo4j.GraphDatabase.driver(at.uri, auth=at.auth) as driver:
        found, _, _ = driver.execute_query(
            "MATCH (n:Note) RETURN n.text AS text ORDER BY text", database_=at.database
        )
    return [row["text"] for row in found]


@contextmanager
def other_process(folder: Path, text: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has opened the folder, stored ``text`` and goes on running."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), text, "wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "owner"
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def opened(folder: Path) -> Iterator[EmbeddedEngine]:
    engine = EmbeddedEngine(folder)
    engine.start()
    try:
        yield engine
    finally:
        engine.close()


def test_what_is_stored_is_there_after_closing(data_folder: Path) -> None:
    run = [sys.executable, "-c", PROGRAM, str(data_folder), "first"]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "owner"
    assert not (data_folder / "engine.json").exists()
    with opened(data_folder) as engine:
        assert texts(engine.endpoint) == ["first"]


def test_others_cannot_read_the_folder(data_folder: Path) -> None:
    with opened(data_folder):
        assert stat.S_IMODE(data_folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((data_folder / "engine.json").stat().st_mode) == 0o600


def test_it_listens_on_one_loopback_address_only(data_folder: Path) -> None:
    with opened(data_folder) as engine:
        port = int(engine.endpoint.uri.rsplit(":", 1)[1])
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port), timeout=5)


def test_the_engine_writes_no_log_and_nothing_to_the_console(data_folder: Path) -> None:
    run = [sys.executable, "-c", PROGRAM, str(data_folder), "quiet"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("owner", "")
    assert not list(data_folder.rglob("arcadedb.log*"))


def test_a_second_process_joins_the_first(data_folder: Path) -> None:
    with other_process(data_folder, "from the owner"), opened(data_folder) as engine:
        assert not engine.owner
        assert texts(engine.endpoint) == ["from the owner"]


def test_a_second_engine_of_one_process_joins_too(data_folder: Path) -> None:
    with opened(data_folder) as first, opened(data_folder) as second:
        assert (first.owner, second.owner) == (True, False)
        assert first.endpoint == second.endpoint


def test_a_killed_owner_leaves_the_folder_to_the_next(data_folder: Path) -> None:
    with other_process(data_folder, "acknowledged") as process:
        process.kill()
        process.wait()
        assert (data_folder / "engine.json").exists()
        with opened(data_folder) as engine:
            assert engine.owner
            assert texts(engine.endpoint) == ["acknowledged"]


def test_a_joined_engine_takes_over_when_it_looks_anew(data_folder: Path) -> None:
    with other_process(data_folder, "kept") as process, opened(data_folder) as engine:
        process.kill()
        process.wait()
        engine.start()
        assert engine.owner
        assert texts(engine.endpoint) == ["kept"]


def test_an_ordinary_end_withdraws_the_server(data_folder: Path) -> None:
    with other_process(data_folder, "x") as process:
        process.communicate("\n", timeout=60)
        assert process.returncode == 0
        assert not (data_folder / "engine.json").exists()


def test_python_still_hears_the_signal_to_end(data_folder: Path) -> None:
    with other_process(data_folder, "x") as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == -signal.SIGTERM


def test_a_holder_that_does_not_answer_is_named(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("user_memory.graph.engines.embedded.JOIN_SECONDS", 0.2)
    with other_process(data_folder, "x") as process:
        process.send_signal(signal.SIGSTOP)
        (data_folder / "engine.json").unlink()
        with pytest.raises(EngineUnavailable, match=r"does not answer") as caught:
            EmbeddedEngine(data_folder).start()
        assert str(data_folder) in caught.value.detail


def test_before_the_start_and_after_the_end_there_is_no_endpoint(data_folder: Path) -> None:
    engine = EmbeddedEngine(data_folder)
    with pytest.raises(EngineUnavailable):
        _ = engine.endpoint
    engine.start()
    engine.close()
    engine.close()
    with pytest.raises(EngineUnavailable):
        _ = engine.endpoint


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("not a folder")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        EmbeddedEngine(place).start()


def test_a_folder_of_other_files_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("draft")
    with pytest.raises(ConfigurationError, match="not a memory's"):
        EmbeddedEngine(tmp_path).start()
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.fixture
def powerless() -> Iterator[None]:
    """Rights like anyone's: the superuser would be let through."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_folder_is_refused(tmp_path: Path, powerless: None) -> None:
    readable = Path("/usr")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        EmbeddedEngine(readable / "user-memory-data").start()


@pytest.mark.parametrize(
    "newer", [{"format": 2, "engine": "26.11.1.dev2"}, {"format": 1, "engine": "27.1.1"}]
)
def test_data_of_a_newer_version_is_refused_untouched(data_folder: Path, newer: dict[str, object]) -> None:
    with opened(data_folder):
        pass
    (data_folder / "format.json").write_text(json.dumps(newer))
    with pytest.raises(IncompatibleData, match="Install the version that wrote it"):
        EmbeddedEngine(data_folder).start()
    assert json.loads((data_folder / "format.json").read_text()) == newer


def test_a_broken_folder_file_is_named(data_folder: Path) -> None:
    with opened(data_folder):
        pass
    (data_folder / "format.json").write_text("{")
    with pytest.raises(ConfigurationError, match=r"format\.json cannot be read"):
        EmbeddedEngine(data_folder).start()
