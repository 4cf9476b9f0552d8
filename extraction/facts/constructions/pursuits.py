"""The tests that constructions ask of what is wanted, aimed at, done, used or kept, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.facts.captured import fits
from user_memory.extraction.facts.constructions.tastes import POINTING, PREPOSED, is_fond, is_general
from user_memory.extraction.facts.organisations import is_program
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, last_word, role_of
from user_memory.extraction.namelists import names

_DOING = re.compile(r"(?:becoming|being|having|getting|owning|buying|winning|going|doing|making)\b", re.I)


def _wanted(name: str, token: Token) -> bool:
    """A thing to have: a noun that outlasts the moment, not "a minute" or "your help"."""
    last = last_word(name)
    return (
        is_fond(name, token)
        and is_general(name, token)
        and token.pos_ in {"NOUN", "PROPN"}
        and last not in grammar("momentary")
        and (" " in name or last.rstrip("s") not in grammar("abstract"))
        and last.rstrip("s") not in grammar("momentary")
    )


def _aimed(name: str, token: Token) -> bool:
    if last_word(name) == "levels" or in_list(
        name, "study", "field"
    ):  # "my A levels, maths and art" are studied
        return False
    """What one works towards: a contest, a title, a sum."""
    return (
        fits("plain", name, token)
        and not POINTING.search(name)
        and token.pos_ in {"NOUN", "PROPN", "NUM"}
        and last_word(name) not in grammar("momentary")
    )


def _aim(name: str, token: Token) -> bool:
    """What somebody sets out to do, in two words or more, that is no help with this talk."""
    return len(name.split()) > 1 and token.lemma_ not in grammar("unlasting") and not POINTING.search(name)


def _deed(name: str, token: Token) -> bool:
    """Something told as an aim in so many words: two words or more."""
    return len(name.split()) > 1 and not POINTING.search(name)


def _relied(name: str, token: Token) -> bool:
    """What one cannot do without, in general."""
    return (
        is_fond(name, token) and token.pos_ in {"NOUN", "PROPN"} and name.lower() not in grammar("momentary")
    )


def _pursued(name: str, token: Token) -> bool:
    """An activity by list or by its ending, not "living" or "spending"."""
    low = name.lower()
    return (
        in_list(name, "hobby", "hobby")
        or in_list(name, "game", "game")
        or in_list(name, "instrument", "instrument")
    ) or (
        fits("plain", name, token)
        and low.split(" ", 1)[0].endswith("ing")
        and low.split(" ", 1)[0]
        not in grammar("duties_of_a_day") | grammar("light_deeds") | grammar("no_pastimes")
    )


def _pastime(name: str, token: Token) -> bool:
    """What somebody calls a hobby: a thing or activity in general."""
    return is_fond(name, token) and (_pursued(name, token) or is_general(name, token))


def _activity(name: str, token: Token) -> bool:
    """A verb of something done for pleasure, told with what it is done to or listed."""
    return token.tag_ == "VBG" and token.lemma_ not in grammar("no_pastimes") and not POINTING.search(name)


def _sportlike(name: str, token: Token) -> bool:
    return (
        (in_list(name, "game", "game") or in_list(name, "instrument", "instrument"))
        and is_general(name, token)
    ) or (in_list(name, "instrument", "instrument"))


def _gamelike(name: str, token: Token) -> bool:
    """A game by list or by its name."""
    return in_list(name, "game", "game") or (
        fits("named", name, token) and token.ent_type_ not in {"GPE", "DATE", "TIME"}
    )


def _routine(name: str, token: Token) -> bool:
    """What is done or taken regularly: no meeting, no weather, no pronoun."""
    low = name.lower()
    return (
        fits("plain", name, token)
        and not POINTING.search(name)
        and not PREPOSED.match(name)
        and token.pos_ in {"NOUN", "PROPN", "VERB"}
        and last_word(low) not in grammar("momentary") - grammar("taken")
        and token.ent_type_ not in {"PERSON", "GPE"}
    )


def _vice(name: str, token: Token) -> bool:
    """What one gives up doing, told in two words or as one that is nothing else: "biting my nails", "vaping"."""
    return (
        token.tag_ == "VBG"
        and token.lower_ not in {"being", "having", "getting"}
        and (" " in name or token.lower_ in {"vaping", "gambling", "drinking", "smoking"})
        and token.lemma_ not in {"work", "live", "use", "try", "talk", "think", "worry", "wait", "look"}
    )


_DEVICE = re.compile(
    r"^(?:i(?:phone|pad|mac|pod)|macbook|thinkpad|chromebook|kindle|galaxy|pixel|nokia|blackberry|android|windows|ubuntu|"
    r"mac ?os|ios|xbox|playstation|ps[2-5]|samsung|oneplus|surface|fairphone|motorola|huawei|xiaomi)\b",
    re.I,
)
_ROOMS = frozenset(
    "flat house room apartment place home office desk studio bedroom bed bathroom kitchen taxi cab table birthday surname name".split()
)
"""What one shares without owning it."""


def _owned(name: str, token: Token) -> bool:
    """A thing to have, or one like it by its name, though "the" or "my" stand before it."""
    return fits("ownable", name, token) and not POINTING.search(name)


def _tool_like(name: str, token: Token) -> bool:
    """A program, make or technology by its name."""
    return bool(is_program(name)) or (
        fits("named", name, token)
        and (name[:1].isupper() or name[:1].isdigit() or " " not in name)
        and token.pos_ in {"PROPN", "NOUN", "X"}
        and name.lower().split()[0] not in names("places")
        and last_word(name) not in {"years", "months", "weeks", "decades"}
        and token.ent_type_ not in {"GPE", "LOC", "DATE", "TIME", "PERSON", "NORP", "CARDINAL"}
    )


def _app_like(name: str, token: Token) -> bool:
    """A program or service that the lists know."""
    return bool(is_program(name)) or bool(
        fits("software", name, token) and token.pos_ == "PROPN" and token.ent_type_ in {"ORG", "PRODUCT"}
    )


def _animal(name: str, token: Token) -> bool:
    if any(c.dep_ == "poss" and c.lower_ not in {"my", "our"} for c in token.children):  # "my flatmate's cat"
        return False
    last = last_word(name)
    return (
        role_of(name) == "pet"
        or role_of(last) == "pet"
        or any(in_list(name, "animal", key) for key in ("pet", "breed"))
    )


PURSUITS: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "owned": _owned,
        "shared": lambda name, token: _owned(name, token) and last_word(name.lower()) not in _ROOMS,
        "mine": lambda name, token: (
            _owned(name, token) and any(c.lower_ in {"my", "our"} for c in token.children)
        ),
        "tool_like": _tool_like,
        "app_like": _app_like,
        "schooling": lambda name, token: (
            name.lower() in grammar("schooling") and not any(c.dep_ == "det" for c in token.children)
        ),
        "device": lambda name, token: _DEVICE.search(name) is not None,
        "animal": _animal,
        "substance": lambda name, token: name.lower().split()[-1] in grammar("fuels") | grammar("rides"),
        "pursued": _pursued,
        "pastime": _pastime,
        "listed pastime": lambda name, token: is_exactly(name, "hobby", "hobby"),
        "activity": _activity,
        "sportlike": _sportlike,
        "sport": lambda name, token: in_list(name, "game", "game"),
        "game": _gamelike,
        "gamelike": _gamelike,
        "playthings": lambda name, token: (
            in_list(name, "game", "game") or in_list(name, "instrument", "instrument")
        ),
        "instrument": lambda name, token: in_list(name, "instrument", "instrument"),
        "routine": _routine,
        "vice": _vice,
        "outing": lambda name, token: name.lower().split(" ")[-1] in grammar("outings"),
        "intake": lambda name, token: any(c.isdigit() for c in name) or token.pos_ == "NOUN",
        "wanted": _wanted,
        "wished": _wanted,
        "owned_wish": lambda name, token: _wanted(name, token) and not _DOING.match(name),
        "needed": _wanted,
        "aimed": _aimed,
        "aim": _aim,
        "deed": _deed,
        "relied": _relied,
    }
)
