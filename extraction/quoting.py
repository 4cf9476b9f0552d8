"""How much of a message a memory quotes: what supports it, and in talk among people the sentences it stands among."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import Span
from user_memory.graph.model import CONTENT_LIMIT


def sentences_around(reading: Reading, span: Span) -> Span:
    """``span`` widened to whole sentences and to those after and before them, as far as a quote holds them; else as it is."""
    offsets = reading.text.offsets
    first, last = bisect_left(offsets, span.start), bisect_left(offsets, span.end)
    starts = [s.start_char for s in reading.doc.sents]
    low, high = max(0, bisect_right(starts, first) - 1), max(0, bisect_right(starts, last - 1) - 1)
    bounds = [*starts, len(reading.text.text)]
    if not starts or bounds[high + 1] - bounds[low] > CONTENT_LIMIT:
        return span
    while high + 1 < len(starts) and bounds[high + 2] - bounds[low] <= CONTENT_LIMIT:
        high += 1
    while low > 0 and bounds[high + 1] - bounds[low - 1] <= CONTENT_LIMIT:
        low -= 1
    return _span(reading, bounds[low], bounds[high + 1])


def _span(reading: Reading, start: int, end: int) -> Span:
    """The stretch without the space around it."""
    text = reading.text.text[start:end]
    return reading.span(start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip()))
