"""Titles that begin with a denial: "No Man's Sky" is something, and not none of it."""

from __future__ import annotations

from spacy.tokens import Token

_DENYING = frozenset({"no", "not", "zero", "never", "nothing"})
_LINKS = frozenset({"for", "of", "to", "in", "on", "and", "the", "a", "'s", "’s", "-"})
_FEW = 3
"""Capitals that make a title of words which open a sentence, where the first has one anyway."""


def title_end(token: Token) -> int:
    """Where the title ends that begins at ``token``; its own place where none does."""
    if token.lower_ not in _DENYING or not token.text[:1].isupper():
        return int(token.i)
    end, capitals = token.i + 1, 1
    at = end
    while at < len(token.doc):
        word = token.doc[at]
        if word.text[:1].isupper() and (not word.is_sent_start or at == token.i + 1):
            end, capitals = at + 1, capitals + 1
        elif word.lower_ not in _LINKS:
            break
        at += 1
    needed = _FEW if stands_first(token) else _FEW - 1
    return end if capitals >= needed else int(token.i)


def is_titular(token: Token) -> bool:
    """Whether a word that denies elsewhere is the first of a title."""
    return title_end(token) > token.i


def stands_first(token: Token) -> bool:
    """Whether a word begins a sentence as it was written, wherever the parser begins one."""
    before = token.doc[token.i - 1] if token.i else None
    return before is None or before.is_punct or before.is_space
