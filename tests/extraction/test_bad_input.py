"""Input that nobody would call a conversation: no crash, nothing believed, no more work than its length."""

from __future__ import annotations

import base64
import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extraction.reading import extract, readings, told
from user_memory.extraction.nlp import PIECE, blank, pieces
from user_memory.extraction.prepare import prepare
from user_memory.extraction.segments import quotations, set_aside

_NOISE = {
    "one letter": "a" * 3_000,
    "one word": "word " * 600,
    "quotes": "\"'" * 1_500,
    "brackets": "([{<" * 700,
    "line ends": "\n" * 3_000,
    "spaces": " " * 3_000,
    "digits": "1234567 " * 400,
    "emoji": "😀🎉👨‍👩‍👧‍👦🏳️‍🌈" * 200,
    "lone surrogates": "\ud83d" * 500,
    "zero width": "\u200b\u200d\ufeff" * 500,
    "combining": "a" + "\u0301" * 2_000,
    "table": "| name | lives in |\n|---|---|\n| Bob | Leeds |\n" * 60,
    "base64": base64.b64encode(bytes(range(256)) * 12).decode(),
    "minified": 'function a(b){return "I live in Paris"};var c=a(1);' * 60,
    "log": "2026-03-10 09:30:00 INFO user lives in Paris\n" * 60,
    "fence": "```\nI live in Paris and I am a doctor\n```\n" * 20,
    "forwarded": "On Monday, Bob wrote:\n> I live in Paris\n> and love tea\n" * 20,
    "nested quotes": "He said \"she said 'I live in Paris' to me\" twice. " * 40,
    "arabic": "أنا أعيش في باريس وأحب الشاي. " * 60,
    "an action without an end": "*draws " + "a" * 3_000,
    "urls": "https://example.com/a/b?c=d " * 100,
}


@pytest.mark.parametrize("text", _NOISE.values(), ids=_NOISE)
def test_nothing_is_believed_of_noise(text: str) -> None:
    extraction = extract(text)
    assert extraction.candidates == ()
    assert extraction.session == ()


def test_words_hidden_in_noise_are_the_same_words() -> None:
    assert [c.content for c in extract("I l\u200bive in Le\u2060eds.").candidates] == ["user lives in Leeds"]


@given(st.text(st.characters(codec=None), max_size=120))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_without_an_error(text: str) -> None:
    for candidate in extract(text).candidates:
        assert 0 <= candidate.span.start < candidate.span.end <= len(text)


@given(st.text("ab .\n!", max_size=4_000))
@settings(max_examples=50)
def test_pieces_are_short_and_lose_nothing(text: str) -> None:
    bounds = list(pieces(text, 200))
    assert "".join(text[a:b] for a, b in bounds) == text
    assert all(b - a <= 200 for a, b in bounds)


def test_the_work_grows_as_the_length_does() -> None:
    once, twice = (
        _calls("We went to the park on Sunday with my sister. i like tea and dont smoke\n" * n)
        for n in (200, 400)
    )
    assert twice < 2.6 * once


def _calls(text: str) -> int:
    """Python calls that preparing a message makes, a measure of work that no other load disturbs."""
    count = 0

    def counted(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call"

    message = told(text).messages[0]
    prepare(0, message)
    sys.setprofile(counted)
    try:
        prepare(0, message)
    finally:
        sys.setprofile(None)
    return count


def test_long_messages_are_read_in_bounded_pieces() -> None:
    read = readings("We went to the park on Sunday with my sister. " * 200)
    assert len(read) > 4
    assert all(len(r.text.text) <= PIECE for r in read)
    assert all(len(r.previous) <= 12 for r in read)


def test_code_logs_and_pasted_text_are_set_aside() -> None:
    text = "I use vim.\n```\nx = 1\n```\n> quoted\n2026-03-10 09:30:00 ERROR boom\n| a | b |\nBye."
    assert {s.kind for s in set_aside(text)} == {"code", "pasted"}
    left = text
    for segment in reversed(set_aside(text)):
        left = left[: segment.start] + left[segment.end :]
    assert left == "I use vim.\n\nBye."


def test_a_quotation_has_three_words_or_more() -> None:
    text = 'She said "I live in Paris" and the word "tea" of "Les Misérables"'
    assert [text[q.start : q.end] for q in quotations(text)] == ['"I live in Paris"']


@pytest.mark.parametrize("language", ["ru", "de", "fr", "es", "xx"])
def test_a_token_without_a_parse_ends_within_its_text(language: str) -> None:
    """The marks are special cases of the tokeniser, which leaves their neighbours edges of an older, longer row of tokens."""
    text = "would ''''''''' Привет z.B. c'est  I'm\n\nFeb :-) don't"
    doc = blank(language)(text)
    assert doc.text == text
    assert [(t.left_edge.i, t.right_edge.i, list(t.children)) for t in doc] == [(t.i, t.i, []) for t in doc]
