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


_WALLET = "ladder ocean velvet puzzle candle river tiger marble window orbit salad ginger"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("The PIN for the joint card, if you must know, is 7093", "7093"),
        ("The PIN (same as ever) is 7093", "7093"),
        ("my debit card PIN - don't laugh - is 7093", "7093"),
        ("The PIN for the joint card? It's 7093", "7093"),
        ("PIN for Barclays, in case I forget, that's 7093", "7093"),
        ("The PIN we both use for the savings card my gran opened years ago for us is 7093", "7093"),
        ("gym locker combo, not that anybody cares: 4410", "4410"),
        ("The password for the shared drive, if you need it, is Tulip77x", "Tulip77x"),
        ("guest wifi is BarnOwl_77!kiln", "BarnOwl_77!kiln"),
        ("wifi at the cabin is Moose!Lake77", "Moose!Lake77"),
        ("wi-fi at mum's, in case you need it, is Plum_tree9", "Plum_tree9"),
        ("I changed the wifi to Moose!Lake77", "Moose!Lake77"),
        ("Moose!Lake77 gets you on the wifi", "Moose!Lake77"),
        ("to get on the wifi use Moose!Lake77", "Moose!Lake77"),
        (f"keep my seed phrase safe for me, {_WALLET}", _WALLET),
        (f"{_WALLET} - that's my recovery phrase", _WALLET),
        (f"the twelve words for my wallet: {_WALLET} {_WALLET}", f"{_WALLET} {_WALLET}"),
        (
            f"{_WALLET.title().replace(' ', ', ')}. Those are my seed words",
            _WALLET.title().replace(" ", ", "),
        ),
    ],
)
def test_words_between_hide_no_secret(text: str, secret: str) -> None:
    assert secret in {text[f.start : f.end] for f in find_secrets(text)}


@pytest.mark.parametrize(
    "text",
    [
        "I changed my PIN in March, 2024",
        "My PIN, I think, is blocked since 2019",
        "the PIN for my card, I am told, is valid for 1200 days",
        "my wifi is 100Mbps",
        "wifi at work is 802.11ax",
        "the wifi is WPA2-protected",
        "the wifi is so-so",
        "my wifi is $40/month",
        "wifi network is called BT-Hub4",
        "in spring I sow carrot lettuce tomato pepper squash radish turnip celery fennel basil parsley thyme",
        "where should I keep my seed phrase? paper in a safe or a metal plate at my parents' house",
        "I never share my recovery phrase with anyone and neither should you, said the wallet people",
    ],
)
def test_what_stands_near_such_words_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []
