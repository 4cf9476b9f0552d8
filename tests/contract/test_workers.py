"""Several workers of one service: each tells at once what another stored or erased, and they stand in for one another."""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import neo4j
import pytest

from tests.workers import PATIENCE, Service, Talk, serving
from user_memory.graph.engine import Engine
from user_memory.graph.migrations import migrate
from user_memory.graph.store.connection import Database

READERS, READS, WRITES, ERASURES = 8, 25, 10, 20
CITIES = ("Lisbon", "Porto", "Madrid", "Seville", "Rome", "Turin", "Bern", "Basel")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Two workers: on a data folder of their own, or on the server that the engine is at."""
    at, folder = engine.endpoint, tmp_path_factory.mktemp("workers") / "data"
    if engine.capabilities.name == "embedded":
        environment = {"USER_MEMORY_ENGINE": "embedded", "USER_MEMORY_DATA": str(folder)}
    else:
        environment = {"NEO4J_URI": at.uri, "NEO4J_USERNAME": at.username or ""}
        environment |= {"NEO4J_PASSWORD": at.password or "", "NEO4J_DATABASE": at.database or ""}
        migrate_shared(engine)
    with serving(environment) as running:
        yield running
        running.process.terminate()
        assert running.process.wait(PATIENCE) == 0
    if engine.capabilities.name == "neo4j":
        # What the service's own maintenance left: the tests of maintenance keep another clock.
        with neo4j.GraphDatabase.driver(at.uri, auth=at.auth) as driver:
            driver.execute_query("MATCH (l:Lease) DELETE l", database_=at.database)


def migrate_shared(engine: Engine) -> None:
    database = Database(engine)
    migrate(database, datetime.now(UTC))
    database.disconnect()


@pytest.fixture
def pair(service: Service) -> list[Talk]:
    """A connection to each worker."""
    return service.one_each()


@pytest.fixture
def ana(service: Service) -> Iterator[str]:
    """The path of a user whom nobody has met."""
    path = f"/v1/users/ana-{uuid.uuid4()}"
    yield path
    assert service.talk().call("DELETE", path).status == 200


def say(talk: Talk, user: str, text: str, **headers: str) -> int:
    message = {"id": str(uuid.uuid5(uuid.NAMESPACE_OID, text)), "role": "user", "content": text}
    return talk.call("POST", f"{user}/interactions", {"messages": [message]}, **headers).status


def told(talk: Talk, user: str, query: str) -> list[str]:
    answer = talk.call("POST", f"{user}/context", {"query": query})
    assert answer.status == 200
    return [memory["content"] for memory in answer.json["memories"]]


def test_each_worker_tells_at_once_what_the_other_stored(pair: list[Talk], ana: str) -> None:
    for number, city in enumerate(CITIES):
        writer, reader = pair[number % 2], pair[1 - number % 2]
        assert say(writer, ana, f"I live in {city} now.") == 201
        for talk in (reader, writer):
            assert told(talk, ana, "Where do I live?") == [f"user lives in {city}"]


def test_each_worker_forgets_at_once_what_the_other_erased(pair: list[Talk], ana: str) -> None:
    left, right = pair
    say(left, ana, "I live in Lisbon.")
    say(left, ana, "I like kayaking.")
    for talk in pair:
        assert told(talk, ana, "kayaking") == ["user likes kayaking"]
    found = right.call("GET", f"{ana}/memories?q=kayaking").json["items"]
    assert right.call("DELETE", f"{ana}/memories/{found[0]['id']}").status == 200
    for talk in pair:
        assert told(talk, ana, "kayaking") == []
        assert told(talk, ana, "Where do I live?") == ["user lives in Lisbon"]
    assert left.call("DELETE", ana).status == 200
    for talk in (right, left):
        assert told(talk, ana, "Where do I live?") == []
        assert talk.call("GET", f"{ana}/memories").json["items"] == []


def test_a_request_sent_to_two_workers_is_done_once(pair: list[Talk], ana: str) -> None:
    stored: set[str] = set()
    with ThreadPoolExecutor(len(pair)) as threads:
        for number, city in enumerate(CITIES):
            body = {"messages": [{"role": "user", "content": f"I visited {city}."}]}
            sent = [
                threads.submit(talk.call, "POST", f"{ana}/interactions", body, Idempotency_Key=f"k{number}")
                for talk in pair
            ]
            answers = [each.result() for each in sent]
            assert sorted(answer.status for answer in answers) == [200, 201], [a.json for a in answers]
            assert len({answer.json["interaction_id"] for answer in answers}) == 1
            stored.update(memory["id"] for answer in answers for memory in answer.json["stored"])
    other = {"messages": [{"role": "user", "content": "I like tea."}]}
    for talk in pair:
        assert talk.call("POST", f"{ana}/interactions", other, Idempotency_Key="k0").status == 409
    assert pair[0].call("GET", f"{ana}/stats").json["active"] == len(stored)


def test_a_session_is_the_same_for_every_worker(pair: list[Talk], ana: str) -> None:
    left, right = pair
    assert left.call("PUT", f"{ana}/sessions/s", {"instructions": ["Answer in verse"]}).status in {200, 201}
    asked = {"query": "hello", "session_id": "s"}
    found = right.call("POST", f"{ana}/context", asked).json["session"]
    assert [each["instruction"] for each in found] == ["Answer in verse"]
    assert right.call("DELETE", f"{ana}/sessions/s").status == 200
    assert left.call("POST", f"{ana}/context", asked).json["session"] == []


def test_every_worker_is_in_health_and_tells_the_figures_of_all(pair: list[Talk]) -> None:
    for talk in pair:
        assert talk.call("GET", "/readyz").json == {"status": "ok"}
    for talk in pair:
        counts = [
            float(line.rpartition(" ")[2])
            for line in talk.call("GET", "/metrics").json.splitlines()
            if line.startswith("user_memory_request_seconds_count") and 'route="/readyz"' in line
        ]
        assert counts == [2.0]


def test_what_is_asked_while_files_are_cleansed_of_another_is_done(service: Service) -> None:
    for _ in range(ERASURES):
        talk, user = service.talk(), f"/v1/users/bob-{uuid.uuid4()}"
        assert say(talk, user, "I like trains.") == 201
        assert talk.call("DELETE", user).status == 200
        talk.close()


def test_eight_readers_beside_a_writer_meet_no_error(service: Service, ana: str) -> None:
    def read(number: int) -> set[int]:
        talk, seen, processes = service.talk(), 0, set[int]()
        for _ in range(READS):
            answer = talk.call("GET", f"{ana}/memories?limit=100")
            assert answer.status == 200
            assert len(answer.json["items"]) >= seen
            seen = len(answer.json["items"])
            answer = talk.call("POST", f"{ana}/context", {"query": CITIES[number]})
            assert answer.status == 200
            processes.add(answer.process)
        return processes

    def write() -> None:
        talk = service.talk()
        for number in range(WRITES):
            assert (
                say(talk, ana, f"I visited {CITIES[number % len(CITIES)]} with friend number {number}.")
                == 201
            )

    assert say(service.talk(), ana, "I like trains.") == 201
    with ThreadPoolExecutor(READERS + 1) as threads:
        writing = threads.submit(write)
        reading = [threads.submit(read, number) for number in range(READERS)]
        writing.result()
        answered = [each.result() for each in reading]
    assert all(len(processes) == 1 for processes in answered)


def test_a_worker_that_is_killed_is_started_again(service: Service, pair: list[Talk], ana: str) -> None:
    say(pair[0], ana, "I live in Lisbon.")
    gone, stays = (talk.call("GET", "/livez").process for talk in pair)
    os.kill(gone, signal.SIGKILL)
    ended = service.log.first(lambda event: event["event"] == "worker_ended" and event["worker"] == gone)
    assert "signal 9" in ended["why"]
    assert told(service.talk(), ana, "Where do I live?") == ["user lives in Lisbon"]
    service.log.first(
        lambda event: (
            event["event"] == "worker_ready"
            and event["worker"] not in {gone, stays}
            and event["timestamp"] > ended["timestamp"]
        )
    )
    for talk in service.one_each():
        assert told(talk, ana, "Where do I live?") == ["user lives in Lisbon"]
        assert talk.call("GET", "/readyz").status == 200
