"""Entries as people put them in a calendar or count down to, each with its day."""

from __future__ import annotations

import pytest

from tests.extraction.saying import events, say
from user_memory.graph.times import cut


def dates(text: str) -> list[tuple[str, str | None]]:
    return [
        (e.content, cut(e.occurred_from, e.precision or "day") if e.occurred_from else None)
        for e in events(say(text))
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Full week: hearing test Weds, housewarming Fri", [("hearing test", "2026-03-11"), ("housewarming", "2026-03-13")]),
        ("tonight: quiz at the Anchor. tomorrow: regret", [("quiz", "2026-03-10")]),
        ("Quarter past six on Thursday, village hall, choir rehearsal", [("choir rehearsal", "2026-03-12T18:15:00Z")]),
        ("Physio for my hip, half two on Friday", [("physio", "2026-03-13T14:30:00Z")]),
        ("four sleeps til the seaside!!", [("seaside", "2026-03-14")]),
        ("two weeks to go until the recital", [("recital", "2026-03-24")]),
        ("The launch is nine days away", [("launch", "2026-03-19")]),
        ("The handover has slipped to 4 June", [("handover has slipped to 2026-06-04", "2026-06-04")]),
        ("Thursday's viewing has been moved to the following Monday", [("viewing", "2026-03-16")]),
        ("Skip's being collected the day after tomorrow", [("being collected", "2026-03-12")]),
        ("My brother is getting married the day after Christmas", [("getting married", "2026-12-26")]),
    ],
)  # fmt: skip
def test_each_has_its_day(text: str, told: list[tuple[str, str]]) -> None:
    found = dates(text)
    assert [date for _, date in found] == [date for _, date in told]
    assert all(words in content.lower() for (content, _), (words, _) in zip(found, told, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "It took ten days until they answered",
        "How many sleeps until the holidays?",
        "We sat, waiting for news",
    ],
)
def test_no_entry(text: str) -> None:
    assert not [content for content, date in dates(text) if date is not None]
