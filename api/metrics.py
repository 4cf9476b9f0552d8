"""Figures for Prometheus: durations and counts by route, never a user or a word of content."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from user_memory.api.line import FIGURES
from user_memory.graph.model import Receipt

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class Metrics:
    """The service's own registry, so that two applications in one process do not meet."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "user_memory_request_seconds",
            "Duration of HTTP requests by method, route and status.",
            ("method", "route", "status"),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._candidates = Counter(
            "user_memory_candidates",
            "What became of what was said: stored, reinforced, superseded, retracted, archived, or refused.",
            ("outcome",),
            registry=self.registry,
        )

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        self._requests.labels(method, route, str(status)).observe(seconds)

    def count(self, receipt: Receipt) -> None:
        """Count what became of the candidates of one interaction that was not replayed."""
        if receipt.replayed:
            return
        for outcome in ("stored", "reinforced", "superseded", "retracted", "archived"):
            self._candidates.labels(outcome).inc(len(getattr(receipt, outcome)))
        for refusal in receipt.refused:
            self._candidates.labels(f"refused_{refusal.reason}").inc()

    def text(self) -> bytes:
        """All figures in the Prometheus text format, added up over the workers where there are several."""
        if FIGURES not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
