"""The tagger over texts: chunks of sentences, encoded beside the parse and scored in batches."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
from spacy.tokens import Doc, Span

from user_memory.extraction.tagging.features import features
from user_memory.extraction.tagging.network import Network, Scores
from user_memory.extraction.tagging.tags import (
    Kinds,
    Likelihoods,
    PrivateWords,
    Tag,
    kinds,
    private_words,
    tags,
)
from user_memory.graph.encoders import PieceEncoder, Pieces, open_piece_encoder
from user_memory.graph.errors import ConfigurationError

_TAGS = "user_memory.tags"
_PRIVATE = "user_memory.private_words"
_KINDS = "user_memory.kinds"
_LIKELY = "user_memory.likelihoods"
_ENOUGH = 24
"""Words after which a chunk ends with its sentence: the sentences that were learnt from are that short."""
_MOST = 64
"""Words after which a chunk ends in any case: the encoder reads no more than twice as many pieces."""
_WORD = re.compile(r"\S+\s*")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s*$|\n")
_BATCH = 32
NETWORK = Path(__file__).with_name("network.onnx")
ENCODER = Path(__file__).with_name("encoder.onnx")
WORD_VECTOR = 300
"""Dimensions of the static word vectors that the network was trained with."""


Parse = Callable[[Sequence[str]], list[Doc]]


class Tagger:
    """Tags texts while they are parsed. It keeps nothing between calls."""

    def __init__(self, encoder: PieceEncoder, network: Network) -> None:
        self._encoder = encoder
        self._network = network
        self._beside = ThreadPoolExecutor(1, "tagger")

    def parse(self, texts: Sequence[str], parse: Parse) -> list[Doc]:
        """Parse texts and keep with each what is found, for ``tags_of`` and ``private_words_of``.

        The encoder works beside the parser, as it does not hold the interpreter.
        """
        places = [chunk_places(text) for text in texts]
        parts = [text[a:b] for text, held in zip(texts, places, strict=True) for a, b in held]
        pieces = self._beside.submit(self._encoder.pieces, parts)
        docs = parse(texts)
        chunks = [(doc, c) for doc, held in zip(docs, places, strict=True) for c in chunks_at(doc, held)]
        self._keep(docs, chunks, pieces.result())
        return docs

    def _keep(
        self, docs: Sequence[Doc], chunks: Sequence[tuple[Doc, Span]], pieces: Sequence[Pieces]
    ) -> None:
        predicates = self._network.predicates
        for doc in docs:
            doc.user_data |= {_TAGS: [], _PRIVATE: [], _KINDS: np.zeros((len(doc), 4), dtype=np.float32)}
            table = np.zeros((len(doc), 1 + 2 * len(predicates)), dtype=np.float32)
            doc.user_data[_LIKELY] = Likelihoods(predicates, table)
        for n, scores in self._scored([chunk for _, chunk in chunks], pieces):
            doc, chunk = chunks[n]
            doc.user_data[_TAGS] += tags(scores, predicates, chunk.start)
            doc.user_data[_LIKELY].table[chunk.start : chunk.end] = scores.tags
            doc.user_data[_PRIVATE] += private_words(scores, chunk.start)
            doc.user_data[_KINDS][chunk.start : chunk.end] = scores.kinds
        for doc in docs:
            for name in (_TAGS, _PRIVATE):
                doc.user_data[name].sort(key=lambda found: found.start)

    def _scored(self, chunks: Sequence[Span], pieces: Sequence[Pieces]) -> Iterator[tuple[int, Scores]]:
        """Chunks of like length together, so that little is padded."""
        order = sorted((n for n, chunk in enumerate(chunks) if len(chunk)), key=lambda n: len(chunks[n]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            read = [features(chunks[n], pieces[n].offsets) for n in batch]
            yield from zip(batch, self._network(read, [pieces[n].vectors for n in batch]), strict=True)


def chunk_places(text: str) -> list[tuple[int, int]]:
    """Where the chunks of a text begin and end: whole sentences together until there are words enough to see what surrounds
    them. Told from the text alone, so that the encoder need not wait for the parser.
    """
    places, start, words = [], 0, 0
    for word in _WORD.finditer(text):
        words += 1
        if words >= _MOST or (words >= _ENOUGH and _SENTENCE_END.search(word[0])):
            places.append((start, word.end()))
            start, words = word.end(), 0
    return [*places, (start, len(text))] if start < len(text) else places


def chunks_at(doc: Doc, places: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """The words of a text that begin in each of the places of its chunks."""
    starts = [t.idx for t in doc]
    for start, end in places:
        yield doc[bisect_left(starts, start) : bisect_left(starts, end)]


def tags_of(doc: Doc) -> Sequence[Tag]:
    """The tags of a text, in the order of its words; none where no tagger has read it."""
    held: Sequence[Tag] = doc.user_data.get(_TAGS, ())
    return held


def private_words_of(doc: Doc) -> Sequence[PrivateWords]:
    """The secrets and names of people in a text, in the order of its words; none where no tagger has read it."""
    held: Sequence[PrivateWords] = doc.user_data.get(_PRIVATE, ())
    return held


def kinds_of(words: Span) -> Kinds | None:
    """What some words of a text tell; ``None`` where no tagger has read it."""
    held = words.doc.user_data.get(_KINDS)
    return None if held is None or not len(words) else kinds(held[words.start : words.end])


def likelihoods_of(doc: Doc) -> Likelihoods | None:
    """How likely each word of a text is part of an object; ``None`` where no tagger has read it."""
    held: Likelihoods | None = doc.user_data.get(_LIKELY)
    return held


@cache
def open_tagger(dimensions: int) -> Tagger | None:
    """The tagger for pipelines with word vectors of that many ``dimensions``; ``None`` where it cannot read them."""
    if dimensions != WORD_VECTOR:
        return None
    try:
        return Tagger(open_piece_encoder(ENCODER), Network.load(NETWORK))
    except (ConfigurationError, ImportError, OSError):
        return None
