"""Entries as people put them in a calendar or count down to, each with its day."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.model import Message
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


@pytest.mark.parametrize(
    ("said", "asked", "answer", "date"),
    [
        (
            "I've got a viewing lined up for the flat",
            "Lovely, and that's tomorrow?",
            "no, Saturday",
            "2026-03-14",
        ),
        ("I've booked the van in for its service", "When is it?", "Thursday at 8", "2026-03-12T08:00:00Z"),
        ("we've got a christening coming up", "What day?", "the 29th", "2026-03-29"),
    ],
)
def test_the_day_that_was_asked_for(said: str, asked: str, answer: str, date: str) -> None:
    before = [Message("told", "user", said, TUESDAY), Message("asked", "assistant", asked, TUESDAY)]
    found = [e for e in events(say(answer, before=before)) if e.occurred_from is not None]
    assert [cut(e.occurred_from, e.precision or "day") for e in found if e.occurred_from] == [date]
    assert found[0].span.message_id == "said"


def test_a_day_that_answers_nothing_dates_nothing() -> None:
    before = [
        Message("told", "user", "we've got a christening coming up", TUESDAY),
        Message("asked", "assistant", "How nice!", TUESDAY),
    ]
    found = events(say("Saturday is my busy day", before=before))
    assert not [e for e in found if "christening" in e.content]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the coat I ordered in January arrived yesterday", [("ordered the coat", "2026-01"), ("the coat arrived", "2026-03-09")]),
        ("The power went out the day before yesterday, came back this morning", [("went out", "2026-03-08"), ("came back", "2026-03-10")]),
        ("In three weeks' time, all being well, down comes the scaffolding", [("scaffolding", "2026-03-31")]),
        ("sold the boat last week, we're a boat-free household now", [("sold the boat", "2026-03-02")]),
        ("It was only yesterday that we heard our appeal had been refused", [("appeal had been refused", "2026-03-09")]),
    ],
)  # fmt: skip
def test_each_clause_has_its_own_time(text: str, told: list[tuple[str, str]]) -> None:
    found = sorted(dates(text), key=lambda pair: pair[1] or "")
    assert [date for _, date in found] == [date for _, date in told]
    assert all(words in content.lower() for (content, _), (words, _) in zip(found, told, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "I've gone right off yoghurt",
        "My son has set his heart on becoming a pilot",
        "We don't do Christmas in our house",
        "People mow their lawns in May",
        "my newsletter is written at home and sent out from the library",
        "Chorus so far: I was born in a thunderstorm",
        "Spent most of my twenties in Taipei",
    ],
)
def test_states_and_tastes_are_no_events(text: str) -> None:
    assert not dates(text)
