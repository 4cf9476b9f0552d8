"""Which of two drafts stays that tell the like of the same words: the one that was read first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import HOMES, NAMES, PEOPLE, STATIONS, are_taken_for_each_other
from user_memory.extraction.lexicon import role_of, singular
from user_memory.extraction.references import FIRST_PERSON

_PLACED = HOMES | STATIONS
"""Of these a reader may tell two of one place: "born in Leeds and living in Leeds"."""
_APART = PEOPLE | NAMES
"""Of these one may have several that share words: a sister Ann and a sister Ann Marie."""


_LIVED = frozenset({"lives_in", "lived_in", "birth_place"})
_STILL = re.compile(r"\bstill (?:here|there|live|living|local|around)\b", re.I)
""" "born and raised in Leeds, still here" says all three."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A draft with its subject (``""`` the speaker) and the words of its object, in lower case and the singular."""

    draft: Draft
    subject: str
    words: str


def arbitrated(*readers: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts of ``readers``, the most exact reader first, without those that an earlier draft makes needless.

    Such is a draft that reads otherwise what an earlier reader has read ("visited Leeds" beside "lives in Leeds"), and one that
    says an earlier one again in more or fewer words: "fresh bread" stays, "fresh bread on a Sunday" goes.
    """
    kept: list[_Told] = []
    for drafts in readers:
        earlier = tuple(kept)
        for draft in drafts:
            told = _told(draft)
            if not any(_reads_otherwise(told, e) for e in earlier) and not any(
                _says_again(told, k) for k in kept
            ):
                kept.append(told)
                yield draft


def _told(draft: Draft) -> _Told:
    subject = _subject(draft)
    return _Told(draft, subject, " ".join(singular(word) for word in draft.said.lower().split()))


def _subject(draft: Draft) -> str:
    """Whom a draft is of; a name beside a role, "my friend Olu", is of the same person as the role."""
    token = draft.subject
    if token is None or token.lower_ in FIRST_PERSON:
        return ""
    beside = token.dep_ == "appos" and role_of(token.head.lower_) is not None
    return token.head.lower_ if beside else token.lower_


def _reads_otherwise(told: _Told, earlier: _Told) -> bool:
    """Whether two readers differ over one object; phrases that end in the same word are of one object."""
    one, other = told.draft, earlier.draft
    if told.subject != earlier.subject or told.words.rsplit(" ", 1)[-1] != earlier.words.rsplit(" ", 1)[-1]:
        return False
    if one.predicate == other.predicate:
        return (one.polarity, one.operation) != (other.polarity, other.operation)
    if {one.predicate, other.predicate} <= _LIVED and _STILL.search(one.root.doc.text):
        return False
    return are_taken_for_each_other(one.predicate, other.predicate)


def _says_again(told: _Told, earlier: _Told) -> bool:
    one, other = told.draft, earlier.draft
    if told.subject != earlier.subject or one.operation != other.operation:
        return False
    if one.predicate == other.predicate:
        return one.predicate not in _APART and _one_holds_the_other(told.words, earlier.words)
    both_placed = {one.predicate, other.predicate} <= _PLACED
    return (
        told.words == earlier.words
        and not both_placed
        and are_taken_for_each_other(one.predicate, other.predicate)
    )


def _one_holds_the_other(words: str, others: str) -> bool:
    return words != others and (f" {words} " in f" {others} " or f" {others} " in f" {words} ")
