"""An encoder that does not load: words and graph still answer, and a warning says so."""

from __future__ import annotations

from pathlib import Path

from tests.scripted import ScriptedExtractor
from user_memory.opening import UserMemory
from user_memory.settings import load_settings


def test_words_and_graph_answer_without_the_encoder_that_the_memories_were_stored_with(
    tmp_path: Path,
) -> None:
    def opened(encoder: str | None) -> UserMemory:
        settings = load_settings(encoder=encoder, engine="embedded")
        return UserMemory.open(tmp_path / "data", settings=settings, extractor=ScriptedExtractor())

    with opened(None) as memory:
        assert memory.runtime.encoder is not None
        memory.user("ana").remember("user likes espresso\nNina works_for Acme\nuser friend Nina")
    with opened("no-such-encoder") as memory:
        assert memory.runtime.encoder is None
        context = memory.user("ana").context("Does Nina work for Acme?")
        assert "Nina works_for Acme" in [hit.memory.content for hit in context.memories]
        assert {part.name for part in context.memories[0].reasons.parts} >= {"words", "graph"}
        (warning,) = context.warnings
        assert warning.code == "encoder_unavailable"
        assert "no-such-encoder" in warning.detail
        assert memory.user("ana").search("espresso").items[0].memory.content == "user likes espresso"
