"""Whether a noun names a thing one can own, by the distance of its word vector from a few that one can."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Token
from spacy.vocab import Vocab

_THINGS = ("car", "bike", "laptop", "guitar", "camera", "sofa", "house", "tent", "printer", "watch", "fridge", "boat",
    "telescope", "bicycle", "phone", "lamp", "drill", "mug", "book", "bag")  # fmt: skip
_NEAREST = 4
_NEAR = 0.44
"""Mean cosine to the nearest four; measured to part kettles and canoes (.48 and more) from talks and picnics (.34 and less)."""


@cache
def _things(vocab: Vocab) -> NDArray[np.float32]:
    vectors = np.array([vocab[word].vector for word in _THINGS], dtype=np.float32)
    norms = (
        np.linalg.norm(vectors, axis=1, keepdims=True)
        if vectors.size
        else np.ones((len(_THINGS), 1), dtype=np.float32)
    )
    return np.asarray(vectors / np.where(norms == 0, 1, norms), dtype=np.float32)


def is_concrete(token: Token) -> bool:
    """Whether the word stands near things of everyday life; ``False`` for a word without a vector."""
    norm = float(token.vector_norm)
    if not norm:
        return False
    near = np.sort(_things(token.vocab) @ (np.asarray(token.vector) / norm))[-_NEAREST:]
    return bool(near.mean() >= _NEAR)
