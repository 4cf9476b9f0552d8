"""One refusal for each datum; what is refused for another reason is counted candidate by candidate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.model import Refusal, RefusalReason
from user_memory.graph.refusals import one_per_datum


def health(start: int, end: int, message: str = "m") -> Refusal:
    return Refusal("consent", message, start, end, "health")


def test_a_clause_and_the_datum_in_it_are_one_refusal_at_the_datum() -> None:
    assert one_per_datum([health(0, 30), health(10, 20)]) == (health(10, 20),)


def test_two_data_of_one_clause_stay_two_in_their_order() -> None:
    assert one_per_datum([health(25, 30), health(0, 30), health(10, 20)]) == (health(25, 30), health(10, 20))


@pytest.mark.parametrize(
    "other",
    [
        health(10, 20, "another message"),
        Refusal("consent", "m", 0, 30, "contact"),
        Refusal("secret", "m", 0, 30),
        health(20, 30),
    ],
)
def test_another_message_category_reason_or_place_is_another_datum(other: Refusal) -> None:
    assert one_per_datum([health(10, 20), other]) == (health(10, 20), other)


def test_statements_refused_in_the_same_words_are_each_accounted_for() -> None:
    twice = [Refusal("unresolved", "m", 0, 9), Refusal("unresolved", "m", 0, 9)]
    assert one_per_datum(twice) == tuple(twice)


REASONS: list[RefusalReason] = ["secret", "consent", "unresolved"]
REFUSALS = st.builds(
    lambda reason, start, length: Refusal(reason, "m", start, start + length),
    st.sampled_from(REASONS),
    st.integers(0, 20),
    st.integers(1, 10),
)


@given(st.lists(REFUSALS, max_size=8))
def test_every_refused_place_is_still_told_by_a_refusal_in_it(refusals: list[Refusal]) -> None:
    kept = one_per_datum(refusals)
    for refusal in refusals:
        assert any(
            k.reason == refusal.reason and k.start < refusal.end and refusal.start < k.end for k in kept
        )
    assert one_per_datum(kept) == kept
