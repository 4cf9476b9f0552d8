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


def build_index(documents: Sequence[Sequence[Field]]) -> WordIndex:
    """Index documents, each given by its fields."""
    terms: dict[str, int] = {}
    numbers: list[int] = []
    frequencies: list[float] = []
    sizes: list[int] = []
    for fields in documents:
        weights = _weigh(fields)
        sizes.append(len(weights))
        numbers.extend([terms.setdefault(term, len(terms)) for term in weights])
        frequencies.extend(weights.values())
    number = np.array(numbers, dtype=np.intp)
    order = np.argsort(number, kind="stable")
    where = np.repeat(np.arange(len(sizes)), sizes)[order]
    offsets = np.searchsorted(number[order], np.arange(len(terms) + 1))
    impacts = _impacts(where, np.array(frequencies)[order], len(documents))
    return WordIndex(len(documents), terms, offsets, where, impacts)


def _weigh(fields: Sequence[Field]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for terms, weight in fields:
        for term in terms:
            weights[term] = weights.get(term, 0.0) + weight
    return weights


def _impacts(where: Indices, frequency: Floats, size: int) -> Floats:
    """tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)), with tf and length weighted by field."""
    lengths = np.bincount(where, frequency, minlength=size)
    mean = float(lengths.mean()) if size and lengths.any() else 1.0
    return frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * lengths[where] / mean))
