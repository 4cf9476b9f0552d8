"""The clock that everything is told the time by."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Answers the time now as an aware ``datetime`` in UTC."""


def system_clock() -> datetime:
    """The machine's time in UTC."""
    return datetime.now(UTC)
