"""Occasions named without a verb: "driving test on Monday at 8:15"."""

from __future__ import annotations

import re

from spacy.tokens import Token

from user_memory.extraction.events.units import Unit
from user_memory.extraction.events.words import listed
from user_memory.extraction.naming import hidden
from user_memory.extraction.rules.conditions import opens_order
from user_memory.extraction.stages import Reading
from user_memory.extraction.wording import Voice, retell

_PREPOSITIONS = {
    "on",
    "at",
    "in",
    "by",
    "for",
    "from",
    "since",
    "until",
    "till",
    "around",
    "about",
    "this",
    "next",
    "last",
    "of",
    "back",
    "during",
    "over",
    "between",
}
_FIRST_DAY = re.compile(
    r"\b(?:first|last) (?:day|week|shift|session|lesson|match)\b|\bday (?:off|trip)\b", re.I
)
_PLAN = re.compile(r"\b(?:would|could|should|might|if|maybe|suggest|free|works?|available|possible)\b", re.I)


def is_occasion(unit: Unit) -> bool:
    """Whether the piece names something that takes place: no question, no order, no supposition."""
    text = unit.sent.doc.text[unit.start : unit.end]
    if unit.sent.text.rstrip().endswith("?") or _PLAN.search(text):
        return False
    kept = _without_time(unit)
    if any(t.tag_ in {"MD", "VBP", "VBZ"} for t in kept):
        return False
    words = [t.lower_ for t in kept]
    if not kept or kept[0].lower_ in {
        "remind",
        "see",
        "book",
        "set",
        "call",
        "tell",
        "ask",
        "let",
        "talk",
        "until",
        "what",
        "how",
        "when",
        "you",
        "that",
    }:
        return False
    if _FIRST_DAY.search(text) or any(
        listed(w, "occasion") or listed(w.removesuffix("s"), "occasion") for w in words
    ):
        return kept[0].tag_ != "VB" or not opens_order(text)
    return kept[0].tag_ in {"VBG", "VBD", "VBN"} and not any(t.lower_ == "you" for t in kept)


def occasion_text(reading: Reading, unit: Unit, voice: Voice) -> str:
    """The occasion in the third person: "user: driving theory test"."""
    kept = _without_time(unit)
    said = hidden(reading, kept)
    if (kept and kept[0].tag_ in {"VBD", "VBN"}) or (
        kept and kept[0].tag_ == "VBG" and not listed(kept[-1].lower_, "occasion")
    ):
        return retell(kept, voice, said, subject=True)
    text = retell(kept, voice, said)
    return text if text.startswith(voice.speaker) else f"{voice.speaker} has {_article(kept[0])}{text}"


def _article(first: Token) -> str:
    if (
        first.dep_ == "det"
        or first.pos_ in {"DET", "NUM"}
        or first.tag_ == "PRP$"
        or first.tag_ in {"NNS", "NNP"}
    ):
        return ""
    return "an " if first.lower_[:1] in "aeiou" else "a "


def _without_time(unit: Unit) -> list[Token]:
    time = unit.time
    kept = [t for t in unit.tokens if time is None or not (time.start <= t.idx < time.end)]
    kept = [t for t in kept if t.tag_ != "POS" or t.i - 1 in {k.i for k in kept}]
    while kept and (kept[-1].lower_ in _PREPOSITIONS or kept[-1].is_punct):
        kept.pop()
    while kept and (kept[0].is_punct or kept[0].lower_ in {"so", "and", "but", "also", "oh", "hey"}):
        kept.pop(0)
    return kept
