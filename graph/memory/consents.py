"""The consent ledger: which categories of personal data may be stored, and since when."""

from __future__ import annotations

from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.memory.messages import visible
from user_memory.graph.memory.runtime import Account, Runtime, Writing, read, write, write_existing
from user_memory.graph.memory.screening import screen
from user_memory.graph.model import Consent
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.values import iso, known, moment
from user_memory.graph.vocabulary import categories


def all_consents(tx: Tx) -> tuple[Consent, ...]:
    """Every consent that was ever given, withdrawn ones included."""
    return tuple(
        Consent(c["category"], c.get("purpose"), known(c["granted_at"]), moment(c.get("withdrawn_at")))
        for c in (r["c"] for r in tx.run("consents.all"))
    )


def granted(tx: Tx) -> frozenset[str]:
    """The categories that may be stored now."""
    return frozenset(c.category for c in all_consents(tx) if c.withdrawn_at is None)


def list_consents(runtime: Runtime, account: Account) -> tuple[Consent, ...]:
    return read(runtime, account, all_consents, tuple)


def grant(runtime: Runtime, account: Account, category: str, purpose: str | None) -> tuple[Consent, bool]:
    """Allow ``category`` from now on; the second value tells whether it was not allowed before."""
    check(category)
    if purpose is not None and (len(visible(purpose, "purpose")) > 200):
        raise InvalidInput("purpose has more than 200 characters.", where="purpose")

    def work(writing: Writing) -> tuple[Consent, bool]:
        allowed = granted(writing.tx) | {category}
        screen(runtime, [purpose], allowed, what="purpose", where="purpose")
        standing = _find(writing.tx, category)
        if standing is not None and standing.withdrawn_at is None and purpose in (None, standing.purpose):
            return standing, False
        consent = Consent(category, purpose, writing.tick())
        save(writing, consent)
        return consent, standing is None or standing.withdrawn_at is not None

    return write(runtime, account, work)


def withdraw(runtime: Runtime, account: Account, category: str) -> Consent:
    """Store nothing more of ``category``. What is stored stays until it is deleted.

    Raises:
        NotFound: the category was never allowed.
    """
    check(category)

    def missing() -> Consent:
        raise NotFound(f"No consent for '{category}' was given.")

    def work(writing: Writing) -> Consent:
        standing = _find(writing.tx, category)
        if standing is None:
            return missing()
        if standing.withdrawn_at is not None:
            return standing
        consent = Consent(category, standing.purpose, standing.granted_at, writing.tick())
        save(writing, consent)
        return consent

    return write_existing(runtime, account, work, missing)


def _find(tx: Tx, category: str) -> Consent | None:
    return next((c for c in all_consents(tx) if c.category == category), None)


def save(writing: Writing, consent: Consent) -> None:
    """Write the consent of a category, in place of what the ledger held of it."""
    writing.tx.run(
        "consents.write",
        category=consent.category,
        id=writing.mint(),
        purpose=consent.purpose,
        granted_at=iso(consent.granted_at),
        withdrawn_at=iso(consent.withdrawn_at),
    )


def check(category: str) -> None:
    """Raises:
    InvalidInput: there is no such category.
    """
    if category not in categories():
        raise InvalidInput(f"category must be one of {', '.join(sorted(categories()))}.", where="category")
