"""The tests that tables of constructions ask of callings, employers and undertakings, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.facts.captured import fits, is_known, is_plain
from user_memory.extraction.facts.constructions.conduct import CONDUCT
from user_memory.extraction.facts.constructions.pursuits import PURSUITS
from user_memory.extraction.facts.constructions.tastes import TASTES
from user_memory.extraction.facts.organisations import is_program, speaks_of
from user_memory.extraction.lexicon import (
    grammar,
    in_list,
    is_exactly,
    is_job,
    last_word,
    role_of,
    singular,
    words,
)
from user_memory.extraction.namelists import names

_NO_SCHOOL = frozenset({"PERSON", "DATE", "TIME", "NORP", "CARDINAL", "LANGUAGE"})
_ELSEWHERE = frozenset({"GPE", "LOC", "PERSON", "DATE", "TIME", "NORP", "CARDINAL", "ORDINAL", "EVENT"})


def _occupation(name: str, token: Token) -> bool:
    """A noun for what somebody does, listed as a job or not."""
    last = last_word(name)
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
        and not (token.head.lower_ == "with" and name.lower() in names("given_names"))
    )


def _project(name: str, token: Token) -> bool:
    """A piece of work by the last word of its name: "checkout redesign"."""
    head = name.split(" of ")[0].split(" to ")[0]
    return is_plain(head, token) and last_word(head) in grammar("works")


def _duty(name: str, token: Token) -> bool:
    """Work that is done for others, in a word or two: "payroll", "customer complaints"."""
    return is_plain(name, token) and last_word(name) in grammar("duties")


def _undertaking(name: str, token: Token) -> bool:
    return _project(name, token) or (
        fits("undertaking", name, token) and not in_list(name.split(" in ")[0], "study", "degree")
    )


def _home(name: str, token: Token) -> bool:
    """A place with a name of its own, known or not."""
    low = name.lower()
    known = low in names("places") and low not in names("given_names") and name[:1].isupper()
    named = is_plain(name, token) and fits("home", name, token)
    return (known or named) and name[:1].isupper() and low.split()[0] not in grammar("no_towns")


def _skill(name: str, token: Token) -> bool:
    """What one can be good at: an activity, a field, a tool; not "home", "this", "the moment"."""
    last = last_word(name)
    pointed = any(
        t.lower_ in grammar("deictic") for t in token.subtree if abs(t.i - token.i) < len(name.split())
    )
    return (
        is_plain(name, token)
        and token.pos_ in {"NOUN", "PROPN", "VERB", "X"}
        and token.ent_type_ not in {"DATE", "TIME", "PERSON"}
        and not pointed
        and last not in grammar("no_skills")
        and not any(c.dep_ == "poss" for c in token.children)
    )


def is_named_person(name: str, token: Token) -> bool:
    """A person by a name of one to three words, each with its capital."""
    words_ = name.split()
    return (
        token.pos_ == "PROPN"
        and token.ent_type_ in {"PERSON", "", "ORG", "GPE"}
        and len(words_) <= 3
        and all(w[:1].isupper() for w in words_)
        and not any(w.isupper() and len(w) > 1 for w in words_)
        and role_of(name) is None
        and (token.ent_type_ == "PERSON" or words_[0].lower() in names("given_names"))
    )


def is_person(name: str) -> bool:
    """A person by a common noun: a role, a calling, a people, "guy from work"."""
    head = name.lower().split(" from ")[0].split(" at ")[0]
    return (
        role_of(head) is not None
        or is_job(head)
        or is_exactly(head.rsplit(" ", 1)[-1], "nationality", "nationality")
        or singular(head.rsplit(" ", 1)[-1]) in grammar("persons")
    )


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
        "person name": is_named_person,
        "somebody": lambda name, token: is_named_person(name, token) or is_person(name),
        "match": lambda name, token: is_named_person(name, token) or is_person(name),
        "chief": lambda name, token: is_named_person(name, token) or is_job(name),
        "kinsfolk": lambda name, token: role_of(name) == "relative",
        "youngsters": lambda name, token: (
            is_named_person(name, token) or role_of(name.split()[-1]) == "child"
        ),
        "sweetheart": lambda name, token: role_of(name) in {"partner", "spouse"},
        "school name": lambda name, token: fits("named", name, token) and token.ent_type_ not in _NO_SCHOOL,
        "academy": lambda name, token: fits("named", name, token) and bool(speaks_of("school", name)),
        "skill": _skill,
        "section": lambda name, token: name.lower() in grammar("sections"),
        "body of people": lambda name, token: fits("body", name, token) or _firm(name, token),
        "orientation": lambda name, token: (
            is_exactly(name, "beliefs", "orientation") and name.lower() != "straight"
        ),
        "language": lambda name, token: is_exactly(name, "language", "language"),
        "party": lambda name, token: is_exactly(name, "beliefs", "politics") and "voter" not in name,
        "sum": lambda name, token: any(c.isdigit() for c in name),
        "demonym": lambda name, token: is_exactly(name, "nationality", "nationality"),
        "proper": lambda name, token: fits("named", name, token) and token.pos_ in {"PROPN", "X"},
        "singular": lambda name, token: is_plain(name, token) and token.tag_ in {"NN", "NNP"},
    }
)

_CHECKS = {**CALLINGS, **TASTES, **PURSUITS, **CONDUCT}


def suits(check: str, name: str, token: Token) -> bool:
    """Whether a name passes the named test of the tables or of the turns of phrase."""
    low = name.lower()
    if low in grammar("determiners") or low.split()[0] in grammar("prepositions"):
        return False
    own = _CHECKS.get(check)
    return own(name, token) if own is not None else fits(check, name, token)


def is_test(check: str) -> bool:
    """Whether a table may name this test."""
    return check in _CHECKS or is_known(check)
