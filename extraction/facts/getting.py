"""Whether an animal is got for good, and when: "we're getting a kitten", "I was getting a dog", "I'm getting our cat from the vet"."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.lexicon import role_of

_NOW = frozenset({"am", "'m", "is", "'s", "are", "'re", "m", "re", "be", "will", "'ll", "gon", "going"})
_FINDERS = frozenset({"keep", "start", "stop", "avoid", "hate", "mind", "begin"})
"""Verbs after which "getting" is what happens to somebody."""


def is_under_way(verb: Token) -> bool:
    """Whether getting is told of now, as arranged: "we're getting", not "we were getting", nor "I keep getting"."""
    if verb.tag_ != "VBG":
        return False
    if verb.dep_ in {"xcomp", "pcomp"} and verb.head.lemma_ in _FINDERS:
        return False
    helped = {c.lower_ for c in verb.children if c.dep_ in {"aux", "auxpass"}}
    if verb.dep_ == "conj" and not helped:
        helped = {c.lower_ for c in verb.head.children if c.dep_ in {"aux", "auxpass"}}
    return bool(helped & _NOW)


def is_new_pet(token: Token) -> bool:
    """Whether an animal is one that is not had yet: "a cat", not "our cat", "the cat", "my cat back"."""
    if role_of(token.lower_) != "pet" or _is_brought(token.head):
        return False
    return not any(c.dep_ == "poss" or c.lower_ in {"the", "this", "that"} for c in token.children)


def is_only_got(token: Token) -> bool:
    """Whether an animal only is, or was, to be got, or comes by itself: "I was getting a dog", "I keep getting a cat"."""
    verb = token.head
    if token.dep_ != "dobj" or verb.lemma_ != "get" or verb.tag_ != "VBG":
        return False
    helped = {c.lower_ for c in verb.children if c.dep_ in {"aux", "auxpass"}}
    return bool(helped & (_NOW | {"was", "were"})) or (verb.dep_ == "xcomp" and verb.head.lemma_ in _FINDERS)


def _is_brought(verb: Token) -> bool:
    return any(
        c.lower_ in {"back", "out", "in", "down"} and c.dep_ in {"advmod", "prt"} for c in verb.children
    )
