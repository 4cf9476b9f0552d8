"""Repair of typed text: what it mends, what it leaves alone, and that offsets always lead back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from user_memory.extraction.edits import traced
from user_memory.extraction.normalise import clean, repair

_TEXT = st.text(st.characters(codec=None), max_size=80) | st.text(
    "iI'’ dontmhse.,!?\u200b\ud800\u0301", max_size=80
)


@given(_TEXT)
@settings(max_examples=200)
def test_every_character_has_its_place_in_the_message(content: str) -> None:
    text = repair(clean(content))
    assert len(text.offsets) == len(text.text) + 1
    assert list(text.offsets) == sorted(text.offsets)
    assert all(0 <= o <= len(content) for o in text.offsets)


@given(_TEXT)
def test_nothing_invisible_or_broken_is_left(content: str) -> None:
    text = clean(content).text
    assert not any(0xD800 <= ord(c) <= 0xDFFF for c in text)
    assert not set(text) & set("\u200b\u200d\u202e\ufeff\x00")
    text.encode("utf-8")


@given(
    st.text("abc \n", max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text("xyz", max_size=6))),
)
def test_edits_keep_what_lies_between_them(content: str, raw: list[tuple[int, int, str]]) -> None:
    edits = sorted((s, min(len(content), s + n), new) for s, n, new in raw if s <= len(content))
    edited = traced(content).apply(edits)
    kept = [(c, o) for c, o in zip(edited.text, edited.offsets, strict=False) if c not in "xyz"]
    assert all(content[o] == c for c, o in kept)


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("im 52 and dont smoke", "I'm 52 and don't smoke"),
        ("my sister anna lives in new york", "my sister Anna lives in New York"),
        ("ill be there, its nice", "I'll be there, it's nice"),
        ("my dog is ill", "my dog is ill"),
        ("i love reading", "I love reading"),
        ("I MOVED TO BERLIN IN MARCH", "I moved to Berlin in march"),
        ("Zoe\u0301 is he\u200bre", "Zoé is here"),
        ("“I’m fine”", '"I\'m fine"'),
        ("soooooo good", "sooo good"),
        (
            "send it to bob@leeds.example and see leeds.example/anna",
            "send it to bob@leeds.example and see leeds.example/anna",
        ),
    ],
)
def test_chat_writing_reads_as_an_editor_would_write_it(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


def test_a_writer_who_uses_capitals_keeps_their_own() -> None:
    assert (
        repair(clean("Yesterday Anna met turkey farmers in Leeds")).text
        == "Yesterday Anna met turkey farmers in Leeds"
    )


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("I gotta check the heating", "I have to check the heating"),
        ("gotta feed the hens", "have to feed the hens"),
        ("we've gotta leave at six", "we've got to leave at six"),
        ("she gotta rest", "she has to rest"),
        ("my brother gotta have surgery", "my brother has to have surgery"),
        ("my parents gotta move", "my parents have to move"),
        ("I wanna learn to weld", "I want to learn to weld"),
        ("we're gonna sell the van", "we're going to sell the van"),
        ("I'm livin' on a boat and workin' nights", "I'm living on a boat and working nights"),
        ("I'm tryna sleep more", "I'm trying to sleep more"),
        ("He said 'come in' and left", "He said 'come in' and left"),
        ("Gotta Films hired me", "Gotta Films hired me"),
    ],
)
def test_spoken_short_forms_are_written_out(typed: str, written: str) -> None:
    assert repair(clean(typed)).text == written
