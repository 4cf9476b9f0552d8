"""The tagger over parsed texts: chunks of sentences, encoded and scored in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from spacy.tokens import Doc, Span

from user_memory.extraction.tagging.features import Features, features
from user_memory.extraction.tagging.network import Network, Scores
from user_memory.extraction.tagging.tags import PrivateWords, Tag, private_words, tags
from user_memory.graph.encoders import PieceEncoder, open_piece_encoder
from user_memory.graph.errors import ConfigurationError

_TAGS = "user_memory.tags"
_PRIVATE = "user_memory.private_words"
_ENOUGH = 24
"""Words after which a chunk ends with its sentence: the sentences that were learnt from are that short."""
_BATCH = 32
WEIGHTS = Path(__file__).with_name("weights.npz")
WORD_VECTOR = 300
"""Dimensions of the static word vectors that the network was trained with."""


class Tagger:
    """Tags parsed texts. It keeps nothing between calls."""

    def __init__(self, encoder: PieceEncoder, network: Network) -> None:
        self._encoder = encoder
        self._network = network

    def tag(self, docs: Iterable[Doc]) -> None:
        """Read each text and keep with it what is found, for ``tags_of`` and ``private_words_of``."""
        docs = [doc for doc in docs if len(doc)]
        chunks = [(n, chunk) for n, doc in enumerate(docs) for chunk in chunks_of(doc)]
        found: list[list[Tag]] = [[] for _ in docs]
        private: list[list[PrivateWords]] = [[] for _ in docs]
        for (n, chunk), scores in self._scored(chunks):
            found[n] += tags(scores, self._network.predicates, chunk.start)
            private[n] += private_words(scores, chunk.start)
        for n, doc in enumerate(docs):
            doc.user_data[_TAGS] = tuple(sorted(found[n], key=lambda tag: tag.start))
            doc.user_data[_PRIVATE] = tuple(sorted(private[n], key=lambda words: words.start))

    def _scored(self, chunks: Sequence[tuple[int, Span]]) -> Iterator[tuple[tuple[int, Span], Scores]]:
        """Chunks of like length together, so that little is padded."""
        order = sorted(chunks, key=lambda chunk: len(chunk[1]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            read_ = read([chunk for _, chunk in batch], self._encoder)
            yield from zip(batch, self._network(read_), strict=True)


def chunks_of(doc: Doc) -> Iterator[Span]:
    """Whole sentences together until there are words enough to see what surrounds them."""
    start = 0
    for sent in doc.sents:
        if sent.end - start >= _ENOUGH or sent.end == len(doc):
            yield doc[start : sent.end]
            start = sent.end


def read(chunks: Sequence[Span], encoder: PieceEncoder) -> list[Features]:
    """The features of each chunk."""
    pieces = encoder.pieces([chunk.text for chunk in chunks])
    return [features(c, np.asarray(p.vectors), p.offsets) for c, p in zip(chunks, pieces, strict=True)]


def tags_of(doc: Doc) -> tuple[Tag, ...]:
    """The tags of a text, in the order of its words; none where no tagger has read it."""
    held: tuple[Tag, ...] = doc.user_data.get(_TAGS, ())
    return held


def private_words_of(doc: Doc) -> tuple[PrivateWords, ...]:
    """The secrets and names of people in a text, in the order of its words; none where no tagger has read it."""
    held: tuple[PrivateWords, ...] = doc.user_data.get(_PRIVATE, ())
    return held


@cache
def open_tagger(dimensions: int) -> Tagger | None:
    """The tagger for pipelines with word vectors of that many ``dimensions``; ``None`` where it cannot read them."""
    if dimensions != WORD_VECTOR or not WEIGHTS.is_file():
        return None
    try:
        return Tagger(open_piece_encoder(), Network.load(WEIGHTS))
    except (ConfigurationError, ImportError, OSError):
        return None
