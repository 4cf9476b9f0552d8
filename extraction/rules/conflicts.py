"""Which known rules a new one contradicts: the opposite manner, another language or measure, the same wish turned round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from user_memory.extraction.rules.endings import stems
from user_memory.extraction.rules.opposites import opposite
from user_memory.graph.candidates import KnownRule
from user_memory.graph.model import Polarity

_INSTEAD = re.compile(r"(?P<new>.+?) (?:instead of|rather than|in place of|and not|, not) (?P<old>.+)", re.I)
_SHARED = 0.6
"""Least share of the smaller rule's words that two rules must have in common to be about the same thing."""


def contradicted(
    instruction: str, condition: str | None, polarity: Polarity, rules: Sequence[KnownRule]
) -> Iterator[KnownRule]:
    """The rules among ``rules`` that cannot hold beside the new one; rules under another condition can."""
    for rule in rules:
        if _same_condition(rule.condition, condition) and _against(rule, instruction, polarity):
            yield rule


def _same_condition(old: str | None, new: str | None) -> bool:
    return (stems(old) == stems(new)) if old and new else not old and not new


def _against(rule: KnownRule, instruction: str, polarity: Polarity) -> bool:
    if polarity != rule.polarity:
        return _share(rule.instruction, instruction) >= _SHARED
    if polarity == "-":
        return False
    switched = _INSTEAD.match(instruction)
    if switched and rule.polarity == "+" and _share(rule.instruction, switched["old"]) >= _SHARED:
        return True
    return opposite(rule.instruction, switched["new"] if switched else instruction)


def _share(old: str, new: str) -> float:
    was, now = stems(old), stems(new)
    return len(was & now) / min(len(was), len(now)) if was and now else 0.0
