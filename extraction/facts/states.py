"""Linking verbs and verbless predicates to facts: "I'm a nurse", "not married", "tea is my thing", by ``states.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, phrase_text, real_head
from user_memory.extraction.facts.bare import bare_facts
from user_memory.extraction.facts.checks import passes
from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame, is_intended
from user_memory.extraction.facts.inverse import inverse_facts
from user_memory.extraction.facts.kinds import is_gpe, is_place, is_thing
from user_memory.extraction.facts.phrases import activity
from user_memory.extraction.facts.predicates import OPPOSITE
from user_memory.extraction.facts.state_tables import tables
from user_memory.extraction.lexicon import grammar, in_list, role_of

_STILL = re.compile(
    r"\b(?:and|but) (?:(?:it|she|he|they|i|we) )?still (?:is|are|am)\b|\b(?:it|she|he|they|i|we) still (?:is|are|am)\b",
    re.I,
)
""" "my favourite was Blur and they still are": what was so and is so now."""
LINKING = {"be", "turn", "become", "remain", "stay", "get", "go", "feel", "include"}


def state_facts(frame: Frame) -> Iterator[Draft]:
    """What a linking verb, or a predicate without any verb, says of its subject."""
    if frame.modal is not None or frame.tense == "future" or is_intended(frame.root):
        return
    subjects: list[Token | None] = [None] if frame.implied else list(frame.subjects)
    for word in _predicates(frame):
        told = [] if frame.implied else list(inverse_facts(frame, word))
        if told:
            yield from (_shade(d, frame, word) for d in told)
            continue
        yield from _possessed(frame, word)
        for subject in subjects:
            for draft in (*_with_complement(frame, subject, word), *bare_facts(frame, subject, word)):
                yield _shade(draft, frame, word)
    if frame.verb == "be":
        for subject in subjects:
            yield from (_shade(d, frame, None) for d in _located(frame, subject))
        for verb in frame.slots.get("comp", []):
            if verb.pos_ in {"VERB", "AUX"} and verb.i > frame.root.i and frame.subjects:
                yield from inverse_facts(frame, verb)


def _predicates(frame: Frame) -> list[Token]:
    root = frame.root
    if frame.verb.split()[0] in LINKING and root.pos_ in {"AUX", "VERB"}:
        return (
            [t for slot in ("attr", "obj") for t in frame.all(slot)]
            if frame.verb != "get" or frame.slots.get("attr")
            else frame.all("attr")
        )
    if root.pos_ in {"NOUN", "PROPN", "ADJ", "ADV"} or (root.tag_ == "VBN" and frame.implied):
        return list(coordinated(root))
    return [root] if root.tag_ == "VBN" and frame.passive else []


def _shade(draft: Draft, frame: Frame, word: Token | None) -> Draft:
    """Apply denial and past to a state."""
    denied = frame.negated or (
        word is not None and any(c.dep_ == "neg" or c.lower_ in {"not", "no"} for c in word.children)
    )
    if ended(frame):
        draft.operation = "end"
    elif denied:
        _deny(draft)
    if frame.tense == "past" and frame.verb == "be" and not _STILL.search(frame.root.sent.text):
        draft.past = True
    return draft


def _deny(draft: Draft) -> None:
    if draft.predicate in OPPOSITE:
        draft.predicate = OPPOSITE[draft.predicate]
    else:
        draft.polarity = "+" if draft.polarity == "-" else "-"


def _with_complement(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "fond of cheese", "a member of the choir"."""
    low = word.lower_
    for row in tables()["adjective"]:
        if low in row["words"] and not (
            frame.passive and frame.tense == "past" and row["predicate"] == "lives_in"
        ):
            for target in _targets(frame, word, row["slot"]):
                if passes(row.get("is"), target) and _nameable(target):
                    yield _row_draft(frame, subject, row, target)
                    return
            if "bare" in row and not frame.progressive and not any(_targets(frame, word, row["slot"])):
                yield Draft(frame.root, subject, row["predicate"], None, name=row["bare"], kind="person")
    for row in tables()["noun"]:
        if low in row["words"]:
            yield from _compound(frame, subject, word, row)
            for target in _targets(frame, word, row["slot"]):
                if passes(row.get("is"), target) and _nameable(target):
                    yield _row_draft(frame, subject, row, target)


