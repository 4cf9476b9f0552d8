"""Values on their way in and out of the graph: times as texts in, as aware datetimes out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from user_memory.graph.times import format_time


def moment(value: Any) -> datetime | None:
    """A stored time, or the text of one, as an aware ``datetime`` in UTC."""
    if value is None:
        return None
    native: datetime = datetime.fromisoformat(value) if isinstance(value, str) else value.to_native()
    if native.tzinfo is UTC:
        return native
    return native.replace(tzinfo=UTC) if native.tzinfo is None else native.astimezone(UTC)


def known(value: Any) -> datetime:
    """A stored time that is always there."""
    found = moment(value)
    if found is None:
        raise ValueError("a stored time is missing")
    return found


def iso(value: datetime | None) -> str | None:
    """A time as the statements take it."""
    return None if value is None else format_time(value)
