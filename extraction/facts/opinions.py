""" "I find golf boring": verdicts on things as likes and dislikes."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, phrase_text, real_head
from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import activity
from user_memory.extraction.facts.worth import is_likable
from user_memory.extraction.lexicon import grammar

_DEEMING = {"find", "consider", "think"}


def opinion_facts(frame: Frame) -> Iterator[Draft]:
    """What somebody finds pleasant or unpleasant: no single occasion, nothing that only this talk makes clear."""
    if (
        frame.root.lemma_ not in _DEEMING
        or frame.modal
        or frame.tense not in {"present", "perfect"}
        or ended(frame)
    ):
        return
    for verdict, judged in _judgements(frame.root):
        predicate = _feeling(verdict, frame.negated)
        if predicate is None:
            continue
        for thing in (m for j in judged for m in coordinated(real_head(j))):
            if is_likable(thing, phrase_text(thing)):
                name = activity(thing) if thing.tag_ == "VBG" else None
                for subject in [None] if frame.implied else frame.subjects:
                    yield Draft(frame.root, subject, predicate, thing, name=name)


def _judgements(root: Token) -> Iterator[tuple[Token, list[Token]]]:
    """(verdict, what it is on): as a small clause, or as an object with its complement."""
    for verdict in root.children:
        if verdict.dep_ in {"ccomp", "xcomp", "oprd", "acomp", "advcl", "acl"} and verdict.i > root.i:
            own = [c for c in verdict.children if c.dep_ in {"nsubj", "csubj"} and c.i > root.i]
            yield verdict, own or [c for c in root.children if c.dep_ == "dobj" and c.i < verdict.i]


def _feeling(verdict: Token, denied: bool) -> str | None:
    """The predicate of the adjective, the other one when it is denied."""
    low = verdict.lower_
    denied ^= any(c.dep_ == "neg" for c in verdict.children)
    if low in grammar("pleasant"):
        return "dislikes" if denied else "likes"
    if low in grammar("unpleasant"):
        return None if denied else "dislikes"
    return None
