"""What retellings say in the place of personal names and data that may not be kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Token

from user_memory.extraction.lexicon import role_of
from user_memory.extraction.stages import Finding, Reading

_SOMEONE = "someone"
_TITLES = frozenset(
    ["mr", "mrs", "ms", "miss", "dr", "doctor", "prof", "professor", "sir", "mx", "auntie", "uncle", "aunt"]
)


def hidden(reading: Reading, tokens: Sequence[Token]) -> dict[int, str]:
    """By token index, the words that stand for a name without consent: none beside a role ("my sister Anna"), else "someone"."""
    said: dict[int, str] = {}
    for finding in withheld(reading):
        inside = _titled([t for t in tokens if t.idx < finding.end and t.idx + len(t) > finding.start])
        for number, token in enumerate(inside):
            said[token.i] = "" if number or finding.category != "name" or _beside_role(inside) else _SOMEONE
    return said


def _titled(name: list[Token]) -> list[Token]:
    """The name with a title before it: "Dr. Patel"."""
    first = name[0].i if name else 0
    if first and name[0].doc[first - 1].lower_.rstrip(".") in _TITLES:
        return [name[0].doc[first - 1], *name]
    return name


def withheld(reading: Reading) -> list[Finding]:
    """The personal data of the message for which there is no consent."""
    return [
        f
        for f in reading.findings
        if f.category is not None and f.category not in reading.background.consents
    ]


def _beside_role(name: list[Token]) -> bool:
    doc, first, last = name[0].doc, name[0].i, name[-1].i
    before = doc[first - 1].lower_ if first else ""
    if before == "," and first > 1:
        before = doc[first - 2].lower_
    return role_of(before) is not None or (
        last + 1 < len(doc) and doc[last + 1].lower_ == "," and _role_follows(doc[last + 2 : last + 5])
    )


def _role_follows(tokens: Iterable[Token]) -> bool:
    return any(role_of(t.lower_) is not None for t in tokens)
