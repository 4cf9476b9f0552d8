"""With a real encoder too, a query that says nothing is met by nothing: encoders liken such a text to anything short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.retrieval.family import ENTITIES, NOW, family, memory
from user_memory.graph.encoders import Encoder, open_encoder, pack
from user_memory.graph.model import Rule
from user_memory.graph.retrieval import Query, Row, Snapshot, build_snapshot, embed_query, recall


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    found, notice = open_encoder()
    assert found is not None, notice
    return found


@pytest.fixture(scope="module")
def held(encoder: Encoder) -> Snapshot:
    rules = ("no emojis", "use UTF-8", "say a", "sign with A", "use the letter A", "write in capital letters")
    rows = [
        *family(),
        *(Row(memory(f"r{i}", told, rule=Rule(told, "asked"))) for i, told in enumerate(rules)),
    ]
    vectors = encoder.encode([row.memory.content for row in rows])
    told = [
        replace(r, embedding=pack(v), embedding_model=encoder.name)
        for r, v in zip(rows, vectors, strict=True)
    ]
    return build_snapshot("owner", 1, told, ENTITIES, encoder.name)


@pytest.mark.parametrize(
    "text", ["\x00\x01", "\x07" * 50, "a" * 2_000, "🙂", "?!", "\u200b", "…", "1" * 500], ids=ascii
)
def test_a_query_without_words_has_no_meaning(encoder: Encoder, held: Snapshot, text: str) -> None:
    vector = embed_query(encoder, held, text)
    assert vector is None
    hits = recall(held, Query(text, vector), NOW)
    assert [hit.memory.content for hit in hits] == ["answer in German"]


def test_a_word_keeps_its_meaning_among_signs(encoder: Encoder, held: Snapshot) -> None:
    assert embed_query(encoder, held, "🙂 pottery?") is not None
