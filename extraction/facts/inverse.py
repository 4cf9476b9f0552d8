""" "X is my …": who or what holds a place in somebody's life."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, is_empty, phrase_text, possessor_of, real_head
from user_memory.extraction.facts.aims import is_task
from user_memory.extraction.facts.checks import passes
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.kinds import is_proper
from user_memory.extraction.facts.phrases import activity, verb_phrase
from user_memory.extraction.facts.state_tables import tables
from user_memory.extraction.lexicon import grammar, is_exactly, singular
from user_memory.extraction.references import FIRST_PERSON
from user_memory.graph.model import EntityKind


def inverse_facts(frame: Frame, word: Token) -> Iterator[Draft]:
    """ "chess is my thing", "my favourite colour is blue", "the violin has been my instrument": about whoever "my" is."""
    if frame.verb.split()[0] in {"turn", "get", "go", "stay"}:
        return
    for noun, value in _sides(frame, word):
        owner = _owner(noun)
        if owner is None:
            continue
        subject = None if owner.lower_ in FIRST_PERSON else owner
        items = list(coordinated(real_head(value)))
        for item in items:
            yield from (
                _several_favourites(d, len(items)) for d in _inverse_drafts(frame, subject, noun, item)
            )
        return


def _owner(noun: Token) -> Token | None:
    """Whose it is: "my hobby", "a hobby of mine"."""
    mine = (g for c in noun.children if c.lower_ == "of" for g in c.children if g.lower_ in {"mine", "ours"})
    owner = possessor_of(noun)
    if owner is not None and owner.lower_ == "year":  # "my New Year's resolution"
        owner = possessor_of(owner)
    return owner or next(mine, None)


def _several_favourites(draft: Draft, count: int) -> Draft:
    """Of several favourites none is the one."""
    if draft.predicate == "favorite" and count > 1:
        draft.predicate, draft.qualifier = "likes", None
    return draft


def _sides(frame: Frame, word: Token) -> list[tuple[Token, Token]]:
    subject = frame.subjects[0] if frame.subjects else None
    if subject is None:
        return []
    if subject.lower_ in {"one", "part", "some", "another"}:  # "one of my goals is to …"
        subject = next((g for c in subject.children if c.lower_ == "of" for g in c.children), subject)
    return [(word, subject), (subject, word)]


def _inverse_drafts(frame: Frame, subject: Token | None, noun: Token, value: Token) -> Iterator[Draft]:
    text = phrase_text(value)
    label = phrase_text(noun).lower()
    favourite = re.match(
        r"(?:(?:all-time|absolute|current|new|personal) )*(favou?rite|fave|favou?rites|favourites)\b ?(.*)$",
        label,
    )
    if favourite:
        if (not is_empty(value) or value.pos_ == "NUM") and text:
            yield Draft(
                frame.root,
                subject,
                "favorite" if favourite.group(2) else "likes",
                value,
                name=_value_name(value),
                qualifier=favourite.group(2) or None,
            )
        return
    if is_exactly(label, "thing", "owned") and _branded(value, text) and noun.dep_ == "nsubj":
        predicate = "uses" if label in tables()["inverse"]["uses"] and label != "car" else "owns"
        yield Draft(frame.root, subject, predicate, value, kind="product")
        return
    label = _respelt(label, noun)
    for predicate, nouns in tables()["inverse"].items():
        if {label, singular(label)} & nouns or (
            noun.lower_ in nouns and label.split()[0] in grammar("ranks")
        ):
            draft = _inverse_one(frame, subject, predicate, noun, value, text)
            if draft is not None:
                yield draft
            return


def _branded(value: Token, text: str) -> bool:
    """A make or model: "a Casio", "a Fiat 500"; no adjective, no age."""
    return value.pos_ in {"PROPN", "NOUN", "NUM"} and any(c.isupper() for c in text) and is_proper(value)


def _respelt(label: str, noun: Token) -> str:
    """The noun meant by a misspelling of one of the table's."""
    if len(noun) < 7:
        return label
    known = [n for nouns in tables()["inverse"].values() for n in nouns if " " not in n and len(n) > 5]
    return next(iter(difflib.get_close_matches(noun.lower_, known, 1, 0.9)), label)


def _inverse_one(
    frame: Frame, subject: Token | None, predicate: str, noun: Token, value: Token, text: str
) -> Draft | None:
    if value.pos_ in {"VERB", "AUX"}:
        if predicate not in {"goal", "hobby", "likes", "dislikes", "habit"} or is_task(value):
            return None
        name = verb_phrase(value) if predicate == "goal" else activity(value, gerund=True)
        return Draft(frame.root, subject, predicate, value, name=name)
    if is_empty(value) or not text:
        return None
    checks = {
        "lives_in": "place",
        "works_for": "employer",
        "job_title": "job",
        "speaks": "language",
        "birth_place": "place",
        "plays": "thing",
        "uses": "thing",
    }
    if not passes(checks.get(predicate), value):
        return None
    kinds: dict[str, EntityKind] = {
        "lives_in": "place",
        "birth_place": "place",
        "works_for": "organisation",
        "uses": "product",
        "job_title": "value",
    }
    return Draft(frame.root, subject, predicate, value, kind=kinds.get(predicate, "topic"))


def _value_name(value: Token) -> str | None:
    return activity(value) if value.pos_ == "VERB" else None
