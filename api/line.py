"""What the process that holds the database and its workers have agreed on."""

from __future__ import annotations

READY = ""
"""What a worker says once it answers requests; anything else is the reason why it cannot."""
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that tells where the figures of all workers meet, as the Prometheus client names it.

It has to be set before that client is imported.
"""
