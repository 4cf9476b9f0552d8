"""Screening of what callers state themselves: no secret in any field, no personal data without consent."""

from __future__ import annotations

from collections.abc import Iterable

from user_memory.graph.errors import ConsentRequired, SecretRefused
from user_memory.graph.memory.runtime import Runtime


def screen(
    runtime: Runtime,
    texts: Iterable[str | None],
    allowed: frozenset[str],
    *,
    what: str = "The memory",
    where: str | None = None,
) -> None:
    """Pass when every one of ``texts`` may be stored under the consents ``allowed``.

    Raises:
        SecretRefused, ConsentRequired: one may not; the message names ``what``, never the text.
    """
    for refusal in (r for text in texts if text for r in runtime.extractor.screen(text, allowed).refused):
        if refusal.reason == "secret":
            raise SecretRefused(
                f"{what} holds a secret such as a password or key; secrets are never stored.", where=where
            )
        if refusal.reason == "consent" and refusal.category:
            raise ConsentRequired(refusal.category, where=where)
