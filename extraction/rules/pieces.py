"""One sentence that gives several rules: "distances in km and temps in Celsius", "be blunt, and don't sandwich it"."""

from __future__ import annotations

import re

from user_memory.extraction.rules.conditions import Bounds, opens_order
from user_memory.extraction.rules.scope import is_of_agent
from user_memory.extraction.rules.style import has, is_stylistic, is_verb, names_style, words_of

_SEPARATOR = re.compile(r"\s*[,;]\s+(?:and |but )?|\s+(?:and|but)\s+")
_ASSIGNED = re.compile(
    r"(?:all |any |my )?(?P<what>[\w-]+(?: [\w-]+)?) (?:go )?(?:as|in|with|without|at) \S", re.I
)
_FORBIDS = re.compile(r"(?:please )?(?:don't|dont|do not|never|no|skip|stop|avoid|without|not)\b", re.I)
_REPEATED = re.compile(r"\b(?:don't|never|no|not)\b", re.I)
_TURNS = re.compile(
    r"(?:always|just|only|instead|use|start|say|give|write|be|keep|answer|reply|speak)\b", re.I
)
_KIND = re.compile(
    r"(?:never|no) (?!mind\b|the\b|my\b|need\b|worries\b|more\b|matter\b)[\w-]+(?: [\w-]+){0,4}$", re.I
)


_TWICE = re.compile(
    r"(?P<first>\W*(?P<lead>for|in|when|if|with|on|at|during)\b[^,;]{8,120})[,;] (?:and |but )?(?P=lead) \w",
    re.I,
)


def second_condition(text: str) -> int | None:
    """Where the comma stands before a second condition of the same kind: "for letters be formal, for texts be brief"."""
    both = _TWICE.match(text)
    return both.end("first") if both else None


def divided(text: str, bounds: Bounds) -> list[Bounds]:
    """The bounds of each rule in the instruction at ``bounds``, which is one where nothing parts it."""
    parts = _cut(text, bounds)
    if assigns(text, bounds):
        return parts
    return _joined(text, parts)


def assigns(text: str, bounds: Bounds) -> bool:
    """Whether the words say how two things or more are to be given: "weights in kilos, heights in feet"."""
    said = [text[slice(*part)] for part in _cut(text, bounds)]
    assigned = [_is_assigned(words) for words in said]
    return sum(assigned) > 1 and all(
        a or (_FORBIDS.match(w) is not None and is_stylistic(w)) for a, w in zip(assigned, said, strict=True)
    )


def _cut(text: str, bounds: Bounds) -> list[Bounds]:
    start, end = bounds
    parts = []
    for found in _SEPARATOR.finditer(text, start, end):
        parts.append((start, found.start()))
        start = found.end()
    return [part for part in (*parts, (start, end)) if part[0] < part[1]]


def _joined(text: str, parts: list[Bounds]) -> list[Bounds]:
    """The parts with those joined to the one before that say nothing by themselves."""
    rules: list[Bounds] = []
    for start, end in parts:
        if rules and not _breaks(text, rules[-1], (start, end)):
            rules[-1] = (rules[-1][0], end)
        else:
            rules.append((start, end))
    return rules


def _breaks(text: str, left: Bounds, right: Bounds) -> bool:
    """Whether a new rule begins: one that forbids, or one that asks after one that forbids."""
    before, after = text[slice(*left)], text[slice(*right)]
    if is_of_agent(after):
        return False
    if _FORBIDS.match(after):
        return (_stands(before) and _stands(after)) or (
            _is_style_alone(before) and _KIND.match(after) is not None
        )
    turned = _FORBIDS.match(before) is not None and _TURNS.match(after) is not None
    return (
        turned
        and re.match(r"\s*[,;]", text[left[1] :]) is not None
        and _stands(before)
        and is_stylistic(after)
    )


def _is_assigned(words: str) -> bool:
    found = _ASSIGNED.match(words)
    return found is not None and has(found["what"], "product", "measure", "device", "answer")


def _is_style_alone(words: str) -> bool:
    return names_style(words) and not opens_order(words) and len(words.split()) <= 4


def _stands(words: str) -> bool:
    """Whether the words order something by themselves; "never the short one" only sets off what stands before it."""
    said = words_of(words)
    if len(said) < 2:
        return len(said) == 1 and is_verb(said[0], "saying")
    if _REPEATED.match(words) and not is_stylistic(words) and not opens_order(re.sub(r"^\S+ ", "", words)):
        return is_verb(said[1], "conduct") or (
            said[0] == "no" and (said[-1].endswith("ing") or has(words, "talk"))
        )
    return opens_order(words) or (is_stylistic(words) and len(said) <= 5)
