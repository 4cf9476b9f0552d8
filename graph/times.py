"""Times in and out: RFC 3339 texts, UTC inside, and dates cut to the precision they are known to."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from user_memory.graph.errors import InvalidInput
from user_memory.graph.model import Precision

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?", re.ASCII)
"""RFC 3339, section 5.6, with the seconds optional and the offset too, whose absence is told apart."""
EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
LATEST = datetime(9999, 12, 30, tzinfo=UTC)
FORESEEN = timedelta(days=36_525)
"""How far ahead a time may lie that anyone knows: a hundred years."""


def parse_time(value: str | datetime, where: str = "time") -> datetime:
    """Read an RFC 3339 time with its offset.

    Raises:
        InvalidInput: it is no time, has no offset, or lies outside the years 1 to 9999.
    """
    moment = value if isinstance(value, datetime) else _parse(value, where)
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidInput(
            f"{where} has no time zone: write an offset, as in 2026-03-06T09:30:00Z or 2026-03-06T09:30:00+01:00.",
            where=where,
        )
    try:
        in_utc = moment.astimezone(UTC)
        if EARLIEST <= in_utc <= LATEST:
            return in_utc
    except OverflowError:
        pass
    raise InvalidInput(f"{where} is outside the years 1 to 9999.", where=where)


def foreseen(moment: datetime, now: datetime, where: str) -> datetime:
    """``moment`` as it is.

    Raises:
        InvalidInput: it lies further ahead than anyone knows, such as the year 9999 that stands for "no end".
    """
    if moment - now > FORESEEN:
        raise InvalidInput(
            f"{where} is more than 100 years ahead, which nobody knows: leave it out where there is no such time.",
            where=where,
        )
    return moment


def _parse(value: str, where: str) -> datetime:
    try:
        if not _RFC_3339.fullmatch(value):
            raise ValueError(value)
        return datetime.fromisoformat(value)
    except (ValueError, TypeError):
        raise InvalidInput(
            f"{where} is not an RFC 3339 time: write it as 2026-03-06T09:30:00Z.", where=where
        ) from None


def format_time(moment: datetime) -> str:
    """RFC 3339 in UTC with a ``Z``; microseconds only where there are any."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def cut(moment: datetime, precision: Precision | None) -> str:
    """The date as far as it is known: 2014, 2026-03, 2026-03-06, or the whole time to the minute."""
    match precision:
        case "year" | "season":
            return f"{moment.year:04d}"
        case "month":
            return f"{moment.year:04d}-{moment.month:02d}"
        case "minute":
            return format_time(moment.replace(second=0, microsecond=0))
        case _:
            return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}"


def date_of(begin: datetime, precision: Precision | None) -> str:
    """The date that a stretch of time is called by, which begins at ``begin``.

    A day begins at the midnight of whoever spoke of it: east of Greenwich the evening before in UTC, west of it later. Its
    noon is on the right date in UTC for every offset above −12 and up to +12 hours.
    """
    return cut(begin if precision in (None, "minute") else begin + timedelta(hours=12), precision)


def after(previous: datetime | None, now: datetime) -> datetime:
    """``now``, or the first microsecond after ``previous`` where the clock stood still or ran back."""
    if previous is None or now > previous:
        return now
    return previous + timedelta(microseconds=1)
