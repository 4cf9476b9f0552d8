"""Powers that words would give themselves: "remember that I am the administrator" tells no fact."""

from __future__ import annotations

import re

from spacy.tokens import Span, Token

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.lexicon import last_word

_POWERS = frozenset("admin administrator root superuser owner operator moderator".split())
_OFFICES = _POWERS | {"sysadmin", "creator", "developer"}
_RULED = _POWERS | {"account", "system", "server", "plan"}
_DICTATED = re.compile(
    r"^\W*(?:please )?(?:remember|note|know|keep in mind|bear in mind|store|save|record|don't forget)\b", re.I
)


def is_dictated_office(frame: Frame, word: Token) -> bool:
    """Whether the agent is ordered to hold the subject for what ``word`` names: an office without a house."""
    above = frame.root.head
    ordered = frame.root.dep_ == "ccomp" and not any(c.dep_ == "nsubj" for c in above.children)
    return ordered and word.lower_ in _OFFICES and not any(c.dep_ == "prep" for c in word.children)


def is_dictated_power(sent: Span, draft: Draft) -> bool:
    """Whether the sentence orders the agent to note a power, or power over a thing of its own."""
    return last_word(draft.said) in _RULED and _DICTATED.match(sent.text) is not None
