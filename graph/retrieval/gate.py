"""Whether the memories answer a query at all: an empty answer is a right answer."""

from __future__ import annotations

from dataclasses import dataclass

from user_memory.graph.retrieval.columns import Floats, Mask


@dataclass(frozen=True, slots=True)
class Gate:
    """How much speaks for an answer, as a weighted sum fitted on questions with and without one.

    ``best`` weighs the relevance of the best hit. ``told`` weighs how well words and meaning match among the memories
    about whom the query names. ``contrast`` weighs by how much their messages match better than those about others: a
    question about one person that only another's memories match is a question about something never said.
    """

    best: float
    told: float
    contrast: float

    def strength(self, relevance: Floats, own: Floats, message: Floats, about: Floats, mask: Mask) -> float:
        """The sum, at most 1 where the weights add up to 1; arrays of shape (memories,), ``mask`` the eligible ones."""
        told, contrast = evidence(own, message, about, mask)
        return self.best * _most(relevance, mask) + self.told * told + self.contrast * contrast


def evidence(own: Floats, message: Floats, about: Floats, mask: Mask) -> tuple[float, float]:
    """``told`` in [0, 1] and ``contrast`` in [-1, 1]; the latter is 0 where no memory is about anybody else."""
    told, others = mask & (about > 0.0), mask & (about <= 0.0)
    contrast = _most(message, told) - _most(message, others) if others.any() else 0.0
    return _most(own, told), contrast


def _most(values: Floats, where: Mask) -> float:
    return float(values[where].max()) if where.any() else 0.0
