"""Counts tokens for a budget: an estimate, as each language model splits words in its own way."""

from __future__ import annotations

import re
from pathlib import Path

from user_memory.graph.encoders.encoder import Tokenizer

_PIECE = re.compile(r"\w{1,6}|[^\w\s]")


def count_words(line: str) -> int:
    """Pieces of up to six letters, and marks: what is counted where no tokenizer is installed."""
    return sum(1 for _ in _PIECE.finditer(line))


def token_counter(file: Path) -> Tokenizer:
    """A counter after a ``tokenizer.json``, without the marks that a model puts around a text."""
    from tokenizers import Tokenizer as Splitter

    splitter = Splitter.from_file(str(file))
    splitter.no_truncation()
    splitter.no_padding()

    def count(line: str) -> int:
        return len(splitter.encode(line, add_special_tokens=False).ids)

    return count
