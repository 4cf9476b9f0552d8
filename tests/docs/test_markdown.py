"""The reader of the pages itself: what it lets pass decides what the other tests of the documentation are worth."""

from __future__ import annotations

import pytest

from tests.docs.markdown import Block, commands, holds, matches


@pytest.mark.parametrize(
    ("shown", "real", "expected"),
    [
        ("a\nb", "a\nb\n", True),
        ("a", "b", False),
        ("a", "a\nb", False),
        ("id …, name Ana", "id 7, name Ana", True),
        ("id …, name Ana", "id 7, name Bob", False),
    ],
)
def test_text_is_compared_up_to_ellipses(shown: str, real: str, expected: bool) -> None:
    assert matches(shown, real) is expected


@pytest.mark.parametrize(
    ("shown", "real", "expected"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "…": "…"}, {"a": 1, "b": 2}, True),
        ({"a": 1, "…": "…"}, {"a": 2, "b": 2}, False),
        ({"a": 1, "…": "…"}, {"b": 2}, False),
        ([1], [1, 2], False),
        ([1, "…"], [1, 2], True),
        ([1, "…"], [], False),
        ([{"a": "…"}], [{"a": [1, 2]}], True),
    ],
)
def test_json_is_compared_up_to_ellipses(shown: object, real: object, expected: bool) -> None:
    assert holds(shown, real) is expected


def test_a_console_block_is_commands_with_their_output() -> None:
    block = Block("console", "$ one \\\n    more\nfirst\nsecond\n$ two\n", 1)
    assert [(c.text, c.shown) for c in commands(block)] == [("one more", "first\nsecond"), ("two", "")]
