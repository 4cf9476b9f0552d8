"""Whether the memories answer a query at all: an empty answer is a right answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from user_memory.graph.retrieval.columns import Floats, Mask


@dataclass(frozen=True, slots=True)
class Gate:
    """A logistic model of "some memory answers this", fitted on questions with and without an answer.

    ``best`` weighs the relevance of the best hit. ``told`` weighs how well words and meaning match among the memories
    about whom the query names. ``contrast`` weighs by how much their words match better than those of the memories
    about others: a question about one person that only another's memories match is a question about something never
    said.
    """

    bias: float
    best: float
    told: float
    contrast: float

    def answerable(self, relevance: Floats, own: Floats, words: Floats, about: Floats, mask: Mask) -> float:
        """The likelihood in [0, 1] that an eligible memory (``mask``) answers; arrays of shape (memories,)."""
        told, others = mask & (about > 0.0), mask & (about <= 0.0)
        evidence = (
            self.bias
            + self.best * _most(relevance, mask)
            + self.told * _most(own, told)
            + self.contrast * (_most(words, told) - _most(words, others))
        )
        return float(1.0 / (1.0 + np.exp(-evidence)))


def _most(values: Floats, where: Mask) -> float:
    return float(values[where].max()) if where.any() else 0.0
