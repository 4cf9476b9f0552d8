"""Which sayings bear on one another: the slot of a fact, an event or a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from user_memory.graph.keys import entity_key
from user_memory.graph.seals import seal
from user_memory.graph.vocabulary import Predicate, vocabulary

_RULE_NOISE = re.compile(r"\b(?:please|always|never|do not|don't|no longer|not|stop|avoid|from now on)\b")
_AMERICAN = re.compile(r"(?<=[a-z]{2})our\b")


def family(predicate: str) -> str:
    """The predicate, or the one it is the negative of: likes for dislikes."""
    return vocabulary()[predicate].negates or predicate


def negative(predicate: str, polarity: str) -> bool:
    """The sense of a statement: "dislikes +" is as negative as "likes -"."""
    return (polarity == "-") != (vocabulary()[predicate].negates is not None)


def digest(secret: str, *parts: str) -> str:
    """A short HMAC-SHA-256 of ``parts``: equal texts meet, and nothing of them can be read."""
    return seal(secret, *parts)[:32]


def fact_slot(secret: str, subject: str, predicate: str, object_: str, qualifier: str | None) -> str:
    """Facts of one subject and predicate family meet; where values accumulate, those of one object."""
    rule = vocabulary()[predicate]
    parts = ["fact", subject, family(predicate)]
    if rule.cardinality == "many":
        parts.append(object_)
    if rule.per_qualifier:
        parts.append(digest(secret, _qualifier_key(qualifier)))
    return "|".join(parts)


def joined(slot: str, root: Callable[[str], str]) -> str:
    """The slot with each entity replaced by the one that stands for it: slots that a merge makes one become equal."""
    return "|".join(root(part) for part in slot.split("|"))


def variants(slot: str, members: Callable[[str], Sequence[str]]) -> set[str]:
    """Every slot that becomes equal to this one by what is merged, itself included."""
    return {"|".join(parts) for parts in product(*(members(part) for part in slot.split("|")))}


def takes_one(predicate: str) -> bool:
    """Whether a newer value of this predicate ends the older."""
    rule: Predicate = vocabulary()[predicate]
    return rule.cardinality == "one"


def event_slot(secret: str, content: str, date: str) -> str:
    """The same happening told of the same time meets itself."""
    return "event|" + digest(secret, entity_key(content), date)


def rule_slot(secret: str, instruction: str, condition: str | None) -> str:
    """An instruction meets its opposite under the same condition."""
    core = " ".join(_RULE_NOISE.sub(" ", entity_key(instruction)).split())
    return "rule|" + digest(secret, core, entity_key(condition or "always"))


def _qualifier_key(qualifier: str | None) -> str:
    return _AMERICAN.sub("or", entity_key(qualifier)) if qualifier else ""
