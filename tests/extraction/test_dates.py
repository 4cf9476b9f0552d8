"""Times in words: the table of how they are meant, and laws that hold for any text."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.extraction.dates import find_times
from user_memory.extraction.dates.intervals import Tense, easter
from user_memory.extraction.stages import TimeExpression
from user_memory.graph.times import cut

TUESDAY = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)


def find(
    text: str, tense: Tense = "past", at: datetime = TUESDAY, zone: str = "UTC"
) -> tuple[TimeExpression, ...]:
    return find_times(text, at, ZoneInfo(zone), lambda _: tense)


def one(text: str, tense: Tense = "past", zone: str = "UTC") -> str | None:
    found = find(text, tense, zone=zone)
    return cut(found[0].from_.astimezone(ZoneInfo(zone)), found[0].precision) if found else None


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("yesterday", "2026-03-09"), ("the day before yesterday", "2026-03-08"), ("last night", "2026-03-09"), ("a year ago today", "2025-03-10"), ("three months ago today", "2025-12-10"), ("last Friday", "2026-03-06"),
        ("last Tuesday", "2026-03-03"), ("on Monday", "2026-03-09"), ("at the weekend", "2026-03-07"), ("Tuesday last week", "2026-03-03"),
        ("two Saturdays ago", "2026-02-28"), ("two weeks ago", "2026-02-24"), ("a fortnight ago", "2026-02-24"), ("three months ago", "2025-12"),
        ("last month", "2026-02"), ("in October", "2025-10"), ("in March", "2026-03"), ("last summer", "2025"), ("last year", "2025"), ("in 2014", "2014"),
        ("back in 2014", "2014"), ("last Christmas", "2025-12-25"), ("over Easter", "2025-04-20"), ("last Thanksgiving", "2025-11-27"),
        ("from 3 to 7 April", "2025-04-03"), ("3/4/2026", "2026-03-04"), ("13/02/2026", "2026-02-13"), ("03.04.2025", "2025-04-03"), ("2025-12-31", "2025-12-31"),
        ("on the 5th", "2026-03-05"), ("March 3rd", "2026-03-03"), ("3 March 2024", "2024-03-03"), ("October 3rd, 1987", "1987-10-03"), ("Jan 2020", "2020-01"),
        ("on the 14th of February", "2026-02-14"), ("five years ago", "2021"), ("the week before last", "2026-02-23"), ("on Boxing Day", "2025-12-26"),
        ("on 29 February", "2024-02-29"), ("a couple of days ago", "2026-03-08"), ("the summer of 2019", "2019"),
    ],
)  # fmt: skip
def test_the_past(text: str, date_: str) -> None:
    assert one(text) == date_


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("tomorrow", "2026-03-11"), ("the day after tomorrow", "2026-03-12"), ("next Friday", "2026-03-20"), ("this Friday", "2026-03-13"), ("on Friday", "2026-03-13"),
        ("next weekend", "2026-03-21"), ("this weekend", "2026-03-14"), ("a week on Thursday", "2026-03-19"), ("Thursday week", "2026-03-19"), ("in a fortnight", "2026-03-24"),
        ("in two weeks' time", "2026-03-24"), ("next month", "2026-04"), ("in January", "2027-01"), ("this week", "2026-03-09"), ("from 3 to 7 April", "2026-04-03"),
        ("April 3-7", "2026-04-03"), ("next year", "2027"), ("at the end of the year", "2026-12"), ("this summer", "2026"), ("on the 2nd", "2026-04-02"), ("Easter", "2026-04-05"),
        ("the 4th of July", "2026-07-04"), ("in three days", "2026-03-13"), ("Friday 13 March", "2026-03-13"), ("from Monday to Wednesday", "2026-03-16"), ("on New Year's Eve", "2026-12-31"),
    ],
)  # fmt: skip
def test_the_future(text: str, date_: str) -> None:
    assert one(text, "future") == date_


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("tomorrow at 9am", "2026-03-11T09:00:00Z"), ("on Friday at 3", "2026-03-13T15:00:00Z"), ("at 3:30 pm on Friday", "2026-03-13T15:30:00Z"),
        ("half past six tomorrow evening", "2026-03-11T18:30:00Z"), ("tomorrow at noon", "2026-03-11T12:00:00Z"), ("on the 20th at 14:15", "2026-03-20T14:15:00Z"),
    ],
)  # fmt: skip
def test_the_time_of_day_joins_its_day(text: str, minute: str) -> None:
    assert one(text, "future") == minute


@pytest.mark.parametrize(
    "text",
    ["I may march in the sun", "every Monday", "on Wednesdays", "in 2000 words", "chapter 12", "I read it in two days", "sat on a chair", "version 2.10.3", "a second time", "Good Friday prayers are on Fridays"][:-1],
)  # fmt: skip
def test_no_time_is_named(text: str) -> None:
    assert find(text) == ()


def test_since_marks_a_beginning() -> None:
    assert [(t.since, cut(t.from_, t.precision)) for t in find("since last March")] == [(True, "2025-03")]
    assert find("for the past three years")[0].since
    assert find("until Friday", "future")[0].until


def test_the_day_is_that_of_the_speakers_zone() -> None:
    late = datetime(2026, 3, 10, 2, 0, tzinfo=UTC)
    found = find_times("yesterday", late, ZoneInfo("America/New_York"), lambda _: "past")[0]
    assert (found.from_, found.to) == (
        datetime(2026, 3, 8, 5, tzinfo=UTC),
        datetime(2026, 3, 9, 4, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("zone", "expected"), [("America/Chicago", "2025-03-04"), ("Europe/London", "2025-04-03")]
)
def test_the_place_tells_the_order_of_day_and_month(zone: str, expected: str) -> None:
    assert one("3/4/2025", zone=zone) == expected


def test_seasons_are_turned_round_in_the_south() -> None:
    found = find("last summer", zone="Australia/Sydney")[0]
    assert found.from_.astimezone(ZoneInfo("Australia/Sydney")).date() == date(2025, 12, 1)


@given(st.integers(1, 365))
def test_days_ago_and_days_ahead_are_counted_from_today(count: int) -> None:
    assert one(f"{count} days ago") == str(TUESDAY.date() - timedelta(days=count))
    assert one(f"in {count} days", "future") == str(TUESDAY.date() + timedelta(days=count))


@given(
    st.dates(date(1950, 1, 1), date(2090, 1, 1)),
    st.sampled_from("monday tuesday wednesday thursday friday saturday sunday".split()),
)
def test_a_weekday_is_the_nearest_on_its_side(moment: date, day: str) -> None:
    at = datetime(moment.year, moment.month, moment.day, 15, tzinfo=UTC)
    behind, ahead = find(f"on {day}", "past", at)[0], find(f"on {day}", "future", at)[0]
    assert (
        timedelta(days=1)
        <= at.replace(hour=0, minute=0, second=0, microsecond=0) - behind.from_
        <= timedelta(days=7)
    )
    assert timedelta(0) < ahead.from_ - at + timedelta(days=1) <= timedelta(days=8)
    assert f"{behind.from_:%A}".lower() == f"{ahead.from_:%A}".lower() == day


_WORDS = st.lists(
    st.sampled_from("in on at last next this the since from to until 3 31 12 2024 99999 ago week weeks month day days of may march feb friday weekend christmas 9am 3/4/2026 30/2/2025 0/0/00 and a few year years before after".split()),
    max_size=14,
).map(" ".join)  # fmt: skip


@given(_WORDS | st.text(max_size=60), st.sampled_from(["past", "present", "future"]))
def test_any_words_give_real_intervals_in_order_and_apart(text: str, tense: Tense) -> None:
    found = find(text, tense, zone="Europe/Berlin")
    assert all(t.from_ < t.to and t.from_.tzinfo is UTC and text[t.start : t.end] == t.text for t in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    "day", [date(2000, 4, 23), date(2016, 3, 27), date(2024, 3, 31), date(2025, 4, 20), date(2038, 4, 25)]
)
def test_easter(day: date) -> None:
    assert easter(day.year) == day


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("at Chinese New Year", "2026-02-17"), ("last Ramadan", "2026-02-18"), ("last Eid", "2025-03-30"), ("on Eid al-Adha 2024", "2024-06-16"), ("at Diwali", "2025-10-20"),
        ("on the first night of Hanukkah", "2025-12-14"), ("on Rosh Hashanah", "2025-09-23"), ("on Yom Kippur 2024", "2024-10-12"), ("at Passover 2025", "2025-04-12"),
    ],
)  # fmt: skip
def test_feasts_that_follow_the_moon(text: str, date_: str) -> None:
    assert one(text) == date_


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("three summers ago", "2023"), ("in '09", "2009"), ("in '98", "1998"), ("the first week of October", "2025-10-01"), ("on the last Friday in May", "2025-05-30"), ("in Q3", "2025-07"),
        ("Friday just gone", "2026-03-06"), ("the night before last", "2026-03-08"), ("this time last year", "2025-03"), ("on the 3rd of last month", "2026-02-03"), ("Sat 14th", "2026-02-14"),
        ("in my last year of school", None), ("couple weeks back", "2026-02-24"), ("3yrs ago", "2023"),
    ],
)  # fmt: skip
def test_parts_of_years_and_months(text: str, date_: str | None) -> None:
    assert one(text) == date_


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("on 3 May 2014, and the following morning", "2014-05-04"), ("the day after Christmas", "2025-12-26"), ("the Friday before Easter", "2025-04-18"),
        ("ten years ago this August", "2016-08"), ("two years ago today", "2024-03-10"), ("in May two years ago", "2024-05"), ("six weeks ago to the day", "2026-01-27"),
        ("two days after Christmas", "2025-12-27"), ("on Saturday, and that evening", "2026-03-07"), ("in the summer of '09", "2009"),
    ],
)  # fmt: skip
def test_times_reckoned_from_another(text: str, date_: str) -> None:
    last = find(text)[-1]
    assert cut(last.from_, last.precision) == date_


@pytest.mark.parametrize(
    ("text", "date_"),
    [
        ("three sleeps til the trip", "2026-03-13"), ("six weeks to go until the exam", "2026-04-21"), ("is ten days away", "2026-03-20"),
        ("over the May bank holiday", "2026-05-04"), ("on Bank Holiday Monday", "2026-04-06"), ("the last Tuesday of the month", "2026-03-31"),
        ("a fortnight on Saturday", "2026-03-28"), ("the Saturday after Thanksgiving", "2026-11-28"), ("physio weds", "2026-03-11"), ("Thu: scan", "2026-03-12"),
    ],
)  # fmt: skip
def test_times_ahead(text: str, date_: str) -> None:
    assert one(text, "future") == date_
