"""Personal data in a parsed message: what it is, where it stands, and which consent it needs."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Doc

from user_memory.extraction.personal.birthdays import find_birth_dates
from user_memory.extraction.personal.names import find_names
from user_memory.extraction.personal.patterns import find_patterns
from user_memory.extraction.personal.sensitive import find_sensitive
from user_memory.extraction.personal.tongues import find_names_in, find_sensitive_in
from user_memory.extraction.stages import Finding, TimeExpression
from user_memory.extraction.tagging.privacy import tagged_names, tagged_numbers

__all__ = ["find_personal"]


def find_personal(
    doc: Doc,
    times: Iterable[TimeExpression],
    consents: frozenset[str],
    known: Iterable[str] = (),
    region: str | None = None,
) -> tuple[Finding, ...]:
    """The personal data in ``doc``, in order and apart from each other.

    Names are looked for only without consent for them: with it nothing depends on them. ``known`` are names of people that
    the conversation or the memory has already told; ``region`` is the ISO country whose telephone numbers are meant.
    """
    found = [*find_patterns(doc.text, region), *find_birth_dates(doc.text, times), *find_sensitive(doc)]
    found += find_sensitive_in(doc.text, doc.lang_)
    found += tagged_numbers(doc)
    if "name" not in consents:
        found += [*find_names(doc, known), *find_names_in(doc.text, doc.lang_), *tagged_names(doc)]
    return _apart(found)


def _apart(found: list[Finding]) -> tuple[Finding, ...]:
    kept: list[Finding] = []
    for finding in sorted(found, key=lambda f: (f.start, -f.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return tuple(kept)
