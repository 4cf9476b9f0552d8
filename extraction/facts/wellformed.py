"""Objects in the form that their predicates take, by whoever they were read: mended where words are torn off, else none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.entities import is_determined
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import AIMS, PASTIMES, PERSONS, TASTES
from user_memory.extraction.facts.trimmed import completed, place_of, told_apart, trimmed
from user_memory.extraction.lexicon import grammar, is_job, singular
from user_memory.graph.candidates import Mention

_WORDED = (TASTES | AIMS | PASTIMES | {"works_on", "owns", "uses", "studies", "member_of", "works_for"}) - {"diet"}
"""Predicates whose objects are told in words of the sentence."""
_AIMED = frozenset({"goal", "plans_to"})
_DEEDS = frozenset({"likes", "dislikes", "hobby", "habit", "goal", "plans_to", "skilled_in", "favorite", "prefers"})
"""Predicates whose objects may be what is done, to something that is named."""
_FINITE = frozenset({"VBD", "VBP", "VBZ"})
_CHANCES = frozenset({"chance", "opportunity", "time"})
_COMPARED = re.compile(r"\bas \w+ (?:an? \w+ )?as\b|\bas (?:much|many|good|well|best|happy|\w+ly)\b|^be (?:more|less) ", re.I)
_POINTING = frozenset({"him", "her", "them", "it", "himself", "herself"})
_CAPTION = re.compile(r"\[image:[^\]]*\]?", re.I)
_Test = Callable[[str, Token, Draft], bool]


def wellformed(draft: Draft, target: Mention) -> Mention | None:
    """The object of a draft, mended; ``None`` where its words are none of such an object."""
    token = draft.object
    if token is None:
        return target
    if in_caption(draft.root) or is_called(token) and draft.predicate not in {"name", "nickname"}:
        return None
    if draft.predicate in _TESTS and not _TESTS[draft.predicate](target.name, token, draft):
        return None
    if draft.predicate not in _WORDED:
        return target
    name = _mended(trimmed(target.name), token, draft)
    if name is None or _is_torn(name, token, draft):
        return None
    return replace(target, name=name) if name != target.name else target


def in_caption(token: Token) -> bool:
    """Whether a word stands in the caption of a picture: nobody tells of themselves there."""
    if "[image:" not in token.doc.text:
        return False
    return any(m.start() <= token.idx < m.end() for m in _CAPTION.finditer(token.doc.text))


def is_called(token: Token) -> bool:
    """Whether a name only calls the one it is said to: "Hey Tom, …", "…, Tom!"."""
    if token.pos_ != "PROPN" or token.dep_ in {"conj", "pobj"} or any(c.dep_ in {"conj", "cc"} for c in token.children):
        return False
    before = token.nbor(-1) if token.i > token.sent.start else None
    after = token.nbor(1) if token.i + 1 < len(token.doc) else None
    hailed = before is not None and (before.lower_ in grammar("hails") or before.pos_ == "INTJ")
    apart = before is None or before.text in {",", "-", "–"} or hailed
    closed = after is None or after.text in {",", "!", "?", ".", "-", "–", "…", "..."}
    return hailed and closed or (apart and closed and before is not None and token.dep_ in {"npadvmod", "intj", "vocative"})


def _mended(name: str, token: Token, draft: Draft) -> str | None:
    place = place_of(name, token)
    if place is not None:
        name = completed(name, place, draft)
    if draft.predicate in _AIMED and token.tag_ == "VBG" and name.startswith(token.text):
        name = f"{token.lemma_}{name[len(token):]}"
    if is_hollow(name, token, draft.predicate):
        told = told_apart(token) if token.pos_ in {"NOUN", "PROPN"} else None
        return told if told is not None and draft.predicate in TASTES | {"works_on"} else None
    return name


def is_hollow(name: str, token: Token, predicate: str) -> bool:
    """Whether a name is a noun that says nothing by itself: "time", "a cool project", of tastes "a track"."""
    words = [w for w in re.sub(r"[^\w\s'-]", " ", name.lower()).split() if w not in grammar("judging")]
    if not words:
        return True
    if len(words) > 1:
        return False
    if words[0] in grammar("hollow") or singular(words[0]) in grammar("hollow"):
        return True
    return predicate in TASTES | {"plays"} and words[0] in grammar("one_of_many") and token.tag_ == "NN"


def _is_torn(name: str, token: Token, draft: Draft) -> bool:
    if draft.predicate in _AIMED and _is_no_aim(name, token):
        return True
    if draft.predicate != "habit" and token.tag_ in _FINITE and token.pos_ in {"VERB", "AUX"} and _is_finite(token):
        return True
    place = place_of(name, token)
    return draft.predicate in _DEEDS and place is not None and _points(place)


def _is_finite(token: Token) -> bool:
    """Whether a verb is told with a subject of its own, or as done: no name of anything."""
    return token.tag_ == "VBD" or any(c.dep_ in {"nsubj", "nsubjpass"} for c in token.children)


def _points(place: Span) -> bool:
    """Whether a deed is done to what only the talk makes clear: "taking him home", "sharing that"."""
    if place[0].pos_ not in {"VERB", "AUX", "NOUN", "PROPN"}:
        return False
    return any(
        (t.lower_ in _POINTING and t.dep_ != "poss") or (t.lower_ in {"that", "this"} and t.dep_ in {"dobj", "pobj"})
        for t in place[1:]
    )


def _is_no_aim(name: str, token: Token) -> bool:
    """What is no aim: how one means to feel or to go on, a comparison, what a chance was for."""
    words = name.lower().split()
    if token.head.lemma_.lower() in _CHANCES and token.dep_ in {"acl", "relcl"} or _COMPARED.search(name):
        return True
    if words[0] in grammar("attitudes") or " ".join(words[:2]) in grammar("attitudes"):
        return True
    if token.pos_ in {"ADJ", "ADV"}:
        return True
    return name.lower() in grammar("incomplete")


def _is_pet(name: str, token: Token, draft: Draft) -> bool:
    return token.pos_ == "PROPN" or not is_job(name)


def _is_skill(name: str, token: Token, draft: Draft) -> bool:
    """No skill is what only is said of: "moving wasn't easy"."""
    if draft.seen and token.tag_ in _FINITE:
        return False
    said = token.dep_ in {"nsubj", "csubj", "nsubjpass", "csubjpass"}
    return not (draft.seen and said) or any(c.lower_ in grammar("skill_words") for c in token.head.subtree)


def _is_medicine(name: str, token: Token, draft: Draft) -> bool:
    """ "take Rex to the park" is no medicine."""
    taken = token.head.lemma_ == "take" and token.dep_ == "dobj"
    return not taken or not any(c.lower_ in {"to", "out", "home", "along"} and c.i > token.i for c in token.head.children)


def _is_person(name: str, token: Token, draft: Draft) -> bool:
    """No relation is with an item of a list: "my girlfriend, Rex and I"."""
    after = token.doc[token.i + 1 : min(token.i + 3, token.sent.end)]
    before = token.nbor(-1).text if token.i > token.sent.start else ""
    return not (draft.seen and before == "," and any(t.lower_ in {"and", "&"} for t in after))


def _is_owned(name: str, token: Token, draft: Draft) -> bool:
    """ "there is a bench" says nobody's."""
    verb = token.head
    return not (draft.seen and any(c.dep_ == "expl" for c in verb.children) and not is_determined_by_me(token))


def is_determined_by_me(token: Token) -> bool:
    """Whether "my" or "our" stands before a noun."""
    return is_determined(token) and any(c.lower_ in {"my", "our"} for c in token.children)


_TESTS: Mapping[str, _Test] = MappingProxyType(
    {
        "pet": _is_pet,
        "skilled_in": _is_skill,
        "takes_medication": _is_medicine,
        "owns": _is_owned,
        **dict.fromkeys(PERSONS, _is_person),
    }
)