def _possessed(frame: Frame, word: Token) -> Iterator[Draft]:
    """ "the allotment has been ours since 2011", "mine's a diesel van"."""
    for subject in frame.subjects:
        for owner, thing in ((word, subject), (subject, word)):
            pointed = any(c.lower_ in {"this", "that", "these", "those", "which"} for c in thing.children)
            apart = any(t.dep_ == "cc" for t in owner.doc[min(owner.i, thing.i) : max(owner.i, thing.i)])
            if owner.lower_ in {"mine", "ours"} and not pointed and not apart and passes("ownable", thing):
                yield Draft(frame.root, None, "owns", thing, kind="product")


def _compound(frame: Frame, subject: Token | None, word: Token, row: Mapping[str, Any]) -> Iterator[Draft]:
    """ "a huge Marvel fan"."""
    for child in word.children:
        if child.dep_ in {"compound", "nmod"} and row["predicate"] in {"likes", "dislikes"}:
            yield Draft(frame.root, subject, row["predicate"], child)


def _nameable(target: Token) -> bool:
    return (
        is_thing(target, phrase_text(target))
        or target.tag_ == "VBG"
        or (target.pos_ == "ADJ" and in_list(target.text, "language", "language"))
        or in_list(target.text, "health", "allergen")
    )


def _row_draft(frame: Frame, subject: Token | None, row: Mapping[str, Any], target: Token) -> Draft:
    draft = Draft(
        frame.root,
        subject,
        row["predicate"],
        target,
        kind=row.get("kind", "topic"),
        polarity="-" if row.get("flip") else "+",
    )
    if target.tag_ == "VBG":
        draft.name = activity(target)
    if draft.predicate == "skilled_in" and in_list(phrase_text(target), "language", "language"):
        draft.predicate = "speaks"
    return draft


def _targets(frame: Frame, word: Token, slots: list[str]) -> list[Token]:
    found: list[Token] = []
    for prep in word.children:
        if prep.dep_ in {"prep", "prt"} and prep.lower_ in slots:
            found += [
                m for c in prep.children if c.dep_ in {"pobj", "pcomp"} for m in coordinated(real_head(c))
            ]
    if not found:
        found = [t for slot in slots if slot in frame.slots for t in frame.all(slot)]
    return found


_SETTLED = {"still", "now", "based", "here", "back", "currently", "nowadays", "permanently"}


_PASSING = grammar("passing")


def _located(frame: Frame, subject: Token | None) -> Iterator[Draft]:
    """ "I'm from Oaxaca", "my parents are still in Kraków", "I'm with Orbis"."""
    words = {t.lower_ for t in frame.root.subtree if t.i < frame.root.i + 8}
    for target in frame.all("from"):
        text = phrase_text(target)
        if target.i > frame.root.i and (
            is_gpe(target, text) or (is_place(target, text) and target.pos_ == "PROPN")
        ):
            yield Draft(frame.root, subject, "birth_place", target, kind="place")
    together = any(role_of(t.lower_) for t in frame.all("with"))
    for target in [*frame.all("in"), *frame.all("near"), *_deeper(frame, "in")]:
        if is_gpe(target, phrase_text(target)) and (words & _SETTLED or together) and not words & _PASSING:
            yield Draft(frame.root, subject, "lives_in", target, kind="place")
    for target in [*frame.all("with"), *frame.all("at")]:
        named = (
            target.pos_ == "PROPN"
            and target.ent_type_ in {"ORG", "PRODUCT", ""}
            and not role_of(target.lower_)
        )
        if named and words & {"still", "now", "currently", "one"}:
            yield Draft(frame.root, subject, "works_for", target, kind="organisation")


def _deeper(frame: Frame, name: str) -> list[Token]:
    """Objects of a preposition that hangs on an adverb: "out here in Perth"."""
    preps = [
        p
        for c in frame.root.children
        if c.dep_ == "advmod"
        for p in c.children
        if p.dep_ == "prep" and p.lower_ == name
    ]
    return [t for p in preps for t in p.children if t.dep_ == "pobj"]
