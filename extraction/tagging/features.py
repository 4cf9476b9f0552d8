"""What the tagger knows of each word: its vectors, and its place in the parse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Span, Token

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

POS = tuple("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE".split())
DEP = tuple(
    "ROOT acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compound conj csubj csubjpass dative dep det dobj "
    "expl intj mark meta neg nmod npadvmod nsubj nsubjpass nummod oprd parataxis pcomp pobj poss preconj predet prep prt punct "
    "quantmod relcl xcomp".split()
)
ENTITY = tuple(
    "CARDINAL DATE EVENT FAC GPE LANGUAGE LAW LOC MONEY NORP ORDINAL ORG PERCENT PERSON PRODUCT QUANTITY TIME WORK_OF_ART".split()
)
TAG = tuple(
    "$ '' , -LRB- -RRB- . : ADD AFX CC CD DT EX FW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP "
    "SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB XX ``".split()
)
SIZES = (len(POS) + 1, len(DEP) + 1, len(ENTITY) + 1, len(TAG) + 1, 4)
"""Values of each class of a word; 0 is none of those known."""
_PLACES = tuple({name: n for n, name in enumerate(names, 1)} for names in (POS, DEP, ENTITY, TAG))


@dataclass(frozen=True, slots=True)
class Features:
    """Of n words: ``static`` (n, word vector), ``classes`` (n, 5) below ``SIZES``, ``heads`` (n,) as places; of m word pieces:
    ``owners`` (m,) the place of the word that each belongs to, n for the marks around a text.
    """

    static: Floats
    classes: Whole
    heads: Whole
    owners: Whole


def features(words: Span, offsets: Sequence[tuple[int, int]]) -> Features:
    """The features of ``words``, of which an encoder makes the pieces at ``offsets`` of their text."""
    static = np.array([t.vector for t in words], dtype=np.float32)
    classes = np.array([_classes(t) for t in words], dtype=np.int64)
    heads = np.clip([t.head.i - words.start for t in words], 0, len(words) - 1).astype(np.int64)
    return Features(static, classes, heads, _owners(words, offsets))


def pooled(vectors: Floats, f: Features) -> Floats:
    """The mean of the pieces of each word, shape (words, encoder); zero for a word that the encoder cut off."""
    size = len(f.heads)
    sums = np.zeros((size + 1, vectors.shape[1]), dtype=np.float32)
    np.add.at(sums, f.owners, vectors)
    counts = np.bincount(f.owners, minlength=size + 1).astype(np.float32)
    return np.asarray(sums[:size] / np.maximum(counts[:size], 1.0)[:, None], dtype=np.float32)


def _owners(words: Span, offsets: Sequence[tuple[int, int]]) -> Whole:
    starts = np.array([t.idx - words.start_char for t in words])
    places = np.array([start for start, _ in offsets])
    told = np.array([end > start for start, end in offsets])
    return np.where(told, np.searchsorted(starts, places, "right") - 1, len(words)).astype(np.int64)


def _classes(token: Token) -> tuple[int, ...]:
    named = (token.pos_, token.dep_, token.ent_type_, token.tag_)
    return (*(place.get(name, 0) for place, name in zip(_PLACES, named, strict=True)), _shape(token.text))


def _shape(text: str) -> int:
    """1 for capitals, 2 for a capital, 3 for a number, else 0."""
    if text.isupper():
        return 1
    if text[:1].isupper():
        return 2
    return 3 if any(c.isdigit() for c in text) else 0
