"""What ends of known facts when its name is not said: "we broke up", "switched to economics", "pescatarian now"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from user_memory.extraction.facts.corrections import asserted, correction
from user_memory.extraction.facts.revision_table import macro
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import FactCandidate, KnownFact

_PARTED = re.compile(
    r"\b(?:(?:we|me and (?:my|the) \w+|my \w+ and i)(?:'ve| have|'re| are)? (?:just |recently |finally )*(?:broke up|broken up|split(?: up)?(?=$|[ ,.!])(?! (?:the|our|my|a|it|between|costs?|bills?))|parted ways|no longer together|not together|separated|getting (?:a )?divorced?|called it (?:off|quits)|called things off|done for good)"
    r"|(?:we|i)(?:'ve| have|'re| are|'m| am)? (?:just |recently |finally |now |getting |got )*divorced|(?:he|she|they)(?:'s| has|'ve)? divorced me|i(?:'ve| have)? divorced (?:him|her|them)"
    r"|(?:i'm|i am) single (?:again|now)|call(?:ed|ing) off (?:the|our) (?:engagement|wedding)|(?:the|our) (?:engagement|wedding) is off)\b",
    re.I,
)
_LEFT = re.compile(
    r"\b(?:(?:he|she|they)(?:'s| has|'ve)? (?:left|dumped) me|i(?:'ve| have)? (?:left|dumped) (?:him|her|them))\b",
    re.I,
)
_TOGETHER = ("spouse", "partner")
_EATS = re.compile(
    r"\b(?:i|we)(?:'m| am|'re| are|'ve| have)? (?:(?:just |now |actually |do |back to |back on |started |been )*)(?:eat|eating|eaten) (?P<food>meat|fish|chicken|bacon|beef|eggs|dairy|cheese)\b(?P<again> again| now| these days| once more| after all)?"
    r"|\b(?:^|, |and |so )eating (?P<food2>meat|fish|chicken|bacon|beef|eggs|dairy|cheese) (?:again|now|these days)\b",
    re.I,
)
_DIETS = ("vegan", "vegetarian", "veggie", "pescatarian", "pescetarian", "flexitarian", "carnivore")
_ALLOWS = {
    "fish": {"pescatarian", "pescetarian", "flexitarian", "carnivore"},
    "egg": {"vegetarian", "veggie", "pescatarian", "pescetarian", "flexitarian", "carnivore"},
    "dairy": {"vegetarian", "veggie", "pescatarian", "pescetarian", "flexitarian", "carnivore"},
    "cheese": {"vegetarian", "veggie", "pescatarian", "pescetarian", "flexitarian", "carnivore"},
}


def unnamed_ends(
    reading: Reading, said: Sequence[FactCandidate], known: Sequence[KnownFact]
) -> Iterator[FactCandidate]:
    """The ends and new values of ``known`` facts that the message tells without naming the old value."""
    text = reading.text.text
    yield from _partings(reading, text, known)
    yield from _diets_outgrown(reading, text, said, known)


def may_end_unnamed(text: str, said: Sequence[FactCandidate]) -> bool:
    """Whether a text may do that: a cheap test before earlier facts are gathered."""
    return (
        _parting(text) is not None
        or _EATS.search(text) is not None
        or any(f.predicate == "diet" for f in said)
    )


def _parting(text: str) -> re.Match[str] | None:
    """Words that a couple is none any more; who left a note or somebody at a station did not part."""
    left = (m for m in _LEFT.finditer(text) if macro("parted").match(text, m.end()))
    return _PARTED.search(text) or next(left, None)


def _own(known: Sequence[KnownFact], *predicates: str) -> list[KnownFact]:
    return [f for f in known if f.subject.kind == "self" and f.polarity == "+" and f.predicate in predicates]


def _partings(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    match = _parting(text)
    if match is None or not asserted(reading, match.start()):
        return
    for fact in _own(known, *_TOGETHER)[:1]:
        yield correction(reading, match.span(), fact.subject, fact.predicate, fact.object, operation="end")


def _diets_outgrown(
    reading: Reading, text: str, said: Sequence[FactCandidate], known: Sequence[KnownFact]
) -> Iterator[FactCandidate]:
    """ "pescatarian these days" and "I eat meat again", where "vegan" is known."""
    kept = {f.object.name.lower() for f in said if f.predicate == "diet" and f.operation == "assert"}
    kept &= set(_DIETS)
    match = _EATS.search(text)
    if match is not None and asserted(reading, match.start()):
        food = (match.group("food") or match.group("food2")).lower()
        kept = kept or _ALLOWS.get(food.rstrip("s"), {"carnivore"})
    elif kept:
        match = re.search("|".join(kept), text, re.I)
    if match is None or not kept:
        return
    for fact in _own(known, "diet"):
        if fact.object.name.lower() in set(_DIETS) - kept:
            yield replace(
                correction(reading, match.span(), fact.subject, "diet", fact.object, operation="end"),
                polarity="+",
            )
