"""What the memory asks of a language model: nothing but these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Reranker(Protocol):
    """Reads a query and a text together and says how well the one answers the other."""

    @property
    def name(self) -> str: ...

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """One number in [0, 1] per text."""
        ...
