"""The predicates that facts are written with."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

Cardinality = Literal["one", "many"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relation: whether a newer value takes the place of the older (``one``) or joins it (``many``), whether it
    fades by itself, which consent it needs, what it is called from the other end, which predicate it is the negative of,
    and whether each qualifier is a matter of its own."""

    name: str
    cardinality: Cardinality
    decay: Literal["never"] | None = None
    consent: str | None = None
    inverse: str | None = None
    negates: str | None = None
    per_qualifier: bool = False


@cache
def vocabulary() -> Mapping[str, Predicate]:
    """Every predicate by name."""
    table = tomllib.loads(files("user_memory.graph").joinpath("vocabulary.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: Predicate(name, **row) for name, row in table.items()})


@cache
def categories() -> frozenset[str]:
    """Every consent category that some predicate needs."""
    return frozenset(p.consent for p in vocabulary().values() if p.consent)
