"""Whether the memories answer a query at all: an empty answer is a right answer."""

from __future__ import annotations

from dataclasses import dataclass

from user_memory.graph.retrieval.columns import Floats, Mask
from user_memory.graph.retrieval.questions import Question

EVEN = 0.41
"""The cross-encoder's best reading that speaks neither for nor against an answer."""
UNREAD, TRUSTED = 0.14, 0.7
"""The most that a best reading of 0 lets the strength be, and what each more of it allows."""


@dataclass(frozen=True, slots=True)
class Gate:
    """How much speaks for an answer, as a weighted sum fitted on questions with and without one.

    ``best`` weighs the relevance of the best hit. ``told`` weighs how well words and meaning match among the memories
    about whom the query names. ``contrast`` weighs by how much their messages match better than those about others: a
    question about one person that only another's memories match is a question about something never said.

    ``timed`` is taken off for each of asking for a time and naming one, as what answers those matches in more parts.
    ``supposed`` is added where the query asks what would be: it is answered by what suggests it, which matches less.
    ``read`` weighs by how much the cross-encoder's best reading of a memory about them lies above ``EVEN``, where it is on; the
    reading also bounds the sum: however well all else matches, where it finds nothing that answers, nothing does.
    """

    best: float
    told: float
    contrast: float
    timed: float
    supposed: float
    read: float

    def strength(
        self,
        relevance: Floats,
        own: Floats,
        message: Floats,
        about: Floats,
        mask: Mask,
        question: Question | None = None,
        reading: Floats | None = None,
    ) -> float:
        """The sum; arrays of shape (memories,) and range [0, 1], ``mask`` the eligible ones.

        ``relevance`` and so the threshold mean the same with and without ``reading``, which is weighed by itself.
        """
        told, contrast = evidence(own, message, about, mask)
        weighed = self.best * _most(relevance, mask) + self.told * told + self.contrast * contrast
        return self.judged(weighed + self.lean(question), best_reading(reading, about, mask))

    def lean(self, question: Question | None) -> float:
        """What the kind of question adds; negative where more is to be expected of an answer."""
        if question is None:
            return 0.0
        times = ("time" in question.kinds) + (question.time is not None)
        return self.supposed * question.supposes - self.timed * times

    def judged(self, strength: float, reading: float | None) -> float:
        """The strength in the light of the best reading, in [0, 1]; as it is where nothing was read."""
        if reading is None:
            return strength
        return min(strength + self.read * (reading - EVEN), UNREAD + TRUSTED * reading)


def best_reading(reading: Floats | None, about: Floats, mask: Mask) -> float | None:
    """The best that the cross-encoder says of an eligible memory about whom the query names."""
    return None if reading is None else _most(reading, mask & (about > 0.0))


def evidence(own: Floats, message: Floats, about: Floats, mask: Mask) -> tuple[float, float]:
    """``told`` in [0, 1] and ``contrast`` in [-1, 1]; the latter is 0 where no memory is about anybody else."""
    told, others = mask & (about > 0.0), mask & (about <= 0.0)
    contrast = _most(message, told) - _most(message, others) if others.any() else 0.0
    return _most(own, told), contrast


def _most(values: Floats, where: Mask) -> float:
    return float(values[where].max()) if where.any() else 0.0
