"""Merging and splitting entities. A merge is an edge, nothing is moved: undoing it leaves everything as it was.

While it stands, what is believed of the merged entities is made to agree (``graph/concord.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from user_memory.graph.errors import Conflict, InvalidInput, NotFound
from user_memory.graph.identities import alike, propose
from user_memory.graph.memory.runtime import Account, Runtime, Writing, read, write_existing
from user_memory.graph.memory.settling import settle_about
from user_memory.graph.model import Entity, Merge, MergeState, Page
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entities, read_entity, read_identities, read_merges
from user_memory.graph.store.values import iso

_NO_SUCH = "No such entity of this user."


def merges(runtime: Runtime, account: Account) -> Page[Merge]:
    """Merges that are proposed, then those that were decided, the newest first."""

    def work(tx: Tx) -> Page[Merge]:
        decided = read_merges(tx)
        identities = read_identities(tx)
        shown = identities.fold(read_entities(tx))
        settled = [
            (a, b)
            for m in decided
            for a in (m.from_.id, identities.root(m.from_.id))
            for b in (m.to.id, identities.root(m.to.id))
        ]
        return Page((*propose(shown, settled), *reversed(decided)))

    return read(runtime, account, work, lambda: Page(()))


def merge(runtime: Runtime, account: Account, ids: Sequence[str]) -> Entity:
    """Say that ``ids`` are one; answers the entity that stands for all: the user, else the first of ``ids``.

    Raises:
        NotFound: one of them is not there.
        InvalidInput: fewer than two are named.
        Conflict: a value, which is no one, or the user and something that is no person.
    """
    wanted = list(dict.fromkeys(ids))
    if len(wanted) < 2:
        raise InvalidInput("Name at least two different entities.", where="ids")

    def work(writing: Writing) -> Entity:
        identities = read_identities(writing.tx)
        roots = list(dict.fromkeys(identities.root(e.id) for e in _entities(writing.tx, wanted)))
        entities = _entities(writing.tx, roots)
        _check(entities)
        first = next((e for e in entities if e.kind == "self"), entities[0])
        _decide(writing, [(e, first) for e in entities if e.id != first.id], "accepted")
        merged = read_identities(writing.tx)
        settle_about(writing, merged.members(first.id))
        return merged.whole(first)

    return write_existing(runtime, account, work, _missing)


def split(runtime: Runtime, account: Account, entity_id: str, other: str | None) -> Page[Entity]:
    """Take a merge back: that of ``entity_id`` into another, or if it stands for others, all those into it.

    With ``other`` say that the two are not one, merged or only proposed. Answers the entities that now stand apart.

    Raises:
        NotFound: one of them is not there.
        Conflict: the entity is merged with no other.
    """

    def work(writing: Writing) -> Page[Entity]:
        ids = [entity_id] if other is None else [entity_id, other]
        entities = _entities(writing.tx, ids)
        pairs = _pairs(writing.tx, entities)
        merged = read_identities(writing.tx)
        _decide(writing, pairs, "rejected")
        settle_about(writing, {i for pair in pairs for e in pair for i in merged.members(e.id)})
        apart = {e.id: e for pair in pairs for e in pair}
        return Page(tuple(read_identities(writing.tx).fold(apart.values())))

    return write_existing(runtime, account, work, _missing)


def _pairs(tx: Tx, entities: list[Entity]) -> list[tuple[Entity, Entity]]:
    """The merges that are taken back."""
    accepted = [m for m in read_merges(tx) if m.state == "accepted"]
    if len(entities) == 2:
        named = {e.id for e in entities}
        joined = [(m.from_, m.to) for m in accepted if {m.from_.id, m.to.id} == named]
        return joined or [(entities[0], entities[1])]
    entity = entities[0]
    own = [(m.from_, m.to) for m in accepted if m.from_.id == entity.id]
    pairs = own or [(m.from_, m.to) for m in accepted if m.to.id == entity.id]
    if not pairs:
        raise Conflict("This entity is not merged with another.")
    return pairs


def _entities(tx: Tx, ids: Sequence[str]) -> list[Entity]:
    found = {e.id: e for e in (read_entity(r["e"]) for r in tx.over("entities.by_ids", list(ids)))}
    if len(found) < len(set(ids)):
        _missing()
    return [found[i] for i in ids]


def _check(entities: Sequence[Entity]) -> None:
    kinds = {e.kind for e in entities}
    if "value" in kinds:
        raise Conflict("A value such as an age is nobody that could be merged.")
    if "self" in kinds and not kinds <= {"self", "person"}:
        raise Conflict("Only a person can be one with the user.")


def _decide(writing: Writing, pairs: Sequence[tuple[Entity, Entity]], state: MergeState) -> None:
    at = iso(writing.tick())
    rows = [
        {"from": a.id, "to": b.id, "state": state, "score": alike(a, b), "decided_by": "user", "at": at}
        for a, b in pairs
    ]
    writing.tx.write("identity.decide", rows)


def _missing() -> NoReturn:
    raise NotFound(_NO_SUCH)
