"""How two entities hang together: chains of facts that do not run through the user or through mere values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

import networkx as nx

from user_memory.graph.capacity import ACTIVE
from user_memory.graph.model import EntityRef, Memory, Path
from user_memory.graph.retrieval.snapshot import Snapshot

PRIVATE = frozenset({"self", "value"})
"""Kinds that everything hangs on: a path through one of them says nothing."""
MOST = 10


def paths(
    snapshot: Snapshot, from_id: str, to_id: str, max_hops: int = 4, limit: int = MOST
) -> tuple[Path, ...]:
    """Chains of active facts between two entities, at most ``max_hops`` facts long, shortest first.

    Facts are followed in either direction. Neither end may be missing from the snapshot; else there is no
    path.
    """
    graph = _walkable(snapshot, frozenset({from_id, to_id}))
    if from_id == to_id or from_id not in graph or to_id not in graph or max_hops < 1:
        return ()
    try:
        chains: Iterator[list[str]] = nx.shortest_simple_paths(graph, from_id, to_id)
        found = [c for c in islice(chains, limit) if len(c) - 1 <= max_hops]
    except nx.NetworkXNoPath:
        return ()
    return tuple(
        sorted((_path(snapshot, graph, chain) for chain in found), key=lambda p: (len(p.facts), p.text))
    )


def _walkable(snapshot: Snapshot, ends: frozenset[str]) -> nx.Graph[str]:
    """Active facts as undirected edges; an edge keeps the memory with the least id."""
    graph: nx.Graph[str] = nx.Graph()
    kinds = {e.id: e.kind for e in snapshot.entities.entities}
    graph.add_nodes_from(sorted(i for i, kind in kinds.items() if i in ends or kind not in PRIVATE))
    edges: list[tuple[str, str, Memory]] = list(snapshot.graph.edges(data="memory"))
    for one, other, memory in sorted(edges, key=lambda edge: edge[2].id):
        holds = memory.status in ACTIVE and memory.fact is not None and memory.fact.polarity == "+"
        if holds and one in graph and other in graph and one != other and not graph.has_edge(one, other):
            graph.add_edge(one, other, memory=memory)
    return graph


def _path(snapshot: Snapshot, graph: nx.Graph[str], chain: Sequence[str]) -> Path:
    entities = [snapshot.graph.nodes[i]["entity"] for i in chain]
    refs = tuple(EntityRef(e.id, e.name, e.kind) for e in entities)
    facts = tuple(graph.edges[one, other]["memory"] for one, other in pairwise(chain))
    return Path(refs, facts, read_aloud(refs, facts))


def read_aloud(entities: Sequence[EntityRef], facts: Iterable[Memory]) -> str:
    """The chain as a line: "Anna —works_for→ Acme ←works_for— Ben"."""
    line = entities[0].name
    for at, fact in zip(entities, facts, strict=False):
        if fact.fact is None:
            continue
        onward = fact.fact.subject.id == at.id
        other = fact.fact.object if onward else fact.fact.subject
        line += (
            f" —{fact.fact.predicate}→ {other.name}" if onward else f" ←{fact.fact.predicate}— {other.name}"
        )
    return line
