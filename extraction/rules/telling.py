"""How a rule is told: its one line, and the stretch of the message that it is cited by."""

from __future__ import annotations

from spacy.tokens import Span

from user_memory.extraction.rules.conditions import Bounds
from user_memory.extraction.wording import shorten


def content_of(condition: str | None, instruction: str) -> str:
    """A rule in one line, at most as long as a memory may be."""
    return shorten(f"{condition}: {instruction}" if condition else instruction)


def bounds_of(sent: Span) -> Bounds:
    """A sentence without the space around it, in characters of its text."""
    text = sent.text
    start = sent.start_char + len(text) - len(text.lstrip())
    return start, sent.start_char + len(text.rstrip())
