from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.candidates import EventCandidate
from user_memory.graph.model import Message


def one(text: str, consents: frozenset[str] | None = None) -> EventCandidate:
    (event,) = events(say(text, consents=consents))
    return event


def test_a_happening_has_its_time_beside_it() -> None:
    event = one("We flew back from Madeira on Sunday")
    assert event.content == "user flew back from Madeira"
    assert (event.occurred_from, event.precision) == (datetime(2026, 3, 8, tzinfo=UTC), "day")
    assert event.occurred_to == datetime(2026, 3, 9, tzinfo=UTC)
    assert {m.name for m in event.involves} == {"user", "Madeira"}


def test_two_times_are_two_events() -> None:
    told = events(say("Broke my glasses yesterday and I'm collecting the new pair tomorrow"))
    assert [e.content for e in told] == ["user broke their glasses", "user is collecting the new pair"]


def test_an_occasion_needs_no_verb() -> None:
    event = one("Driving theory test on Monday at 8:15, wish me luck")
    assert event.content == "user has a driving theory test"
    assert event.occurred_from == datetime(2026, 3, 16, 8, 15, tzinfo=UTC)


def test_a_time_that_the_sentence_needs_stays_as_a_date() -> None:
    assert one("The viewing is on 20 March").content == "the viewing is on 2026-03-20"


def test_a_finished_happening_needs_no_time() -> None:
    event = one("Just handed in my dissertation!!")
    assert event.content == "user just handed in their dissertation"
    assert event.occurred_from is None


def test_a_name_without_consent_is_not_told() -> None:
    event = one("Had lunch with Marek yesterday", consents=frozenset())
    assert event.content == "user had lunch with someone"
    assert "Marek" not in event.span.quote
    assert [m.name for m in event.involves] == ["user"]


def test_health_without_consent_is_refused() -> None:
    found = say("I was diagnosed with asthma in 2020", consents=frozenset())
    assert not events(found)
    assert "health" in {r.category for r in found.refused}


@pytest.mark.parametrize(
    "text",
    [
        "What did I do last Friday?",
        "If we go to Rome in May, where should we stay?",
        "Remind me on Monday to call the bank",
        "I wish I had gone to Glastonbury last year",
        "good night, talk tomorrow!",
        "I love hiking and good coffee",
        "Our gym opens at 6 every day",
        "Here is a line from my screenplay: I moved to Prague in 1999.",
    ],
)
def test_no_event(text: str) -> None:
    assert not events(say(text))


def test_a_picture_is_shared() -> None:
    told = events(say("Look! [image: a photo of two dogs on a beach]", speaker="Anna"))
    assert [e.content for e in told] == ["Anna shared a photo of two dogs on a beach"]


def test_a_participant_is_named_with_consent_and_numbered_without() -> None:
    text = "I ran a charity race last Saturday"
    named = events(say(text, role="participant", speaker="Melanie"))
    numbered = events(say(text, role="participant", speaker="Melanie", consents=frozenset()))
    assert [e.content for e in named] == ["Melanie ran a charity race"]
    assert [e.content for e in numbered] == ["participant 1 ran a charity race"]


def test_a_sentence_about_it_is_told_with_the_one_before() -> None:
    told = events(say("I hiked up the old volcano. It was a steep climb.", speaker="Anna"))
    assert [e.content for e in told] == ["Anna hiked up the old volcano; it was a steep climb"]


def test_the_assistant_tells_no_event() -> None:
    before = [Message("asked", "assistant", "You flew to Rome on Friday.", TUESDAY)]
    assert not events(say("ok", before=before))


def test_what_the_assistant_proposed_and_the_user_agreed_to_is_tentative() -> None:
    before = [Message("asked", "assistant", "Shall we start the training plan on Monday?", TUESDAY)]
    (event,) = events(say("Yes, sounds good", before=before))
    assert event.tentative
    assert event.content == "assistant proposed to user: start the training plan"
    assert event.span.message_id == "asked"
    assert not events(say("No, not yet", before=before))


def test_a_memory_cites_the_words_that_support_it() -> None:
    text = "lol ok. My sister got married on Saturday! Anyway, what is the weather like?"
    event = one(text)
    assert text[event.span.start : event.span.end].startswith("My sister got married")
    assert "weather" not in event.span.quote
