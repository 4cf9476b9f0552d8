"""Embeddings as stored: float16, little-endian, unit length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_STORED = np.dtype("<f2")
_ROWS = 512
"""Rows that are multiplied at once: so many of usual size stay on one thread. With more, the threads of one product wait for
each other, on a busy machine for milliseconds.
"""


def pack(vector: NDArray[np.floating]) -> bytes:
    """The stored bytes of a vector, two per dimension."""
    return np.asarray(vector, dtype=_STORED).tobytes()


def unpack(data: bytes) -> NDArray[np.float32]:
    """The vector that ``pack`` stored, to the precision of float16."""
    return np.frombuffer(data, dtype=_STORED).astype(np.float32)


def unpack_all(data: Sequence[bytes], dimensions: int) -> NDArray[np.float32]:
    """Many stored vectors as the rows of one matrix, shape (len(data), dimensions)."""
    return np.frombuffer(b"".join(data), dtype=_STORED).astype(np.float32).reshape(len(data), dimensions)


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row scaled to length one; a zero row stays zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def products(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The inner product of each row with ``vector``, shape (len(rows),): of unit vectors, their cosine."""
    parts = [rows[start : start + _ROWS] @ vector for start in range(0, len(rows), _ROWS)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
