"""Keys of names and ids of records."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.ids import owner_id, uuid7
from user_memory.graph.keys import entity_key


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the Beatles", "Beatles"),
        ("Anna's", "Anna"),
        ("ACME  Corp", "acme corp"),
        ("Zoë", "Zoe\u0308"),
        ("O\u2019Brien", "O'Brien"),
        ("ＡＣＭＥ", "acme"),
    ],
)
def test_one_name_in_two_spellings(a: str, b: str) -> None:
    assert entity_key(a) == entity_key(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Zoë Müller", "Zoé Möller"),
        ("Школа", "Завод"),
        ("C++", "C#"),
        ("C", "C++"),
        ("东京", "京都"),
        ("🎸", "🎹"),
    ],
)
def test_two_names_stay_two(a: str, b: str) -> None:
    assert entity_key(a) != entity_key(b)


@given(st.text(min_size=1))
def test_every_name_has_a_key_that_is_its_own_key(name: str) -> None:
    key = entity_key(name)
    assert key
    assert entity_key(key) or key == name


@given(st.binary(min_size=10, max_size=10), st.integers(946_684_800, 7_258_118_400))
def test_ids_are_version_7_and_tell_their_millisecond(random: bytes, when: int) -> None:
    now = datetime.fromtimestamp(when, UTC)
    made = UUID(uuid7(now, lambda _: random))
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert made.int >> 80 == int(now.timestamp() * 1000)


def test_ids_of_one_millisecond_do_not_collide() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert len({uuid7(now) for _ in range(10_000)}) == 10_000


def test_owners_are_128_random_bits() -> None:
    assert len(bytes.fromhex(owner_id())) == 16
    assert owner_id() != owner_id()
