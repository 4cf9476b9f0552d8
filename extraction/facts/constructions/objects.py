"""What fills the object of a construction: the shortest noun phrase that keeps the meaning."""

from __future__ import annotations

import re

from spacy.tokens import Span, Token

from user_memory.extraction.lexicon import grammar

_PLACED = frozenset(
    {"in", "on", "at", "from", "by", "during", "over", "around", "near", "into", "under", "since"}
)
_DETERMINED = frozenset(
    {"my", "our", "the", "this", "his", "her", "their", "these", "those", "each", "every", "here", "there"}
)
_TIMES = frozenset({"DATE", "TIME"})
_SHELL = re.compile(
    r"^(?:(?:an?|the|my|some|that|your) )?(?:(?:good|nice|little|wee|big|cheeky|great|odd|occasional|decent|tiny) )*"
    r"(?:bit|pile|loads?|lots?|spot|dose|touch|bunch|tons?|drop|dash|heaps?|amount|plenty|sort|kind|form|type|thought|idea|prospect|sight|very idea) of "
    r"(?:an? |the )?"
    r"|^another |^under[ -]\w+ (?=\w)"
    r"|^(?:an?|the) (?:odd|occasional|cheeky|good old|good|nice|decent|bit of) "
    r"|^(?-i:total|massive|complete|absolute|self-confessed) (?=\w)",
    re.I,
)


def core(phrase: Span) -> Span:
    """A phrase without the place and time said after it: "shelf space in this kitchen" -> "shelf space"."""
    end = _cut(phrase)
    while end > 1 and phrase[end - 1].pos_ == "ADP":
        end -= 1
    return phrase[:end]


def _cut(phrase: Span) -> int:
    times = {t.left_edge.i for t in phrase if _is_time(t)}
    for n, token in enumerate(phrase):
        apart = token.lower_ in {"here", "there"} or (token.tag_ == "VBG" and token.dep_ in {"acl", "advcl"})
        if n and (apart or token.i in times or _places(phrase, n)):
            return n
    return len(phrase)


def _is_time(token: Token) -> bool:
    return token.ent_type_ in _TIMES and token.dep_ in {"npadvmod", "advmod"}


def _places(phrase: Span, n: int) -> bool:
    if phrase[n].lower_ == "over":
        return True
    if phrase[n].lower_ == "like" and phrase[n].tag_ == "IN":
        return True
    if (
        n
        and phrase[n].pos_ == "ADP"
        and phrase[n - 1].pos_ == "PROPN"
        and phrase[n].lower_ not in {"of", "'s"}
    ):
        return not phrase[n].is_title
    if phrase[n].lower_ not in _PLACED or n + 1 >= len(phrase):
        return False
    after = phrase[n + 1]
    if phrase[-1].lower_ in grammar("everywhere"):
        return False
    return after.lower_ in _DETERMINED or after.ent_type_ in _TIMES | {"GPE", "LOC"}


def plain_name(name: str) -> str:
    """A name without the words that only measure it: "a bit of cheddar" -> "cheddar"."""
    rest = _SHELL.sub("", name)
    return rest if any(c.isalpha() for c in rest) else name
