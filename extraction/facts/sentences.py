"""A fact in the service's own words: third person, at most as long as a memory may be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.facts.predicates import PEOPLE
from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import CONTENT_LIMIT

_KINSHIP = PEOPLE - {"knows"}
_AUXILIARIES = {"is": "is not", "was": "was not", "has": "does not have"}


@cache
def _patterns() -> Mapping[str, str]:
    return toml_file("facts/sentences.toml")


def sentence(fact: FactCandidate, nominal: bool = False) -> str:
    """The fact read aloud: "user lives in Leeds", "sister does not have a pet: cat"; ``nominal``: its object is a noun phrase."""
    pattern = _kinship(fact) or _favourite(fact) or _patterns()[fact.predicate]
    if fact.tentative and fact.predicate == "plans_to" and fact.polarity == "+":
        pattern = "{s} is considering: {o}"
    elif nominal and fact.predicate == "plans_to":
        pattern = "{s} plans {o}"
    if fact.operation == "end":
        pattern = pattern.replace("{s} ", "{s} no longer ", 1)
    elif fact.polarity == "-":
        pattern = _deny(pattern)
    text = pattern.format(s=_owned(fact.subject.name, fact.subject.possessor), o=_object(fact))
    told = fact.predicate == "favorite"
    qualified = f"{text} ({_qualified(fact)})" if fact.qualifier and not told else text
    return qualified[:CONTENT_LIMIT]


def _kinship(fact: FactCandidate) -> str | None:
    """Someone known by a role alone is had ("user has a sister"); who has a name is told by it ("Nina is user's sister")."""
    role = fact.object.role or (fact.predicate if fact.object.name == fact.predicate else None)
    if fact.predicate not in _KINSHIP or (role is None and fact.predicate == "pet"):
        return None
    plain = role is not None and fact.object.name.lower().endswith(role.lower())
    if plain:
        plural = str(role).endswith("s") and not str(role).endswith("ss")
        return f"{{s}} has {'' if plural else _article(str(role))}{role}"
    if fact.polarity == "-" or fact.operation != "assert":
        return None
    owner = "their own" if fact.object.name == fact.subject.name else "{s}'s"
    return f"{fact.object.name.replace('{', '').replace('}', '')} is {owner} {role or fact.predicate}"


def _article(noun: str) -> str:
    return "an " if noun[:1].lower() in "aeiou" else "a "


def _favourite(fact: FactCandidate) -> str | None:
    """The favourite of a kind: "user has green as favourite colour"."""
    if fact.predicate != "favorite" or not fact.qualifier:
        return None
    return "{s} has {o} as favourite " + fact.qualifier.replace("{", "").replace("}", "")


def _owned(name: str, possessor: str | None) -> str:
    return f"{possessor}'s {name}" if possessor and not name.startswith(possessor) else name


def _object(fact: FactCandidate) -> str:
    role = fact.object.role
    return (
        f"{fact.object.name} ({role})"
        if role and role.lower() != fact.object.name.lower()
        else fact.object.name
    )


def _qualified(fact: FactCandidate) -> str:
    return f"over {fact.qualifier}" if fact.predicate == "prefers" else str(fact.qualifier)


def _deny(pattern: str) -> str:
    head, _, rest = pattern.removeprefix("{s} ").partition(" ")
    if head in _AUXILIARIES:
        return f"{{s}} {_AUXILIARIES[head]} {rest}"
    if head == "used":
        return "{s} never lived in {o}"
    if rest.startswith("been "):
        return f"{{s}} has not {rest}"
    verb = {"goes": "go", "studies": "study", "went": "go"}.get(head, head.removesuffix("s"))
    return f"{{s}} does not {verb} {rest}"
