"""Occasions named without a verb: "driving test on Monday at 8:15"."""

from __future__ import annotations

import re
from itertools import pairwise

from spacy.tokens import Token

from user_memory.extraction.dates.countdown import is_countdown
from user_memory.extraction.events.units import Unit
from user_memory.extraction.events.words import listed
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.rules.conditions import opens_order
from user_memory.extraction.stages import Reading
from user_memory.extraction.withheld import hidden
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
    r"\b(?:first|last) (?:day|week|shift|session|lesson|match)\b|\bday (?:off|trip)\b|\b[1-9]0th\b(?! \w)|\b(?:18th|21st)(?! \w)",
    re.I,
)
_CUSTOM = frozenset(
    {"never", "always", "usually", "often", "favourite", "favorite", "if", "hates", "loves", "likes"}
)
_NO_ENTRY = frozenset(
    {
        "free",
        "busy",
        "available",
        "open",
        "closed",
        "hours",
        "deadline",
        "nothing",
        "regret",
        "not",
        "no",
        "weather",
        "forecast",
        "best",
        "worst",
    }
)
_QUESTION = re.compile(
    r"\W*(?:what|which|who|where|when|why|how|is|are|do|does|did|can|could|will|would|should|any|have|has)\b",
    re.I,
)
_PLAN = re.compile(r"\b(?:would|could|should|might|if|maybe|suggest|free|works?|available|possible)\b", re.I)


def is_occasion(unit: Unit, in_list: bool = False) -> bool:
    """Whether the piece names something that takes place: no question, no order, no supposition.

    With an hour, or ``in_list`` of dated pieces, whatever it names is in somebody's calendar.
    """
    text = unit.sent.doc.text[unit.start : unit.end]
    if _asks(unit, text) or _PLAN.search(text):
        return False
    kept = _without_time(unit)
    if _sets_out(kept):
        return True
    if any(t.tag_ in {"MD", "VBP", "VBZ"} for t in kept):
        return False
    words = [t.lower_ for t in kept]
    pairs = [f"{a} {b}" for a, b in pairwise(words)]
    if not kept or (
        kept[0].lower_
        in {
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
        }
        and not any(listed(pair, "occasion") for pair in pairs[:1])
    ):
        return False
    if _FIRST_DAY.search(text) or any(
        listed(w, "occasion") or listed(w.removesuffix("s"), "occasion") for w in (*words, *pairs)
    ):
        return kept[0].tag_ != "VB" or not opens_order(text)
    if any(t.lower_ in {"you", "your"} for t in kept):
        return False
    return _acts(kept) or ((in_list or _counts(unit)) and _is_entry(kept))


def _counts(unit: Unit) -> bool:
    """Whether the piece has an hour, or is what the days are counted to."""
    return unit.time is not None and (unit.time.precision == "minute" or is_countdown(unit.time.text))


def _is_entry(kept: list[Token]) -> bool:
    """Whether the words only name: "school gym, capoeira grading"."""
    if any(t.pos_ == "AUX" or (t.pos_ == "VERB" and t.tag_ != "VBG") or t.lower_ in _NO_ENTRY for t in kept):
        return False
    return any(t.pos_ in {"NOUN", "PROPN"} and not listed(t.lower_, "light") for t in kept)


def _acts(kept: list[Token]) -> bool:
    """Whether the piece opens with a verb whose doer is left out, though the parser may take it for a noun: "handing in my notice"."""
    first = kept[0]
    if first.tag_ in {"VBG", "VBD", "VBN"}:
        return True
    led = len(kept) > 2 and kept[1].pos_ in {"ADP", "DET", "PRON", "PART"}
    return led and (
        first.lower_.endswith("ing") or (first.lower_.endswith("ed") and first.tag_ in {"JJ", "NN", "NNP"})
    )


def _sets_out(kept: list[Token]) -> bool:
    """ "off to Naples", "back to work", "away in Wales": who says so goes there."""
    words = [t.lower_ for t in kept[:2]]
    return len(kept) > 2 and words[0] in {"off", "back", "away"} and words[1] in {"to", "in", "at", "from"}


def _asks(unit: Unit, text: str) -> bool:
    """Whether the piece asks; one that a comma parts from the question after it tells: "flying to Faro on Friday, what do I pack?"."""
    if not unit.sent.text.rstrip().endswith("?"):
        return False
    last = unit.tokens[-1]
    after = last.doc[last.i + 1] if last.i + 1 < len(last.doc) else None
    follows = after is not None and after.text in {",", ";", "-", "–", "—"} and after.i + 1 < unit.sent.end
    return not follows or _QUESTION.match(text) is not None


def is_misread(unit: Unit) -> bool:
    """Whether the piece is a statement about the speaker's own whose verb the parser took for a noun: "our flight leaves on Sunday"."""
    kept = _without_time(unit)
    if (
        len(kept) < 3
        or _asks(unit, unit.sent.doc.text[unit.start : unit.end])
        or any(t.lower_ in _CUSTOM for t in kept)
    ):
        return False
    first = kept[0].lower_
    own = first in {"my", "our", "i", "we"} or role_of(first) is not None
    later = kept[1:] if first in {"i", "we"} or role_of(first) else kept[2:]
    return own and any(_is_verbal(t) for t in later)


def _is_verbal(token: Token) -> bool:
    """Whether a word that the parser hangs elsewhere has the form of a full verb."""
    if token.tag_ in {"VBZ", "VBD"} or (
        token.tag_ == "VBG" and token.nbor(-1).text in {"'s", "'re", "be", "is", "are"}
    ):
        return token.lemma_ not in {"be", "have"}
    after = token.nbor(1).pos_ if token.i + 1 < len(token.doc) else ""
    follows = (
        after in {"ADP", "PRON", "ADV", "NUM", "PART"}
        or token.i + 1 == len(token.doc)
        or token.nbor(1).ent_type_ in {"DATE", "TIME"}
    )
    return (
        follows
        and token.lower_.endswith(("ing", "es", "ts", "ds", "ns", "ps"))
        and token.tag_ in {"NNS", "NN"}
        and token.nbor(-1).pos_ in {"NOUN", "PROPN", "PART", "AUX"}
    )


def occasion_text(reading: Reading, unit: Unit, voice: Voice) -> str:
    """The occasion in the third person: "user: driving theory test"."""
    kept = _without_time(unit)
    said = hidden(reading, kept)
    if (kept and kept[0].tag_ in {"VBD", "VBN"}) or (
        kept and kept[0].tag_ == "VBG" and not listed(kept[-1].lower_, "occasion")
    ):
        return retell(kept, voice, said, subject=True)
    text = retell(kept, voice, said)
    if is_misread(unit) and not is_occasion(unit):
        return text
    if _sets_out(kept):
        return f"{voice.speaker} is {text}"
    if _acts(kept) and kept[0].pos_ not in {"VERB", "AUX"} and not listed(kept[-1].lower_, "occasion"):
        return f"{voice.speaker} {'is ' if kept[0].lower_.endswith('ing') else ''}{text}"
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
