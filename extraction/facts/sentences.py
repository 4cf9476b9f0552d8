"""A fact in the service's own words: third person, at most as long as a memory may be."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from user_memory.graph.candidates import FactCandidate
from user_memory.graph.model import CONTENT_LIMIT

_AUXILIARIES = {"is": "is not", "was": "was not", "has": "does not have"}


@cache
def _patterns() -> Mapping[str, str]:
    return tomllib.loads(
        files("user_memory.extraction.facts").joinpath("sentences.toml").read_text(encoding="utf-8")
    )


def sentence(fact: FactCandidate) -> str:
    """The fact read aloud: "user lives in Leeds", "sister does not have a pet: cat"."""
    pattern = _patterns()[fact.predicate]
    if fact.operation == "end":
        pattern = pattern.replace("{s} ", "{s} no longer ", 1)
    elif fact.polarity == "-":
        pattern = _deny(pattern)
    text = pattern.format(s=_owned(fact.subject.name, fact.subject.possessor), o=_object(fact))
    qualified = f"{text} ({_qualified(fact)})" if fact.qualifier else text
    return qualified[:CONTENT_LIMIT]


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
    verb = {"goes": "go", "studies": "study", "went": "go"}.get(head, head.removesuffix("s"))
    return f"{{s}} does not {verb} {rest}"
