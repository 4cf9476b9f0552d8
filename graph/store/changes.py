"""What a write touches of a user's memories, so that what is kept of them need not all be read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from user_memory.graph.statements import Statement

_ROWS: Mapping[str, str] = MappingProxyType(
    {
        **{f"memories.create_{layer}": "id" for layer in ("semantic", "episodic", "procedural")},
        **{f"memories.write_{layer}": "id" for layer in ("semantic", "episodic", "procedural")},
        "memories.embed": "id",
        "memories.reembed": "id",
        "memories.set_status": "id",
        **{
            f"memories.link_{edge}": "memory"
            for edge in ("subject", "object", "involves", "applies_to", "about", "supersedes")
        },
        **{
            f"sayings.{act}_{edge}": "memory"
            for act in ("link", "unlink")
            for edge in ("evidenced_by", "retired_by")
        },
    }
)
"""Statements that touch the memories which their ``rows`` name, under this key."""
_IDS = frozenset({"memories.archive", "memories.unlink_supersedes"})
"""Statements that touch the memories of their ``ids``, and those that supersede them."""
_ASIDE = frozenset({"consents", "receipts", "requests", "sessions"})
"""Groups of statements that touch no memory."""
ASIDE = frozenset(
    {
        "entities.create",
        "entities.mention",
        "entities.recount",
        "entities.update",
        "sources.create",
        "users.advance",
        "users.hold",
        "users.touch",
    }
)
"""More such statements. Entities are read anew in any case."""


def touched_by(name: str, params: Mapping[str, Any]) -> Iterable[str] | None:
    """The ids of the memories that a writing statement touches; ``None``: any."""
    if name in ASIDE or name.split(".")[0] in _ASIDE:
        return ()
    if name in _ROWS:
        return [str(row[_ROWS[name]]) for row in params["rows"]]
    if name in _IDS:
        return [str(id) for id in params["ids"]]
    return (params["id"],) if name == "memories.set_handling" else None


@dataclass(slots=True)
class Changes:
    """What one transaction has touched so far, of the owner whose revision it raised."""

    owner: str | None = None
    revision: int | None = None
    memories: set[str] = field(default_factory=set)
    known: bool = True
    """Whether ``memories`` are all that it touched."""

    def note(self, statement: Statement, params: Mapping[str, Any], revision: int | None) -> None:
        """Take in a statement that was run; ``revision`` is what the statement raised it to, if it did."""
        if statement.mode == "read":
            return
        if revision is not None:
            self.known = self.known and self.revision is None
            self.owner, self.revision = params["owner"], revision
        touched = touched_by(statement.name, params)
        if touched is None or params.get("owner") != self.owner:
            self.known = False
        else:
            self.memories.update(touched)
