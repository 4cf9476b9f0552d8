"""Slips put right at once, and clefts, are told straight; what only looks like one is left as it was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.extraction.clefts import unfolded_clefts
from user_memory.extraction.edits import traced
from user_memory.extraction.slips import put_right


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("we fly to Rome, well, Naples, tomorrow", "we fly to Naples, tomorrow"),
        ("My brother lives in Porto, sorry, Lisbon", "My brother lives in Lisbon"),
        ("I moved to Leeds, no hang on, York, in 2019", "I moved to York, in 2019"),
        ("flying to Rome tomorrow, sorry, Naples", "flying to Naples tomorrow"),
        ("in from Boston - no, sorry, from Chicago - on Friday", "in from Chicago - on Friday"),
        ("she's a nurse, I mean a midwife", "she's a midwife"),
        ("my brother, sorry, my cousin got engaged", "my cousin got engaged"),
        ("we've got two, no, three kids", "we've got three kids"),
        ("drive, I drive to work", "I drive to work"),
        ("no, tea, I drink tea", "no, I drink tea"),
    ],
)
def test_only_what_is_meant_is_left(said: str, meant: str) -> None:
    assert put_right(traced(said)).text == meant


@pytest.mark.parametrize(
    "said",
    [
        "I met Anna, sorry Ben couldn't come",
        "Hi Max, sorry, Lena is ill today",
        "I love my job, I mean my boss is great",
        "I was in Rome, no complaints",
        "two cats, no dogs",
        "my dad, no idea why, bought a van",
        "moving to Lille in May, no wait, June",
        "tea, coffee and toast",
    ],
)
def test_what_is_no_slip_stays(said: str) -> None:
    assert put_right(traced(said)).text == said


@pytest.mark.parametrize(
    ("said", "straight"),
    [
        ("it's Kyoto I want to visit", "I want to visit Kyoto"),
        ("it's a camper van we'd like to buy, one day", "we'd like to buy a camper van, one day"),
        ("it's in Ghent that we live now", "we live in Ghent now"),
        ("it's a shame I want to learn so late", "it's a shame I want to learn so late"),
        ("is it Kyoto you want to visit?", "is it Kyoto you want to visit?"),
    ],
)
def test_clefts_are_told_straight(said: str, straight: str) -> None:
    assert unfolded_clefts(traced(said)).text == straight


@given(st.text(alphabet="Itsawn Rome,orynhubtvide.Kyo'", max_size=60))
def test_every_character_keeps_a_place_in_the_message(words: str) -> None:
    told = unfolded_clefts(put_right(traced(words)))
    assert len(told.offsets) == len(told.text) + 1
    assert list(told.offsets) == sorted(told.offsets)
