"""Which date a stretch of time is called by."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.graph.times import cut, date_of


@given(
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
    st.integers(1 - 12 * 4, 12 * 4).map(lambda quarters: timedelta(minutes=15 * quarters)),
)
def test_a_day_keeps_its_date_whatever_the_offset_of_the_speaker(day: date, offset: timedelta) -> None:
    begin = datetime.combine(day, time(), timezone(offset)).astimezone(UTC)
    assert date_of(begin, "day") == day.isoformat()
    assert date_of(begin, "month") == day.isoformat()[:7]
    assert date_of(begin, "year") == day.isoformat()[:4]


@pytest.mark.parametrize("precision", [None, "minute"])
def test_a_moment_stays_where_it_is(precision: None) -> None:
    moment = datetime(2026, 3, 6, 18, 30, tzinfo=UTC)
    assert date_of(moment, precision) == cut(moment, precision)
