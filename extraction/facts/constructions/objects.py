"""What fills the object of a construction: the shortest noun phrase, and the tests that only constructions ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.facts.captured import fits
from user_memory.extraction.lexicon import grammar, in_list

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
    r"|^another "
    r"|^(?:an?|the) (?:odd|occasional|cheeky|good old|good|nice|decent|bit of) "
    r"|^(?:good|nice|proper|decent) (?:old )?(?=\w+$)"
    r"|^(?:total|real|massive|complete|huge|big|bit of a|proper|right|absolute|self-confessed|major|certified) "
    r"(?=\w.* (?:nut|freak|buff|snob)$)",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:this|that|these|those|it|them|him|her|you|your|there|here|such|his|their|what|whatever|one|ones|anyone|someone|everyone"
    r"|nobody|somebody|everybody|anybody|myself|yourself|himself|herself|themselves|ourselves|itself)\b",
    re.I,
)
_UNITS = re.compile(r"\b(?:years?|months?|weeks?|hours?|minutes?|seconds?|decades?|times|ages)\\b|\\d$", re.I)
_OPEN = re.compile(
    r"^(?:anything|everything|something) (?:with|about|by|to do with|involving|made of|related to|\w+$)", re.I
)


_DUTIES = frozenset({"work", "school", "sick", "duty", "today", "topic", "track", "waiting", "time"})
_LIGHT = frozenset(
    {"getting", "having", "being", "doing", "going", "making", "taking", "trouble", "getting up", "lead"}
)
_ABSURD = frozenset({"glass", "worms", "nails", "pins", "die"})
_QUALITIES = frozenset(
    "good bad nice nasty mean patient violent jealous big huge great real true only real religious organised organized tidy"
    " people morning night happy sad angry creative sporty outdoorsy early confident emotional".split()
)


def core(phrase: Span) -> Span:
    """A phrase without the place and time said after it: "shelf space in this kitchen" -> "shelf space"."""
    times = {t.left_edge.i for t in phrase if _is_time(t)}
    for n, token in enumerate(phrase):
        if n and (token.i in times or _places(phrase, n)):
            return phrase[:n]
    return phrase


def _is_time(token: Token) -> bool:
    return token.ent_type_ in _TIMES and token.dep_ in {"npadvmod", "advmod"}


def _places(phrase: Span, n: int) -> bool:
    if phrase[n].lower_ == "over":
        return True
    if phrase[n].lower_ == "like" and phrase[n].tag_ == "IN":
        return True
    if phrase[n].lower_ not in _PLACED or n + 1 >= len(phrase):
        return False
    after = phrase[n + 1]
    if phrase[-1].lower_ in grammar("everywhere"):
        return False
    return after.lower_ in _DETERMINED or after.ent_type_ in _TIMES


def plain_name(name: str) -> str:
    """A name without the words that only measure it: "a bit of cheddar" -> "cheddar"."""
    rest = _SHELL.sub("", name)
    return rest if any(c.isalpha() for c in rest) else name


def _fond(name: str, token: Token) -> bool:
    """What one can be fond of: a thing or activity that these words alone make clear."""
    last = name.lower().rsplit(" ", 1)[-1]
    return bool(_OPEN.match(name)) or (
        fits("plain", name, token)
        and not _POINTING.search(name)
        and not (token.ent_type_ in _TIMES and _UNITS.search(name))
        and not (
            token.pos_ in {"ADP", "AUX", "SCONJ", "DET", "PART"}
            or token.tag_ in {"VBD", "MD"}
            or (token.tag_ == "VBZ" and " " not in name)
        )
        and last not in grammar("only_here")
    )


def _known(name: str, token: Token) -> bool:
    """Something by its name, or a bare plural, or an activity: not "the offer"."""
    return (
        _fond(name, token)
        and (
            token.pos_ == "PROPN"
            or token.tag_ in {"NNS", "VBG"}
            or in_list(name, "hobby", "hobby")
            or " " not in name
        )
        and not any(c.dep_ in {"det", "poss"} for c in token.children)
    )


def _unlikable(name: str, token: Token) -> bool:
    """What one can have an aversion to for good; not "my login", not "the boiler"."""
    return _fond(name, token) and not any(c.isdigit() for c in name) and _is_general(name, token)


def _is_general(name: str, token: Token) -> bool:
    """Not one thing that only this talk makes clear: "the slot", "her snoring"; "the heat" and "the Beatles" are."""
    pointed = any(
        c.dep_ == "poss" or (c.dep_ == "det" and c.lower_ not in {"a", "an", "any", "some", "all", "another"})
        for c in token.children
    )
    return not pointed or token.pos_ == "PROPN" or name.lower().rsplit(" ", 1)[-1] in grammar("everywhere")


def _offputting(name: str, token: Token) -> bool:
    """What one is tired or afraid of in general: bare plurals, names, activities and masses, told by themselves."""
    return _unlikable(name, token) and name.lower() not in _DUTIES and token.tag_ != "VB"


def _mass(name: str, token: Token) -> bool:
    """A bare plural or mass noun in general."""
    return (
        _offputting(name, token)
        and token.ent_type_ == ""
        and (token.tag_ in {"NNS", "VBG"} or in_list(name, "hobby", "hobby"))
    )


def _chosen(name: str, token: Token) -> bool:
    """One of two things that a choice is between."""
    return _fond(name, token) and _is_general(name, token) and not {name.lower()} & (_DUTIES | _ABSURD)


def _taste(name: str, token: Token) -> bool:
    """What "not a … person" names: one or two words, no mere adjective."""
    return len(name.split()) <= 2 and name.lower() not in _QUALITIES and any(c.isalpha() for c in name)


def _unliked(name: str, token: Token) -> bool:
    return _fond(name, token) and name.lower() not in {"today", "work"}


def _kindred(name: str, token: Token) -> bool:
    """One of a kind: a thing, or a quality such as a colour."""
    quality = token.pos_ in {"ADJ", "VERB"} and len(name.split()) <= 2 and not _POINTING.search(name)
    return quality or _fond(name, token)


def _cheered(name: str, token: Token) -> bool:
    return _fond(name, token) and (token.pos_ == "PROPN" or name[:1].isupper())


TASTES: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "fond": _fond,
        "named_fond": _known,
        "cheered": _cheered,
        "unlikable": _unlikable,
        "offputting": _offputting,
        "taste": _taste,
        "kindred": _kindred,
        "chosen": _chosen,
        "mass": _mass,
        "unliked": _unliked,
    }
)
