"""How two entities hang together: chains of facts that do not run through the user or through mere values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

import networkx as nx

from user_memory.graph.model import EntityRef, Memory, Path
from user_memory.graph.retrieval.entities import Web
from user_memory.graph.retrieval.snapshot import Snapshot

MOST = 10


def paths(
    snapshot: Snapshot, from_id: str, to_id: str, max_hops: int = 4, limit: int = MOST
) -> tuple[Path, ...]:
    """Chains of active facts between two entities, at most ``max_hops`` facts long, shortest first.

    Facts are followed in either direction. An end that the snapshot does not hold has no path.
    """
    web = snapshot.web
    if from_id == to_id or from_id not in web or to_id not in web or max_hops < 1:
        return ()
    steps = _between(snapshot, from_id, to_id)
    try:
        chains: Iterator[list[str]] = nx.shortest_simple_paths(steps, from_id, to_id)
        found = [c for c in islice(chains, limit) if len(c) - 1 <= max_hops]
    except nx.NetworkXNoPath:
        return ()
    return tuple(sorted((_path(snapshot, chain) for chain in found), key=lambda p: (len(p.facts), p.text)))


def shortest(snapshot: Snapshot, from_id: str, others: Iterable[str], max_hops: int) -> tuple[Path, ...]:
    """One shortest chain to each of ``others`` that is reached within ``max_hops`` facts, in their order."""
    if from_id not in snapshot.web:
        return ()
    reached = nx.single_source_shortest_path(_between(snapshot, from_id), from_id, cutoff=max_hops)
    return tuple(_path(snapshot, reached[other]) for other in others if other != from_id and other in reached)


def _between(snapshot: Snapshot, *ends: str) -> Web:
    """The web without private entities, but for those that are an end."""
    hidden = snapshot.private.difference(ends)
    return nx.restricted_view(snapshot.web, hidden, ())


def _path(snapshot: Snapshot, chain: Sequence[str]) -> Path:
    entities = [snapshot.graph.nodes[i]["entity"] for i in chain]
    refs = tuple(EntityRef(e.id, e.name, e.kind) for e in entities)
    facts = tuple(snapshot.web.edges[one, other]["memory"] for one, other in pairwise(chain))
    return Path(refs, facts, read_aloud(refs, facts))


def read_aloud(entities: Sequence[EntityRef], facts: Iterable[Memory]) -> str:
    """The chain as a line: "Anna —works_for→ Acme ←works_for— Ben"."""
    line = entities[0].name
    for at, memory in zip(entities, facts, strict=False):
        if memory.fact is None:
            continue
        onward = memory.fact.subject.id == at.id
        other = memory.fact.object if onward else memory.fact.subject
        line += (
            f" —{memory.fact.predicate}→ {other.name}"
            if onward
            else f" ←{memory.fact.predicate}— {other.name}"
        )
    return line
