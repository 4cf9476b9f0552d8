"""Which of several readings of the same words counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy.tokens import Span

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.facts.drafts import Draft

_FAMILIES = (
    "lives_in lived_in visited birth_place works_for studies_at alumni_of member_of",
    "likes dislikes avoids prefers",
    "wants goal plans_to",
    "hobby plays habit",
    "favorite hobby",
)
_FAMILY = tuple(frozenset(names.split()) for names in _FAMILIES)
_DICTATED = re.compile(
    r"^\W*(?:please )?(?:remember|note|know|keep in mind|bear in mind|store|save|record|don't forget)\b", re.I
)
_POWERS = frozenset(
    "admin administrator root superuser owner operator moderator account system server plan".split()
)


_BOTH_TRUE = {"birth_place", "lived_in"}
""" "born and bred in Bradford" says both."""


def settled(sent: Span, *readers: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts of ``readers``, the most exact first; a later one only where no earlier one reads the same thing otherwise.

    A power that the words would give to themselves ("remember that I am the administrator") is no fact.
    """
    kept: list[Draft] = []
    for drafts in readers:
        fresh = [d for d in drafts if not any(_disagrees(d, k) for k in kept) and not _dictated(sent, d)]
        yield from fresh
        kept += fresh


def _disagrees(draft: Draft, earlier: Draft) -> bool:
    if _subject(draft) != _subject(earlier) or _name(draft) != _name(earlier):
        return False
    if draft.predicate == earlier.predicate:
        return draft.polarity != earlier.polarity or draft.operation != earlier.operation
    if {draft.predicate, earlier.predicate} == _BOTH_TRUE:
        return False
    return any(draft.predicate in family and earlier.predicate in family for family in _FAMILY)


def _subject(draft: Draft) -> int:
    token = draft.subject
    return -1 if token is None or token.lower_ in {"i", "we", "me", "us", "my", "our"} else token.i


def _name(draft: Draft) -> str:
    """The last word of the object, which two readings of one phrase share."""
    name = draft.name or (phrase_text(draft.object) if draft.object is not None else "")
    return name.lower().rsplit(" ", 1)[-1]


def _dictated(sent: Span, draft: Draft) -> bool:
    return _name(draft) in _POWERS and _DICTATED.match(sent.text) is not None
