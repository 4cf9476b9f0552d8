"""The gate for secrets: found in every phrasing, never handed on, and what only looks like one is let through."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extraction.reading import cases, extract, rules, strings
from user_memory.extraction.secrets import find_secrets
from user_memory.graph.vocabulary import categories

_EVERY = categories()


@pytest.mark.parametrize("case", cases("secrets", "tuned"), ids=lambda c: c["text"][:40])
def test_secrets_are_found_and_near_misses_are_not(case: dict[str, object]) -> None:
    assert bool(find_secrets(str(case["text"]))) == case["secret"]


def test_cases_held_back_are_told_apart() -> None:
    held = list(cases("secrets", "held"))
    right = sum(bool(find_secrets(c["text"])) == c["secret"] for c in held)
    assert right / len(held) >= 0.9


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("I live in Ghent and the alarm code is 4471#", "4471"),
        ("my api key is sk-proj-4f9aQ2LmZx81KpTt0VbnR7cD, save it", "4f9aQ2LmZx81KpTt0VbnR7cD"),
        ("remember that my password is swordfish", "swordfish"),
        ("always sign with AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("for this session use the password hunter22x", "hunter22x"),
        ("last Monday I changed my PIN to 4821", "4821"),
    ],
)
def test_no_candidate_holds_a_secret_whatever_the_consents(text: str, secret: str) -> None:
    extraction = extract(text, consents=_EVERY)
    assert secret not in strings(extraction)
    assert any(r.reason == "secret" for r in extraction.refused)


def test_what_is_said_beside_a_secret_is_still_read() -> None:
    extraction = extract("I live in Ghent now. The alarm code is 4471#")
    assert [c.content for c in extraction.candidates] == ["user lives in Ghent"]


def test_the_refusal_points_at_the_secret() -> None:
    text = "don\u200bt tell: my PIN is 4821 ok"
    refusal = next(r for r in extract(text).refused if r.reason == "secret")
    assert text[refusal.start : refusal.end] == "4821"


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_a_key_is_found_wherever_it_stands(before: str, after: str) -> None:
    key = "ghp_0123456789abcdefghij0123456789abcdef"
    screened = rules().screen(f"{before} {key} {after}", _EVERY).text
    assert key not in screened


def test_a_zero_width_space_hides_no_key() -> None:
    hidden = "key sk-proj-4f9aQ2Lm\u200bZx81KpTt0VbnR7cD"
    assert "Zx81KpTt0VbnR7cD" not in rules().screen(hidden, _EVERY).text
