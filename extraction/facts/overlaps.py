"""One relation told twice by two readers of the same words: the first wording stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import NAMES, PEOPLE
from user_memory.extraction.lexicon import singular

_CONTRARY = {"likes": "dislikes", "dislikes": "likes"}
_ALIKE = (
    {"likes", "prefers", "favorite"},
    {"dislikes", "avoids", "uses"},
    {"wants", "goal", "plans_to"},
    {"attribute", "job_title", "hobby", "diet"},
    {"uses", "works_for"},
)
"""Relations of which the first told of a thing says enough."""
_APART = PEOPLE | NAMES


def distinct(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts without those that say in more or fewer words what an earlier one says, or say its contrary.

    "fresh bread" stays, "fresh bread on a Sunday" goes; of "no fan of cruises" the dislike stays.
    """
    kept: list[tuple[tuple[object, ...], str]] = []
    for draft in drafts:
        key, words = _key(draft), _words(draft)
        if draft.predicate not in _APART and any(_same(key, words, *other) for other in kept):
            continue
        kept.append((key, words))
        yield draft


def _key(draft: Draft) -> tuple[object, ...]:
    subject = draft.subject.lower_ if draft.subject is not None else "i"
    return ("i" if subject in {"i", "we", "me", "us"} else subject, draft.predicate, draft.operation)


def _words(draft: Draft) -> str:
    name = draft.name or (phrase_text(draft.object) if draft.object is not None else "")
    return " ".join(singular(word) for word in name.lower().split())


def _same(key: tuple[object, ...], words: str, other: tuple[object, ...], others: str) -> bool:
    if key[0] == other[0] and key[1] != other[1] and any({key[1], other[1]} <= alike for alike in _ALIKE):
        return words == others
    if (key[0], _CONTRARY.get(str(key[1])), key[2]) == other:
        return words == others
    return (
        key == other and words != others and (f" {words} " in f" {others} " or f" {others} " in f" {words} ")
    )
