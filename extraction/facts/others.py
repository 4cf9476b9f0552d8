"""Words whose matter is somebody else's: the one spoken to, those who are watched, what a pastime brings about."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.references import FIRST_PERSON

_FIRST = FIRST_PERSON | {"im", "ive"}
_SECOND = frozenset({"you", "u", "ya", "your", "guys"})
_WISHED = frozenset({"fun", "luck", "time", "blast"})


def is_of_them(token: Token) -> bool:
    """ "(it's good to see) them master tricks": what others do."""
    verb = token.head
    while verb.dep_ == "conj" and verb.head.pos_ == "VERB":
        verb = verb.head
    return token.dep_ == "dobj" and any(
        c.lower_ in {"them", "him", "her"} for c in verb.children if c.dep_ == "nsubj"
    )


def is_enabled(verb: Token) -> bool:
    """ "writing helps me build (worlds)": what a pastime brings about is none."""
    return verb.dep_ in {"xcomp", "ccomp"} and verb.head.lemma_ in {"help", "let", "allow", "enable"}


def is_of_the_other(token: Token) -> bool:
    """What is said of the one spoken to: "you look keen on rowing", "have fun with rowing", "rowing is a good way to train your back"."""
    ruling = next((a for a in token.ancestors if any(c.dep_ == "nsubj" for c in a.children)), None)
    if ruling is not None and any(c.dep_ == "nsubj" and c.lower_ in _SECOND for c in ruling.children):
        return True
    words = {t.lower_ for t in token.sent}
    if words & _FIRST:
        return False
    root = token.sent.root
    wished = root.lemma_ == "have" and any(c.dep_ == "dobj" and c.lower_ in _WISHED for c in root.children)
    return (wished and root.i == token.sent.start) or (
        bool(words & _SECOND) and token.dep_ in {"nsubj", "compound"}
    )
