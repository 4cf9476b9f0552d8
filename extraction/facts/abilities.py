"""What people can and cannot do: "I can't swim", "she never learnt to ride a bike", "I know how to juggle"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import activity
from user_memory.extraction.lexicon import grammar

_OBJECTS = {
    "ride": {"bike", "bicycle", "horse", "motorbike", "horses", "bikes", "unicycle", "motorcycle", "scooter"},
    "drive": {"stick", "manual", "car", "automatic", "truck", "lorry", "van", "manuals"},
    "read": {"music", "maps", "map", "notes"},
    "fly": {"plane", "planes", "helicopter", "drone", "drones", "kite"},
    "do": {"handstand", "cartwheel", "splits", "backflip", "handstands", "cartwheels", "push-up", "pull-up", "maths"},
    "tie": {"knot", "knots", "tie"},
    "touch": {"type"},
    "cook": {"rice"},
    "hold": {"note", "tune"},
    "carry": {"tune"},
    "roll": {"tongue", "r", "rs"},
    "solve": {"cube"},
}  # fmt: skip


def ability_facts(frame: Frame) -> Iterator[Draft]:
    """A skill that somebody has or lacks for good, not whether something works out on one occasion."""
    if ended(frame) or frame.tense == "future":
        return
    for skill in _skills(frame):
        if _lasting(skill):
            for subject in [None] if frame.implied else frame.subjects:
                yield Draft(
                    frame.root,
                    subject,
                    "skilled_in",
                    skill,
                    name=activity(skill, gerund=True),
                    polarity="-" if frame.negated else "+",
                )


def _skills(frame: Frame) -> Iterator[Token]:
    """The verb of the skill: after "can", "learnt to", "know how to", "able to"."""
    root = frame.root
    if frame.modal in {"can", "ca"}:
        yield root
    elif root.lemma_ in {"learn", "know", "figure"} and (
        root.lemma_ == "know" or frame.tense in {"past", "perfect"}
    ):
        yield from (
            c
            for c in root.children
            if c.dep_ in {"xcomp", "ccomp"} and any(g.tag_ == "TO" for g in c.children)
        )
    elif frame.verb == "be":
        able = (c for c in root.children if c.dep_ == "acomp" and c.lower_ in {"able", "unable"})
        yield from (g for c in able for g in c.children if g.dep_ == "xcomp")


def _lasting(skill: Token) -> bool:
    """A verb of skill without an occasion: no time, no place, no pronoun, no condition."""
    after = list(takewhile(lambda t: t.text != ",", (t for t in skill.subtree if t.i > skill.i)))
    if any(
        t.lower_ in grammar("pointing") | {"today", "tonight"} or t.ent_type_ in {"DATE", "TIME"}
        for t in after
    ):
        return False
    things = [c for c in skill.children if c.dep_ in {"dobj", "npadvmod"} and c in after]
    if things:
        return all(t.lower_ in _OBJECTS.get(skill.lemma_, ()) for t in things)
    if any(
        c.dep_ in {"prep", "advcl", "mark"} and c.lower_ not in {"at", "like"} and c.lemma_ != "save"
        for c in skill.children
    ):
        return False
    return skill.lemma_ in grammar("skills")
