"""Words that the parser has attached amiss, set right: names beside the noun that says who they are, a place before "years ago"."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, TypeAlias, cast

import numpy as np
from spacy.attrs import DEP, HEAD
from spacy.tokens import Doc, Token

from user_memory.extraction.lexicon import kin

_OWNERS = frozenset({"my", "our", "his", "her", "their"})
_PREDICATES = frozenset({"VBZ", "VBD", "MD", "VBP"})
_PLACED = frozenset({"GPE", "LOC"})
Links: TypeAlias = MutableMapping[int, tuple[int, str]]
"""Place of a word -> place of its head and how it hangs on it."""


def attached(doc: Doc) -> Doc:
    """``doc`` itself, with what hangs on the wrong word hung on the right one."""
    links: dict[int, tuple[int, str]] = {}
    for token in doc:
        for place, link in (*_named(token), *_left(token), *_doing(token)):
            links[place] = link
    if links:
        _hang(doc, links)
    return doc


def _doing(token: Token) -> Iterator[tuple[int, tuple[int, str]]]:
    """ "my boss Ingrid cycles to work", "our cat only drinks milk": a verb that was taken for a noun in the plural."""
    if token.tag_ not in {"NNS", "VBZ"} or any(
        c.dep_ in {"det", "poss", "cop"} for c in token.children if not _is_owner(c)
    ):
        return
    doer = _doer(token)
    if doer is None:
        return
    name = doer.nbor(1)
    token.tag_, token.pos_ = "VBZ", "VERB"
    yield doer.i, (token.i, "nsubj")
    if name.pos_ == "PROPN" and name.i < token.i:
        yield name.i, (doer.i, "appos")
    yield from ((c.i, (doer.i, "poss")) for c in token.children if _is_owner(c) and c.i < doer.i)
    aim = token.head
    if token.dep_ == "nsubj" and aim.tag_ == "VB" and aim.i == token.i + 2 and token.nbor(1).lower_ == "to":
        yield token.i, (token.i if aim.dep_ == "ROOT" else aim.head.i, aim.dep_)
        yield token.i + 1, (token.i, "prep")
        yield aim.i, (token.i + 1, "pobj")
        yield from ((c.i, (token.i, c.dep_)) for c in aim.children if c.i > aim.i)


def _is_owner(token: Token) -> bool:
    return token.dep_ == "poss" and token.lower_ in _OWNERS


def _doer(token: Token) -> Token | None:
    """Somebody's kin, friend or animal before a "noun" that can only be what they do: it has a name, or is a subject already."""
    chain = [c for c in token.children if c.dep_ in {"compound", "nmod"} and c.i < token.i]
    chain += [g for c in chain for g in c.children if g.dep_ in {"compound", "nmod"}]
    named = chain and token.nbor(-1).pos_ == "PROPN"
    if named:
        return next((c for c in chain if c.tag_ == "NN" and c.lower_ in kin() and _is_ones_own(c)), None)
    if token.dep_ not in {"ROOT", "conj"}:
        return None
    return next(
        (
            c
            for c in token.children
            if c.dep_ == ("nsubj" if token.tag_ == "NNS" else "compound")
            and c.i < token.i
            and c.lower_ in kin()
            and _is_ones_own(c)
        ),
        None,
    )


def _is_ones_own(noun: Token) -> bool:
    return noun.i > noun.sent.start and noun.nbor(-1).lower_ in _OWNERS


def _named(token: Token) -> Iterator[tuple[int, tuple[int, str]]]:
    """ "my girlfriend Noor is vegan": one subject with a name beside it, not two subjects, nor a name that does it alone."""
    name = _name_beside(token)
    if name is None or name.dep_ != "nsubj" or name.head.tag_ not in _PREDICATES:
        return
    verb = name.head
    if token.dep_ in {"nsubj", "npadvmod"} and token.head == verb:
        yield token.i, (verb.i, "nsubj")
        yield name.i, (token.i, "appos")
    elif token.dep_ == "ROOT" and verb.dep_ == "relcl" and verb.head == token:
        yield verb.i, (verb.i, "ROOT")
        yield token.i, (verb.i, "nsubj")
        yield name.i, (token.i, "appos")


def _name_beside(token: Token) -> Token | None:
    """The name that follows a noun for somebody's kin, friend or animal at once: "Noor" of "my girlfriend Noor"."""
    if token.tag_ != "NN" or token.lower_ not in kin() or token.i + 2 >= len(token.doc):
        return None
    name = token.nbor(1)
    owned = _is_ones_own(token) or any(map(_is_owner, token.children))
    full = name.pos_ == "PROPN" and name.text[:1].isupper() and name.head.i == name.i + 1
    name = name.head if full and name.dep_ == "compound" else name
    return name if owned and name.pos_ == "PROPN" and name.text[:1].isupper() else None


def _left(token: Token) -> Iterator[tuple[int, tuple[int, str]]]:
    """ "I left Glasgow years ago": a place is no quality of the years."""
    years = token.head
    if (
        token.ent_type_ not in _PLACED
        or token.dep_ not in {"amod", "compound", "nmod"}
        or years.i != token.i + 1
    ):
        return
    ago = years.head
    if years.tag_ == "NNS" and ago.lower_ == "ago" and ago.head.pos_ == "VERB" and ago.head.i == token.i - 1:
        yield token.i, (ago.head.i, "dobj")


def _hang(doc: Doc, links: Links) -> None:
    """Write new heads into ``doc``; its sentences follow them."""
    rows = []
    for token in doc:
        head, how = links.get(token.i, (token.head.i, token.dep_))
        rows.append((head - token.i, doc.vocab.strings.add(how)))
    heads = np.array([row[0] for row in rows], dtype=np.int64).view(np.uint64)
    kinds = np.array([row[1] for row in rows], dtype=np.uint64)
    doc.from_array([HEAD, DEP], cast("Any", np.stack([heads, kinds], axis=1)))
