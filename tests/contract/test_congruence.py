"""Law 8: an answer is the same on both engines. One random history runs on both, with one clock and one source of chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.clocks import StoppedClock
from tests.contract.conftest import SharedEngine
from tests.scripted import ScriptedExtractor
from user_memory.graph.config import Config
from user_memory.graph.engine import Engine
from user_memory.graph.engines import open_engine
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User

STEPS = 40
PEOPLE = ("user", "Nina", "Mona")
PLACES = ("Oslo", "Bergen", "Rome")
THINGS = ("tea", "coffee", "chess", "vim", "emacs")


class History:
    """Random acts, drawn from a seed, each with what it answered."""

    def __init__(self, service: MemoryService, clock: StoppedClock, seed: int) -> None:
        self.user: User = service.user(f"congruent-{seed}")
        self.service, self.clock, self.chance = service, clock, random.Random(seed)
        self.answers: list[object] = []

    def run(self) -> list[object]:
        for _ in range(STEPS):
            self.clock.advance(hours=self.chance.randint(0, 200))
            act = self.chance.choice([self._say, self._say, self._say, self._edit, self._ask, self._delete])
            self.attempt(act)
        self.answers.append(plain(self._everything()))
        return self.answers

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something and keep what it answered, or why it was refused."""
        try:
            self.answers.append(plain(act()))
        except UserMemoryError as error:
            self.answers.append((type(error).__name__, str(error)))

    def _say(self) -> object:
        lines = [self._line() for _ in range(self.chance.randint(1, 3))]
        message = {"id": f"m{self.chance.randint(0, 200)}", "role": "user", "content": "\n".join(lines)}
        return self.user.remember([message], session_id=self.chance.choice(["s1", "s2"]))

    def _line(self) -> str:
        draw = self.chance.choice
        who, place, thing = draw(PEOPLE), draw(PLACES), draw(THINGS)
        return draw(
            [
                f"{who} lives_in {place}",
                f"since 20{self.chance.randint(10, 25)}-01-01 {who} lives_in {place}",
                f"maybe {who} lives_in {place}",
                f"{who} likes {thing}",
                f"{who} dislikes {thing}",
                f"end {who} likes {thing}",
                f"retract {who} lives_in {place}",
                f"user uses vim instead {thing}",
                f"user friend {draw(PEOPLE[1:])}",
                f"event 2026-02-1{self.chance.randint(0, 9)} {who} visited {place}",
                f"rule mention {thing}",
                f"end rule mention {thing}",
                f"session avoid {thing}",
            ]
        )

    def _memory_id(self) -> str:
        items = self.user.memories(limit=500).items
        return self.chance.choice(items).id if items else "none"

    def _persons(self) -> list[str]:
        known = [e.id for e in self.user.entities(kind="person", limit=500).items]
        return known if len(known) > 1 else ["none", "nobody"]

    def _edit(self) -> object:
        key, user = self._memory_id(), self.user
        return self.chance.choice(
            [
                lambda: user.confirm(key),
                lambda: user.reject(key),
                lambda: user.restore(key),
                lambda: user.pin(key),
                lambda: user.update(key, tags=["x"], importance=3),
                lambda: user.update(key, content="said otherwise"),
                lambda: user.merge(self.chance.sample(self._persons(), 2)),
                lambda: user.split(self.chance.choice(self._persons())),
                lambda: user.add(
                    "semantic", fact={"subject": "user", "predicate": "friend", "object": "Ole"}
                ),
            ]
        )()

    def _ask(self) -> object:
        user, draw = self.user, self.chance.choice
        query = f"{draw(PEOPLE)} {draw(PLACES)} {draw(THINGS)}"
        entities = [e.id for e in user.entities(limit=500).items] or ["none"]
        when = self.clock.now.replace(year=self.chance.randint(2012, 2026))
        return draw(
            [
                lambda: user.context(query, session_id="s1"),
                lambda: user.search(query, as_of=when),
                lambda: user.search(query, known_at=self.clock.now),
                lambda: user.relations(draw(entities), depth=2, as_of=when),
                lambda: user.paths(draw(entities), draw(entities)),
                lambda: user.timeline(from_=when),
                lambda: user.graph(depth=2),
                lambda: user.why(self._memory_id()),
                lambda: user.audit(limit=500),
                user.stats,
            ]
        )()

    def _delete(self) -> object:
        user, draw = self.user, self.chance.random()
        if draw < 0.4:
            return user.delete(self._memory_id())
        if draw < 0.8:
            return user.delete_source(f"m{self.chance.randint(0, 200)}")
        return user.delete_session("s1")

    def _everything(self) -> object:
        self.service.flush()
        return (self.user.export(), self.user.audit(limit=500), self.user.stats(), self.user.graph(depth=4))


def plain(value: object) -> object:
    """Any answer in comparable form: times as microseconds, scores to 1e-6, lists by (recorded_at, id)."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, datetime):
        return round(value.timestamp() * 1_000_000)
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return sorted((plain(v) for v in value), key=_order)
    return value


def _order(value: Any) -> tuple[str, str, str]:
    if isinstance(value, dict):
        return (str(value.get("recorded_at", "")), str(value.get("id", "")), repr(value))
    return ("", "", repr(value))


@pytest.mark.parametrize("seed", [1, 2])
def test_law_8_one_history_has_the_same_answers_on_both_engines(
    engine: Engine, tmp_path: Path, seed: int
) -> None:
    """Each engine is compared with a fresh embedded one: with another engine, or with itself, which shows determinism."""
    reference = open_engine(tmp_path / "data")
    reference.start()
    expected = told(reference, seed)
    reference.close()
    for step, (mine, theirs) in enumerate(zip(expected, told(SharedEngine(engine), seed), strict=True)):
        assert mine == theirs, f"step {step}"


def told(engine: Engine | SharedEngine, seed: int) -> list[object]:
    """What one history answers on an engine."""
    clock, chance = StoppedClock(), random.Random(seed)
    service = MemoryService(
        engine,  # type: ignore[arg-type]
        ScriptedExtractor(),
        None,
        config=Config(cap=12, access_flush=timedelta(hours=1)),
        clock=clock,
        randomness=chance.randbytes,
        tenant=f"congruence-{seed}",
    )
    service.migrate()
    history = History(service, clock, seed)
    try:
        return history.run()
    finally:
        history.user.erase()
        service.runtime.database.disconnect()
