"""The README does what it shows: every Python block, request and command is run, and its output compared."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.docs.console import curl, words
from tests.docs.markdown import ROOT, Block, Command, blocks, commands, matches, matches_json
from user_memory import UserMemory
from user_memory.api.app import create_app
from user_memory.cli import main
from user_memory.settings import load_settings

PAGE = "README.md"
SHELL = frozenset({"sh"})
"""Blocks that set things up or need a container engine; they are read by people only."""
PROGRAM = ".venv/bin/user-memory"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to run in, without settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("NEO4J_URI", "USER_MEMORY_DATA", "USER_MEMORY_ENGINE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The service as ``make run`` starts it, called from the same machine."""
    with UserMemory.open(tmp_path_factory.mktemp("served") / "data") as memory:
        app = create_app(memory, load_settings())
        yield TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000))


def _console(program: str) -> list[Command]:
    shown = [c for b in blocks(PAGE) if b.language == "console" for c in commands(b)]
    return [c for c in shown if c.text.split()[0] == program]


def test_every_block_is_run_or_known_to_be_for_people() -> None:
    kinds = {b.language for b in blocks(PAGE)}
    assert kinds == {"python", "text", "console", "jsonl"} | SHELL
    programs = {c.text.split()[0] for b in blocks(PAGE) if b.language == "console" for c in commands(b)}
    assert programs == {"curl", PROGRAM}


def test_the_python_tutorial(here: Path) -> None:
    page = [b for b in blocks(PAGE) if b.language in ("python", "text")]
    assert page[-1].language == "text"
    namespace: dict[str, object] = {}
    for block, after in pairwise(page):
        if block.language == "python":
            printed = _run(block, namespace)
            shown = after.text if after.language == "text" else ""
            assert matches(shown, printed), f"{PAGE}:{block.line} prints\n{printed}"


def _run(block: Block, namespace: dict[str, object]) -> str:
    """What a block prints, run in the names of the blocks before it."""
    printed = io.StringIO()
    code = compile("\n" * (block.line - 1) + block.text, PAGE, "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def test_the_http_tutorial(client: TestClient) -> None:
    for command in _console("curl"):
        answer = curl(client, words(command.text)[1:])
        assert matches_json(command.shown, answer), f"{PAGE}:{command.line} {command.text}\nanswers {answer}"


def test_the_command_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (chat,) = (b.text for b in blocks(PAGE) if b.language == "jsonl")
    (here / "chat.jsonl").write_text(chat, encoding="utf-8")
    for command in _console(PROGRAM):
        code = main(words(command.text)[1:])
        printed = capsys.readouterr()
        assert code == 0, printed.err
        assert matches(command.shown, printed.out), f"{PAGE}:{command.line} prints\n{printed.out}"


@pytest.mark.parametrize(
    ("phrase", "method", "path", "body"),
    [
        ("merging and splitting entities", "POST", "entities/merge", {"ids": ["a", "b"]}),
        ("exports other than JSON", "GET", "export?format=graphml", None),
    ],
)
def test_what_is_said_to_be_missing_is_missing(
    client: TestClient, phrase: str, method: str, path: str, body: object
) -> None:
    answer = client.request(method, f"/v1/users/nobody/{path}", json=body)
    assert (phrase in _prose()) is (answer.status_code == 501)


def test_the_mcp_server_is_said_to_be_missing_while_it_is(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the MCP server" in _prose()
    assert main(["mcp"]) == 2
    assert "not part of this version" in capsys.readouterr().err


def _prose() -> str:
    """The README on one line."""
    return " ".join((ROOT / PAGE).read_text(encoding="utf-8").split())
