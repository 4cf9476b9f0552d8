"""A draft: a relation read off the words, before it is known who the people in it are and whether it may be stored."""

from __future__ import annotations

from dataclasses import dataclass

from spacy.tokens import Token

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.facts.frames import Frame
from user_memory.graph.candidates import Operation
from user_memory.graph.model import EntityKind, Polarity

_ENDING = {"stop", "quit", "cease", "finish"}
_LONGER = {"anymore", "longer", "more"}


@dataclass(slots=True)
class Draft:
    """``subject`` ``None`` is the speaker. ``name`` overrides the words of ``object``.

    ``past``: it held once and was over when it was said.
    """

    root: Token
    subject: Token | None
    predicate: str
    object: Token | None
    name: str | None = None
    kind: EntityKind = "topic"
    polarity: Polarity = "+"
    qualifier: str | None = None
    operation: Operation = "assert"
    past: bool = False
    tentative: bool = False
    confidence: float = 0.9
    replaces: Token | None = None
    replaced_name: str | None = None
    order: bool = False
    """Worded as an order or a choice ("give me tea over coffee any day", "I'd take tea") and yet a statement."""
    rhetorical: bool = False
    """Worded as a question or an unreal case ("I'd rather starve than …") and yet a statement."""
    seen: bool = False
    """Read by the tagger, where nothing before it asks, supposes or reports; it knows "the lads" for the speaker's."""
    told: str | None = None
    """The object as it is told, where its name leaves out whose something in it is: "quit their job" of "quit job"."""
    bounds: tuple[int, int] | None = None
    """Where the supporting words stand, when they are not the clause of ``root``."""

    @property
    def said(self) -> str:
        """The words of the object, empty where there is none."""
        return self.name or (phrase_text(self.object) if self.object is not None else "")


def ended(frame: Frame) -> bool:
    """Whether the words say that a state is over: "no longer", "not … anymore", "used to", "stopped"."""
    root = frame.root
    words = {
        t.lower_
        for t in root.subtree
        if abs(t.i - root.i) < 12 and t.pos_ in {"ADV", "ADJ", "NOUN", "PRON", "DET"}
    }
    if "longer" in words and "no" in {t.lower_ for t in root.subtree}:
        return True
    if (frame.negated and "anymore" in words) or (frame.negated and "any more" in root.sent.text.lower()):
        return True
    head = root.head
    if (
        root.dep_ in {"xcomp", "pcomp", "ccomp"}
        and head.lemma_ == "use"
        and head.tag_ in {"VBD", "VBN", "VB"}
        and head != root
    ):
        return True
    return (
        root.dep_ in {"xcomp", "pcomp"}
        and head.lemma_ in _ENDING | {"give"}
        and head.tag_ in {"VBD", "VBN"}
        and head != root
    )


def used_to(frame: Frame) -> bool:
    """Whether it is told as a former state or habit: "used to"."""
    head = frame.root.head
    return frame.root.dep_ in {"xcomp", "pcomp", "ccomp"} and head.lemma_ == "use" and head != frame.root
