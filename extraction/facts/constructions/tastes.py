"""The tests that constructions ask of what is liked, disliked or chosen, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.entities import is_determined
from user_memory.extraction.facts.captured import fits
from user_memory.extraction.lexicon import grammar, in_list, last_word

_TIMES = frozenset({"DATE", "TIME"})
POINTING = re.compile(
    r"\b(?:this|that|these|those|it|them|him|her|you|your|there|here|such|his|their|what|whatever|one|ones|anyone|someone|everyone"
    r"|nobody|somebody|everybody|anybody|myself|yourself|himself|herself|themselves|ourselves|itself)\b",
    re.I,
)
_UNITS = re.compile(r"\b(?:years?|months?|weeks?|hours?|minutes?|seconds?|decades?|times|ages)\b|\d$", re.I)
PREPOSED = re.compile(r"(?:on|in|at|to|from|with|for|out|off|up|down|by|over|about|around|into|of)\b", re.I)
_OPEN = re.compile(
    r"^(?:anything|everything|something) (?:with|about|by|to do with|involving|made of|related to|\w+$)", re.I
)


def is_fond(name: str, token: Token) -> bool:
    """What one can be fond of: a thing or activity that these words alone make clear."""
    last = last_word(name)
    return bool(_OPEN.match(name)) or (
        fits("plain", name, token)
        and not POINTING.search(name)
        and not PREPOSED.match(name)
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
        is_fond(name, token)
        and (
            token.pos_ == "PROPN"
            or token.tag_ in {"NNS", "VBG"}
            or in_list(name, "hobby", "hobby")
            or " " not in name
        )
        and not is_determined(token)
    )


def _unlikable(name: str, token: Token) -> bool:
    """What one can have an aversion to for good; not "my login", not "the boiler"."""
    return is_fond(name, token) and not any(c.isdigit() for c in name) and is_general(name, token)


def is_general(name: str, token: Token) -> bool:
    """Not one thing that only this talk makes clear: "the slot", "her snoring"; "the heat" and "the Beatles" are."""
    pointed = any(
        c.dep_ == "poss" or (c.dep_ == "det" and c.lower_ not in {"a", "an", "any", "some", "all", "another"})
        for c in token.children
    )
    return not pointed or token.pos_ == "PROPN" or last_word(name) in grammar("everywhere")


def is_offputting(name: str, token: Token) -> bool:
    """What one is tired or afraid of in general: bare plurals, names, activities and masses, told by themselves."""
    return _unlikable(name, token) and name.lower() not in grammar("duties_of_a_day") and token.tag_ != "VB"


def _mass(name: str, token: Token) -> bool:
    """A bare plural or mass noun in general."""
    return (
        is_offputting(name, token)
        and token.ent_type_ == ""
        and (token.tag_ in {"NNS", "VBG"} or in_list(name, "hobby", "hobby"))
    )


def _chosen(name: str, token: Token) -> bool:
    """One of two things that a choice is between."""
    return (
        is_fond(name, token)
        and is_general(name, token)
        and token.tag_ not in {"VBN", "VBD"}
        and not {name.lower()} & (grammar("duties_of_a_day") | grammar("absurd"))
    )


def _taste(name: str, token: Token) -> bool:
    """What "not a … person" names: one or two words, no mere adjective."""
    return (
        len(name.split()) <= 2 and name.lower() not in grammar("qualities") and any(c.isalpha() for c in name)
    )


def _unliked(name: str, token: Token) -> bool:
    return is_fond(name, token) and name.lower() not in {"today", "work"}


def _kindred(name: str, token: Token) -> bool:
    """One of a kind: a thing, or a quality such as a colour."""
    quality = token.pos_ in {"ADJ", "VERB"} and len(name.split()) <= 2 and not POINTING.search(name)
    return quality or is_fond(name, token)


def _cheered(name: str, token: Token) -> bool:
    return is_fond(name, token) and (token.pos_ == "PROPN" or name[:1].isupper())


TASTES: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "fond": is_fond,
        "named_fond": _known,
        "cheered": _cheered,
        "unlikable": _unlikable,
        "offputting": is_offputting,
        "taste": _taste,
        "kindred": _kindred,
        "chosen": _chosen,
        "mass": _mass,
        "unliked": _unliked,
    }
)
