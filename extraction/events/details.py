"""What a message says further of an event that it tells: feelings, descriptions, what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spacy.tokens import Token

from user_memory.extraction.events.happenings import is_finite, leads, subject_of
from user_memory.extraction.events.statements import SECOND, is_bare, is_leaning, is_polite, weight
from user_memory.extraction.events.units import Passage, Unit
from user_memory.extraction.events.wholeness import is_general, is_inner
from user_memory.extraction.events.words import listed
from user_memory.extraction.forms import is_past_form
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause, Reading
from user_memory.graph.candidates import EventCandidate
from user_memory.graph.model import CONTENT_LIMIT

_FRAGMENT_WEIGHT = 2
"""Words that name something, of a sentence without a verb: "just the sound of the birds and the fresh air"."""
_EMPTY_SUBJECTS = frozenset({*SECOND, "what", "who", "nobody", "nothing"})


@dataclass(frozen=True, slots=True)
class Told:
    """A candidate with its unit.

    ``leans``: its subject looks back, or ``open`` words of it are explained only elsewhere; ``alone`` is its content with their names,
    ``bare`` its main clause by itself where only what is joined to that leans.
    """

    unit: Unit
    event: EventCandidate
    leans: bool = False
    open: tuple[Token, ...] = ()
    alone: str | None = None
    bare: Told | None = None


def detail_in(place: Passage) -> Clause | None:
    """The clause of a sentence that says something further, without being a memory of its own."""
    if place.sent.text.rstrip().endswith("?"):
        return None
    return next((c for c in place.told if _adds(c)), None)


def _adds(clause: Clause) -> bool:
    root, subject = clause.root, subject_of(clause.root)
    first = next((t for t in clause.tokens if t.is_alpha), root)
    if first.lower_ == "here" or (first.i and first.nbor(-1).text == "["):
        return False
    if (
        listed(first.lower_, "courtesy")
        or is_leaning(root)
        or is_bare(root)
        or is_inner(root)
        or is_general(clause)
    ):
        return False
    if any(t.lower_ in SECOND for t in clause.tokens) or (
        subject is not None and subject.lower_ in _EMPTY_SUBJECTS
    ):
        return False
    if root.pos_ not in {"VERB", "AUX"}:
        if listed(root.lower_, "outcry") or root.dep_ == "pobj":
            return False
        named_only = all(t.pos_ in {"PROPN", "CCONJ", "PUNCT", "DET"} for t in clause.tokens)
        return root.pos_ in {"NOUN", "PROPN", "ADJ"} and not named_only and weight(clause) >= _FRAGMENT_WEIGHT
    if (subject is None or subject.lower_ in FIRST_PERSON) and is_polite(root):
        return False
    if subject is None and (first is not root or (root.tag_ == "VB" and not is_past_form(root.text))):
        return False
    return (is_finite(clause) or leads(clause)) and weight(clause) >= 1


def append(told: Told, detail: Told, reading: Reading) -> Told | None:
    """``told`` with the words of ``detail`` after its own; ``None`` where both are too long for one memory."""
    content = f"{told.event.content}; {detail.event.content}"
    if len(content) > CONTENT_LIMIT:
        return None
    start, end = min(told.unit.start, detail.unit.start), max(told.unit.end, detail.unit.end)
    unit = replace(
        told.unit, tokens=tuple(sorted({*told.unit.tokens, *detail.unit.tokens}, key=lambda t: t.i))
    )
    involves = tuple(dict.fromkeys([*told.event.involves, *detail.event.involves]))
    event = replace(told.event, content=content, span=reading.span(start, end), involves=involves)
    return replace(told, unit=unit, event=event)
