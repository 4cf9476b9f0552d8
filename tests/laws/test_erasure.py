"""Law 7 on the embedded engine's files: nothing of an erased user can be read, and uniqueness holds afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripted import ScriptedExtractor
from user_memory.graph.engines import open_engine
from user_memory.graph.errors import Conflict
from user_memory.graph.memory.service import MemoryService

MARKER = "Quetzalcoatlus"


def found_in(folder: Path, marker: str) -> list[str]:
    """The files whose bytes hold the marker, in either case and in both common encodings."""
    needles = [text.encode(coding) for text in (marker, marker.lower()) for coding in ("utf-8", "utf-16-le")]
    return [str(f) for f in folder.rglob("*") if f.is_file() and any(n in f.read_bytes() for n in needles)]


@pytest.fixture
def service(tmp_path: Path) -> MemoryService:
    engine = open_engine(tmp_path / "data")
    engine.start()
    memory = MemoryService(engine, ScriptedExtractor(), None)
    memory.migrate()
    return memory


def fill(service: MemoryService, user_id: str, marker: str) -> None:
    user = service.user(user_id)
    user.grant("name", f"because {marker}")
    message = {
        "id": f"{marker}-1",
        "role": "participant",
        "speaker": f"{marker}a",
        "content": (
            f"user lives_in {marker}\n{marker}a likes {marker}\nrule mention {marker}\n"
            f"session avoid {marker}\nevent 2026-01-01 {marker} left"
        ),
    }
    user.remember([message], session_id=f"{marker}-s", idempotency_key=marker)
    user.add(
        "semantic",
        fact={"subject": "user", "predicate": "favorite", "object": marker, "qualifier": marker},
        tags=[marker],
    )
    user.put_session(f"{marker}-t", state={"x": marker})
    user.context(marker, session_id=f"{marker}-s")


def test_law_7_an_erased_user_leaves_no_trace_in_any_file(service: MemoryService, tmp_path: Path) -> None:
    fill(service, f"id-{MARKER}", MARKER)
    fill(service, "bob", "Archaeopteryx")
    service.flush()
    assert found_in(tmp_path, MARKER)
    receipt = service.user(f"id-{MARKER}").erase()
    assert receipt.users == 1
    assert found_in(tmp_path, MARKER) == []
    assert len(service.user("bob").memories().items) == 5
    service.user("bob").remember([{"id": "b9", "role": "user", "content": "user likes tea"}])
    with pytest.raises(Conflict):
        service.user("bob").remember([{"id": "b9", "role": "user", "content": "user likes milk"}])
    service.close()
    assert found_in(tmp_path, MARKER) == []
    assert found_in(tmp_path, "Archaeopteryx")


@pytest.mark.parametrize("what", ["memory", "source", "session", "entity"])
def test_law_7_what_is_deleted_alone_is_gone_from_the_files_too(
    service: MemoryService, tmp_path: Path, what: str
) -> None:
    user = service.user("ana")
    user.remember("user likes tea", session_id="kept")
    (memory,) = user.remember(
        [{"id": "m1", "role": "user", "content": f"Nina lives_in {MARKER}"}], session_id="gone"
    ).stored
    acts = {
        "memory": lambda: user.delete(memory.id),
        "source": lambda: user.delete_source("m1"),
        "session": lambda: user.delete_sources(session_id="gone"),
        "entity": lambda: user.delete_entity(user.entities(q="Nina").items[0].id),
    }
    acts[what]()
    assert found_in(tmp_path, MARKER) == []
    assert [m.content for m in user.memories().items] == ["user likes tea"]
    service.close()
