"""Predicates: what the objects of each are, and which of them are alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from user_memory.graph.model import EntityKind

_KINDS: Mapping[EntityKind, str] = MappingProxyType(
    {
        "place": "lives_in lived_in visited birth_place",
        "organisation": "works_for studies_at alumni_of member_of",
        "animal": "pet",
        "person": "spouse partner child parent sibling relative friend colleague manager knows",
        "value": "age pronouns birth_date timezone job_title nationality name nickname politics financial address",
    }
)
KIND: Mapping[str, EntityKind] = MappingProxyType(
    {name: kind for kind, names in _KINDS.items() for name in names.split()}
)
"""The kind of entity that stands as object; a topic where none is listed."""
PERSONS = frozenset(_KINDS["person"].split())
"""The predicates whose object is a person."""
PEOPLE = PERSONS | {"pet"}
"""The same with animals."""
NAMES = frozenset({"name", "nickname"})
"""The predicates whose object is a name."""

HOMES = frozenset(_KINDS["place"].split())
STATIONS = frozenset(_KINDS["organisation"].split()) | {"works_on"}
TASTES = frozenset("likes dislikes avoids prefers favorite diet".split())
AIMED = frozenset({"goal", "plans_to"})
"""The predicates whose object is to be done."""
AIMS = AIMED | {"wants", "needs"}
PASTIMES = frozenset("hobby plays habit skilled_in".split())
BELONGINGS = frozenset("owns uses".split())
HEALTH = frozenset("has_condition allergic_to takes_medication".split())
FAMILIES = (HOMES, STATIONS, TASTES, AIMS, PASTIMES, BELONGINGS, HEALTH)
"""Predicates of which a sentence seldom tells two of the same thing; none stands in two families."""
_TAKEN_FOR = (
    HOMES | STATIONS,
    frozenset({"attribute", "job_title", "hobby", "diet"}),
    frozenset({"favorite", "hobby"}),
    frozenset({"uses", "works_for"}),
    frozenset({"uses", "dislikes", "avoids"}),
)
"""Predicates of several families that readers take the same words for."""
_BOTH_TRUE = frozenset({"birth_place", "lived_in"})
""" "born and bred in Bradford" says both."""

OPPOSITE: Mapping[str, str] = MappingProxyType({"likes": "dislikes", "dislikes": "likes"})
"""The predicate that says the contrary."""
BYGONE = frozenset({"lived_in", "visited", "alumni_of", "birth_place"})
"""Predicates that tell what is over, and so stay true."""
ACTIVITIES = (AIMS | PASTIMES | {"works_on"}) - {"plays"}
"""Predicates whose objects may be what one does, not only things."""
WISHES = (AIMS | TASTES) - {"diet"}
"""Predicates that tell what somebody would have, not what is."""


def are_akin(one: str, other: str) -> bool:
    """Whether two predicates are the same or of one family."""
    return one == other or any({one, other} <= family for family in FAMILIES)


def are_taken_for_each_other(one: str, other: str) -> bool:
    """Whether of two different predicates, read in the same words, only one can be meant."""
    pair = {one, other}
    return len(pair) > 1 and pair != _BOTH_TRUE and any(pair <= alike for alike in (*FAMILIES, *_TAKEN_FOR))
