"""Word lists of the event rules."""

from __future__ import annotations

from user_memory.extraction.wordsets import wordsets


def listed(word: str, name: str) -> bool:
    """Whether the lower-case ``word`` is on the list ``name`` of ``words.toml``."""
    return word in wordsets("user_memory.extraction.events", "words.toml")[name]
