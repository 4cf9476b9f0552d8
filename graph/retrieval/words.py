"""Text to stems: every script, stop words out."""

from __future__ import annotations

import re
import threading
import unicodedata
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

_LOCAL = threading.local()


def _stemmer() -> Stemmer.Stemmer:
    """One per thread, as they are not safe to share, and without a cache, as that would keep users' words."""
    if not hasattr(_LOCAL, "stemmer"):
        _LOCAL.stemmer = Stemmer.Stemmer("english", 0)
    stemmer: Stemmer.Stemmer = _LOCAL.stemmer
    return stemmer


def tokens(text: str) -> list[str]:
    """Words in order, folded; runs of a script without spaces become pairs of letters."""
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _UNSPACED.search(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(word.replace("’", "'"))
    return found


def stems(text: str) -> list[str]:
    """Stemmed words in order without stop words."""
    kept = [word.removesuffix("'s") for word in tokens(text) if word not in STOP_WORDS]
    return list(_stemmer().stemWords(kept))
