"""What the tagger holds for private: secrets in plain words, and names that no list has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Span

from user_memory.extraction.facts.predicates import NAMES, PERSONS
from user_memory.extraction.namelists import names
from user_memory.extraction.personal.patterns import find_patterns
from user_memory.extraction.personal.people import is_name_of_thing
from user_memory.extraction.stages import Finding, Text
from user_memory.extraction.tagging.tagger import private_words_of, tags_of

_SECRET = 0.7
_NAME = 0.995
_GIVEN = 0.9
"""Confidence from which words are treated as private, for a listed given name less: below it the rules decide alone."""
_PUBLIC = frozenset(
    {"DATE", "TIME", "GPE", "LOC", "FAC", "NORP", "LANGUAGE", "MONEY", "PERCENT", "ORDINAL", "QUANTITY"}
)
_THINGS = frozenset({"ORG", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"})
_OF_PEOPLE = PERSONS | NAMES
_LOCKED = re.compile(
    r"\b(?:pass\w*|pins?|pwd?|codes?|log(?:ged)?[ -]?ins?|log(?:ging)? (?:in|on)|keys?|keypad|combo|combination|dial|(?:un)?locks?|locker|padlock|"
    r"wi-?fi|router|secrets?|magic word|words?|phrases?|mnemonic|alarm|gate|doors?|safe|vault|tokens?|recovery|backup|security|answer|"
    r"access|entry|seed|wallet|2fa|otp|one-time|cvv|cvc|sim|voicemail|card|account|sign(?:ing)? ?in|punch|tap|type|enter|let (?:me|us|you|myself)|credentials?|"
    r"user(?:name)?|admin|root|hint|shed|barn|lift|hotspot|bank|atm)\b",
    re.I,
)
"""Words for what a secret opens: where none stands, nothing is one for its looks alone."""
_NUMBER, _DIGITS = 0.6, 5
_DATE = re.compile(
    r"(?<![\w/.-])(?:(?:19|20)\d\d([-/.])[01]?\d\1[0-3]?\d|[0-3]?\d([-/.])[0-3]?\d\2(?:19|20)\d\d)(?![\w/-]|\.\d)"
)
_NUMBERED = frozenset({"government_id", "financial"})
"""Predicates that are consent categories too."""
DATA = frozenset("email phone address government_id financial birth_date age timezone".split())
"""Predicates whose objects are numbers, addresses and dates."""
_OUTSIDE = frozenset('.,;:!?()"')


def secret_places(text: Text, doc: Doc) -> Iterator[tuple[int, int]]:
    """Where secrets stand in the message as received; data with a predicate of its own is none, and something must be locked."""
    if _LOCKED.search(doc.text) is None:
        return
    data = {n for tag in tags_of(doc) if tag.predicate in DATA for n in range(tag.start, tag.end)}
    for words in private_words_of(doc):
        said = doc[words.start : words.end]
        if words.kind != "secret" or words.confidence < _SECRET or _is_other(said, _PUBLIC):
            continue
        numbered = "#" in said.text or (words.start and doc[words.start - 1].text == "#")
        if data.isdisjoint(range(words.start, words.end)) and not numbered and not _has_form(said):
            yield text.to_raw(*_whole(doc, words.start, words.end))


def tagged_names(doc: Doc) -> Iterator[Finding]:
    """The names of private people, as findings in the text of ``doc``; what a fact is about otherwise is no person."""
    things = {n for tag in tags_of(doc) if tag.predicate not in _OF_PEOPLE for n in range(tag.start, tag.end)}
    for words in private_words_of(doc):
        said = doc[words.start : words.end]
        if (
            words.kind != "person"
            or words.confidence < _least(said)
            or not any(t.pos_ == "PROPN" for t in said)
        ):
            continue
        if (
            things.isdisjoint(range(words.start, words.end))
            and not _is_other(said, _PUBLIC | _THINGS)
            and not is_name_of_thing(list(said))
        ):
            yield Finding(said.start_char, said.end_char, "name", "name", said.text)


def _has_form(words: Span) -> bool:
    """Whether they are part of a telephone number, an address or the like."""
    return any(f.start < words.end_char and f.end > words.start_char for f in find_patterns(words.doc.text))


def _least(name: Span) -> float:
    return _GIVEN if name[0].lower_ in names("given_names") else _NAME


def tagged_numbers(doc: Doc) -> Iterator[Finding]:
    """The numbers of accounts and documents that have no form of their own."""
    for tag in tags_of(doc):
        words = doc[tag.start : tag.end]
        digits = sum(c.isdigit() for c in words.text)
        numbered = tag.predicate in _NUMBERED and tag.confidence >= _NUMBER and digits >= _DIGITS
        if numbered and not _is_date(words):
            yield Finding(words.start_char, words.end_char, tag.predicate, tag.predicate, words.text)


def _is_date(words: Span) -> bool:
    """Whether they are, or are part of, a date in figures: "2025-12-01"."""
    return any(
        m.start() <= words.start_char and words.end_char <= m.end() for m in _DATE.finditer(words.doc.text)
    )


def _is_other(words: Span, kinds: frozenset[str]) -> bool:
    """Whether the parser holds all of the words for something else."""
    return all(t.ent_type_ in kinds for t in words)


def _whole(doc: Doc, start: int, end: int) -> tuple[int, int]:
    """Up to the blanks around: the tokeniser cuts a password at its signs."""
    while start and not doc[start - 1].whitespace_ and doc[start - 1].text not in _OUTSIDE:
        start -= 1
    while end < len(doc) and not doc[end - 1].whitespace_ and doc[end].text not in _OUTSIDE:
        end += 1
    return doc[start].idx, doc[end - 1].idx + len(doc[end - 1])
