"""The chains of facts that join what a query names to what was found: how the answer hangs together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from user_memory.graph.model import Hit, Path
from user_memory.graph.retrieval.entities import PRIVATE
from user_memory.graph.retrieval.paths import shortest
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
    others = ends[1:] if len(ends) > 1 else _entities(hits)
    return _told(shortest(snapshot, ends[0], others, HOPS)) if ends else ()


def _entities(hits: Sequence[Hit]) -> list[str]:
    """The entities of the facts found, each once."""
    facts = [hit.memory.fact for hit in hits if hit.memory.fact is not None]
    refs = [ref for fact in facts for ref in (fact.subject, fact.object)]
    return list(dict.fromkeys(ref.id for ref in refs if ref.kind not in PRIVATE))


def _told(paths: Iterable[Path]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path.text for path in paths if len(path.facts) > 1))[:MOST]
