"""The picture and the figures of the page on decay are those of the formula."""

from __future__ import annotations

import runpy
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from tests.docs.markdown import ROOT
from user_memory.graph.decay import ACCESS_LIMIT, ACCESS_WEIGHT, PROFILES, STALE, effective
from user_memory.graph.memory.drafts import IMPORTANCE
from user_memory.graph.model import STORED_LAYERS, StoredLayer
from user_memory.graph.vocabulary import vocabulary
from user_memory.settings import load_settings

PAGE = (ROOT / "docs/decay.md").read_text(encoding="utf-8")
START = datetime(2026, 1, 1, tzinfo=UTC)


def test_the_picture_is_drawn_from_the_formula() -> None:
    drawn = runpy.run_path(str(ROOT / "bench/decay_curves.py"))["picture"]()
    shown = (ROOT / "docs/decay.svg").read_text(encoding="utf-8")
    assert shown == drawn, "Run python bench/decay_curves.py docs/decay.svg."


@pytest.mark.parametrize("layer", STORED_LAYERS)
def test_the_days_in_the_table_are_those_of_the_formula(layer: StoredLayer) -> None:
    days = [_days(layer, name, level) for name, level in product(("default", "classic"), (2.0, STALE))]
    row = " | ".join(str(day) for day in days)
    assert f"| {layer} ({IMPORTANCE[layer]:g}) | {row} |" in PAGE


def _days(layer: StoredLayer, profile: str, level: float) -> int:
    """The first whole day on which a memory never accessed lies below ``level``."""
    rate = PROFILES[profile].rates[layer]
    return next(
        day
        for day in range(10_000)
        if effective(IMPORTANCE[layer], rate, START, None, 0, START + timedelta(days=day)) < level
    )


def test_the_constants_in_the_text_are_those_of_the_code() -> None:
    settings = load_settings()
    assert f"min(1 + {ACCESS_WEIGHT:g} × access_count, {ACCESS_LIMIT:g})" in PAGE
    assert f"**Below {STALE:g}**" in PAGE
    assert f"`USER_MEMORY_CAP`, {settings.cap} active" in PAGE
    assert f"`USER_MEMORY_ARCHIVE_DAYS` ({settings.archive_days})" in PAGE
    for layer, profile in product(STORED_LAYERS, PROFILES.values()):
        assert f"{profile.rates[layer]:g}" in PAGE


def test_what_never_fades_is_named() -> None:
    words = {
        "name": "name",
        "birth_date": "birth date",
        "spouse": "spouse",
        "parent": "parents",
        "child": "children",
        "sibling": "siblings",
        "allergic_to": "allergies",
        "has_condition": "conditions",
        "takes_medication": "medication",
    }
    never = {p.name for p in vocabulary().values() if p.decay == "never"}
    assert never == words.keys()
    assert [word for word in words.values() if word not in PAGE] == []
