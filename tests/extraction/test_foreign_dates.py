"""Times in other languages."""

from __future__ import annotations

from datetime import UTC

import pytest

from tests.extraction.reading import NOW
from user_memory.extraction.dates.foreign import find_foreign_times
from user_memory.graph.times import cut


@pytest.mark.parametrize(
    ("text", "language", "date", "since"),
    [
        ("Vivo en Valencia desde 2019", "es", "2019", True),
        ("Ayer fui al dentista", "es", "2026-03-09", False),
        ("Ich wohne seit 2015 in Bonn", "de", "2015", True),
        ("Gestern war ich beim Zahnarzt", "de", "2026-03-09", False),
        ("J'ai un rendez-vous demain", "fr", "2026-03-11", False),
    ],
)
def test_the_time_is_found_and_resolved(text: str, language: str, date: str, since: bool) -> None:
    found = find_foreign_times(text, NOW, UTC, language)
    assert [(cut(t.from_, t.precision), t.since) for t in found] == [(date, since)]


def test_a_language_without_rules_names_no_time() -> None:
    assert find_foreign_times("昨日は歯医者に行った", NOW, UTC, "ja") == ()
