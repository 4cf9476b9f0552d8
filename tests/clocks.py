"""A clock that stands until it is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class StoppedClock:
    """Answers the same time until :meth:`advance`."""

    def __init__(self, now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now
