"""Readers beside a writer: whether anything fails, and how much of what the machine allows is reached."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from bench.made_up import say
from bench.served import FAILURES, Callers, Service, processor_seconds
from bench.timing import Figures, rounded
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.memory.user import User

READERS = 8
ROUNDS = 3
"""How often each question is asked to learn what one costs."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a crowd reaches the memory of one user; all of it may be used by many threads."""

    ask: Callable[[str], object]
    say: Callable[[int], object]
    """Says the thing of that number, new for every number."""
    used: Callable[[], float]
    """Processor seconds that the memory has taken until now."""
    calling: Callable[[], float] = lambda: 0.0
    """Those that its callers have taken beside it, on the same processors."""
    failures: tuple[type[Exception], ...] = (UserMemoryError,)


def in_process(user: User) -> Way:
    """Threads of the process that holds the memory."""
    return Way(user.context, partial(say, user), time.process_time)


def over_http(service: Service, user_id: str) -> Way:
    """Callers of a service, all threads of this process."""
    callers = Callers(service, user_id)
    used = partial(processor_seconds, service.pid)
    return Way(callers.ask, callers.say, used, time.process_time, FAILURES)


@dataclass(slots=True)
class _Crowd:
    """Counts of all threads."""

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


def crowd(way: Way, questions: Sequence[str], seconds: float, pause: float, first: int) -> Figures:
    """Eight threads that ask for contexts while one says something new every ``pause`` seconds, numbered from ``first``.

    ``allowed_per_s`` is the number of processors over the processor time of one request that is alone, and ``share``
    how much of that was reached. The time of a request is the memory's and its caller's, for both use these processors;
    ``share_of_memory`` leaves the caller's out of what is allowed, though not out of what is measured.
    """
    _met_by_all(way, questions)
    with ThreadPoolExecutor(1) as caller_alone:
        memory, caller = caller_alone.submit(_alone, way, questions).result()
    counts = _Crowd()
    started, used = time.perf_counter(), way.used() + way.calling()
    with ThreadPoolExecutor(READERS + 1) as threads:
        asking = [threads.submit(_read, way, _from(questions, i), counts) for i in range(READERS)]
        writing = threads.submit(_write, way, counts, pause, first)
        counts.stop.wait(seconds)
        counts.stop.set()
        for thread in (*asking, writing):
            thread.result()
    elapsed, used = time.perf_counter() - started, way.used() + way.calling() - used
    processors = os.cpu_count() or 1
    reached, allowed = counts.requests / elapsed, processors / (memory + caller)
    return rounded(
        {
            "pause_s": pause,
            "requests": counts.requests,
            "writes": counts.writes,
            "errors": counts.errors,
            "cpu_ms_per_request": memory * 1000.0,
            "cpu_ms_of_caller": caller * 1000.0,
            "requests_per_s": reached,
            "allowed_per_s": allowed,
            "share": reached / allowed,
            "share_of_memory": reached * memory / processors,
            "processors_used": used / elapsed,
        }
    )


def _from(questions: Sequence[str], start: int) -> list[str]:
    """The questions in a ring, from another one on for each reader."""
    at = start % len(questions)
    return [*questions[at:], *questions[:at]]


def _met_by_all(way: Way, questions: Sequence[str]) -> None:
    """Have as many callers ask as later will, so that every process has the user's memories at hand."""
    with ThreadPoolExecutor(READERS) as threads:
        list(threads.map(way.ask, questions))


def _alone(way: Way, questions: Sequence[str]) -> tuple[float, float]:
    """Processor seconds that one request takes of the memory and of its caller, one after another."""
    way.ask(questions[0])
    used, calling = way.used(), way.calling()
    for _ in range(ROUNDS):
        for question in questions:
            way.ask(question)
    count = len(questions) * ROUNDS
    return (way.used() - used) / count, (way.calling() - calling) / count


def _read(way: Way, questions: Sequence[str], counts: _Crowd) -> None:
    number = 0
    while not counts.stop.is_set():
        try:
            way.ask(questions[number % len(questions)])
            counts.count(requests=1)
        except way.failures:
            counts.count(errors=1)
        number += 1


def _write(way: Way, counts: _Crowd, pause: float, number: int) -> None:
    while not counts.stop.wait(pause):
        try:
            way.say(number)
            counts.count(writes=1)
        except way.failures:
            counts.count(errors=1)
        number += 1
