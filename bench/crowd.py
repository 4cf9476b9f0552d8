"""Readers beside a writer: whether anything fails, and how much of what the machine allows is reached."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from bench.made_up import say
from bench.timing import Figures, rounded
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.memory.user import User

READERS = 8


@dataclass(slots=True)
class _Crowd:
    """Counts of all threads; ``writing`` are the seconds of processor time that the writer's thread took."""

    stop: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    requests: int = 0
    writes: int = 0
    errors: int = 0

    def count(self, requests: int = 0, writes: int = 0, errors: int = 0) -> None:
        with self.lock:
            self.requests += requests
            self.writes += writes
            self.errors += errors


def crowd(user: User, questions: Sequence[str], seconds: float, pause: float, first: int) -> Figures:
    """Eight threads that ask for contexts while one says something new every ``pause`` seconds, numbered from ``first``.

    ``allowed_per_s`` is the number of processors over the processor time of one request that is alone, and ``share``
    how much of that was reached.
    """
    alone = _processor_ms(user, questions)
    counts = _Crowd()
    started, used = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(READERS + 1) as threads:
        asking = [threads.submit(_read, user, _from(questions, i), counts) for i in range(READERS)]
        writing = threads.submit(_write, user, counts, pause, first)
        counts.stop.wait(seconds)
        counts.stop.set()
        for thread in (*asking, writing):
            thread.result()
    elapsed, used = time.perf_counter() - started, time.process_time() - used
    allowed = (os.cpu_count() or 1) * 1000.0 / alone
    return rounded(
        {
            "pause_s": pause,
            "requests": counts.requests,
            "writes": counts.writes,
            "errors": counts.errors,
            "cpu_ms_per_request": alone,
            "requests_per_s": counts.requests / elapsed,
            "allowed_per_s": allowed,
            "share": counts.requests / elapsed / allowed,
            "processors_used": used / elapsed,
        }
    )


def _from(questions: Sequence[str], start: int) -> list[str]:
    """The questions in a ring, from another one on for each reader."""
    at = start % len(questions)
    return [*questions[at:], *questions[:at]]


def _processor_ms(user: User, questions: Sequence[str]) -> float:
    for question in questions:
        user.context(question)
    started = time.process_time()
    for question in questions:
        user.context(question)
    return (time.process_time() - started) * 1000.0 / len(questions)


def _read(user: User, questions: Sequence[str], counts: _Crowd) -> None:
    number = 0
    while not counts.stop.is_set():
        try:
            user.context(questions[number % len(questions)])
            counts.count(requests=1)
        except UserMemoryError:
            counts.count(errors=1)
        number += 1


def _write(user: User, counts: _Crowd, pause: float, number: int) -> None:
    while not counts.stop.wait(pause):
        try:
            say(user, number)
            counts.count(writes=1)
        except UserMemoryError:
            counts.count(errors=1)
        number += 1
