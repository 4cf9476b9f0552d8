"""Sentence encoders and the re-ranker: local models that turn text into numbers."""

from user_memory.graph.encoders.catalog import (
    ENCODERS,
    minilm_files,
    open_encoder,
    open_piece_encoder,
    open_reranker,
    open_tokenizer,
)
from user_memory.graph.encoders.encoder import Encoder, PieceEncoder, Pieces, Reranker, Tokenizer
from user_memory.graph.encoders.onnx import open_session
from user_memory.graph.encoders.vectors import pack, products, unpack

__all__ = [
    "ENCODERS",
    "Encoder",
    "PieceEncoder",
    "Pieces",
    "Reranker",
    "Tokenizer",
    "minilm_files",
    "open_encoder",
    "open_piece_encoder",
    "open_reranker",
    "open_session",
    "open_tokenizer",
    "pack",
    "products",
    "unpack",
]
