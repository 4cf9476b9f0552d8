"""The gate for secrets."""

from __future__ import annotations

from user_memory.extraction.stages import Finding


def find_secrets(text: str) -> list[Finding]:
    """The secrets in ``text``, in order and apart from each other."""
    return []
