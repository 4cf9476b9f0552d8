"""An exported memory and the sayings that it stands for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.model import EntityRef, Fact, Memory
from user_memory.graph.reconcile import fold
from user_memory.graph.testimony import Told, end, evidence, needs_end, share

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def memory(**fields: object) -> Memory:
    fact = Fact(
        EntityRef("u", "user", "self"),
        "likes",
        EntityRef("t", "tea", "topic"),
        valid_to=fields.pop("until", None),
    )
    base = {
        "id": "m",
        "layer": "semantic",
        "content": "user likes tea",
        "status": "current",
        "confidence": 0.9,
    }
    strength = {"importance": 7.0, "effective_importance": 7.0, "recorded_at": START, "fact": fact}
    return Memory(**(base | strength | fields))  # type: ignore[arg-type]


def told(occasions: int) -> list[Told]:
    return [Told(f"s{n}", START + n * DAY, n, START + n * DAY) for n in range(occasions)]


@given(st.floats(0.01, 0.99), st.integers(1, 6))
def test_the_shares_of_witnesses_make_up_the_whole(confidence: float, occasions: int) -> None:
    doubt = (1.0 - share(confidence, occasions)) ** occasions
    assert abs(1.0 - doubt - confidence) < 1e-9


@given(st.floats(0.05, 0.99), st.integers(1, 5), st.booleans())
def test_the_sayings_of_a_memory_are_believed_as_it_was(
    confidence: float, occasions: int, tentative: bool
) -> None:
    held = memory(confidence=round(confidence, 6), status="tentative" if tentative else "current")
    (belief,) = fold(evidence(held, told(occasions), "t"), one=False)
    assert (belief.status, belief.importance, len(belief.sayings)) == (held.status, 7.0, occasions)
    assert abs(belief.confidence - held.confidence) < 2e-6


def test_an_ending_and_a_retraction_are_believed_anew() -> None:
    ended = memory(status="superseded", ended_at=START + 5 * DAY, until=START + 4 * DAY)
    said = evidence(ended, told(2), "t")
    assert needs_end(ended, said, replaced=False)
    assert not needs_end(ended, said, replaced=True)
    (belief,) = fold([*said, end(ended, said)], one=False)
    assert (belief.status, belief.valid_to, belief.ended_at) == (
        "superseded",
        START + 4 * DAY,
        START + 5 * DAY,
    )
    withdrawn = memory(status="retracted", retired_at=START + 5 * DAY)
    said = evidence(withdrawn, told(2), "t")
    (belief,) = fold([*said, end(withdrawn, said)], one=False)
    assert (belief.status, belief.retired_at) == ("retracted", START + 5 * DAY)
