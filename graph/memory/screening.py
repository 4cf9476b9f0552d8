"""Screening of what callers state themselves: no secret in any field, no personal data without consent."""

from __future__ import annotations

from collections.abc import Iterable

from user_memory.graph.errors import ConsentRequired, SecretRefused
from user_memory.graph.memory.runtime import Runtime

NO_CONSENT: frozenset[str] = frozenset()


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
    require(personal(runtime, texts, allowed, what=what, where=where), allowed, where)


def personal(
    runtime: Runtime,
    texts: Iterable[str | None],
    allowed: frozenset[str] = NO_CONSENT,
    *,
    what: str,
    where: str | None,
) -> tuple[str, ...]:
    """The categories of personal data beyond ``allowed`` in ``texts``: to look before a transaction, and to judge in it.

    Raises:
        SecretRefused: one of them holds a secret.
    """
    found: list[str] = []
    for refusal in (r for text in texts if text for r in runtime.extractor.screen(text, allowed).refused):
        if refusal.reason == "secret":
            raise SecretRefused(
                f"{what} holds a secret such as a password or key; secrets are never stored.", where=where
            )
        if refusal.reason == "consent" and refusal.category:
            found.append(refusal.category)
    return tuple(dict.fromkeys(found))


def require(found: Iterable[str], allowed: frozenset[str], where: str | None) -> None:
    """Raises:
    ConsentRequired: a category of ``found`` is not ``allowed``.
    """
    for category in found:
        if category not in allowed:
            raise ConsentRequired(category, where=where)
