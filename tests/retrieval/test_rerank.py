"""What the cross-encoder reads, and what its reading does to order and gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.family import ANNA, NOW, USER, family, memory, snapshot
from user_memory.graph.model import Event, Source
from user_memory.graph.retrieval import BALANCED, Query, Row, rank
from user_memory.graph.retrieval.gate import EVEN, TRUSTED, UNREAD
from user_memory.graph.retrieval.questions import understand
from user_memory.graph.retrieval.rerank import CANDIDATES


class Reader:
    """Says ``likes`` of texts with ``word`` and ``else_`` of others, and remembers what it read."""

    name = "reader"

    def __init__(self, word: str = "Leeds", likes: float = 1.0, else_: float = 0.2) -> None:
        self.word, self.likes, self.else_ = word, likes, else_
        self.read: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> np.ndarray:
        self.read += texts
        return np.array([self.likes if self.word in t else self.else_ for t in texts], dtype=np.float32)


def said(id: str, content: str, quote: str) -> Row:
    source = Source(id, "s1", "user", USER, NOW, quote=quote)
    return Row(memory(id, content, event=Event(involves=(USER,)), sources=(source,)))


def test_a_quote_is_read_where_it_says_more() -> None:
    reader = Reader()
    held = snapshot(
        [
            said("m1", "user paints", "I paint"),
            said("m2", "user likes the beach", "Miss being outdoors, the beach and me by the sea at dawn"),
            said("m3", "user swims", ""),
        ]
    )
    rank(held, Query("beach", max_memories=20, threshold=0.0), NOW, reranker=reader)
    assert sorted(reader.read) == [
        "Caroline likes the beach. Caroline: Miss being outdoors, the beach and me by the sea at dawn",
        "Caroline paints. Caroline: I paint",
        "Caroline swims",
    ]


def test_a_quote_that_says_the_same_is_not_read() -> None:
    reader = Reader()
    held = snapshot([said("m1", "user swims in the cold lake each day", "swims in the cold lake each day")])
    rank(held, Query("lake", threshold=0.0), NOW, reranker=reader)
    assert reader.read == ["Caroline swims in the cold lake each day"]


def test_only_the_best_are_read_and_the_rest_count_as_the_least_of_them() -> None:
    rows = [
        Row(memory(f"m{i:02}", f"Anna paints picture {i}", event=Event(involves=(ANNA,)))) for i in range(30)
    ]
    reader = Reader(else_=0.4)
    hits = rank(snapshot(rows), Query("Anna paints", max_memories=30, threshold=0.0), NOW, reranker=reader)
    assert len(reader.read) == CANDIDATES
    assert len(hits) == 30
    assert [_part(h) for h in hits] == pytest.approx([0.4] * 30)


def _part(hit: object) -> float:
    return next(p.value for p in hit.reasons.parts if p.name == "cross_encoder")  # type: ignore[attr-defined]


def test_a_poor_reading_shuts_the_gate_and_a_good_one_opens_it() -> None:
    held, asked = snapshot(family()), Query("Where does Anna live?", max_memories=20)
    gate = BALANCED.gate
    assert gate is not None
    assert rank(held, replace(asked, threshold=0.0), NOW)
    bar = next(t / 100 for t in range(100) if not rank(held, replace(asked, threshold=t / 100), NOW))
    close = replace(asked, threshold=bar - 0.01)
    assert rank(held, close, NOW)
    assert not rank(held, close, NOW, reranker=Reader(likes=EVEN - 0.1, else_=0.0))  # type: ignore[arg-type]
    beyond = replace(asked, threshold=bar + 0.01)
    assert not rank(held, beyond, NOW)
    assert rank(held, beyond, NOW, reranker=Reader(likes=1.0))  # type: ignore[arg-type]


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_the_gate_grows_with_the_reading(one: float, other: float) -> None:
    gate = BALANCED.gate
    assert gate is not None
    fixed = (np.array([0.4]), np.array([0.4]), np.array([0.4]), np.array([1.0]), np.array([True]))
    low, high = (gate.strength(*fixed, reading=np.array([v])) for v in sorted((one, other)))
    assert low <= high
    assert gate.strength(*fixed, reading=np.array([EVEN])) == pytest.approx(gate.strength(*fixed))


@given(st.floats(0.0, 1.0), st.floats(-1.0, 1.0))
def test_a_reading_bounds_the_strength_however_well_all_else_matches(reading: float, strength: float) -> None:
    gate = BALANCED.gate
    assert gate is not None
    assert gate.judged(strength, None) == strength
    assert gate.judged(strength, reading) <= UNREAD + TRUSTED * reading
    assert gate.judged(10.0, reading) == pytest.approx(UNREAD + TRUSTED * reading)
    assert gate.judged(10.0, 0.0) < BALANCED.threshold, "what is read as no answer at all is none"


def test_more_is_expected_of_an_answer_with_a_time_and_less_of_a_guess() -> None:
    gate, entities = BALANCED.gate, snapshot(family()).entities
    assert gate is not None
    plain, timed, twice, guess = (
        gate.lean(understand(text, entities, NOW))
        for text in (
            "Does Anna paint?",
            "When does Anna paint?",
            "When in May did Anna paint?",
            "Would Anna paint?",
        )
    )
    assert twice < timed < plain == gate.lean(None) == 0.0 < guess
