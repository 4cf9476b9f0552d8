"""Word lists of the rules: kin, jobs, diets, instruments and the like, read once from ``words.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from user_memory.extraction.datafiles import toml_file


@cache
def _tables() -> Mapping[str, Mapping[str, frozenset[str]]]:
    return {
        section: {key: frozenset(word.strip() for word in words.split(",")) for key, words in lists.items()}
        for section, lists in toml_file("words.toml").items()
    }


def words(section: str, key: str) -> frozenset[str]:
    """The lower-case words of one list.

    Raises:
        KeyError: there is no such list.
    """
    return _tables()[section][key]


def grammar(key: str) -> frozenset[str]:
    """The function words and verbs that the rules treat alike, by the name of their list."""
    return words("grammar", key)


@cache
def numbers() -> Mapping[str, str]:
    """A number said in a word -> the same in figures."""
    return MappingProxyType(dict(pair.split() for pair in grammar("numbers")))


@cache
def kin() -> Mapping[str, str]:
    """Role noun -> the predicate that joins its possessor to it (``sister`` -> ``sibling``), pets included."""
    roles = {word: predicate for predicate, nouns in _tables()["kin"].items() for word in nouns}
    animals = {word: "pet" for key in ("pet", "breed") for word in words("animal", key)}
    return MappingProxyType({**animals, **roles})


_LEMMAS = {"hat": "hate", "cod": "code", "cop": "cope", "din": "dine", "hop": "hope", "rid": "ride", "scar": "scare",
    "cofounde": "cofound",
           "uninstalle": "uninstall", "minore": "minor", "'m": "be", "'s": "be", "'re": "be", "m": "be", "'ve": "have",
           "re": "be"}  # fmt: skip


@cache
def role_endings() -> frozenset[str]:
    """The last words of all role nouns, in either number: a cheap test before a noun phrase is built."""
    lasts = {word.replace("-", " ").rsplit(" ", 1)[-1] for word in kin()}
    return frozenset(lasts | {f"{word}s" for word in lasts} | {"puppies", "children", "wives", "babies"})


def verb_lemma(lemma: str) -> str:
    """The lemma of a verb where the rule-based lemmatiser drops its final e ("hates" -> "hat")."""
    low = lemma.lower()
    return _LEMMAS.get(low, low)


def singular(noun: str) -> str:
    """A lower-case English noun without its plural ending; irregular ones by the few that the lists use."""
    irregular = {
        "children": "child",
        "wives": "wife",
        "mice": "mouse",
        "people": "person",
        "puppies": "puppy",
    }
    if noun in irregular:
        return irregular[noun]
    if noun.endswith(("ss", "us", "is")) or len(noun) < 4:
        return noun
    for ending, replacement in (
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("s", ""),
    ):
        if noun.endswith(ending):
            return noun.removesuffix(ending) + replacement
    return noun


def last_word(phrase: str) -> str:
    """The last word of a phrase, in lower case."""
    return phrase.lower().rsplit(" ", 1)[-1]


def head_noun(phrase: str) -> str:
    """The word that a noun phrase turns on, in lower case: the last before "of"."""
    return last_word(phrase.lower().split(" of ")[0])


def role_of(noun: str) -> str | None:
    """The predicate of a role noun in either number, ``None`` for any other noun."""
    low = noun.lower()
    return kin().get(low) or kin().get(singular(low))


def in_list(phrase: str, section: str, key: str) -> bool:
    """Whether the phrase, or its last word, in either number, is on a list."""
    low = phrase.lower().strip()
    table = words(section, key)
    last = last_word(low)
    return any(form in table for form in (low, singular(low), last, singular(last)))


def is_exactly(phrase: str, section: str, key: str) -> bool:
    """Whether the whole phrase, in either number, is on a list."""
    low = phrase.lower().strip()
    return low in words(section, key) or singular(low) in words(section, key)


def is_job(phrase: str) -> bool:
    """Whether a noun phrase names an occupation: by list, else by the ending of its last word ("-er", "-ist", …).

    "head of procurement" is judged by the noun before "of".
    """
    low = phrase.lower().strip()
    head = low.split(" of ", 1)[0].split(" at ", 1)[0].split(" for ", 1)[0]
    last = head.rsplit(" ", 1)[-1]
    last = singular(last)
    if head in words("job", "title") or last in words("job", "title"):
        return True
    if last in words("job", "not_job") or head in words("job", "not_job") or role_of(last):
        return False
    if last in words("nationality", "nationality"):
        return False
    return len(last) > 5 and last.endswith(tuple(words("job", "suffix"))) and last.isalpha()


@cache
def people() -> Mapping[str, str]:
    """What one of a people is called -> the adjective of its nationality (``dane`` -> ``Danish``)."""
    pairs = (pair.rpartition(" ") for pair in words("nationality", "people"))
    return MappingProxyType({noun: adjective for noun, _, adjective in pairs})


def gender_of(role: str) -> str | None:
    """``female``, ``male`` or ``plural`` where the role noun says so."""
    low = role.lower()
    return next((g for g in ("female", "male", "plural") if low in words("gender", g)), None)
