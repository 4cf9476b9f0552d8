"""Word lists of the event rules."""

from __future__ import annotations

from user_memory.extraction.datafiles import word_sets


def listed(word: str, name: str) -> bool:
    """Whether the lower-case ``word`` is on the list ``name`` of ``words.toml``."""
    return word in word_sets("events/words.toml")[name]
