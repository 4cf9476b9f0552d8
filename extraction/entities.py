"""Noun phrases: the shortest words that name a thing, what is coordinated with it, and of which kind it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Token

from user_memory.extraction.lexicon import grammar, in_list, role_of
from user_memory.extraction.titles import is_titular, title_end
from user_memory.graph.model import EntityKind

_SKIPPED_LEFT = {
    "det",
    "predet",
    "preconj",
    "poss",
    "advmod",
    "neg",
    "punct",
    "cc",
    "mark",
    "intj",
    "case",
    "expl",
}
_QUANTIFIERS = grammar("quantifiers")
_EMPTY = grammar("empty")
_ADJECTIVES_DROPPED = grammar("dropped_adjectives")
_KINDS: dict[str, EntityKind] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "PRODUCT": "product",
}


def is_determined(token: Token) -> bool:
    """Whether an article or a possessive stands before the noun."""
    return any(c.dep_ in {"det", "poss"} for c in token.children)


def possessor_of(token: Token) -> Token | None:
    """Whose it is, by the possessive before the noun: "my", "Anna's"."""
    return next((c for c in token.children if c.dep_ == "poss"), None)


def is_empty(token: Token) -> bool:
    """Whether the noun names nothing by itself ("something", "it", "lots")."""
    return token.lower_ in _EMPTY or token.pos_ == "PUNCT" or not any(c.isalnum() for c in token.text)


def real_head(token: Token) -> Token:
    """The noun that carries the meaning: "lots of tea" -> tea, "a kind of tea" -> tea."""
    if token.lower_ == "nothing":
        return next(
            (
                c
                for p in token.children
                if p.lower_ in {"but", "except"}
                for c in p.children
                if c.dep_ == "pobj"
            ),
            token,
        )
    if token.lower_ in _QUANTIFIERS:
        for prep in token.children:
            if prep.lower_ == "of":
                return next((real_head(c) for c in prep.children if c.dep_ == "pobj"), token)
    return token


def coordinated(token: Token) -> Iterator[Token]:
    """The noun and what is listed with it: "olives, anchovies and cheese"; a list read as appositions counts too."""
    seen: list[Token] = [token]
    for member in seen:
        yield member
        for child in member.children:
            if child not in seen and (_joined(child) or _listed(child, member)):
                seen.append(child)


def _joined(child: Token) -> bool:
    return (
        child.dep_ == "conj"
        and child.pos_ in {"NOUN", "PROPN", "ADJ", "NUM", "PRON", "X", "VERB"}
        and not _clausal(child)
        and not opens_clause(child)
    )


def opens_clause(noun: Token) -> bool:
    """Whether a noun read as one of a list is the subject of the verb after it: "I don't eat meat but fish is fine"."""
    after = noun.right_edge.i + 1
    if noun.dep_ != "conj" or after >= noun.sent.end:
        return False
    verb = noun.doc[after]
    said = any(c.dep_ in {"nsubj", "nsubjpass"} for c in verb.children)
    return verb.dep_ == "conj" and verb.tag_ in {"VBZ", "VBP", "VBD", "MD"} and not said


def _clausal(token: Token) -> bool:
    """A clause of its own, or an item that is denied: "Ericsson, not Nokia"."""
    return any(c.dep_ in {"nsubj", "nsubjpass", "aux", "auxpass", "neg"} for c in token.children)


def _listed(child: Token, member: Token) -> bool:
    """An "apposition" with an article of its own after a comma is the next item of a list: "two kids, a dog"."""
    if child.dep_ != "appos" or child.i < member.i:
        return False
    return any(c.lower_ in {"a", "an", "some", "two", "three"} for c in child.children) and any(
        t.dep_ in {"conj", "cc"} for t in child.subtree
    )


def phrase_bounds(head: Token) -> tuple[int, int]:
    """Token bounds [start, end) of the name of ``head``: its compounds and adjectives, and an "of" phrase."""
    start, end = head.i, head.i + 1
    title = next((t for t in head.lefts if is_titular(t)), None) or _title_of(head)
    if title is not None and title_end(title) > head.i:
        return int(title.i), title_end(title)
    inside = {t.i for t in head.subtree}
    while start > head.sent.start and start - 1 in inside and _belongs_left(head.doc[start - 1], head):
        start -= 1
    while start < head.i and _droppable(head.doc[start]):
        start += 1
    while end < head.sent.end and _belongs_right(head.doc[end], head):
        end += 1
    of = next((c for c in head.children if c.lower_ == "of" and c.i == end), None)
    if of is not None:
        inner = next((c for c in of.children if c.dep_ == "pobj"), None)
        if inner is not None and inner.pos_ != "PRON":
            end = max(end, phrase_bounds(inner)[1])
    return start, end


def _title_of(head: Token) -> Token | None:
    """The denial that begins the title of which a noun is the last word: "No Man's Sky"."""
    return next((c for t in head.lefts for c in t.lefts if is_titular(c)), None)


def _belongs_left(token: Token, head: Token) -> bool:
    if token.dep_ == "poss" and token.pos_ == "PRON":
        return False
    if token.dep_ in {"det", "predet", "cc", "preconj", "mark", "intj"} and token.head.i >= head.i:
        return False
    if token.dep_ == "punct" and token.text not in {"-", "–", "/", "&", "'", "’"}:
        return False
    return token.dep_ not in {"relcl", "appos", "conj", "neg", "nsubj", "aux"} and token.pos_ not in {
        "AUX",
        "INTJ",
        "SCONJ",
    }


def _droppable(token: Token) -> bool:
    """Words before the name that say nothing about which one: "really", "new", "any"."""
    if token.text in {"-", "–", "'", "’", "/"}:
        return True
    if token.dep_ in {"det", "predet", "neg", "cc"} or (token.pos_ == "PRON" and token.dep_ == "poss"):
        return True
    if token.pos_ == "ADV" and token.dep_ == "advmod":
        return True
    return token.lower_ in _ADJECTIVES_DROPPED and token.dep_ in {"amod", "nummod"}


def _belongs_right(token: Token, head: Token) -> bool:
    before = head.doc[token.i - 1]
    glued = not before.whitespace_ and token.text in {"-", "/", "+", "#", "'s"}
    after_glue = (
        token.i >= 2 and before.text in {"-", "/", "&"} and not before.whitespace_ and before.i > head.i
    )
    number = (
        head.pos_ == "PROPN"
        and token.pos_ in {"NUM", "PROPN"}
        and token.head in (head, head.head)
        and before.i >= head.i
    )
    named = (
        bool(head.ent_type_)
        and token.ent_iob_ == "I"
        and token.pos_
        in {
            "NUM",
            "PROPN",
            "NOUN",
            "ADP",
            *(() if any(c.dep_ == "conj" for c in head.children) else ("CCONJ",)),
        }
    )
    return (
        glued
        or after_glue
        or (number and token.dep_ not in {"nsubj", "dobj", "conj", "appos", "npadvmod"})
        or named
    )


def _goes_on(doc: Doc, end: int) -> bool:
    """ "Marrow & Finch" is one firm."""
    return doc[end].text == "&" and doc[end + 1].ent_type_ == "ORG" and doc[end + 1].text[:1].isupper()


def phrase_text(head: Token) -> str:
    """The words of the name of ``head``, as written: "my really beat-up old Corolla" -> "beat-up old Corolla"."""
    start, end = phrase_bounds(head)
    while end + 1 < len(head.doc) and head.ent_type_ == "ORG" and _goes_on(head.doc, end):
        end += 2
    text = " ".join(head.doc[start:end].text.split())
    text = re.sub(r"['’]s$", "", text)
    if _opens_only(head.doc[start], head):
        text = text[:1].lower() + text[1:]
    return text.strip(" -–\"'“”*_`,.;:!?()[]").removeprefix("the ").removeprefix("The ")


def _opens_only(first: Token, head: Token) -> bool:
    """Whether the capital of the first word is that of its sentence: "Painting calms me"."""
    common = first.pos_ in {"NOUN", "VERB", "ADJ"} and not first.ent_type_ and head.pos_ != "PROPN"
    return bool(first.is_sent_start) and common and first.text[1:].islower()


def kind_of(head: Token, name: str, default: EntityKind) -> EntityKind:
    """The kind a noun phrase names: by role noun, by the parser's entity, else what the relation expects."""
    role = role_of(name)
    if role == "pet":
        return "animal"
    if role is not None:
        return "person"
    if (
        default in {"topic", "value"}
        and head.ent_type_ in _KINDS
        and not in_list(name, "language", "language")
    ):
        return _KINDS[head.ent_type_]
    return default
