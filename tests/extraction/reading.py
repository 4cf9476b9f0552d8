"""Short ways to read a text in a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from user_memory.extraction.pipeline import Pipeline
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import Background, Extraction
from user_memory.graph.model import Interaction, Message, Role

NOW = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)
"""A Tuesday."""


@cache
def rules() -> Pipeline:
    return Pipeline()


def told(*texts: str, role: Role = "user", timezone: str | None = None, at: datetime = NOW) -> Interaction:
    """An interaction of messages of one role."""
    return Interaction("s", tuple(Message(f"m{i}", role, t, at) for i, t in enumerate(texts)), timezone)


def extract(*texts: str, consents: frozenset[str] = frozenset(), role: Role = "user") -> Extraction:
    """What the rules find in messages of one role."""
    return rules().extract(told(*texts, role=role), Background(consents))


def readings(*texts: str, consents: frozenset[str] = frozenset()) -> tuple[Reading, ...]:
    """The readings of messages of the user."""
    return rules().reader.read(told(*texts), Background(consents)).readings


def strings(extraction: Extraction) -> str:
    """Every string that storing the candidates would keep."""
    return repr((extraction.candidates, extraction.session, extraction.warnings))


def cases(name: str, part: str) -> Iterator[dict[str, Any]]:
    """The cases of one file: those that rules were tuned on, or those held back."""
    path = Path(__file__).parent / "cases" / f"{name}.jsonl"
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return (row for row in rows if row["part"] == part)
