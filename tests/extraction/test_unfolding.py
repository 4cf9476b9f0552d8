"""Sentences about a time are told straight, and every other word keeps its place in the message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.extraction.edits import traced
from user_memory.extraction.unfolding import unfolded


@pytest.mark.parametrize(
    ("said", "straight"),
    [
        ("It was on Friday that we heard back", "on Friday we heard back"),
        ("it's this Sunday we're hosting the picnic", "this Sunday we're hosting the picnic"),
        ("It wasn't until Sunday that I noticed the leak", "Sunday I noticed the leak"),
        ("Next Monday is when the painters start", "Next Monday, the painters start"),
        ("It'll be six years this May since I left the navy", "six years ago this May I left the navy"),
        ("It's been two years since we adopted Momo", "two years ago we adopted Momo"),
        ("My hearing test is on the 4th. Sorry, 5th.", "My hearing test is on the 5th."),
        ("the gig's on 5 May (no, 6 May)", "the gig's on 6 May"),
        ("we fly on Saturday, no wait, Sunday", "we fly on Sunday"),
        ("the match is on the 8th, not the 9th", "the match is on the 8th"),
        ("The call moved from Tuesday to Thursday", "The call moved to Thursday"),
        ("Not Thursday, Friday: that's when the plumber comes", "Friday: that's when the plumber comes"),
        ("Sold the van on Monday", "I sold the van on Monday"),
    ],
)
def test_told_straight(said: str, straight: str) -> None:
    assert unfolded(traced(said)).text == straight


@pytest.mark.parametrize(
    "said",
    [
        "It's on Friday I think",
        "see you on Friday, no problem",
        "on Monday no one came",
        "The dentist is on Tuesday. Actually, my week is full",
        "It's been ages since I saw her",
        "Is it Friday that we meet?",
        "Read the first chapter on Monday",
        "Given the rain, we stayed in",
        "Changed my mind about Friday",
    ],
)
def test_left_as_it_is(said: str) -> None:
    assert unfolded(traced(said)).text == said


@given(
    st.lists(
        st.sampled_from("it was on Friday that , we . no sorry 13th since two years sold the not".split()),
        max_size=12,
    )
)
def test_offsets_stay_inside_and_in_order(words: list[str]) -> None:
    said = " ".join(words)
    straight = unfolded(traced(said))
    assert len(straight.offsets) == len(straight.text) + 1
    assert list(straight.offsets) == sorted(straight.offsets)
    assert all(0 <= place <= len(said) for place in straight.offsets)
