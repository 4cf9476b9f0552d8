"""Relations to people that tell nothing: a mother, a neighbour or a friend that is only mentioned, a wife as she once was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import grammar, singular
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import Refusal

_EVERYBODYS = frozenset({"parent", "friend", "knows", "colleague", "manager"})
"""Relations to those whom everybody has."""
_DISTINGUISHED = frozenset({"favourite", "favorite", "best", "closest", "oldest"})
_ENDING = frozenset({"spouse", "partner", "pet"})
"""Relations that death or time may have ended by now."""
_BYGONE = re.compile(
    r"\bused to\b|\bin (?:loving )?memory of\b|\b(?:passed away|died)\b|\bchildhood\b"
    r"|\b(?:when|while|since) (?:i|we) (?:was|were) (?:an? |just |only |still |so |very |really )?(?:kid|kids|child|children|little|young|younger|small|teen|teenager|boy|girl|[1-9]\b|1\d\b)"
    r"|\bas an? (?:kid|child|boy|girl|teenager)\b|\bback (?:then|when)\b",
    re.I,
)
"""Words of a time that is over."""


def tells_nothing(draft: Draft, fact: FactCandidate) -> bool:
    """Whether a relation that the words only take for granted says nothing of now beyond the mention."""
    if fact.polarity != "+" or fact.operation != "assert" or not _is_unnamed(fact):
        return False
    if draft.object is not None and any(c.lower_ in _DISTINGUISHED for c in draft.object.children):
        return False
    if fact.predicate in _EVERYBODYS:
        return True
    if fact.predicate == "relative":
        return singular(fact.object.name.lower()) in grammar("elders")
    return fact.predicate in _ENDING and _BYGONE.search(draft.root.sent.text) is not None


def needed(
    held: Iterable[FactCandidate], found: Iterable[FactCandidate | Refusal]
) -> Iterator[FactCandidate]:
    """Those of the relations held back whose person something else is told of."""
    told = {f.subject.name for f in found if isinstance(f, FactCandidate)}
    return (f for f in held if f.object.name in told)


def _is_unnamed(fact: FactCandidate) -> bool:
    role = fact.object.role
    return role is not None and fact.object.name.lower() == role.lower()
