"""Beliefs about entities that were said to be one: together they say what one history of both would."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.concord import Voice, agree
from user_memory.graph.reconcile import Belief, Saying, fold

DAY = timedelta(days=1)
START = datetime(2026, 1, 1, tzinfo=UTC)
MERGED = START + 100 * DAY


def said(day: int, key: str, **fields: object) -> Saying:
    at = START + day * DAY
    base = Saying(f"s{day}", at, day, at, key, f"value {key}", object_id=key)
    return replace(base, **fields)


def heard(*parts: list[Saying], one: bool = True) -> list[Voice]:
    """The voices once they agree."""
    voices = [Voice(f"slot{i}", part, fold(part, one=one)) for i, part in enumerate(parts)]
    agree(voices, one=one, root=lambda key: key, since=lambda a, b: MERGED)
    return voices


def standing(voices: list[Voice]) -> list[Belief]:
    return [b for v in voices for b in v.beliefs if b.status == "current"]


def test_the_newer_of_two_values_ends_the_older() -> None:
    first, second = heard([said(1, "oslo")], [said(2, "bergen")])
    (oslo,), (bergen,) = first.beliefs, second.beliefs
    assert (oslo.status, bergen.status) == ("superseded", "current")
    assert (oslo.valid_to, oslo.ended_at) == (START + 2 * DAY, MERGED)
    assert (oslo.successor, oslo.reason) == (bergen, "merged")


def test_one_value_told_of_both_stands_with_both() -> None:
    assert len(standing(heard([said(1, "oslo")], [said(2, "oslo")]))) == 2


def test_values_that_are_one_by_a_merge_stand_together() -> None:
    parts = [[said(1, "oslo")], [said(2, "Oslo, Norway")]]
    voices = [Voice(f"slot{i}", part, fold(part, one=True)) for i, part in enumerate(parts)]
    agree(voices, one=True, root=lambda key: key.split(",")[0].lower(), since=lambda a, b: MERGED)
    assert len(standing(voices)) == 2


def test_what_was_taken_back_ends_nothing() -> None:
    newer = [said(2, "bergen"), said(3, "bergen", operation="retract")]
    (oslo,) = heard([said(1, "oslo")], newer)[0].beliefs
    assert oslo.status == "current"


def test_a_guess_ends_nothing() -> None:
    (oslo,) = heard([said(1, "oslo")], [said(2, "bergen", tentative=True)])[0].beliefs
    assert oslo.status == "current"


days = st.lists(
    st.tuples(st.sampled_from(["oslo", "bergen", "porto"]), st.sampled_from([0, 1]), st.booleans()),
    max_size=9,
)


@given(days)
def test_together_they_hold_what_one_history_of_both_holds(history: list[tuple[str, int, bool]]) -> None:
    """No value stands in either that the sayings of both, read as one, have ended; and each value of those stands in some."""
    parts: list[list[Saying]] = [[], []]
    for day, (key, voice, ends) in enumerate(history):
        parts[voice].append(said(day, key, operation="end" if ends and day else "assert"))
    whole = fold([s for part in parts for s in part], one=True)
    values = {b.first.key for b in whole if b.status == "current" and not b.sayings[0].negative}
    found = {b.first.key for b in standing(heard(*parts)) if not b.sayings[0].negative}
    assert found == values


@given(days)
def test_the_order_of_the_voices_does_not_matter(history: list[tuple[str, int, bool]]) -> None:
    parts: list[list[Saying]] = [[], []]
    for day, (key, voice, _) in enumerate(history):
        parts[voice].append(said(day, key))
    one, other = heard(*parts), heard(*reversed(parts))
    assert [[b.status for b in v.beliefs] for v in one] == [
        [b.status for b in v.beliefs] for v in reversed(other)
    ]
