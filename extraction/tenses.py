"""Whether a time at a place of the text lies behind or ahead, as the verb around it tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from spacy.tokens import Token

from user_memory.extraction.datafiles import word_sets
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.stages import Clause, Tense

_NEAR = 12
"""Clauses before a place that may still reach over it."""
_HELPERS = frozenset({"aux", "auxpass"})
_PIECE_ENDS = frozenset({",", ";", ".", "!", "?", ":", "–", "—", "(", ")"})
_ADJUNCTS = frozenset({"pobj", "compound", "poss", "npadvmod", "appos"})
_TOWARDS = frozenset({"to", "until", "till", "back"})


def tenses(clauses: Sequence[Clause]) -> Callable[[int], Tense]:
    """The tense at a place of the text: that of the innermost clause around it, else of the last one before."""
    starts = [c.start for c in clauses]

    def at(offset: int) -> Tense:
        last = bisect_right(starts, offset)
        near = clauses[max(0, last - _NEAR) : last]
        around = [c for c in near if c.end > offset]
        if not around:
            return near[-1].tense if near else "present"
        return _tense_in(min(around, key=lambda c: c.end - c.start), offset)

    return at


def _tense_in(clause: Clause, offset: int) -> Tense:
    if clause.tense == "future":
        return "future"
    if _is_to_be_moved(clause, offset):
        return "future"
    piece = _piece(clause, offset)
    if _is_arranged(clause, piece):
        return "future"
    if _is_named(clause, piece):
        return "present"
    return "past" if _is_done(clause, piece) else clause.tense


def _is_named(clause: Clause, piece: Sequence[Token]) -> bool:
    """Whether the time stands in a piece that names an occasion, and the verb in a later one: "exam in 3 days, haven't started"."""
    if not piece or clause.root.i <= piece[-1].i or any(t.pos_ in {"VERB", "AUX", "PRON"} for t in piece):
        return False
    between = clause.root.doc[piece[-1].i : clause.root.i]
    subject = any(t.dep_ in {"nsubj", "nsubjpass"} for t in between)
    return (
        any(t.text in _PIECE_ENDS for t in between)
        and not subject
        and any(t.pos_ == "NOUN" and t.dep_ not in _ADJUNCTS for t in piece)
    )


def _is_to_be_moved(clause: Clause, offset: int) -> bool:
    """Whether the time only names what is put off: "Thursday's viewing has been moved"."""
    owner = next((t for t in clause.tokens if t.idx == offset), None)
    return owner is not None and owner.dep_ == "poss" and clause.root.lemma_.lower() in _listed("shift")


def _piece(clause: Clause, offset: int) -> list[Token]:
    """The words of the clause before the place, back to the last comma or stop."""
    before = [t for t in clause.tokens if t.idx <= offset]
    cut = max((n for n, t in enumerate(before) if t.text in _PIECE_ENDS), default=-1)
    return before[cut + 1 :]


def _is_arranged(clause: Clause, piece: Sequence[Token]) -> bool:
    """Whether what was done only arranges what is to come: "booked it for May", "tickets for the opera on the 5th"."""
    root, words = clause.root, [t.lower_ for t in piece]
    verb = root.lemma_.lower()
    if verb in _listed("arrange") and (_has_object(root) or _shifts(root)):
        direct = words[-2:]
        return "for" in (direct if verb in _listed("shift") else words) or (
            verb in _listed("shift") and not _TOWARDS.isdisjoint(direct)
        )
    if verb not in _listed("obtain"):
        return False
    entry = any(c.dep_ == "dobj" and c.lemma_.lower() in _listed("admission") for c in root.children)
    return entry and ("for" in words or clause.tense == "present")


def _shifts(root: Token) -> bool:
    """Whether a thing moves by itself: "the launch has slipped to May", not "we moved to Oslo"."""
    subject = next((c for c in root.children if c.dep_ == "nsubj"), None)
    if subject is None or root.lemma_.lower() not in _listed("shift"):
        return False
    return (
        subject.pos_ in {"NOUN", "PROPN"}
        and subject.ent_type_ != "PERSON"
        and role_of(subject.lower_) is None
    )


def _has_object(root: Token) -> bool:
    """Whether something is arranged, rather than someone going: "we moved it to May", not "we moved to Oslo in May"."""
    if any(c.dep_ in {"dobj", "nsubjpass"} for c in root.children):
        return True
    thing = any(c.dep_ == "nsubj" and c.pos_ == "NOUN" for c in root.children)
    return root.tag_ == "VBN" and thing and not any(c.dep_ in _HELPERS for c in root.children)


def _is_done(clause: Clause, piece: Sequence[Token]) -> bool:
    """Whether a past form stands nearest before the time: "half marathon done on Sunday, my legs are dead"."""
    verb = next((t for t in reversed(piece) if t.pos_ in {"VERB", "AUX"}), None)
    if verb is None or verb is clause.root or verb.tag_ not in {"VBN", "VBD"} or verb.dep_ in _HELPERS:
        return False
    return not any(c.dep_ in _HELPERS for c in verb.children)


def _listed(name: str) -> frozenset[str]:
    return word_sets("tenses.toml")[name]
