"""Activation over the graph: from the entities that a query names to the memories that stand on them, and one
step on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.retrieval.entities import PERSONS, EntityIndex

Floats: TypeAlias = NDArray[np.float64]

MENTIONED = 0.5
"""What a memory counts for that mentions somebody and is about another."""

STEP = 0.5
"""What is left of an activation that reaches a memory over another memory and an entity that both stand on.
"""


def activation(index: EntityIndex, named: Sequence[int], size: int) -> Floats:
    """How strongly each memory is reached, shape (size,), range [0, 1].

    A named entity passes on 1 / (1 + ln d), d being the number of memories that stand on it, so that those
    which everything stands on (the user) hardly tell anything. Speakers are left out: whom a memory is about
    is a signal of its own.
    """
    seeds = [e for e in named if e not in index.speakers]
    if not seeds:
        return np.zeros(size)
    degree = np.bincount(index.link_entity, minlength=len(index.entities))
    passes = 1.0 / (1.0 + np.log(np.maximum(degree, 1)))
    passes[list(index.speakers)] = 0.0
    first = np.zeros(len(index.entities))
    first[seeds] = 1.0
    direct = _to_memories(index, first * passes, size)
    reached = _to_entities(index, direct, len(index.entities))
    reached[seeds] = 0.0
    return np.minimum(
        1.0, np.maximum(_to_memories(index, first, size), STEP * _to_memories(index, reached * passes, size))
    )


def _to_memories(index: EntityIndex, entities: Floats, size: int) -> Floats:
    reached = np.zeros(size)
    np.maximum.at(reached, index.link_memory, entities[index.link_entity])
    return reached


def _to_entities(index: EntityIndex, memories: Floats, size: int) -> Floats:
    reached = np.zeros(size)
    np.maximum.at(reached, index.link_entity, memories[index.link_memory])
    return reached


def about(index: EntityIndex, named: Sequence[int], size: int) -> Floats:
    """Whether each memory is about somebody the query names: 1 yes, 0.5 they are mentioned, 0 no.

    A query that names nobody asks about all.
    """
    people = [e for e in named if e in index.speakers or index.entities[e].kind in PERSONS]
    if not people:
        return np.ones(size)
    value = np.zeros(size)
    asked = np.zeros(len(index.entities), dtype=np.bool_)
    asked[people] = True
    value[index.link_memory[asked[index.link_entity]]] = MENTIONED
    value[index.about_memory[asked[index.about_entity]]] = 1.0
    return value
