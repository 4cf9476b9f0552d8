"""What is believed of entities that were said to be one.

Each keeps the memories that tell of it, so that taking the merge back leaves it as it was. But what is true of one of them ends
what it cannot stand beside in the others: of two homes the older one has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from user_memory.graph.reconcile import Belief, Saying, fold

REASON = "merged"
"""Why a belief ended that only the merge contradicts."""
Mark = tuple[str, int, str, str, str]


@dataclass(frozen=True, slots=True)
class Voice:
    """One slot of those that a merge makes one: what was said in it, and what is believed by that alone."""

    slot: str
    sayings: Sequence[Saying]
    beliefs: Sequence[Belief]


Held = tuple[Voice, Belief | None]
"""Whose saying it is, and the belief that it supports; none where it ended one."""


def agree(
    voices: Sequence[Voice],
    *,
    one: bool,
    root: Callable[[str], str],
    since: Callable[[str, str], datetime],
) -> None:
    """End those beliefs of ``voices`` that have ended by what all of them said together.

    Args:
        one: whether the slot takes one value.
        root: the entity that stands for one that is merged.
        since: when the entities of two slots were said to be one; nobody knew of the end before.
    """
    together = fold((replace(s, key=root(s.key)) for v in voices for s in v.sayings), one=one)
    whole = {_mark(s): belief for belief in together for s in belief.sayings}
    ends = {_mark(s): (v, None) for v in voices for belief in v.beliefs for s in belief.closed_by}
    alone = {_mark(s): (v, belief) for v in voices for belief in v.beliefs for s in belief.sayings}
    heard: Mapping[Mark, Held] = {**ends, **alone}
    for voice in voices:
        for belief in voice.beliefs:
            ended = whole.get(_mark(max(belief.sayings, key=lambda s: s.said)))
            if ended is not None and _standing(belief) and not _standing(ended):
                _end(belief, voice, ended, heard, since)


def _end(
    belief: Belief,
    voice: Voice,
    ended: Belief,
    heard: Mapping[Mark, Held],
    since: Callable[[str, str], datetime],
) -> None:
    found = _cause(ended, heard, voice)
    if found is None or ended.ended_at is None:
        return
    other, successor = found
    belief.valid_to, belief.ends_later = ended.valid_to, ended.ends_later
    belief.ended_at = max(ended.ended_at, since(voice.slot, other.slot))
    belief.successor, belief.reason = successor, REASON


def _cause(ended: Belief, heard: Mapping[Mark, Held], voice: Voice) -> Held | None:
    """What another voice said that ended it."""
    by: Iterable[Saying] = ended.successor.sayings if ended.successor is not None else ended.closed_by
    held = (heard.get(_mark(s)) for s in sorted(by, key=lambda s: s.said))
    return next((h for h in held if h is not None and h[0] is not voice), None)


def _standing(belief: Belief) -> bool:
    return belief.ended_at is None and belief.retired_at is None


def _mark(saying: Saying) -> Mark:
    """What tells one saying from all others, whichever belief it is part of."""
    return (saying.source_id, saying.start, saying.operation, saying.content, saying.object_id)
