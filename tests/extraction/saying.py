"""What extraction makes of one message, said at a fixed time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from user_memory.extraction import open_extractor
from user_memory.graph.candidates import (
    Background,
    EventCandidate,
    Extraction,
    Extractor,
    KnownRule,
    RuleCandidate,
)
from user_memory.graph.model import Interaction, Message, Role
from user_memory.graph.vocabulary import categories

TUESDAY = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)


@cache
def extractor() -> Extractor:
    """One extractor for all tests: the pipeline takes a second to load."""
    return open_extractor()


def say(
    text: str,
    *,
    role: Role = "user",
    speaker: str | None = None,
    consents: frozenset[str] | None = None,
    rules: Sequence[KnownRule] = (),
    before: Sequence[Message] = (),
    after: Sequence[Message] = (),
) -> Extraction:
    """The extraction of ``text``, all consents given unless ``consents`` says otherwise."""
    message = Message("said", role, text, TUESDAY, speaker)
    background = Background(consents=categories() if consents is None else consents, rules=tuple(rules))
    return extractor().extract(Interaction("session", (*before, message, *after), "UTC"), background)


def events(extraction: Extraction) -> list[EventCandidate]:
    return [c for c in extraction.candidates if isinstance(c, EventCandidate)]


def rules(extraction: Extraction) -> list[RuleCandidate]:
    return [c for c in extraction.candidates if isinstance(c, RuleCandidate)]
