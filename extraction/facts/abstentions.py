"""What people do not do, or have given up doing: "I don't smoke", "we never watch telly", "stopped biting my nails"."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.dates.words import WEEKDAYS
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import activity
from user_memory.extraction.lexicon import grammar

_GIVING_UP = {"stop", "quit", "give", "kick"}
_DAYS = frozenset(WEEKDAYS) | {"weekend"}


def abstention_facts(frame: Frame) -> Iterator[Draft]:
    """A habit that somebody does not have ("-"), or had and gave up."""
    root = frame.root
    if not _habitual(root) or frame.modal or frame.passive or _points(root):
        return
    over = _given_up(root)
    if not over and not _abstains(frame):
        return
    for subject in [None] if frame.implied else frame.subjects:
        draft = Draft(root, subject, "habit", root, name=activity(root))
        draft.operation, draft.polarity = ("end", "+") if over else ("assert", "-")
        yield draft


def _habitual(root: Token) -> bool:
    """A verb of habits, with an object where it needs one; work only on certain days."""
    thing = next((c for c in root.children if c.dep_ == "dobj"), None)
    if root.lemma_ == "work":
        return any(t.lemma_.lower() in _DAYS for t in root.subtree)
    if thing is None:
        return root.lemma_ in grammar("habits_alone")
    definite = any(c.lower_ in {"the", "this", "that"} for c in thing.children)
    return root.lemma_ in grammar("habits_with_object") and not definite


def _points(root: Token) -> bool:
    return any(t.lower_ in grammar("pointing") for t in root.subtree if root.i < t.i < root.i + 6)


def _abstains(frame: Frame) -> bool:
    if frame.root.dep_ in {"xcomp", "pcomp", "advcl"}:
        return False
    return frame.negated and frame.tense in {"present", "perfect"} and not frame.progressive


def _given_up(root: Token) -> bool:
    head = root.head
    return (
        root.tag_ == "VBG"
        and root.lemma_ not in {"eat", "drink"}
        and root.dep_ in {"xcomp", "pcomp", "dobj"}
        and head.lemma_ in _GIVING_UP
        and head.tag_ in {"VBD", "VBN"}
        and not any(c.dep_ == "neg" for c in head.children)
    )
