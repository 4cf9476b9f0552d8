"""What the memory can be told to do differently, with the defaults of the design."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from user_memory.graph.decay import DEFAULT, DecayProfile


@dataclass(frozen=True, slots=True)
class Config:
    """Limits and durations. ``cap`` counts active memories of one user over all layers."""

    cap: int = 500
    quote_days: int = 30
    archive_days: int = 365
    session_ttl: timedelta = timedelta(hours=24)
    request_ttl: timedelta = timedelta(hours=24)
    decay: DecayProfile = DEFAULT
    profile: str = "balanced"
    relevance_threshold: float | None = None
    """Least relevance of a hit, in place of the profile's own."""
    cache_bytes: int = 256 * 1024 * 1024
    access_flush: timedelta = timedelta(seconds=5)
    message_limit: int = 262_144
    """Longest message, in code points."""
    messages_limit: int = 1_000
    """Most messages of one interaction."""
