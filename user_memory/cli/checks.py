"""Values of options that name something: checked before anything is opened or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from user_memory.graph.errors import InvalidInput, NotFound
from user_memory.graph.keys import entity_key
from user_memory.graph.model import STATUSES, STORED_LAYERS, Status, StoredLayer

if TYPE_CHECKING:
    from user_memory.graph.memory.user import User

_PAGE = 200


def layer_of(name: str | None) -> StoredLayer | None:
    """Raises:
    InvalidInput: there is no such layer.
    """
    if name is None:
        return None
    for layer in STORED_LAYERS:
        if layer == name:
            return layer
    raise InvalidInput(f"layer must be one of {', '.join(STORED_LAYERS)}.", where="layer")


def status_of(name: str | None) -> Status | None:
    """Raises:
    InvalidInput: there is no such status.
    """
    if name is None:
        return None
    for status in STATUSES:
        if status == name:
            return status
    raise InvalidInput(f"status must be one of {', '.join(STATUSES)}.", where="status")


def entity_of(user: User, name: str) -> str:
    """The id of the entity that ``name`` names, by id, name or alias; ``user`` is the user.

    Raises:
        NotFound: none answers to it.
    """
    wanted, cursor = entity_key(name), None
    while True:
        page = user.entities(limit=_PAGE, cursor=cursor)
        for entity in page.items:
            names = {entity_key(n) for n in (entity.name, *entity.aliases)}
            if name == entity.id or wanted in names or (entity.kind == "self" and wanted == "user"):
                return entity.id
        cursor = page.next_cursor
        if cursor is None:
            raise NotFound(f"No entity of this user is called '{name}'.")
