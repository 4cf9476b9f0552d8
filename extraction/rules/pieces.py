"""One sentence that gives two rules: "distances in km and temps in Celsius", "be blunt, and don't sandwich it"."""

from __future__ import annotations

import re

from user_memory.extraction.rules.conditions import Bounds, opens_order
from user_memory.extraction.rules.scope import is_of_agent
from user_memory.extraction.rules.style import has, is_stylistic

_SEPARATOR = re.compile(r"\s*[,;]\s+(?:and |but )?|\s+and\s+")
_ASSIGNED = re.compile(r"(?:all |any |my )?(?P<what>[\w-]+(?: [\w-]+)?) (?:as|in|with|without|at) \S", re.I)
_FORBIDS = re.compile(
    r"(?:\s*[,;]\s+(?:and |but )?|\s+(?:and|but)\s+)(?=(?:please )?(?:don't|dont|do not|never|no|skip|stop|avoid)\b)",
    re.I,
)
_REPEATED = re.compile(r"\b(?:don't|never|no|not)\b", re.I)


def divided(text: str, bounds: Bounds) -> list[Bounds]:
    """The bounds of each rule in the instruction at ``bounds``, which is one where nothing parts it."""
    parts = _cut(text, bounds, _SEPARATOR)
    if len(parts) > 1 and all(_is_assigned(text[slice(*part)]) for part in parts):
        return parts
    parts = _cut(text, bounds, _FORBIDS)
    if (
        len(parts) == 2
        and not is_of_agent(text[slice(*parts[1])])
        and all(_stands(text[slice(*part)]) for part in parts)
    ):
        return parts
    return [bounds]


def _cut(text: str, bounds: Bounds, separator: re.Pattern[str]) -> list[Bounds]:
    start, end = bounds
    parts = []
    for found in separator.finditer(text, start, end):
        parts.append((start, found.start()))
        start = found.end()
    return [part for part in (*parts, (start, end)) if part[0] < part[1]]


def _is_assigned(words: str) -> bool:
    found = _ASSIGNED.match(words)
    return found is not None and has(found["what"], "product", "measure", "device", "answer")


def _stands(words: str) -> bool:
    """Whether the words order something by themselves; "never the short one" only sets off what stands before it."""
    if len(words.split()) < 2:
        return False
    if _REPEATED.match(words) and not is_stylistic(words) and not opens_order(re.sub(r"^\S+ ", "", words)):
        return words.lower().startswith("no ") and words.lower().endswith("ing")
    return opens_order(words) or (is_stylistic(words) and len(words.split()) <= 5)
