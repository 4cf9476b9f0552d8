"""The tests that tables of constructions ask of callings, employers and undertakings, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.facts.bodies import is_program
from user_memory.extraction.facts.captured import fits, is_plain
from user_memory.extraction.facts.constructions.conduct import CONDUCT
from user_memory.extraction.facts.constructions.pursuits import PURSUITS
from user_memory.extraction.facts.constructions.tastes import TASTES
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, role_of, words
from user_memory.extraction.wordlists import names

_ELSEWHERE = frozenset({"GPE", "LOC", "PERSON", "DATE", "TIME", "NORP", "CARDINAL", "ORDINAL", "EVENT"})


def _occupation(name: str, token: Token) -> bool:
    """A noun for what somebody does, listed as a job or not."""
    last = name.lower().rsplit(" ", 1)[-1]
    noun = token.tag_ in {"NN", "NNP"} and token.pos_ in {"NOUN", "PROPN"}
    return is_plain(name, token) and (is_job(name) or (noun and last not in words("job", "not_job")))


def _firm(name: str, token: Token) -> bool:
    """A name that is no person's, place's or time's."""
    return (
        fits("named", name, token)
        and token.pos_ in {"NOUN", "PROPN", "X"}
        and token.ent_type_ not in _ELSEWHERE
        and role_of(name) is None
        and not is_program(name)
    )


def _project(name: str, token: Token) -> bool:
    """A piece of work by the last word of its name: "checkout redesign"."""
    head = name.split(" of ")[0].split(" to ")[0]
    return is_plain(head, token) and head.rsplit(" ", 1)[-1].lower() in grammar("works")


def _duty(name: str, token: Token) -> bool:
    """Work that is done for others, in a word or two: "payroll", "customer complaints"."""
    return is_plain(name, token) and name.lower().rsplit(" ", 1)[-1] in grammar("duties")


def _undertaking(name: str, token: Token) -> bool:
    return _project(name, token) or (
        fits("undertaking", name, token) and not in_list(name.split(" in ")[0], "study", "degree")
    )


def _home(name: str, token: Token) -> bool:
    """A place with a name of its own, known or not."""
    low = name.lower()
    known = low in names("places") and low not in names("given_names") and name[:1].isupper()
    named = is_plain(name, token) and fits("home", name, token)
    return (known or named) and low.split()[0] not in grammar("no_towns")


CALLINGS: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "occupation": _occupation,
        "callings": lambda name, token: token.tag_ == "NNS" and is_job(name),
        "firm name": _firm,
        "hirer": lambda name, token: _firm(name, token) or fits("employer", name, token),
        "piece of work": _project,
        "duty": _duty,
        "undertaken": _undertaking,
        "house": _home,
        "town": lambda name, token: fits("gpe", name, token),
        "demonym": lambda name, token: is_exactly(name, "nationality", "nationality"),
        "proper": lambda name, token: fits("named", name, token) and token.pos_ in {"PROPN", "X"},
        "singular": lambda name, token: is_plain(name, token) and token.tag_ in {"NN", "NNP"},
    }
)

_CHECKS = {**CALLINGS, **TASTES, **PURSUITS, **CONDUCT}


def suits(check: str, name: str, token: Token) -> bool:
    """Whether a name passes the named test of the tables or of the turns of phrase."""
    own = _CHECKS.get(check)
    return own(name, token) if own is not None else fits(check, name, token)
