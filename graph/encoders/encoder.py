"""What the memory asks of a language model: nothing but these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

Tokenizer = Callable[[str], int]
"""Counts the tokens of one line of text. An estimate: the model that reads the context splits words in its
own way.
"""


class Encoder(Protocol):
    """Turns texts into directions; ``name`` says which model made a vector and is stored beside it."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length per text, shape (len(texts), dimensions)."""
        ...


@dataclass(frozen=True, slots=True)
class Pieces:
    """The word pieces of a text: ``vectors`` (n, dimensions) and the place [start, end) of each in the text, empty for marks."""

    vectors: Vectors
    offsets: tuple[tuple[int, int], ...]


class PieceEncoder(Protocol):
    """Turns texts into one vector per word piece."""

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The pieces of each text; a long text is cut off at the model's length."""
        ...


class Reranker(Protocol):
    """Reads a query and a text together and says how well the one answers the other."""

    @property
    def name(self) -> str: ...

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """One number in [0, 1] per text."""
        ...
