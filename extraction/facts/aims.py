"""Which verb phrases are aims of a life and which only ask for something now: "get fit", not "get this working"."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.entities import is_empty, phrase_text
from user_memory.extraction.facts.worth import is_ownable
from user_memory.extraction.lexicon import grammar, role_of

_REACHING = {"be", "get", "have", "become", "feel", "stay", "keep"}


def is_aim(goal: Token) -> bool:
    """Whether a wanted or planned verb phrase is worth keeping."""
    if _points(goal) or is_task(goal):
        return False
    if goal.lemma_ in _REACHING:
        return _reaches(goal)
    return goal.lemma_ not in grammar("unlasting") or (goal.lemma_ in {"see", "hear"} and _sight(goal))


def is_effort(goal: Token) -> bool:
    """Whether what somebody tries, will do or may do is a matter of their life, not the task in hand."""
    if _points(goal) or _definite(goal):
        return False
    if goal.lemma_ in _REACHING:
        return _reaches(goal)
    lemma = f"{goal.lemma_} {particle}" if (particle := _particle(goal)) else goal.lemma_
    if lemma in grammar("efforts") or goal.lemma_ in grammar("efforts"):
        return True
    thing = _object(goal)
    return thing is not None and f"{goal.lemma_} {thing.lemma_.lower()}" in grammar("undertakings")


def _sight(goal: Token) -> bool:
    """ "see the northern lights", "see Venice": no result on a screen."""
    thing = _object(goal)
    return thing is not None and (
        thing.pos_ == "PROPN"
        or thing.lower_
        in {"lights", "world", "whales", "pyramids", "aurora", "volcano", "eclipse", "play", "live"}
    )


def _points(goal: Token) -> bool:
    return any(
        t.lower_ in grammar("pointing") and not _named_day(t)
        for t in goal.subtree
        if goal.i <= t.i < goal.i + 11
    )


def _named_day(token: Token) -> bool:
    """ "this year", "one day", "some day": a time, nothing pointed at."""
    return token.ent_type_ == "DATE" or token.head.lower_ in {
        "day",
        "year",
        "month",
        "summer",
        "spring",
        "autumn",
        "fall",
        "winter",
    }


def is_task(goal: Token) -> bool:
    """Whether the verb is done to something of the working day: "parse the log file"."""
    thing = _object(goal)
    return thing is not None and thing.lower_ in grammar("workaday")


def _definite(goal: Token) -> bool:
    thing = _object(goal)
    return thing is not None and (
        (
            any(c.lower_ in {"the", "this", "that", "these", "those"} for c in thing.children)
            and not any(c.pos_ == "PROPN" for c in (thing, *thing.children))
            and role_of(phrase_text(thing)) is None
        )
        or thing.lower_ in grammar("workaday")
    )


def _object(goal: Token) -> Token | None:
    return next((c for c in goal.children if c.dep_ in {"dobj", "attr"} and c.i > goal.i), None)


def _particle(goal: Token) -> str | None:
    return next((c.lower_ for c in goal.children if c.dep_ in {"prt", "advmod"} and c.i == goal.i + 1), None)


def _is_attained(done: Token) -> bool:
    """ "get my citizenship sorted": what is to be had stands before what is done to it."""
    return any(c.dep_ in {"nsubj", "nsubjpass"} and c.lower_ in grammar("attained") for c in done.children)


def _reaches(goal: Token) -> bool:
    """ "be a vet", "get fit", "have kids": a state with a name; "be sure", "get help", "have a look" are none."""
    for child in goal.children:
        if child.i < goal.i:
            continue
        if child.dep_ == "acomp" or (child.dep_ in {"advmod", "amod", "oprd"} and child.pos_ == "ADJ"):
            return child.lower_ not in grammar("unaimed")
        if child.dep_ in {"attr", "dobj"} and not is_empty(child):
            low = child.lower_
            wanted = child.dep_ == "attr" or is_ownable(child, phrase_text(child)) or role_of(low) is not None
            return (wanted or low in grammar("attained")) and low not in grammar("unaimed")
        if child.dep_ == "prep" and child.lower_ == "into" and goal.lemma_ == "get":
            return True
        if child.dep_ in {"ccomp", "xcomp"} and child.tag_ in {"VBN", "VBD"} and _is_attained(child):
            return True
        if (
            child.dep_ == "xcomp"
            and child.tag_ == "VBN"
            and child.lower_ in {"married", "promoted", "certified", "published", "organised", "organized"}
        ):
            return True
    return False
