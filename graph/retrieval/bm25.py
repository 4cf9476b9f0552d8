"""BM25 over stems (Robertson and Zaragoza 2009) with weighted fields, as a share of what the query could have
scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Field: TypeAlias = tuple[Iterable[str], float]
"""The terms of one field of a document, and how much each occurrence counts."""

K1 = 1.2
B = 0.4
PRIOR = 50.0
"""Documents without any of the words, added to every count, so that rarity means something among five
memories.
"""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """Postings by term: ``documents[offsets[t]:offsets[t + 1]]`` hold term t and gain ``impacts`` times its
    idf.
    """

    size: int
    terms: Mapping[str, int]
    offsets: Indices
    documents: Indices
    impacts: Floats

    def postings(self, term: str) -> tuple[Indices, Floats]:
        """Where ``term`` occurs, and its impact there in (0, k1 + 1)."""
        number = self.terms.get(term)
        if number is None:
            return self.documents[:0], self.impacts[:0]
        part = slice(self.offsets[number], self.offsets[number + 1])
        return self.documents[part], self.impacts[part]

    def score(self, terms: Iterable[str]) -> Floats:
        """For each document its BM25 score over the idf of all terms: 1 when each occurs once at mean length.

        idf = ln(1 + (N - n + 0.5) / (n + 0.5)), with the prior added to N. Shape (size,), range [0, 1].
        """
        scores = np.zeros(self.size)
        possible = 0.0
        for term in sorted(set(terms)):
            where, impact = self.postings(term)
            idf = float(np.log1p((self.size + PRIOR - len(where) + 0.5) / (len(where) + 0.5)))
            possible += idf
            scores[where] += idf * impact
        return np.minimum(scores / possible, 1.0) if possible else scores

    def matched(self, terms: Iterable[str], document: int) -> tuple[str, ...]:
        """The terms that ``document`` holds, sorted."""
        return tuple(t for t in sorted(set(terms)) if document in self.postings(t)[0])

    @property
    def bytes(self) -> int:
        """About what the index takes in memory."""
        return int(self.offsets.nbytes + self.documents.nbytes + self.impacts.nbytes + 120 * len(self.terms))


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Every occurrence of a term in ``size`` documents, as parallel arrays in the order of the documents."""

    size: int
    terms: Mapping[str, int]
    term: Indices
    document: Indices
    weight: Floats

    def moved(self, size: int, documents: Indices, targets: Indices) -> Occurrences:
        """The occurrences of ``documents[k]`` as those of document ``targets[k]`` out of ``size``, each counting 1."""
        starts = np.searchsorted(self.document, documents)
        counts = np.searchsorted(self.document, documents, side="right") - starts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        term = self.term[np.repeat(starts, counts) + within]
        return Occurrences(size, self.terms, term, np.repeat(targets, counts), np.ones(len(term)))


def read_documents(documents: Sequence[Sequence[Field]]) -> Occurrences:
    """What occurs in documents that are given by their fields."""
    terms: dict[str, int] = {}
    numbers: list[int] = []
    sizes: list[int] = []
    weights: list[float] = []
    for fields in documents:
        for field, weight in fields:
            before = len(numbers)
            numbers += [terms.setdefault(term, len(terms)) for term in field]
            sizes.append(len(numbers) - before)
            weights.append(weight)
    fields_of = np.repeat(np.arange(len(documents)), [len(fields) for fields in documents])
    return Occurrences(
        len(documents),
        terms,
        np.array(numbers, dtype=np.intp),
        np.repeat(fields_of, sizes),
        np.repeat(np.array(weights), sizes),
    )


def build_index(found: Occurrences, *, once: bool = False) -> WordIndex:
    """Index documents by what occurs in them; with ``once`` a term counts once in a document."""
    places, at = np.unique(found.term * max(1, found.size) + found.document, return_inverse=True)
    number, where = np.divmod(places, max(1, found.size))
    frequency: Floats = np.ones(len(places))
    if not once:
        frequency = np.bincount(at, found.weight, minlength=len(places)).astype(np.float64)
    offsets = np.searchsorted(number, np.arange(len(found.terms) + 1))
    return WordIndex(found.size, found.terms, offsets, where, _impacts(where, frequency, found.size))


def _impacts(where: Indices, frequency: Floats, size: int) -> Floats:
    """tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)), with tf and length weighted by field."""
    lengths = np.bincount(where, frequency, minlength=size)
    mean = float(lengths.mean()) if size and lengths.any() else 1.0
    return frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * lengths[where] / mean))
