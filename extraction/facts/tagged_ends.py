"""The ends of known facts that the tagger sees: "gave up on the drums, the neighbours won"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from user_memory.extraction.facts.corrections import correction
from user_memory.extraction.facts.known import KnownFacts
from user_memory.extraction.facts.predicates import BELONGINGS, are_akin
from user_memory.extraction.facts.tagged import is_over, is_reported
from user_memory.extraction.stages import Reading
from user_memory.extraction.tagging.tagger import tags_of
from user_memory.extraction.tagging.tags import Tag
from user_memory.graph.candidates import FactCandidate, KnownFact

_LEAST = 0.9
"""Confidence from which something known is over."""
_LEFT_BEHIND = re.compile(r"\bleft (?:it|them|one|the \w+|my \w+) (?:at|on|in|with|behind|back)\b", re.I)
"""What is left somewhere is still one's own."""


def may_end(reading: Reading) -> bool:
    """Whether the tagger has seen that something is over."""
    return any(_over(reading))


def tagged_ends(reading: Reading, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    """The ends of ``known`` facts whose object, or a part of it, is said to be over."""
    facts = KnownFacts(known, speaker=reading.speaker)
    for tag in _over(reading):
        words = reading.doc[tag.start : tag.end]
        fact = facts.named(words.text, words.sent.text, partial(_is_akin, tag))
        left = fact is not None and fact.predicate in BELONGINGS and _LEFT_BEHIND.search(reading.text.text)
        if fact is not None and not left and not is_reported(reading.doc[words.sent.start : words.end]):
            place = words.start_char, words.end_char
            yield correction(
                reading, place, fact.subject, fact.predicate, fact.object, fact.qualifier, operation="end"
            )


def _is_akin(tag: Tag, fact: KnownFact) -> bool:
    return are_akin(tag.predicate, fact.predicate)


def _over(reading: Reading) -> Iterator[Tag]:
    return (tag for tag in tags_of(reading.doc) if is_over(tag, reading.doc, _LEAST))
