"""The product of stored vectors and a query."""

from __future__ import annotations

import numpy as np
import pytest

from user_memory.graph.encoders import products


@pytest.mark.parametrize("rows", [0, 1, 511, 512, 513, 2000])
def test_each_row_has_its_product_however_many_there_are(rows: int) -> None:
    chance = np.random.default_rng(rows)
    matrix = chance.normal(size=(rows, 8)).astype(np.float32)
    vector = chance.normal(size=8).astype(np.float32)
    assert np.allclose(products(matrix, vector), [float(np.dot(row, vector)) for row in matrix], atol=1e-5)
