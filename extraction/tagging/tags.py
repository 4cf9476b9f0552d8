"""From scores to tags: the words that are the object of a predicate, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from user_memory.extraction.tagging.features import Floats
from user_memory.extraction.tagging.network import Scores

PRIVATE = ("none", "secret", "person")
Sense = Literal["+", "-", "~", "?"]
SENSES: tuple[Sense, ...] = ("+", "-", "~", "?")
_SUBJECT = 0.5


@dataclass(frozen=True, slots=True)
class Tag:
    """The words [start, end) are the object of ``predicate``.

    ``sense``: so, not so, so no more, perhaps. ``subject`` is the place of the word that names whose it is where that is not the
    speaker. ``confidence`` in [0, 1] is that of the least sure word.
    """

    start: int
    end: int
    predicate: str
    sense: Sense
    subject: int | None
    others: float
    confidence: float


def tags(scores: Scores, predicates: tuple[str, ...], start: int = 0) -> Iterator[Tag]:
    """The tags of a sentence whose first word stands at ``start``."""
    best = scores.tags.argmax(axis=1)
    i, size = 0, len(best)
    while i < size:
        if best[i] == 0:
            i += 1
            continue
        k, end = (int(best[i]) - 1) // 2, i + 1
        while end < size and best[end] in (1 + 2 * k, 2 + 2 * k):
            end += 1
        sure = scores.tags[i:end, 1 + 2 * k] + scores.tags[i:end, 2 + 2 * k]
        sense = SENSES[int(scores.sense[i:end].mean(axis=0).argmax())]
        others = float(scores.other[i:end].mean())
        subject = _subject(scores, i) if others > _SUBJECT else None
        yield Tag(
            start + i,
            start + end,
            predicates[k],
            sense,
            None if subject is None else start + subject,
            others,
            float(sure.min()),
        )
        i = end


def _subject(scores: Scores, place: int) -> int | None:
    """The word nearest to the object among those that name whose it is."""
    named = [n for n, p in enumerate(scores.named) if p > _SUBJECT]
    return min(named, key=lambda n: abs(n - place), default=None)


@dataclass(frozen=True, slots=True)
class Likelihoods:
    """How likely each word of a text is part of an object: ``table`` has shape (words, 1 + 2 * predicates) and range [0, 1].

    Its columns are: of none; then of each predicate its first word, and a later one.
    """

    predicates: tuple[str, ...]
    table: Floats

    def of(self, place: int, predicates: Collection[str]) -> float:
        """How likely the word at ``place`` belongs to the object of one of some predicates."""
        columns = [n for n, name in enumerate(self.predicates) if name in predicates]
        return float(sum(self.table[place, 1 + 2 * n] + self.table[place, 2 + 2 * n] for n in columns))

    def of_none(self, place: int) -> float:
        """How likely the word at ``place`` belongs to no object."""
        return float(self.table[place, 0])


@dataclass(frozen=True, slots=True)
class Kinds:
    """How likely a sentence tells a fact, a happening, a rule, a wish for this session: each in [0, 1], by itself."""

    fact: float
    happening: float
    rule: float
    session: float


def kinds(logits: Floats) -> Kinds:
    """What the words of a sentence tell; ``logits`` (n, 4) are what each word adds."""
    return Kinds(*(float(p) for p in 1.0 / (1.0 + np.exp(-logits.mean(axis=0)))))


@dataclass(frozen=True, slots=True)
class PrivateWords:
    """The words [start, end) are a secret or the name of a private person; ``confidence`` is that of the surest word."""

    start: int
    end: int
    kind: str
    confidence: float


def private_words(scores: Scores, start: int = 0) -> Iterator[PrivateWords]:
    """The private words of a sentence whose first word stands at ``start``."""
    best = scores.private.argmax(axis=1)
    i = 0
    while i < len(best):
        end = i + 1
        while end < len(best) and best[end] == best[i]:
            end += 1
        if best[i]:
            sure = float(scores.private[i:end, best[i]].max())
            yield PrivateWords(start + i, start + end, PRIVATE[int(best[i])], sure)
        i = end
