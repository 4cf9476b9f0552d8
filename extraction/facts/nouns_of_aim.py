"""Aims told by a noun: "it's my dream to see the Alps", "no plans to retire", "the goal of writing daily", "the plan is to …"."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.entities import possessor_of
from user_memory.extraction.facts.aims import is_aim, is_effort
from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.phrases import verb_phrase
from user_memory.extraction.lexicon import grammar
from user_memory.extraction.modality import is_hedged

_HOLDING = {
    "be",
    "have",
    "get",
    "set",
    "make",
    "keep",
    "entertain",
    "harbour",
    "nurse",
    "toy",
    "play",
    "flirt",
    "cherish",
    "'ve",
}
_GUESSED = {"idea", "thought", "notion", "prospect", "possibility"}


def aim_nouns(frame: Frame) -> Iterator[Draft]:
    """What the infinitive or "of"-phrase of a noun of aim says that somebody aims at."""
    root = frame.root
    if root.lemma_ not in _HOLDING or frame.modal or frame.tense == "past":
        return
    for noun in _nouns(frame):
        for goal in _contents(noun):
            if (is_aim(goal) and len(verb_phrase(goal).split()) > 1) or is_effort(goal):
                yield from _drafts(frame, noun, goal)
    if frame.verb == "be":
        yield from _spelt_out(frame)


def _nouns(frame: Frame) -> Iterator[Token]:
    for slot in ("attr", "obj", "with"):
        yield from (t for t in frame.slots.get(slot, []) if t.lemma_.lower() in grammar("aims"))


def _contents(noun: Token) -> Iterator[Token]:
    for child in noun.children:
        if (
            child.dep_ in {"acl", "relcl", "xcomp"}
            and child.tag_ == "VB"
            and any(c.tag_ == "TO" for c in child.children)
        ):
            yield child
        elif child.lower_ == "of":
            yield from (c for c in child.children if c.tag_ == "VBG" or c.dep_ == "pcomp")


def _drafts(frame: Frame, noun: Token, goal: Token) -> Iterator[Draft]:
    guessed = noun.lemma_ in _GUESSED
    for subject in _holders(frame, noun):
        yield Draft(
            frame.root,
            subject,
            "plans_to" if guessed or noun.lemma_ in {"plan", "intention"} else "goal",
            goal,
            name=_name(goal),
            polarity="-" if frame.negated and not ended(frame) else "+",
            operation="end" if ended(frame) else "assert",
            tentative=guessed or is_hedged(frame.root.sent.text),
        )


def _name(goal: Token) -> str:
    first, _, rest = verb_phrase(goal).partition(" ")
    return f"{goal.lemma_ if goal.tag_ == 'VBG' else first} {rest}".strip()


def _holders(frame: Frame, noun: Token) -> list[Token | None]:
    """Whose aim it is: of "my dream" the owner, else the subject."""
    owner = possessor_of(noun)
    if owner is not None and frame.verb == "be":
        return [None] if owner.lower_ in {"my", "our"} else [owner]
    if frame.verb == "be":
        return [None] if _is_long_held(frame, noun) else []
    return [None] if frame.implied else list(frame.subjects)


def _is_long_held(frame: Frame, noun: Token) -> bool:
    """ "it's been a dream to own a boat", "it's a dream of mine to …"; not "it's a dream to drive"."""
    if noun.lemma_ != "dream" or not any(s is not None and s.lower_ == "it" for s in frame.subjects):
        return False
    mine = any(
        c.lower_ == "of" and any(g.lower_ in {"mine", "ours"} for g in c.children) for c in noun.children
    )
    return mine or frame.root.lower_ == "been"


def _spelt_out(frame: Frame) -> Iterator[Draft]:
    """ "the plan is to retire early", "what I want is to work less"."""
    subject = frame.subjects[0] if frame.subjects else None
    the = (
        subject is not None
        and subject.lemma_ in {"plan", "goal", "dream", "aim"}
        and any(c.lower_ == "the" for c in subject.children)
    )
    wanting = next(
        (
            c
            for c in frame.root.children
            if c.dep_ == "csubj" and c.lemma_ in {"want", "like", "love", "hope", "dream"}
        ),
        None,
    )
    holder = next((c for c in wanting.children if c.dep_ == "nsubj"), None) if wanting is not None else None
    if not the and holder is None:
        return
    for goal in frame.slots.get("comp", []):
        if any(c.tag_ == "TO" for c in goal.children) and is_effort(goal):
            yield Draft(frame.root, holder, "goal", goal, name=_name(goal))
