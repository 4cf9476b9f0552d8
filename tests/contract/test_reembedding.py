"""Embedding anew: what another encoder embedded is found by meaning again, once, and for its own user only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.contract.conftest import OpenMemory
from user_memory.graph.encoders.encoder import Vectors
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.reembedding import BATCH
from user_memory.graph.memory.runtime import Account
from user_memory.graph.memory.service import MemoryService


class Letters:
    """An encoder by the first letter of a text, which it also notes."""

    dimensions = 26

    def __init__(self, name: str) -> None:
        self.name = name
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.read += texts
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        rows[np.arange(len(texts)), [ord(t[0].lower()) - ord("a") for t in texts]] = 1.0
        return rows


@pytest.fixture
def memory(open_memory: OpenMemory) -> MemoryService:
    memory = open_memory()
    memory.runtime.encoder = Letters("first")
    return memory


def use(memory: MemoryService, encoder: Letters | None) -> None:
    """Go on with another encoder, as after a new start: no snapshot is kept."""
    memory.runtime.encoder = encoder
    for owner in memory.runtime.cache.revisions():
        memory.runtime.cache.drop(owner)


def embedded(memory: MemoryService, user: str) -> int:
    held = snapshot(memory.runtime, Account(memory.tenant, user))
    return int(held.has_vector.sum()) if held else 0


def test_what_another_encoder_embedded_is_embedded_anew_once(memory: MemoryService) -> None:
    memory.user("ana").remember("user likes tea\nevent 2026-03-01 Nina left")
    memory.user("ben").remember("user likes rum")
    assert (embedded(memory, "ana"), embedded(memory, "ben")) == (2, 1)
    second = Letters("second")
    use(memory, second)
    assert (embedded(memory, "ana"), embedded(memory, "ben")) == (0, 0)
    assert memory.reembed(tenant=memory.tenant) == 3
    assert sorted(second.read) == ["I likes rum", "I likes tea", "Nina left"]
    assert (embedded(memory, "ana"), embedded(memory, "ben")) == (2, 1)
    assert memory.reembed(tenant=memory.tenant) == 0


def test_memories_without_a_vector_get_one(memory: MemoryService) -> None:
    use(memory, None)
    memory.user("ana").remember("user likes tea")
    assert memory.reembed(tenant=memory.tenant) == 0
    use(memory, Letters("first"))
    assert memory.reembed(tenant=memory.tenant) == 1
    assert embedded(memory, "ana") == 1


def test_more_memories_than_one_transaction_takes(memory: MemoryService) -> None:
    said = "\n".join(f"user likes tea{n}" for n in range(BATCH + 3))
    memory.user("ana").remember(said)
    use(memory, Letters("second"))
    assert memory.reembed(tenant=memory.tenant) == BATCH + 3
    assert embedded(memory, "ana") == BATCH + 3


def test_other_tenants_are_left_alone(memory: MemoryService, open_memory: OpenMemory) -> None:
    other = open_memory()
    other.runtime.encoder = Letters("first")
    other.user("ana").remember("user likes tea")
    use(memory, Letters("second"))
    assert memory.reembed(tenant=memory.tenant) == 0
    assert embedded(other, "ana") == 1
