"""The laws of ranking: a pure function whose scores explain themselves."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.family import (
    ACME,
    ANNA,
    BEN,
    LEEDS,
    NOW,
    USER,
    contents,
    fact,
    family,
    memory,
    rows,
    snapshot,
    unit_vectors,
)
from user_memory.graph.capacity import ACTIVE
from user_memory.graph.decay import STALE, effective_importance
from user_memory.graph.model import Event, Fact, Source
from user_memory.graph.retrieval import BALANCED, CLASSIC, Query, Row, rank
from user_memory.graph.retrieval.profiles import Profile
from user_memory.graph.retrieval.rank import cut

PROFILES = st.sampled_from((BALANCED, CLASSIC))
THRESHOLDS = st.floats(0.0, 1.0)


def ids(hits: object) -> list[str]:
    return [hit.memory.id for hit in hits]  # type: ignore[attr-defined]


@st.composite
def queries(draw: st.DrawFn) -> Query:
    return Query(
        text=draw(st.none() | contents()),
        vector=draw(st.none() | unit_vectors()),
        max_memories=draw(st.integers(1, 20)),
        min_importance=draw(st.sampled_from((0.0, 2.0, 5.0))),
        threshold=draw(st.none() | THRESHOLDS),
    )


@given(rows(), queries(), PROFILES)
def test_a_score_is_the_sum_of_its_parts(held: list[Row], query: Query, profile: Profile) -> None:
    for hit in rank(snapshot(held), query, NOW, profile):
        assert hit.score == pytest.approx(sum(p.value * p.weight for p in hit.reasons.parts), abs=1e-9)
        assert all(0.0 <= p.value <= 1.0 and 0.0 <= p.weight <= 1.0 for p in hit.reasons.parts)


@given(rows(), queries(), PROFILES, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(
    held: list[Row], query: Query, profile: Profile, chance: random.Random
) -> None:
    shuffled = chance.sample(held, len(held))
    assert rank(snapshot(shuffled), query, NOW, profile) == rank(snapshot(held), query, NOW, profile)


@given(rows(), queries(), PROFILES)
def test_hits_come_best_first_and_no_more_than_wanted(
    held: list[Row], query: Query, profile: Profile
) -> None:
    hits = rank(snapshot(held), query, NOW, profile)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len(hits) <= query.max_memories
    assert len(set(ids(hits))) == len(hits)


@given(rows(), queries(), PROFILES)
def test_only_what_holds_and_is_not_stale_is_recalled(
    held: list[Row], query: Query, profile: Profile
) -> None:
    for hit in rank(snapshot(held), query, NOW, profile):
        assert hit.memory.status in ACTIVE
        assert hit.memory.effective_importance >= max(STALE, query.min_importance)


@given(rows(), queries(), THRESHOLDS, THRESHOLDS)
def test_a_higher_threshold_adds_nothing(held: list[Row], query: Query, one: float, other: float) -> None:
    low, high = sorted((one, other))
    many = rank(snapshot(held), replace(query, threshold=low), NOW)
    few = rank(snapshot(held), replace(query, threshold=high), NOW)
    assert set(ids(few)) <= set(ids(many))


@given(rows(), queries(), st.integers(1, 20), st.integers(1, 20))
def test_fewer_memories_are_the_first_of_more(held: list[Row], query: Query, one: int, other: int) -> None:
    small, large = sorted((one, other))
    many = rank(snapshot(held), replace(query, max_memories=large), NOW)
    few = rank(snapshot(held), replace(query, max_memories=small), NOW)
    assert ids(few) == ids(many)[: len(few)]


@given(rows(), st.sampled_from((None, "", "  \n")), PROFILES)
def test_an_empty_query_uses_recency_and_importance_only(
    held: list[Row], text: str | None, profile: Profile
) -> None:
    for hit in rank(snapshot(held), Query(text), NOW, profile):
        assert {p.name for p in hit.reasons.parts} == {"recency", "importance"}


@given(rows())
def test_the_columns_decay_as_the_formula_does(held: list[Row]) -> None:
    built = snapshot(held)
    values = built.columns.effective_importance(NOW, Query().decay)
    expected = [effective_importance(row.memory, NOW) for row in built.rows]
    assert values.tolist() == pytest.approx(expected, abs=1e-9)


def test_a_question_finds_the_fact_and_leaves_the_rest() -> None:
    hits = rank(snapshot(family()), Query("Where does Anna live?"), NOW)
    assert ids(hits)[0] == "m2"
    assert "m3" not in ids(hits)
    assert hits[0].reasons.matched == ("anna", "live")
    assert [step.label for step in hits[0].reasons.path] == ["Anna", "lives_in"]


@pytest.mark.parametrize(
    "text",
    ["How tall is the Eiffel Tower?", "of the and", '+"[lucene AND (syntax~2^', "где она живёт?", "🙂"],
)
def test_what_nothing_answers_is_answered_with_nothing(text: str) -> None:
    assert rank(snapshot(family()), Query(text), NOW) == ()


def test_what_another_speaker_never_said_is_not_answered_from_the_users_words() -> None:
    said = Source("x", "s1", "participant", BEN, NOW)
    held = snapshot(
        [
            *family(),
            fact("m9", USER, "owns", ACME, "user owns a boat"),
            fact("m10", BEN, "owns", ACME, "Ben owns a horse", sources=(said,)),
        ]
    )
    assert ids(rank(held, Query("Does Caroline own a boat?"), NOW))[0] == "m9"
    assert ids(rank(held, Query("Does Ben own a horse?"), NOW))[0] == "m10"
    assert rank(held, Query("Does Ben sail his boat?"), NOW) == ()


def test_the_users_own_name_means_the_user() -> None:
    assert ids(rank(snapshot(family()), Query("Does Caroline do pottery?"), NOW))[0] == "m3"


def test_a_superseded_fact_is_the_answer_for_its_time() -> None:
    then = datetime(2020, 1, 1, tzinfo=UTC)
    lived = memory(
        "m9",
        "Anna lives in York",
        fact=Fact(ANNA, "lives_in", LEEDS, valid_from=then, valid_to=then + timedelta(days=365)),
        status="superseded",
    )
    held = snapshot([*family(), Row(replace(lived, ended_at=lived.recorded_at))])
    now_ids = ids(rank(held, Query("Where does Anna live?", max_memories=20), NOW))
    then_ids = ids(
        rank(held, Query("Where does Anna live?", max_memories=20, as_of=then + timedelta(days=9)), NOW)
    )
    assert "m9" not in now_ids
    assert "m9" in then_ids


def test_a_time_in_the_query_prefers_what_happened_then() -> None:
    days = [datetime(2023, 5, 8, tzinfo=UTC), datetime(2023, 9, 9, tzinfo=UTC)]
    held = snapshot(
        [
            Row(memory(f"m{i}", "user went hiking", event=Event(d, d + timedelta(days=1), "day", (USER,))))
            for i, d in enumerate(days)
        ]
    )
    assert ids(rank(held, Query("Where did I go hiking in September 2023?"), NOW))[0] == "m1"
    assert ids(rank(held, Query("Did I go hiking on 8 May 2023?"), NOW))[0] == "m0"


def test_near_duplicates_collapse_and_different_numbers_do_not() -> None:
    held = snapshot(
        [
            fact("m1", USER, "likes", ACME, "user likes green tea"),
            fact("m2", USER, "likes", ACME, "user likes green tea"),
            fact("m3", USER, "likes", LEEDS, "user likes green tea 2"),
        ]
    )
    assert ids(rank(held, Query("green tea", max_memories=20), NOW)) == ["m1", "m3"]


def test_without_an_encoder_words_and_graph_still_answer() -> None:
    hits = rank(snapshot(family()), Query("Who works for Acme?"), NOW)
    assert set(ids(hits)) >= {"m4", "m5"}
    assert "meaning" not in {p.name for p in hits[0].reasons.parts}


@given(st.floats(0.0, 1.2), st.floats(0.0, 0.2), st.integers(1, 99))
def test_who_wants_more_takes_lesser_ones_too(best: float, breadth: float, wanted: int) -> None:
    assert 0.0 < cut(best, breadth, wanted + 1) <= cut(best, breadth, wanted) <= max(best, 1e-9)
    assert cut(best, breadth, 5) == pytest.approx(max(best - breadth, 1e-9))


def test_a_reading_of_the_cross_encoder_is_a_part_of_the_score() -> None:
    class Likes:
        name = "likes-leeds"

        def score(self, query: str, texts: list[str]) -> np.ndarray:
            return np.array([1.0 if "Leeds" in t else 0.0 for t in texts], dtype=np.float32)

    hits = rank(snapshot(family()), Query("Anna", max_memories=20, threshold=0.0), NOW, reranker=Likes())  # type: ignore[arg-type]
    assert ids(hits)[0] == "m2"
    assert {p.name: p.value for p in hits[0].reasons.parts}["cross_encoder"] == 1.0
    assert hits[0].score == pytest.approx(sum(p.value * p.weight for p in hits[0].reasons.parts))


def test_classic_is_exactly_its_formula() -> None:
    held = snapshot(
        [fact("m1", USER, "hobby", ACME, "user paints walls", recorded_at=NOW - timedelta(hours=48))]
    )
    (hit,) = rank(held, Query("who paints walls quickly"), NOW, CLASSIC)
    recency = 0.7 / (1 + 48 / 24) + 0.3 / (1 + 48 / 12)
    importance = effective_importance(held.rows[0].memory, NOW) / 10
    assert hit.score == pytest.approx(0.3 * recency + 0.4 * importance + 0.3 * 2 / 4)


def test_a_question_after_a_time_or_a_person_alone_is_met_by_those() -> None:
    assert ids(rank(snapshot(family()), Query("What happened in February?"), NOW))[0] == "m8"
    assert set(ids(rank(snapshot(family()), Query("Tell me about Anna"), NOW))) >= {"m1", "m2"}
    assert "m3" in ids(rank(snapshot(family()), Query("What do you know about me?"), NOW))
