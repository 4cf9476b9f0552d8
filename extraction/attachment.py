"""Words that the parser has attached amiss, set right: names beside the noun that says who they are, a place before "years ago"."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

import numpy as np
from spacy.attrs import DEP, HEAD  # type: ignore[import-untyped]
from spacy.tokens import Doc, Token

from user_memory.extraction.lexicon import kin

_OWNERS = frozenset({"my", "our", "his", "her", "their"})
_PREDICATES = frozenset({"VBZ", "VBD", "MD", "VBP"})
_PLACED = frozenset({"GPE", "LOC"})
Links = MutableMapping[int, tuple[int, str]]
"""Place of a word -> place of its head and how it hangs on it."""


def attached(doc: Doc) -> Doc:
    """``doc`` itself, with what hangs on the wrong word hung on the right one."""
    links: dict[int, tuple[int, str]] = {}
    for token in doc:
        for place, link in (*_named(token), *_left(token)):
            links[place] = link
    if links:
        _hang(doc, links)
    return doc


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
    owned = any(c.dep_ == "poss" and c.lower_ in _OWNERS for c in token.children)
    full = name.pos_ == "PROPN" and name.text[:1].isupper() and name.head.i == name.i + 1
    name = name.head if full and name.dep_ == "compound" else name
    return name if owned and name.pos_ == "PROPN" and name.text[:1].isupper() else None


def _left(token: Token) -> Iterator[tuple[int, tuple[int, str]]]:
    """ "I left Glasgow years ago": a place is no quality of the years."""
    years = token.head
    if token.ent_type_ not in _PLACED or token.dep_ not in {"amod", "compound", "nmod"} or years.i != token.i + 1:
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
    doc.from_array([HEAD, DEP], np.stack([heads, kinds], axis=1))
