"""Text to words and stems: every script, stop words out."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from importlib.resources import files

import Stemmer

TEXT_LIMIT = 2_000
"""Code points of a query that are read; what a longer one asks is not to be told from its tail."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")

STOP_WORDS = frozenset(
    files("user_memory.graph.retrieval").joinpath("stop_words.txt").read_text(encoding="utf-8").split()
)
"""Words that say nothing of what a memory is about, in questions above all."""

IRREGULAR: Mapping[str, str] = dict(
    line.split()
    for line in files("user_memory.graph.retrieval")
    .joinpath("irregular.txt")
    .read_text(encoding="utf-8")
    .splitlines()
)
"""Forms that stemming does not bring together, each with the word that they are read as: bought and buy."""

_LOCAL = threading.local()


def _stemmer() -> Stemmer.Stemmer:
    """One per thread, as they are not safe to share, and without a cache, as that would keep users' words."""
    if not hasattr(_LOCAL, "stemmer"):
        _LOCAL.stemmer = Stemmer.Stemmer("english", 0)
    stemmer: Stemmer.Stemmer = _LOCAL.stemmer
    return stemmer


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Words in order, folded, with their [start, end) in ``text``; scripts without spaces give pairs of letters."""
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = unicodedata.normalize("NFKC", match.group()).casefold().replace("’", "'")
        if _UNSPACED.search(word):
            yield from ((word[i : i + 2], start, end) for i in range(max(1, len(word) - 1)))
        else:
            yield word, start, end


def tokens(text: str) -> list[str]:
    """The words of ``spans``."""
    if text.isascii():
        return _WORD.findall(text.lower())  # says the same, and five times as quick
    return [word for word, _, _ in spans(text)]


def stems(text: str) -> list[str]:
    """Stemmed words in order without stop words."""
    return stem(tokens(text))


class Stems(dict[str, list[str]]):
    """The stems of texts, each text and word read once. It keeps users' words: throw it away with what it was made for."""

    def __init__(self) -> None:
        super().__init__()
        self._of = _Stemmed()

    def __missing__(self, text: str) -> list[str]:
        of = self._of
        found = self[text] = [of[word] for word in tokens(text) if word not in STOP_WORDS]
        return found


class _Stemmed(dict[str, str]):
    def __missing__(self, word: str) -> str:
        found = self[word] = _stem(word)
        return found


def stem(words: list[str]) -> list[str]:
    """``words`` without stop words and possessive endings, stemmed."""
    return [_stem(word) for word in words if word not in STOP_WORDS]


def _stem(word: str) -> str:
    bare = word.removesuffix("'s")
    return str(_stemmer().stemWord(IRREGULAR.get(bare, bare)))
