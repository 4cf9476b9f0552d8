"""Pieces of a sentence that may name an occasion without a verb, as in a calendar: "dentist weds, gym fri", "tomorrow: vet, then the bank"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spacy.tokens import Token

from user_memory.extraction.events.units import Passage, Unit
from user_memory.extraction.stages import TimeExpression

_BREAKS = frozenset(
    {",", ";", ".", "!", "?", ":", "-", "–", "—", "(", "and", "but", "so", "then", "+", "&", "/"}
)
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "AUX"})
_SHORT_HEAD = 3
_FINITE = frozenset({"VBP", "VBZ", "VBD", "MD"})
_AT_HOUR = re.compile(
    r"\b(?:at|@) ?\d|\d ?[ap]\.?m\b|\d:\d\d|\bnoon\b|\bmidday\b|\bhalf (?:past )?\w+|\bquarter (?:past|to)\b",
    re.I,
)


def entries(place: Passage, time: TimeExpression) -> list[Unit]:
    """The pieces that ``time`` may date, the likeliest reading first told: the one it stands in, or those that it heads.

    A time alone between commas goes with the pieces after it, else with the one before; with a colon after it each is an entry of
    its own, and so is one with an hour after an entry of the same day: "dentist at 9 tomorrow, gym at 6".
    """
    pieces = _pieces(place)
    at = next((n for n, piece in enumerate(pieces) if any(_within(t, time) for t in piece)), None)
    if at is None:
        return []
    own, after = pieces[at], _free(place, pieces[at + 1 :])
    if after and _heads(own):
        return [_unit(place, piece, time) for piece in after]
    if any(t.pos_ in _CONTENT and not _within(t, time) for t in own):
        hours = [p for p in after if _AT_HOUR.search(place.sent.doc.text[p[0].idx : p[-1].idx + len(p[-1])])]
        return [_unit(place, piece, time) for piece in (own, *hours)]
    before = _free(place, pieces[at - 1 : at]) if at else []
    beside = [t for piece in (after or before) for t in piece]
    return [_unit(place, sorted([*own, *beside], key=lambda t: t.i), time)] if beside else []


def shares(place: Passage, unit: Unit) -> bool:
    """Whether other pieces of the sentence have times of their own, as in a list, and no verb stands in this one."""
    others = [t for t in place.times if t is not unit.time and not any(_within(k, t) for k in unit.tokens)]
    return bool(others) and not _has_verb(unit.tokens)


def _pieces(place: Passage) -> list[list[Token]]:
    """The words between breaks; a break inside a time is none."""
    pieces: list[list[Token]] = [[]]
    for token in place.sent:
        if token.idx >= place.end:
            break
        if token.lower_ in _BREAKS and not _joins(token) and not any(_within(token, t) for t in place.times):
            pieces.append([])
        else:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _joins(token: Token) -> bool:
    """Whether a stroke stands inside a word: "drop-off", "and/or"."""
    return (
        token.text in {"-", "–", "/", "&", "+"}
        and not token.whitespace_
        and token.i > 0
        and not token.nbor(-1).whitespace_
    )


def _heads(piece: Sequence[Token]) -> bool:
    """Whether a colon follows the piece."""
    last = piece[-1]
    after = last.nbor(1).text if last.i + 1 < len(last.doc) else ""
    return (after == ":" or (after in {"-", "–", "—"} and len(piece) < _SHORT_HEAD)) and not _has_verb(piece)


def _free(place: Passage, pieces: Sequence[list[Token]]) -> list[list[Token]]:
    """The first of the pieces that hold neither a time nor a verb."""

    def found() -> Iterator[list[Token]]:
        for piece in pieces:
            if _has_verb(piece) or any(_within(t, time) for t in piece for time in place.times):
                return
            yield piece

    return list(found())


def _has_verb(piece: Sequence[Token]) -> bool:
    return any(t.tag_ in _FINITE or (t.pos_ == "PRON" and t.dep_ in {"nsubj", "nsubjpass"}) for t in piece)


def _within(token: Token, time: TimeExpression) -> bool:
    return time.start < token.idx + len(token) and token.idx < time.end


def _unit(place: Passage, tokens: Sequence[Token], time: TimeExpression) -> Unit:
    return Unit(place.sent, tuple(tokens), None, time)
