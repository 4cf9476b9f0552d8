"""The chains of facts that join what a query names to what was found: how the answer hangs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from user_memory.graph.model import Hit, Memory
from user_memory.graph.retrieval.paths import PRIVATE, paths
from user_memory.graph.retrieval.questions import read
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.words import TEXT_LIMIT

MOST = 3
HOPS = 3


def connections(snapshot: Snapshot, text: str | None, hits: Sequence[Hit]) -> tuple[str, ...]:
    """Chains of two or three facts, read aloud: between the entities that ``text`` names, else from one to the hits'.

    At most ``MOST``; chains of one fact are left out, as the fact says the same.
    """
    if not (text or "").strip():
        return ()
    entities = snapshot.entities.entities
    named = [entities[i] for i in read((text or "")[:TEXT_LIMIT], snapshot.entities).named]
    ends = list(dict.fromkeys(e.id for e in named if e.kind not in PRIVATE))
    found: dict[str, None] = {}
    for one, other in _pairs(ends, [h.memory for h in hits]):
        for path in paths(snapshot, one, other, HOPS, limit=1):
            if len(path.facts) > 1 and len(found) < MOST:
                found[path.text] = None
    return tuple(found)


def _pairs(ends: Sequence[str], memories: Sequence[Memory]) -> Iterator[tuple[str, str]]:
    if len(ends) > 1:
        yield from combinations(ends, 2)
        return
    for end in ends:
        for memory in memories:
            refs = (memory.fact.subject, memory.fact.object) if memory.fact else ()
            yield from ((end, ref.id) for ref in refs if ref.kind not in PRIVATE and ref.id != end)
