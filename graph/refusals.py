"""Refusals as a receipt tells them: one for each datum, however many readers of the text met it."""

from __future__ import annotations

from collections.abc import Iterable

from user_memory.graph.model import Refusal

_OF_DATA = frozenset({"secret", "consent"})
"""Reasons that are about a piece of the text; the others are each about one statement that was read from it."""


def one_per_datum(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """The refusals in their order, without those that tell of a datum again.

    A refusal tells it again when a narrower one of the same message, reason and category lies in the same words; of two
    that are equally wide the first is kept. Two data in one clause stay two.
    """
    everything = tuple(refusals)
    kept: dict[int, Refusal] = {}
    for place, refusal in sorted(enumerate(everything), key=lambda item: item[1].end - item[1].start):
        if refusal.reason not in _OF_DATA or not any(_same_datum(refusal, other) for other in kept.values()):
            kept[place] = refusal
    return tuple(kept[place] for place in sorted(kept))


def _same_datum(a: Refusal, b: Refusal) -> bool:
    alike = (a.message_id, a.reason, a.category) == (b.message_id, b.reason, b.category)
    return alike and a.start < b.end and b.start < a.end
