"""What is kept of talk among people beyond the bare happening."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.model import CONTENT_LIMIT, Message


def told(text: str) -> list[str]:
    before = (Message("before", "participant", "Hi Nadia!", TUESDAY, "Owen"),)
    return [e.content for e in events(say(text, speaker="Nadia", before=before))]


def test_what_is_said_further_stands_with_the_happening() -> None:
    text = (
        "We built a raft last week. It was great fun paddling across the pond! The ducks kept their distance."
    )
    (content,) = told(text)
    assert content == (
        "Nadia built a raft; it was great fun paddling across the pond; the ducks kept their distance"
    )


def test_a_picture_is_told_with_the_words_beside_it() -> None:
    contents = told("I planted tomatoes on the balcony. [image: a photo of a pot with green leaves]")
    assert (
        "Nadia shared a photo of a pot with green leaves; Nadia planted tomatoes on the balcony" in contents
    )


def test_a_picture_sent_with_a_greeting_says_nothing() -> None:
    assert told("Thanks, Owen! Bye! [image: a photo of a street with cars]") == []


@pytest.mark.parametrize(
    "text",
    ["Got it, Owen.", "We just did it yesterday!", "I'm on fire!", "Maybe we can plan a trip together."],
)
def test_answers_tell_nothing(text: str) -> None:
    assert told(text) == []


def test_more_than_one_memory_holds_is_left_out() -> None:
    rest = " ".join(
        f"The {n} old lantern above the harbour shone over the wet stones of the quay." for n in range(5)
    )
    assert all(len(content) <= CONTENT_LIMIT for content in told(f"We walked to the lighthouse. {rest}"))


def test_talk_among_people_quotes_whole_sentences() -> None:
    text = "Honestly, we built a raft last week and nobody helped. It was great fun."
    before = (Message("before", "participant", "Hi Nadia!", TUESDAY, "Owen"),)
    (event,) = events(say(text, speaker="Nadia", before=before))
    assert event.span.quote == text
    assert (event.span.start, event.span.end) == (0, len(text))


@pytest.mark.parametrize(
    "text",
    [
        "Bruno is so cute!",
        "We all need a push sometimes.",
        "Been a long road, but who's counting.",
        "Those milestones are great reminders of how special our bonds are.",
        "I want to make sure I'm not limiting Bruno's growth.",
        "Looking forward to seeing them have fun sledging.",
    ],
)
def test_praise_wishes_and_what_is_true_of_all_tell_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I loved reading fables as a kid. It was cool seeing how friendship can make a difference.", 1),
        ("Mentors can really help. I opened my own workshop in May.", 1),
        ("I'm looking forward to reading to them and opening up their minds.", 0),
    ],
)
def test_words_torn_from_a_clause_are_not_told(text: str, kept: int) -> None:
    contents = told(text)
    assert len(contents) == kept
    assert not any(
        torn in c for c in contents for torn in ("how friendship", "can really help", "opening up")
    )


def test_a_cut_off_purpose_is_left_out() -> None:
    (content,) = told("I'm offering lessons on Fridays and mentoring at the studio to help dancers grow.")
    assert not content.endswith("to help")
