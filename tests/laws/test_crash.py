"""Law 6: after a crash, what was acknowledged is there, and what was not leaves no trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.scripted import ScriptedExtractor
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService

WRITER = """
import sys
from tests.scripted import ScriptedExtractor
from user_memory.graph.engines import open_engine
from user_memory.graph.memory.service import MemoryService

engine = open_engine(sys.argv[1])
engine.start()
service = MemoryService(engine, ScriptedExtractor(), None)
service.migrate()
user = service.user("ana")
for number in range(100_000):
    text = f"Nina{number}a lives_in Place{number}\\nuser friend Nina{number}a\\nuser lives_in Place{number}"
    user.remember([{"id": f"m{number}", "role": "user", "content": text}], session_id="s")
    print(number, flush=True)
"""


def test_law_6_a_killed_writer_loses_nothing_acknowledged_and_leaves_nothing_by_halves(
    tmp_path: Path,
) -> None:
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert writer.stdout is not None
    acknowledged = -1
    for line in writer.stdout:
        acknowledged = int(line)
        if acknowledged >= 25:
            writer.send_signal(signal.SIGKILL)
            break
    for line in writer.stdout:
        acknowledged = int(line)
    writer.wait()

    engine = open_engine(tmp_path / "data")
    engine.start()
    with MemoryService(engine, ScriptedExtractor(), None) as service:
        user = service.user("ana")
        memories = [m for m in user.export()["memories"] if m.fact is not None]
        by_message: dict[str, list[str]] = {}
        for memory in memories:
            assert memory.sources, memory.content
            for source in memory.sources:
                by_message.setdefault(source.message_id, []).append(memory.content)
        assert {f"m{n}" for n in range(acknowledged + 1)} <= set(by_message)
        assert set(by_message) <= {f"m{n}" for n in range(acknowledged + 2)}
        assert {len(contents) for contents in by_message.values()} == {3}
        assert (
            sum(
                m.fact.predicate == "lives_in" and m.fact.subject.kind == "self" and m.status == "current"
                for m in memories
            )
            == 1
        )
        again = user.remember(
            [
                {
                    "id": "m0",
                    "role": "user",
                    "content": "Nina0a lives_in Place0\nuser friend Nina0a\nuser lives_in Place0",
                }
            ],
            session_id="s",
        )
        assert again.replayed
