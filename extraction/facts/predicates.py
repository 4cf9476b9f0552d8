"""What the objects of each predicate are."""

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
PERSONS = frozenset(name for name, kind in KIND.items() if kind == "person")
"""The predicates whose object is a person."""
PEOPLE = PERSONS | {"pet"}
"""The same with animals."""
NAMES = frozenset({"name", "nickname"})
"""The predicates whose object is a name."""
