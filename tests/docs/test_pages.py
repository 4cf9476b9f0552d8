"""What the pages on extraction, retrieval and privacy say in tables is what the code knows."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import get_args

import pytest

from tests.docs.markdown import ROOT
from user_memory.extraction import open_extractor
from user_memory.extraction.policy import CONFIDENT
from user_memory.graph.candidates import Background
from user_memory.graph.config import Config
from user_memory.graph.encoders import ENCODERS
from user_memory.graph.model import CONTENT_LIMIT, Interaction, Message, RefusalReason, Role
from user_memory.graph.retrieval.profiles import PROFILES, Part
from user_memory.graph.vocabulary import categories

CODE = [
    p
    for folder in ("extraction", "graph")
    for p in (ROOT / folder).rglob("*.py")
    if p.parent != ROOT / "graph" / "model"
]


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("reason", get_args(RefusalReason))
def test_each_reason_of_refusal_is_told_and_reserved_only_while_nothing_gives_it(reason: str) -> None:
    row = re.search(rf"^\| `{reason}` \| (.*) \|$", _page("extraction-rules.md"), re.MULTILINE)
    assert row is not None
    given = any(f'"{reason}"' in path.read_text(encoding="utf-8") for path in CODE)
    assert row[1].startswith("reserved") is not given


def test_the_thresholds_of_extraction_are_those_of_the_code() -> None:
    page, config = _page("extraction-rules.md"), Config()
    assert f"| least confidence of a candidate that is stored | {CONFIDENT:g} |" in page
    assert f"| longest content or quote | {CONTENT_LIMIT} code points |" in page
    assert f"{config.message_limit:,} code points; {config.messages_limit:,} |" in page


def test_each_part_of_a_score_is_explained() -> None:
    page = _page("retrieval.md").split("## Numbers")[0]
    assert {part for p in PROFILES.values() for part in p.weights} <= set(get_args(Part))
    assert [part for part in get_args(Part) if f"| `{part}` |" not in page] == []


def test_each_encoder_is_named() -> None:
    assert [name for name in ENCODERS if f"USER_MEMORY_ENCODER={name}" not in _page("models.md")] == []


def test_each_consent_category_is_told() -> None:
    page = _page("privacy-audit.md")
    assert (
        set(re.findall(r"^\| `(\w+)` \|", page.split("## Consent")[1].split("\n## ")[0], re.MULTILINE))
        == categories()
    )


def test_each_view_of_the_browser_is_told() -> None:
    table = re.search(
        r"VIEWS = \{(.*?)\}", (ROOT / "api/browse/static/place.js").read_text("utf-8"), re.DOTALL
    )
    assert table is not None
    titles = re.findall(r': "([^"]+)"', table[1])
    assert titles
    assert [title for title in titles if f"| {title} |" not in _page("browser.md")] == []


def test_each_library_of_the_browser_is_named_with_its_licence() -> None:
    manifest = json.loads((ROOT / "api/browse/static/vendor/manifest.json").read_text("utf-8"))
    rows = {(row["name"], row["licence"]) for row in manifest["libraries"]}
    shown = re.findall(r"^\| ([\w-]+) \| .* \| ([\w.-]+) \|$", _page("browser.md"), re.MULTILINE)
    assert rows == set(shown) - {("library", "licence"), ("---", "---")}


@pytest.mark.parametrize(
    ("role", "believed"),
    [("user", True), ("participant", True), ("assistant", False), ("system", False), ("tool", False)],
)
def test_whose_words_are_believed(role: Role, believed: bool) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    said = Interaction("s", (Message("m", role, "I live in Berlin and I like tea.", at),))
    assert bool(open_extractor().extract(said, Background()).candidates) is believed
    row = re.search(rf"^\| .*`{role}`.* \| (.*) \|$", _page("extraction-rules.md"), re.MULTILINE)
    assert row is not None
    assert row[1].startswith("facts") is believed
