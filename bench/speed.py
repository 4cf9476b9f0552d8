"""Speed and size of recall on made-up users: in process, over HTTP, cold, growing, and in a crowd.

    python -m bench.speed [--sizes 500 5000] [--seconds 10] [--workers 1 2] [--crowd] [--out speed.json]

Runs on the embedded engine in a folder of its own, or on the Neo4j that ``NEO4J_URI`` names, where it leaves its users.
The crowd asks in process, and over HTTP of a service with each number of ``--workers``; ``--crowd`` measures it alone.
Times are milliseconds, also given as a ratio to the floor of the same run (``bench.timing.floor_of``).
``bench.speed_picture`` draws the figures.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import secrets
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.crowd import Way, crowd, in_process, over_http
from bench.made_up import MadeUp, learn, questions
from bench.served import served
from bench.timing import Figures, against, floor_of, rounded, took
from user_memory.client import Client
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.retrieval import build_snapshot
from user_memory.opening import UserMemory
from user_memory.settings import Settings, load_settings

ASKED = 200
COLD = 15
CAP = 1_000_000
PAUSES = (1.0, 0.0)
"""Seconds between two writes: a lively conversation, and a writer that never rests."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured, on the engine at ``target``."""

    settings: Settings
    target: str | Path
    seconds: float
    workers: Sequence[int] = ()
    """Numbers of workers that serve a crowd over HTTP."""
    crowd_only: bool = False
    asked: Sequence[str] = field(default_factory=lambda: questions(ASKED))

    @contextmanager
    def opened(self) -> Iterator[MemoryService]:
        """The memory in this process."""
        config = replace(self.settings.config(), cap=CAP)
        with UserMemory.open(
            self.target, settings=self.settings, config=config, extractor=MadeUp(), migrate=True
        ) as memory:
            yield memory

    @property
    def environment(self) -> dict[str, str]:
        """What tells a service the same."""
        place = {"USER_MEMORY_DATA": str(self.target)} if isinstance(self.target, Path) else {}
        return {**place, "USER_MEMORY_CAP": str(CAP)}


def run(sizes: Sequence[int], plan: Plan) -> dict[str, Any]:
    """All figures, by size."""
    mark = secrets.token_hex(4)
    with plan.opened() as memory:
        for size in sizes:
            learn(memory.user(f"{mark}-{size}"), size)
    found = [_measured(plan, f"{mark}-{size}", size) for size in sizes]
    return {
        "engine": "embedded" if isinstance(plan.target, Path) else "neo4j",
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "users": found,
    }


def _measured(plan: Plan, name: str, size: int) -> dict[str, Any]:
    figures: dict[str, Any] = {"memories": size}
    if not plan.crowd_only:
        figures["http"] = _http(plan, name, size)
    with plan.opened() as memory:
        user = memory.user(name)
        if not plan.crowd_only:
            figures["first_context_ms"] = round(took(lambda: user.context(plan.asked[0])), 2)
            figures["in_process"] = against(floor_of(memory, user, size), user.context, plan.asked)
            figures["cold"] = _cold(memory, user)
            figures["snapshot"] = _bytes(memory, user)
        figures["crowd"] = _crowds(plan, in_process(user), size)
    figures["crowd_http"] = [each for workers in plan.workers for each in _served(plan, name, workers)]
    return figures


def _crowds(plan: Plan, way: Way, size: int) -> list[Figures]:
    """A crowd for each of the pauses of its writer."""
    firsts = (size, size + 100_000)
    return [
        crowd(way, plan.asked, plan.seconds, pause, first)
        for pause, first in zip(PAUSES, firsts, strict=True)
    ]


def _served(plan: Plan, name: str, workers: int) -> list[Figures]:
    """The crowds over HTTP. What they say may be said again where another number of workers was measured before."""
    with served(plan.environment, workers) as service:
        return [{"workers": workers, **each} for each in _crowds(plan, over_http(service, name), 0)]


def _http(plan: Plan, name: str, size: int) -> Figures:
    """Over HTTP; the floor is measured in this process, on an engine of its own where the service holds the other."""
    with (
        served(plan.environment) as service,
        Client(service.address) as client,
        plan.opened() as memory,
    ):
        user = client.user(name)
        return against(floor_of(memory, memory.user(name), size), lambda q: user.context(q), plan.asked)


def _cold(memory: MemoryService, user: User) -> Figures:
    """Milliseconds of a snapshot that is not kept, and of the part of it that needs no database."""
    account = Account(memory.tenant, user.id)

    def whole() -> None:
        held = snapshot(memory.runtime, account)
        if held is not None:
            memory.runtime.cache.drop(held.owner)

    times = [took(whole) for _ in range(COLD)]
    held = snapshot(memory.runtime, account)
    assert held is not None
    parts = (held.owner, 1, held.rows, held.entities.entities, held.encoder_name)
    built = [took(lambda: build_snapshot(*parts)) for _ in range(COLD)]
    return rounded({"p50_ms": float(np.median(times)), "build_p50_ms": float(np.median(built))})


def _bytes(memory: MemoryService, user: User) -> Figures:
    """What a snapshot takes, as allocated and as the cache counts it."""
    account = Account(memory.tenant, user.id)
    held = snapshot(memory.runtime, account)
    assert held is not None
    memory.runtime.cache.drop(held.owner)
    del held
    gc.collect()
    tracemalloc.start()
    held = snapshot(memory.runtime, account)
    gc.collect()
    allocated, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held is not None
    return {"allocated_bytes": allocated, "counted_bytes": held.bytes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5_000])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long a crowd is watched")
    parser.add_argument(
        "--workers", type=int, nargs="+", default=[], help="numbers of workers that serve a crowd over HTTP"
    )
    parser.add_argument("--crowd", action="store_true", help="measure crowds only")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    settings = load_settings()
    with tempfile.TemporaryDirectory(prefix="user-memory-bench-") as folder:
        target = settings.target() if settings.neo4j_uri else Path(folder, "data")
        plan = Plan(settings, target, options.seconds, options.workers, options.crowd)
        figures = run(options.sizes, plan)
    text = json.dumps(figures, indent=2)
    print(text)
    if options.out:
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
