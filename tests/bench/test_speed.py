"""The bench of speed: its made-up user is as large as asked for, its crowd counts, and its picture shows what it measured."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.crowd import crowd, in_process, over_http
from bench.made_up import MadeUp, learn, questions, say
from bench.served import served
from bench.speed_picture import picture
from bench.timing import against, floor_of
from user_memory.client import Client
from user_memory.opening import UserMemory
from user_memory.settings import load_settings

RUN = {
    "engine": "embedded",
    "users": [
        {
            "memories": 1_234,
            "in_process": {"p50_over_floor": 1.25, "p95_over_floor": 2.5},
            "http": {"p50_over_floor": 3.75, "p95_over_floor": 4.25},
            "cold": {"p50_ms": 41.5},
            "snapshot": {"allocated_bytes": 3 * 2**20},
            "crowd": [{"pause_s": 1.0, "share": 0.875}, {"pause_s": 0.0, "share": 0.625}],
        }
    ],
}


def test_the_picture_shows_every_figure() -> None:
    drawn = ElementTree.fromstring(picture([RUN, {**RUN, "engine": "neo4j"}]))
    texts = [e.text for e in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for figure in ("1.25 ×", "2.5 ×", "3.75 ×", "4.25 ×", "41.5 ms", "3 MB", "0.875", "0.625"):
        assert texts.count(figure) == 2, figure
    assert "neo4j, 1,234, http, p95" in texts


def test_a_made_up_user_is_measured(tmp_path: Path) -> None:
    settings = load_settings(engine="embedded", cap=10_000)
    with UserMemory.open(tmp_path / "data", settings=settings, extractor=MadeUp()) as memory:
        user, asked = memory.user("made-up"), questions(3)
        learn(user, 45)
        assert user.stats().active == 45
        say(user, 45)
        figures = against(floor_of(memory, user, 46), user.context, asked)
        assert figures["p50_over_floor"] > 1.0
        found = crowd(in_process(user), asked, seconds=0.5, pause=0.0, first=46)
        assert (found["errors"], user.stats().active) == (0.0, 46 + found["writes"])
        assert found["requests"] > 0


@pytest.mark.slow
def test_a_crowd_over_http_is_measured(tmp_path: Path) -> None:
    environment = {"USER_MEMORY_ENGINE": "embedded", "USER_MEMORY_DATA": str(tmp_path / "data")}
    with served(environment, workers=2) as service, Client(service.address) as client:
        found = crowd(over_http(service, "made-up"), questions(3), seconds=1.0, pause=0.0, first=0)
        assert found["errors"] == 0.0
        assert 0 < client.user("made-up").stats()["active"] <= found["writes"]
    assert min(found[name] for name in ("requests", "cpu_ms_per_request", "cpu_ms_of_caller", "share")) > 0.0
