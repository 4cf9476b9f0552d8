"""The fold of sayings into beliefs: examples, and the laws that every history keeps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.candidates import Span
from user_memory.graph.reconcile import Belief, Saying, fold

DAY = timedelta(days=1)
START = datetime(2026, 1, 1, tzinfo=UTC)


def said(day: int, key: str, **fields: object) -> Saying:
    """A saying on the given day."""
    at = START + day * DAY
    base = Saying(f"s{day}", at, day, at, key, f"value {key}", object_id=key)
    return replace(base, **fields)


def state(beliefs: list[Belief]) -> list[tuple[object, ...]]:
    """What is believed, without identity."""
    return sorted(
        (
            b.first.key,
            b.sayings[0].negative,
            b.status,
            str(b.valid_from),
            str(b.valid_to),
            str(b.qualifier),
            len(b.sayings),
            b.confidence,
        )
        for b in beliefs
    )


def by_key(beliefs: list[Belief]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for belief in beliefs:
        found.setdefault(belief.first.key, []).append(belief.status)
    return found


def test_repetition_reinforces() -> None:
    (belief,) = fold([said(1, "oslo", confidence=0.8), said(2, "oslo", confidence=0.5)], one=True)
    assert len(belief.sayings) == 2
    assert belief.confidence == 0.9


def test_a_newer_value_of_a_one_slot_supersedes_the_older() -> None:
    beliefs = fold([said(1, "oslo"), said(2, "bergen")], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded"], "bergen": ["current"]}
    old = next(b for b in beliefs if b.first.key == "oslo")
    assert old.valid_to == START + 2 * DAY
    assert old.successor is not None
    assert old.successor.valid_from == START + 2 * DAY


def test_values_of_a_many_slot_stand_side_by_side() -> None:
    assert by_key(fold([said(1, "tea"), said(2, "coffee")], one=False)) == {
        "tea": ["current"],
        "coffee": ["current"],
    }


def test_going_back_to_an_old_value_is_a_stretch_of_its_own() -> None:
    beliefs = fold([said(1, "oslo"), said(2, "bergen"), said(3, "oslo")], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded", "current"], "bergen": ["superseded"]}


def test_an_older_value_that_arrives_late_is_superseded() -> None:
    late = said(3, "oslo", valid_from=START - 400 * DAY)
    beliefs = fold([said(1, "bergen", valid_from=START), late], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded"], "bergen": ["current"]}


def test_a_dated_move_ends_an_undated_home_said_before_it() -> None:
    moved = said(10, "porto", valid_from=START + 3 * DAY)
    beliefs = fold([said(9, "lisbon"), moved], one=True)
    assert by_key(beliefs) == {"lisbon": ["superseded"], "porto": ["current"]}
    assert next(b for b in beliefs if b.first.key == "lisbon").valid_to == START + 3 * DAY


def test_a_fact_about_a_past_interval_supersedes_nothing() -> None:
    past = said(2, "paris", valid_from=START - 900 * DAY, valid_to=START - 300 * DAY)
    assert by_key(fold([said(1, "oslo"), past], one=True)) == {"oslo": ["current"], "paris": ["superseded"]}


def test_opposite_polarity_meets_its_opposite() -> None:
    beliefs = fold([said(1, "tea"), said(2, "tea", negative=True, polarity="-")], one=False)
    assert [b.status for b in beliefs] == ["superseded", "current"]


def test_an_ending_closes_what_it_ends_and_leaves_no_second_memory() -> None:
    (belief,) = fold([said(1, "tea"), said(2, "tea", operation="end")], one=False)
    assert belief.status == "superseded"
    assert [s.operation for s in belief.closed_by] == ["end"]


def test_an_ending_said_again_supports_the_first() -> None:
    (belief,) = fold(
        [said(1, "tea"), said(2, "tea", operation="end"), said(3, "tea", operation="end")], one=False
    )
    assert (belief.valid_to, len(belief.closed_by)) == (START + 2 * DAY, 2)


def test_a_retraction_said_again_supports_the_first() -> None:
    history = [said(1, "cat"), said(2, "cat", operation="retract"), said(3, "cat", operation="retract")]
    (belief,) = fold(history, one=False)
    assert (belief.retired_at, len(belief.closed_by)) == (START + 2 * DAY, 2)


def test_what_is_called_off_before_it_begins_never_holds() -> None:
    planned = said(1, "acme", valid_from=START + 100 * DAY)
    (belief,) = fold([planned, said(5, "acme", operation="end")], one=True)
    assert belief.status == "superseded"
    assert belief.valid_from == belief.valid_to == START + 100 * DAY


def test_of_two_values_that_begin_together_the_one_said_later_is_newer() -> None:
    later = said(5, "oslo", valid_from=START)
    arrives_late = said(2, "bergen", valid_from=START, seq=9)
    assert by_key(fold([later, arrives_late], one=True)) == {"oslo": ["current"], "bergen": ["superseded"]}


def test_an_ending_without_a_beginning_is_the_negative() -> None:
    (belief,) = fold([said(2, "acme", operation="end")], one=True)
    assert (belief.status, belief.sayings[0].polarity) == ("current", "-")


def test_an_ending_of_a_rule_that_never_was_leaves_nothing() -> None:
    assert fold([said(2, "rule", operation="end")], one=False, negatable=False) == []


def test_a_retraction_takes_back_what_was_said_before_it_only() -> None:
    beliefs = fold([said(1, "cat"), said(2, "cat", operation="retract"), said(3, "cat")], one=False)
    assert [b.status for b in beliefs] == ["retracted", "current"]


def test_a_guess_ends_nothing_and_stands_beside() -> None:
    beliefs = fold([said(1, "oslo"), said(2, "bergen", tentative=True)], one=True)
    assert by_key(beliefs) == {"oslo": ["current"], "bergen": ["tentative"]}


def test_a_guess_that_is_confirmed_takes_its_place() -> None:
    beliefs = fold([said(1, "oslo"), said(2, "bergen", tentative=True), said(3, "bergen")], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded"], "bergen": ["current"]}


def _together(day: int, key: str, start: int = 0, end: int = 30) -> Saying:
    return said(day, key, start=start, span=Span("", start, end, ""))


def test_two_values_told_in_the_same_words_both_hold() -> None:
    both = [_together(1, "nurse"), _together(1, "painter")]
    assert by_key(fold(both, one=True)) == {"nurse": ["current"], "painter": ["current"]}
    again = [*both, said(2, "painter")]
    assert by_key(fold(again, one=True)) == {"nurse": ["current"], "painter": ["current"]}


def test_a_newer_value_ends_both_that_were_told_together() -> None:
    beliefs = fold([_together(1, "nurse"), _together(1, "painter"), said(2, "baker")], one=True)
    assert by_key(beliefs) == {"nurse": ["superseded"], "painter": ["superseded"], "baker": ["current"]}


def test_a_value_told_in_other_words_of_a_message_ends_the_one_before() -> None:
    beliefs = fold([_together(1, "oslo"), _together(1, "bergen", 31, 60)], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded"], "bergen": ["current"]}


def test_a_happening_is_not_ended_by_its_own_interval() -> None:
    party = said(5, "statement", valid_from=START, valid_to=START + DAY)
    (belief,) = fold([party], one=False, happening=True)
    assert (belief.status, belief.valid_from, belief.valid_to) == ("current", START, START + DAY)


@st.composite
def histories(draw: st.DrawFn) -> list[Saying]:
    """Sayings about one slot, each on a day of its own."""
    days = draw(st.lists(st.integers(0, 60), unique=True, min_size=1, max_size=8))
    sayings = []
    for day in days:
        negative = draw(st.booleans())
        start = draw(st.none() | st.integers(-30, 60))
        sayings.append(
            said(
                day,
                draw(st.sampled_from(["a", "b", "c"])),
                negative=negative,
                polarity="-" if negative else "+",
                operation=draw(st.sampled_from(["assert", "assert", "assert", "end", "retract"])),
                tentative=draw(st.booleans()),
                qualifier=draw(st.sampled_from([None, None, "daily", "weekly"])),
                valid_from=None if start is None else START + start * DAY,
                confidence=draw(st.sampled_from([0.5, 0.8, 1.0])),
            )
        )
    return sayings


@given(histories(), st.booleans(), st.randoms(use_true_random=False))
def test_the_end_state_does_not_depend_on_the_order_of_arrival(
    history: list[Saying], one: bool, random: object
) -> None:
    shuffled = list(history)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert state(fold(history, one=one)) == state(fold(shuffled, one=one))


@given(histories())
def test_a_one_slot_has_at_most_one_certain_value(history: list[Saying]) -> None:
    beliefs = fold(history, one=True)
    assert sum(b.status == "current" and not b.sayings[0].negative for b in beliefs) <= 1


@given(histories(), st.booleans())
def test_nothing_is_believed_and_denied_at_once(history: list[Saying], one: bool) -> None:
    firm = [(b.first.key, b.sayings[0].negative) for b in fold(history, one=one) if b.status == "current"]
    assert len(firm) == len({key for key, _ in firm})


@given(histories(), st.booleans())
def test_every_saying_is_accounted_for_once(history: list[Saying], one: bool) -> None:
    beliefs = fold(history, one=one)
    asserted = [s.source_id for b in beliefs for s in b.sayings if s.operation == "assert"]
    assert sorted(asserted) == sorted(s.source_id for s in history if s.operation == "assert")


@given(histories(), st.booleans())
def test_an_end_never_comes_before_its_beginning_was_known(history: list[Saying], one: bool) -> None:
    for belief in fold(history, one=one):
        if belief.ended_at is not None:
            assert belief.ended_at >= belief.first.recorded_at


def test_what_is_to_begin_later_is_newer_than_what_is_said_to_hold_before() -> None:
    """Told in January, to hold from the 50th day on; an undated word of the 10th day is of the 10th day."""
    planned = said(1, "bergen", valid_from=START + 50 * DAY)
    beliefs = fold([planned, said(10, "oslo")], one=True)
    assert by_key(beliefs) == {"oslo": ["superseded"], "bergen": ["current"]}
    oslo = next(b for b in beliefs if b.first.key == "oslo")
    assert (oslo.valid_to, oslo.successor and oslo.successor.first.key) == (START + 50 * DAY, "bergen")
    assert [oslo.status_on(START + day * DAY) for day in (10, 49, 50)] == ["current", "current", "superseded"]


def test_what_was_to_begin_later_has_begun_once_it_is_said_to_hold() -> None:
    planned = said(2, "bergen", valid_from=START + 50 * DAY)
    beliefs = fold([said(1, "oslo"), planned, said(10, "bergen")], one=True)
    bergen = next(b for b in beliefs if b.first.key == "bergen")
    oslo = next(b for b in beliefs if b.first.key == "oslo")
    assert (bergen.valid_from, oslo.valid_to) == (START + 10 * DAY, START + 10 * DAY)
    assert oslo.status_on(START + 10 * DAY) == "superseded"


def test_an_end_that_was_told_when_it_came_holds_whatever_the_clock_reads() -> None:
    oslo = fold([said(1, "oslo"), said(2, "bergen")], one=True)[0]
    assert oslo.status_on(START) == "superseded"
