"""Marked sentences, and what the tagger learns from each chunk of them.

A line is kind letters (F facts, E a happening, R a rule, S a wish for this session, N nothing) and a message with marks,
``[works_for@sister: Gullfoss Dairy]``: the predicate, before it ``-`` not so, ``~`` so no more, ``?`` perhaps; after ``@``
the words that name whose it is. Lines of kind P mark ``[secret: …]`` and ``[person: …]``, the name of a private person, and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from user_memory.extraction.nlp import pipeline
from user_memory.extraction.reader import Reader
from user_memory.extraction.tagging.features import Features, Whole, features
from user_memory.extraction.tagging.tagger import chunk_places, chunks_at
from user_memory.extraction.tagging.tags import PRIVATE, SENSES
from user_memory.graph.candidates import Background
from user_memory.graph.encoders import minilm_files
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import vocabulary

PREDICATES = tuple(sorted(vocabulary()))
KINDS = "FERS"
IGNORED = -100
NO_SECRET = -1
"""Of a word in a line that marks facts: no secret, though perhaps a name."""
_PIECES = 128
_MARK = re.compile(r"\[([-~?]?)(\w+)(?:@([^:\]]+))?: ([^\[\]]+)\]")
_LINE = re.compile(r"([FERSNP]+)  (.+)$")
_AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Mark:
    """The object of a predicate at [start, end) of a message, and where it says whose it is."""

    start: int
    end: int
    predicate: str
    sense: str
    who: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Example:
    """The pieces and features of a chunk and what is to be found in it, one value per word."""

    pieces: Whole
    features: Features
    tags: Whole
    sense: Whole
    other: Whole
    named: Whole
    private: Whole
    kinds: NDArray[np.float32]


def messages(file: Path) -> Iterator[tuple[str, list[Mark], str]]:
    """The messages of a file without their marks, the marks, and the kind letters."""
    for line in file.read_text(encoding="utf-8").splitlines():
        said = _LINE.match(line)
        if said is not None:
            yield (*unmarked(said[2]), said[1])


def unmarked(text: str) -> tuple[str, list[Mark]]:
    """A message without its marks, and these with their places in it."""
    plain, last, found = "", 0, []
    for mark in _MARK.finditer(text):
        plain += text[last : mark.start()]
        found.append((len(plain), len(plain) + len(mark[4]), mark[2], mark[1] or "+", mark[3]))
        plain, last = plain + mark[4], mark.end()
    plain += text[last:]
    return plain, [Mark(s, e, p, sense, _place(plain, who, s)) for s, e, p, sense, who in found]


def _place(text: str, who: str | None, near: int) -> tuple[int, int] | None:
    if who is None:
        return None
    starts = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(who)}(?!\w)", text, re.I)]
    start = min(starts, key=lambda n: abs(n - near), default=None)
    return None if start is None else (start, start + len(who))


def examples(files: Sequence[Path]) -> list[Example]:
    """Every chunk of every message, read as the service reads it."""
    reader, split = Reader(pipeline()), _splitter()
    told = [m for file in files for m in messages(file)]
    found: list[Example] = []
    for start in range(0, len(told), 64):
        part = told[start : start + 64]
        said = tuple(Message(str(n), "user", text, _AT) for n, (text, _, _) in enumerate(part))
        readings = reader.read(Interaction("s", said, "UTC"), Background(frozenset({"name"}))).readings
        for reading in readings:
            if reading.language != "en" or not len(reading.doc):
                continue
            _, marks, kinds = part[int(reading.message.id)]
            for chunk in chunks_at(reading.doc, chunk_places(reading.doc.text)):
                pieces = split.encode(chunk.text)
                places = [reading.text.to_raw(t.idx, t.idx + len(t)) for t in chunk]
                seen = features(chunk, pieces.offsets)
                found.append(_example(np.array(pieces.ids), seen, places, marks, kinds))
    return found


def _splitter() -> Tokenizer:
    _, file = minilm_files()
    split = Tokenizer.from_file(str(file))
    split.enable_truncation(_PIECES)
    split.no_padding()
    return split


def _example(
    pieces: Whole, seen: Features, places: Sequence[tuple[int, int]], marks: Sequence[Mark], kinds: str
) -> Example:
    """What each word is. Lines that mark private words say nothing of facts, and the other way round."""
    size = len(places)
    unknown = np.full(size, IGNORED)
    if kinds == "P":
        private = np.zeros(size, np.int64)
        for mark in marks:
            private[_inside(places, mark.start, mark.end)] = PRIVATE.index(mark.predicate)
        no_kinds = np.full(len(KINDS), IGNORED, np.float32)
        return Example(pieces, seen, unknown, unknown, unknown, unknown, private, no_kinds)
    tagged, named = np.zeros(size, np.int64), np.zeros(size, np.int64)
    sense, other = unknown.copy(), unknown.copy()
    for mark in marks:
        inside = _inside(places, mark.start, mark.end)
        tagged[inside] = 2 + 2 * PREDICATES.index(mark.predicate)
        tagged[inside[:1]] -= 1
        sense[inside], other[inside] = SENSES.index(mark.sense), int(mark.who is not None)
        if mark.who is not None:
            named[_inside(places, *mark.who)] = 1
    told = np.array([k in kinds for k in KINDS], np.float32)
    return Example(pieces, seen, tagged, sense, other, named, np.full(size, NO_SECRET), told)


def _inside(places: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [n for n, (a, b) in enumerate(places) if a < end and b > start and b > a]
