"""Dated happenings in Spanish, German and French, by patterns over sentences; the words are kept as said, without the time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from spacy.tokens import Span as Sentence

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.events.voices import voice_of
from user_memory.extraction.personal.tongues import is_beside_role
from user_memory.extraction.stages import Finding, Reading, TimeExpression
from user_memory.extraction.withheld import withheld
from user_memory.extraction.wording import shorten
from user_memory.graph.candidates import EventCandidate, FactCandidate, RuleCandidate, SessionCandidate
from user_memory.graph.model import Refusal

_MOST_WORDS = 15
"""Words of a sentence that are kept whole; of a longer one only the piece around the time."""
_FEWEST_WORDS = 2
_SOMEONE = {"es": "alguien", "de": "jemand", "fr": "quelqu'un"}
_NOWADAYS = frozenset({"hoy", "heute", "aujourd'hui"})
"""Words for today that, beside a lasting state, mean these days."""
_HIDDEN = "\N{OBJECT REPLACEMENT CHARACTER}"
_VERB_FIRST = re.compile(
    r"^((?-i:[a-zäöü])[\wäöüß]+) (ich|wir|(?:mein|unser)e? (?-i:[A-ZÄÖÜ])[\wäöüß]+)(?!\w)", re.I
)
_PIECES = re.compile(r"[^,;:–—]+")
_LOOSE = re.compile(r"^(?:y|e|pero|und|aber|et|mais|que|,|\s)+\s|\s(?:el|en|am|im|le|à|a|y|und|et)$", re.I)
Stated = Iterable[FactCandidate | RuleCandidate | SessionCandidate | Refusal]


@dataclass(frozen=True, slots=True)
class _Patterns:
    own: re.Pattern[str]
    not_told: re.Pattern[str]
    occasion: re.Pattern[str]


@cache
def _languages() -> Mapping[str, _Patterns]:
    return {
        name: _Patterns(**{key: re.compile(pattern, re.I) for key, pattern in table.items()})
        for name, table in toml_file("events/foreign.toml").items()
    }


def is_told_in(language: str) -> bool:
    """Whether there are patterns for the language (an ISO 639-1 code)."""
    return language in _languages()


def foreign_events(reading: Reading, stated: Stated) -> Iterator[EventCandidate]:
    """The dated happenings of a message in a language that ``is_told_in``; a sentence on what may not be kept is passed over, a name is left out."""
    taken = [(c.span.start, c.span.end) for c in stated if not isinstance(c, Refusal)]
    instructed = [
        (c.span.start, c.span.end) for c in stated if isinstance(c, RuleCandidate | SessionCandidate)
    ]
    for sent in _sentences(reading):
        times = reading.times_in(sent.start_char, sent.end_char)
        bounds = reading.text.to_raw(sent.start_char, sent.end_char)
        if not times or _overlap(bounds, instructed) or not _is_told(reading, sent):
            continue
        if (times[0].since or times[0].text.lower() in _NOWADAYS) and _overlap(bounds, taken):
            continue
        yield from _events(reading, sent, times)


def _sentences(reading: Reading) -> Iterator[Sentence]:
    """Sentences of prose; the full stop of an ordinal ("am 3. Mai") ends none."""
    doc, first = reading.doc, 0
    for sent in doc.sents:
        if re.search(r"\d\.\s*$", sent.text) and sent.end < len(doc):
            continue
        whole = doc[first : sent.end]
        first = sent.end
        if whole.text.strip() and reading.text.kind_at(whole.start_char) == "prose":
            yield whole


def _overlap(bounds: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(start < bounds[1] and bounds[0] < end for start, end in others)


def _is_told(reading: Reading, sent: Sentence) -> bool:
    patterns = _languages()[reading.language]
    if patterns.not_told.search(sent.text):
        return False
    if any(f.category != "name" for f in _withheld_in(reading, sent.start_char, sent.end_char)):
        return False
    named = patterns.occasion.search(sent.text) is not None and len(sent.text.split()) <= _MOST_WORDS
    return named or patterns.own.search(sent.text) is not None


def _withheld_in(reading: Reading, start: int, end: int) -> list[Finding]:
    return [f for f in withheld(reading) if f.start < end and start < f.end]


def _events(reading: Reading, sent: Sentence, times: Iterable[TimeExpression]) -> Iterator[EventCandidate]:
    done = -1
    for time in times:
        start, end = _piece(reading.text.text, sent, time)
        if start <= done:
            continue
        done = start
        words = _inverted(_without(_anonymous(reading, start, end), start, end, time))
        words = words.replace(_HIDDEN, _SOMEONE[reading.language])
        if len(words.split()) >= _FEWEST_WORDS:
            yield EventCandidate(
                content=shorten(f"{voice_of(reading).speaker}: {words}"),
                span=reading.span(start, end),
                occurred_from=time.from_,
                occurred_to=time.to,
                precision=time.precision,
                involves=(reading.speaker,),
                confidence=0.8,
            )


def _piece(text: str, sent: Sentence, time: TimeExpression) -> tuple[int, int]:
    """The sentence, or in a long one the piece between commas that holds the time."""
    start, end = sent.start_char, sent.end_char
    if len(sent.text.split()) > _MOST_WORDS:
        pieces = (m.span() for m in _PIECES.finditer(text, start, end))
        start, end = next(((s, e) for s, e in pieces if s <= time.start < e), (start, end))
    while start < end and not (text[start].isalnum() or text[start] in "\"'«"):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "\"'»%€"):
        end -= 1
    return start, end


def _anonymous(reading: Reading, start: int, end: int) -> str:
    """The text, its length kept, without the names between the places that may not be kept: blanks beside a role, else a mark."""
    text = reading.text.text
    for finding in _withheld_in(reading, start, end):
        beside = is_beside_role(text, finding.start, reading.language)
        said = "" if beside else _HIDDEN
        text = text[: finding.start] + said.ljust(finding.end - finding.start) + text[finding.end :]
    return text


def _inverted(words: str) -> str:
    """ "habe ich den Vertrag unterschrieben", as it stands after a time: the subject is set first."""
    return _VERB_FIRST.sub(r"\2 \1", words)


def _without(text: str, start: int, end: int, time: TimeExpression) -> str:
    left, right = text[start : time.start].strip(" ,"), text[time.end : end].strip(" ,")
    words = " ".join(f"{left} {right}".split())
    return _LOOSE.sub("", words).strip(" ,.")
