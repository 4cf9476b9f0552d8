"""The tests that constructions ask of health, diet, character and belief, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.entities import is_determined
from user_memory.extraction.facts.captured import fits
from user_memory.extraction.facts.constructions.tastes import POINTING, is_fond, is_general, is_offputting
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, last_word, role_of


def _eaten(name: str, token: Token) -> bool:
    return in_list(name, "health", "allergen") or (
        is_fond(name, token)
        and len(name.split()) < 3
        and token.pos_ in {"NOUN", "PROPN"}
        and is_general(name, token)
    )


def _ailment(name: str, token: Token) -> bool:
    """A condition that the list has, whole, not one that is often something else ("cold", "stroke")."""
    return is_exactly(name, "health", "condition") and name.lower() not in grammar("ambiguous_conditions")


def _drug(name: str, token: Token) -> bool:
    return in_list(name, "health", "medicine")


def _dietary(name: str, token: Token) -> bool:
    return is_exactly(name, "diet", "diet") or name.lower() in grammar("other_diets")


def _kept_off(name: str, token: Token) -> bool:
    """What one keeps away from in general: food, drink, places, doings."""
    food = in_list(name, "health", "allergen") or last_word(name) in grammar("consumables")
    return (
        (food or is_offputting(name, token))
        and token.pos_ in {"NOUN", "PROPN", "VERB"}
        and name.lower() not in grammar("momentary")
        and (role_of(name) is None or is_determined(token))
        and not (token.tag_ == "VBG" and token.lemma_ in {"get", "go", "be", "do", "have", "try", "use"})
    )


def _consumed(name: str, token: Token) -> bool:
    """Food, drink or the like: bare plurals and masses, no number, no thing of this talk."""
    return (
        _kept_off(name, token)
        and token.tag_ != "VBG"
        and (
            in_list(name, "health", "allergen")
            or (token.pos_ == "NOUN" and not is_determined(token) and len(name.split()) < 4)
        )
    )


def _character(name: str, token: Token) -> bool:
    """A word for what somebody is like: "homebody", "worrier", "picky eater"."""
    return len(name.split()) < 3 and last_word(name) in grammar("characters")


def _self(name: str, token: Token) -> bool:
    """What somebody calls themselves: a noun or quality of one or two words."""
    return (
        len(name.split()) < 3
        and fits("plain", name.capitalize(), token)
        and not POINTING.search(name)
        and token.pos_ in {"NOUN", "ADJ", "PROPN"}
        and not is_job(name)
    ) or _character(name, token)


def _creed(name: str, token: Token) -> bool:
    return is_exactly(name, "beliefs", "religion")


CONDUCT: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "character": _character,
        "self": _self,
        "creed": _creed,
        "temper": lambda name, token: name.lower() in grammar("tempers"),
        "allergenic": lambda name, token: (
            fits("plain", name, token) and name.lower() not in grammar("no_allergens")
        ),
        "eaten": _eaten,
        "ailment": _ailment,
        "drug": _drug,
        "dietary": _dietary,
        "kept_off": _kept_off,
        "consumed": _consumed,
    }
)
