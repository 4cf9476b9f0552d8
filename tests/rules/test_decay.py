"""Law 4: decay is a closed formula of stored values and the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.decay import CLASSIC, DEFAULT, DecayProfile, effective_importance, falls_below
from user_memory.graph.model import EntityRef, Fact, Layer, Memory

START = datetime(2026, 1, 1, tzinfo=UTC)
SELF = EntityRef("u", "user", "self")


def memory(importance: float = 6.0, layer: Layer = "episodic", **fields: object) -> Memory:
    base = Memory("m", layer, "content", "current", 0.9, importance, importance, START)
    return replace(base, **fields)


memories = st.builds(
    lambda importance, layer, uses: memory(importance, layer, access_count=uses),
    st.floats(0, 10),
    st.sampled_from(["semantic", "episodic", "procedural"]),
    st.integers(0, 50),
)
profiles = st.sampled_from([DEFAULT, CLASSIC])
days = st.floats(0, 5_000)


@pytest.mark.parametrize(("layer", "rate"), [("episodic", 0.995), ("semantic", 0.999), ("procedural", 0.999)])
def test_the_rate_of_each_layer(layer: Layer, rate: float) -> None:
    now = START + timedelta(days=10)
    assert effective_importance(memory(6.0, layer), now) == pytest.approx(6.0 * rate**10)


def test_the_classic_profile_has_one_rate_for_all() -> None:
    assert effective_importance(memory(8.0), START + timedelta(days=2), CLASSIC) == pytest.approx(
        8.0 * 0.95**2
    )


def test_use_slows_fading_to_half_at_most() -> None:
    now = START + timedelta(days=10)
    assert effective_importance(memory(6.0, access_count=5), now) == pytest.approx(6.0 * 0.995 ** (10 / 1.5))
    assert effective_importance(memory(6.0, access_count=99), now) == pytest.approx(6.0 * 0.995**5)


def test_the_last_access_starts_at_the_time_of_recording() -> None:
    assert effective_importance(memory(6.0), START) == 6.0


@given(memories, days, days, profiles)
def test_importance_never_rises_by_waiting(
    m: Memory, first: float, more: float, profile: DecayProfile
) -> None:
    sooner = effective_importance(m, START + timedelta(days=first), profile)
    later = effective_importance(m, START + timedelta(days=first + more), profile)
    assert 0.0 <= later <= sooner <= 10.0


@given(memories, days, profiles)
def test_asking_twice_changes_nothing(m: Memory, day: float, profile: DecayProfile) -> None:
    now = START + timedelta(days=day)
    assert effective_importance(m, now, profile) == effective_importance(m, now, profile)
    assert m.importance == m.effective_importance


@given(memories, days)
def test_a_pinned_memory_does_not_fade(m: Memory, day: float) -> None:
    assert effective_importance(replace(m, pinned=True), START + timedelta(days=day)) == m.importance


@given(days)
def test_what_never_decays_does_not_fade(day: float) -> None:
    fact = Fact(SELF, "allergic_to", EntityRef("n", "nuts", "topic"))
    assert effective_importance(memory(7.0, "semantic", fact=fact), START + timedelta(days=day)) == 7.0


@given(memories, st.floats(0.1, 9.9), profiles)
def test_the_forecast_agrees_with_the_formula(m: Memory, threshold: float, profile: DecayProfile) -> None:
    moment = falls_below(m, threshold, profile)
    if moment is None:
        assert effective_importance(m, START + timedelta(days=365_000), profile) >= threshold
    elif moment > START:
        assert effective_importance(m, moment - timedelta(hours=1), profile) >= threshold
        assert effective_importance(m, moment + timedelta(hours=1), profile) < threshold
