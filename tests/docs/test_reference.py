"""The reference pages say what the code has, and no page points to what is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from tests.docs import reference
from tests.docs.markdown import ROOT
from user_memory.cli.commands import app as commands
from user_memory.settings import Settings

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"`((?:graph|extraction|api|cypher|user_memory|tests|bench|docs|requirements)/[\w./-]*)`")
_ELSEWHERE = re.compile(r"https?://([^/\s)`'\"]+)")
_HOSTS = {"127.0.0.1:8000", "localhost:8000", "github.com", "keepachangelog.com"}


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_generated_part_is_what_the_code_has(name: str) -> None:
    shown = reference.part(_text(ROOT / name))
    assert shown == reference.PAGES[name](), "Run python -m tests.docs.reference, and read what it wrote."


def test_every_setting_is_documented() -> None:
    page = _text(ROOT / "docs/settings.md")
    assert [n for n in Settings.model_fields if f"`{reference.variable(n)}`" not in page] == []


def test_every_operation_is_documented() -> None:
    page = _text(ROOT / "docs/http-api.md")
    names = [operation["operationId"] for _, _, operation in reference.operations(reference.openapi())]
    assert len(names) > 30
    assert [name for name in names if f"| `{name}` |" not in page] == []


def test_every_command_is_documented() -> None:
    page = _text(ROOT / "docs/cli.md")
    names = [name for name, _ in reference.commands_below("user-memory", typer.main.get_command(commands))]
    assert len(names) > 15
    assert [name for name in names if f"### `{name}" not in page] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = _text(page)
    links = [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    paths = [path for path in _PATH.findall(text) if not (ROOT / path).exists()]
    assert (links, paths) == ([], [])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_name_no_host_but_the_local_one_and_the_upstream_of_models(page: Path) -> None:
    assert set(_ELSEWHERE.findall(_text(page))) <= _HOSTS


def test_every_page_is_reached_from_the_readme() -> None:
    linked = {(ROOT / link).resolve() for link in _LINK.findall(_text(ROOT / "README.md"))}
    assert [
        p.name for p in PAGES if p.resolve() not in linked and p.name not in ("README.md", "architecture.md")
    ] == []
