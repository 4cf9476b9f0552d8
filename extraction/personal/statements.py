"""Facts that personal data states by its form alone: an address, a number, an income, with consent for each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.lexicon import kin
from user_memory.extraction.modality import NOT_STATED
from user_memory.extraction.stages import Clause, Finding, Reading
from user_memory.graph.candidates import USER, FactCandidate, Mention

_PREDICATES = {
    "email": ("email", "email address"),
    "phone": ("phone", "phone number"),
    "address": ("address", "address"),
    "government_id": ("government_id", "identity number"),
    "card": ("financial", "card number"),
    "iban": ("financial", "bank account"),
    "account": ("financial", "bank account"),
    "birth_date": ("birth_date", "birth date"),
    "income": ("financial", "finances"),
}
_OWN = re.compile(r"\b(?:my|me|i|i'm|i've|our|we)\b", re.I)
_HEADED = re.compile(
    r"^\W*(?:(?:home|new|work|postal|mailing|current|office|personal|cell|mobile|phone)\s)*(?:address|email|e-mail|phone|cell|mobile|number|landline|tel|iban|salary|income)\b|^\W*(?:born|dob|d\.o\.b|date of birth|birthday|b-?day)\b",
    re.I,
)
_OF_OTHER = re.compile(r"\b(?:my|our)\s+(?:\w+\s+)?([\w-]+?)(?:'s|s')\s", re.I)
_THIRD = re.compile(
    r"\b(?:his|her|their|your)\s(?:\w+\s){0,2}(?:address|email|phone|cell|mobile|number|salary|passport|account|card)\b",
    re.I,
)
_EARNER = re.compile(
    r"\b(?:my|our)\s+(?:\w+\s+)?([\w-]+)\s+(?:earns?|makes?|takes? home|owes?|is paid|lives at|moved to|(?:was|were|is) born)\b",
    re.I,
)


def personal_facts(reading: Reading) -> Iterator[FactCandidate]:
    """One fact for each piece of personal data that the speaker tells of themselves or of somebody by their role."""
    consents = reading.background.consents
    for finding in reading.findings:
        if finding.kind not in _PREDICATES or finding.category not in consents:
            continue
        clause = _clause(reading, finding)
        owner = _owner(reading, finding)
        if owner is not None and not (clause is not None and clause.modality & NOT_STATED):
            yield _fact(reading, finding, owner)


def _clause(reading: Reading, finding: Finding) -> Clause | None:
    around = [c for c in reading.clauses if c.start <= finding.start < c.end]
    return min(around, key=lambda c: c.end - c.start, default=None)


def _sentence(reading: Reading, finding: Finding) -> tuple[int, int]:
    sent = next((s for s in reading.doc.sents if s.start_char <= finding.start < s.end_char), None)
    return (
        (sent.start_char, max(sent.end_char, finding.end))
        if sent is not None
        else (0, len(reading.text.text))
    )


def _owner(reading: Reading, finding: Finding) -> Mention | None:
    start, end = _sentence(reading, finding)
    words = reading.text.text[start:end]
    for pattern in (_OF_OTHER, _EARNER):
        other = pattern.search(words)
        if other is not None and other.group(1).lower() in kin():
            role = other.group(1).lower()
            possessor = None if reading.speaker == USER else reading.speaker.name
            return Mention(role, "person", role, possessor)
    if _THIRD.search(words):
        return None
    return reading.speaker if _OWN.search(words) or _HEADED.match(words) else None


def _fact(reading: Reading, finding: Finding, owner: Mention) -> FactCandidate:
    predicate, noun = _PREDICATES[finding.kind]
    said = (
        f"{owner.possessor}'s {owner.name}"
        if owner.possessor
        else f"user's {owner.name}"
        if owner.role
        else owner.name
    )
    return FactCandidate(
        subject=owner,
        predicate=predicate,
        object=Mention(finding.value, "value"),
        span=reading.span(*_sentence(reading, finding)),
        content=f"{said}'s {noun} is {finding.value}"[:200],
        importance=8.0,
    )
