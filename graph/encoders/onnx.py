"""BERT models in the ONNX format: a sentence encoder by mean pooling and a cross-encoder by its one logit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.encoders.encoder import Pieces, Vectors
from user_memory.graph.encoders.vectors import unit

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

BATCH = 8
"""Texts per pass: larger ones pad more than they save."""
PAIRS = 4
"""Pairs of query and text per pass: a few of like length waste the least."""
LOGITS = (-5.0, 7.0)
"""What the cross-encoder says of texts that have nothing to do with a query, and of those that answer it in its own words."""
TEXT_PIECES = 128
"""Word pieces of a text that a sentence encoder reads."""
PAIR_PIECES = 72
"""Word pieces of a query and a text together that the cross-encoder reads."""


def open_session(model: Path) -> InferenceSession:
    """A session that runs an ONNX model on one thread.

    Raises:
        OSError: there is no such model.
    """
    from onnxruntime import InferenceSession, SessionOptions

    if not model.is_file():
        raise FileNotFoundError(f"There is no model {model.name} where it is looked for.")
    options = SessionOptions()
    options.intra_op_num_threads = 1  # one request, one core: threads of one request would slow the others
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # On processors without VNNI the fast product of unsigned and signed bytes overflows: exact sums give one answer on all.
    options.add_session_config_entry("session.x64quantprecision", "1")
    return InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def piece_tokenizer(file: Path, length: int) -> Tokenizer:
    """The tokenizer of a file, which reads at most ``length`` pieces and leaves padding to :func:`feed`."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.enable_truncation(length)
    tokenizer.no_padding()
    return tokenizer


def feed(encodings: Sequence[Encoding]) -> dict[str, NDArray[np.int64]]:
    """The inputs of a BERT, each of shape (texts, pieces of the longest)."""
    width = max(len(e.ids) for e in encodings)
    inputs = {
        name: np.zeros((len(encodings), width), dtype=np.int64)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    }
    for row, encoding in enumerate(encodings):
        size = len(encoding.ids)
        inputs["input_ids"][row, :size] = encoding.ids
        inputs["attention_mask"][row, :size] = 1
        inputs["token_type_ids"][row, :size] = encoding.type_ids
    return inputs


def _batches(encodings: Sequence[Encoding], size: int = BATCH) -> Iterator[NDArray[np.intp]]:
    """Positions in batches of like length, so that little is padded."""
    order = np.argsort([len(e.ids) for e in encodings], kind="stable")
    for start in range(0, len(order), size):
        yield order[start : start + size]


class OnnxEncoder:
    """A sentence encoder: the mean of the token vectors, scaled to unit length."""

    def __init__(self, name: str, model: Path, tokenizer: Path, *, length: int = TEXT_PIECES) -> None:
        self.name = name
        self._session = open_session(model)
        self._tokenizer = piece_tokenizer(tokenizer, length)
        self._inputs = {i.name for i in self._session.get_inputs()}
        self.dimensions = int(self._session.get_outputs()[0].shape[-1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        encodings = self._tokenizer.encode_batch(list(texts)) if texts else []
        for batch in _batches(encodings):
            rows[batch] = self._pool([encodings[i] for i in batch])
        return unit(rows)

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The vectors of the word pieces of each text, before they are pooled."""
        encodings = self._tokenizer.encode_batch(list(texts)) if texts else []
        found: dict[int, Pieces] = {}
        for batch in _batches(encodings):
            hidden = self._hidden(feed([encodings[i] for i in batch]))
            for row, i in enumerate(batch):
                offsets = tuple(encodings[i].offsets)
                found[int(i)] = Pieces(np.asarray(hidden[row, : len(offsets)], dtype=np.float32), offsets)
        return [found[i] for i in range(len(texts))]

    def _pool(self, encodings: Sequence[Encoding]) -> Vectors:
        inputs = feed(encodings)
        mask = inputs["attention_mask"].astype(np.float32)[:, :, None]
        hidden = self._hidden(inputs)
        return np.asarray((hidden * mask).sum(axis=1) / mask.sum(axis=1), dtype=np.float32)

    def _hidden(self, inputs: Mapping[str, NDArray[np.int64]]) -> NDArray[np.float32]:
        known = {name: values for name, values in inputs.items() if name in self._inputs}
        return np.asarray(self._session.run(None, known)[0], dtype=np.float32)


class OnnxReranker:
    """A cross-encoder with one logit; its score is how far that lies between ``LOGITS``, at most 1 and at least 0.

    The logit itself, not its logistic function, tells the better of two good texts.
    """

    def __init__(self, name: str, model: Path, tokenizer: Path, *, length: int = PAIR_PIECES) -> None:
        self.name = name
        self._session = open_session(model)
        self._tokenizer = piece_tokenizer(tokenizer, length)
        self._inputs = {i.name for i in self._session.get_inputs()}

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        scores = np.zeros(len(texts), dtype=np.float32)
        encodings = self._tokenizer.encode_batch([(query, text) for text in texts]) if texts else []
        low, high = LOGITS
        for batch in _batches(encodings, PAIRS):
            inputs = feed([encodings[i] for i in batch])
            (logits,) = self._session.run(None, {k: v for k, v in inputs.items() if k in self._inputs})[:1]
            scores[batch] = (np.asarray(logits, dtype=np.float32).reshape(-1) - low) / (high - low)
        return np.clip(scores, 0.0, 1.0)
