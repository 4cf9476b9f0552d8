"""Finds a construction in the words of a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from spacy.tokens import Span, Token

from user_memory.extraction.facts.constructions.notation import Construction, Element, Gap, Word
from user_memory.extraction.facts.constructions.phrases import (
    BOUNDARY,
    begins,
    is_adverb,
    noun_end,
    noun_start,
    opens,
    thing_end,
    verb_end,
)
from user_memory.extraction.facts.constructions.subject import (
    NEVER,
    Subject,
    after_owner,
    owner_at,
    owner_before,
    speaker_before,
    subject_at,
    subject_before,
)
from user_memory.extraction.lexicon import grammar, verb_lemma

Forms: TypeAlias = Sequence[tuple[str, ...]]
Slots: TypeAlias = Mapping[str, tuple[int, int]]
_MAKING = grammar("making")
_WIDTH = 3
_REACH = 14


@dataclass(frozen=True, slots=True)
class Match:
    """Where a construction stands, [start, end) of the document's tokens; ``slots`` likewise. ``subject`` as said, if it is."""

    construction: Construction
    start: int
    end: int
    slots: Slots
    subject: Subject | None


def forms_of(token: Token) -> tuple[str, ...]:
    """What the words of a line may call a word: as written, as normalised, and the verb it is a form of."""
    said = [token.lower_, token.norm_.lower()]
    if token.pos_ != "PROPN" and not _possesses(token):
        said.append(f"~{verb_lemma(token.lemma_)}")
    if token.lower_ == "got":
        said.append("~have")
    return tuple(dict.fromkeys(said))


def _possesses(token: Token) -> bool:
    """Whether "'s" stands before what is owned, and is no "is": "my friend's cousin"."""
    if token.tag_ != "POS" or token.i + 1 == len(token.doc):
        return False
    return token.nbor(1).tag_ in {"NN", "NNS"} and not token.nbor(1).lower_.endswith("ing")


def find(sent: Span, construction: Construction, forms: Forms) -> Iterator[Match]:
    """Every place of a construction in a sentence whose words have these ``forms``."""
    starts = construction.starts
    i = sent.start
    while i < sent.end:
        found = None
        if starts is None or not starts.isdisjoint(forms[i - sent.start]):
            found = _at(sent, construction, construction.lead, i, forms)
        if found is not None:
            yield found
        i = max(i + 1, found.end if found is not None else 0)


def _at(sent: Span, construction: Construction, lead: int, i: int, forms: Forms) -> Match | None:
    elements = construction.elements
    for end, slots in _forward(sent, elements, lead, i, forms):
        before = _backward(sent, elements[:lead], i)
        if before is not None:
            start, subject, told = before
            return Match(construction, start, end, MappingProxyType({**told, **slots}), subject)
    return None


def _forward(
    sent: Span, elements: tuple[Element, ...], k: int, i: int, forms: Forms
) -> Iterator[tuple[int, dict[str, tuple[int, int]]]]:
    if k == len(elements):
        yield i, {}
        return
    element = elements[k]
    for start, end in _places(sent, elements, k, i, forms):
        named = {element.slot: (start, end)} if isinstance(element, Gap) and end > start else {}
        for last, slots in _forward(sent, elements, k + 1, end, forms):
            yield last, {**named, **slots}
    if element.optional:
        yield from _forward(sent, elements, k + 1, i, forms)


def _places(
    sent: Span, elements: tuple[Element, ...], k: int, i: int, forms: Forms
) -> Iterator[tuple[int, int]]:
    element = elements[k]
    if isinstance(element, Word):
        for start in _after_adverbs(sent, i) if k else (i,):
            yield from ((start, end) for end in _word_ends(sent, element, start, forms))
    else:
        yield from _gap_places(sent, elements, k, i)


def _after_adverbs(sent: Span, i: int) -> Iterator[int]:
    yield i
    while i < sent.end and (is_adverb(sent.doc[i]) or _denies(sent, i)):
        i += 1
        yield i


