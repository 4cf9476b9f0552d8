"""Whether two readings of a sentence are of the same thing or person."""

from __future__ import annotations

from spacy.tokens import Token

_STEM = 4
"""Letters at the start of a word that tell it from others."""


def shares_word(one: str, other: str) -> bool:
    """Whether two names begin a word alike: "scrambled eggs" and "eggs scrambled", "swimming" and "swim"."""
    starts = [{word[:_STEM] for word in words.lower().split()} for words in (one, other)]
    return not starts[0].isdisjoint(starts[1])


def is_joined(head: Token, item: Token) -> bool:
    """Whether a word stands in the list that begins with ``item``."""
    while head.dep_ == "conj" and head != item:
        head = head.head
    return head == item


def names_held(attribute: Token, name: Token) -> bool:
    """Whether a role is said of a person who is named beside it: "Sue is my aunt" tells one aunt, not two."""
    verb = attribute.head
    return attribute.dep_ == "attr" and verb.lemma_ == "be" and verb in (name.head, name.head.head)