def _denies(sent: Span, i: int) -> bool:
    """Whether a denial stands behind the verb it belongs to: "I'm not", "he has never"."""
    return sent.doc[i].lower_ in NEVER and i > sent.start and sent.doc[i - 1].pos_ == "AUX"


def _word_ends(sent: Span, word: Word, i: int, forms: Forms) -> Iterator[int]:
    if i >= sent.end:
        return
    options = word.by_first
    for first in forms[i - sent.start]:
        for option in options.get(first, ()):
            end = i + len(option)
            if end <= sent.end and all(s in forms[i - sent.start + n] for n, s in enumerate(option)):
                yield end


def _gap_places(sent: Span, elements: tuple[Element, ...], k: int, i: int) -> Iterator[tuple[int, int]]:
    gap = elements[k]
    slot = gap.slot if isinstance(gap, Gap) else ""
    if slot == "…":
        yield from ((i, j) for j in range(i, min(i + _WIDTH, sent.end - 1) + 1) if not _crosses(sent, i, j))
    elif slot == "$":
        if i >= sent.end or opens(sent.doc[i]) or sent.doc[i].text in BOUNDARY:
            yield i, i
    elif slot == "S's":
        owned = owner_at(sent, i)
        if owned is not None:
            yield i, owned
    elif slot == "S":
        told = subject_at(sent, i)
        if told is not None:
            yield i, told
    elif slot == "G":
        yield from _made(sent, i)
    elif slot == "N":
        if i < sent.end and sent.doc[i].like_num:
            yield i, i + 1
    elif slot in {"V"}:
        for start in _after_adverbs(sent, i):
            end = verb_end(sent, start)
            if end is not None:
                longest = min(start + _REACH // 2, sent.end) if k + 1 < len(elements) else end
                yield from (
                    (start, last) for last in range(end, longest + 1) if not _crosses(sent, end, last)
                )
    elif k + 1 < len(elements):
        yield from _up_to_next(sent, slot, i, all(e.optional for e in elements[k + 1 :]))
    else:
        start, end = _phrase_end(sent, slot, i)
        if end > start:
            yield start, end


def _made(sent: Span, i: int) -> Iterator[tuple[int, int]]:
    """A gerund of a verb of making."""
    if i < sent.end and sent.doc[i].lower_ in _MAKING:
        yield i, i + 1


def _phrase_end(sent: Span, slot: str, i: int) -> tuple[int, int]:
    return thing_end(sent, i) if slot == "T" else noun_end(sent, i)


def _up_to_next(sent: Span, slot: str, i: int, last_said: bool) -> Iterator[tuple[int, int]]:
    """A phrase that ends where the element after it may stand; the longest first where nothing need follow."""
    start, last = _phrase_end(sent, slot, i)
    ends = range(start + 1, min(last, start + _REACH) + 1)
    for end in reversed(ends) if last_said else ends:
        yield start, end


def _crosses(sent: Span, i: int, j: int) -> bool:
    return any(t.text in BOUNDARY for t in sent.doc[i:j])


def _backward(
    sent: Span, gaps: tuple[Element, ...], i: int
) -> tuple[int, Subject | None, dict[str, tuple[int, int]]] | None:
    """What stands before the first word: the start of it all, the subject, and the slots."""
    subject, slots = None, {}
    for n, gap in reversed(list(enumerate(gaps))):
        slot = gap.slot if isinstance(gap, Gap) else ""
        if slot == "S":
            subject = subject_before(sent, i)
            if subject is None:
                return None
            i = subject.start
        elif slot == "I":
            subject = speaker_before(sent, i)
            if subject is None:
                return None
            i = subject.start
        elif slot == "^":
            if not begins(sent, i):
                return None
        elif slot == "S's":
            owned = owner_before(sent, i)
            if owned is None:
                return None
            slots[slot] = owned
            i = owned[0]
        else:
            start, end = noun_start(sent, i)
            if slot == "T" and end < i and sent.doc[i - 1].text == ",":
                return None
            if n and gaps[n - 1] == Gap("S's"):
                start = after_owner(sent, start, end)
            if end <= start:
                return None
            slots[slot] = (start, end)
            i = start
    return i, subject, slots
