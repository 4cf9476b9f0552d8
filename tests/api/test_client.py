"""The HTTP client against the real service: the same verbs, the memory's own errors."""

from __future__ import annotations

import asyncio
import inspect
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.api.conftest import client_of
from user_memory.api.app import create_app
from user_memory.client import AccessRefused, AsyncClient, AsyncHttpUser, Client, HttpUser
from user_memory.graph.errors import (
    Conflict,
    ConsentRequired,
    EngineUnavailable,
    InvalidInput,
    NotFound,
    TooLarge,
    UserMemoryError,
)
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.settings import Settings

NOT_OVER_HTTP = {"id", "add_or_replay"}


class Wire(httpx2.BaseTransport):
    """Carries requests to the service in this process."""

    def __init__(self, http: TestClient) -> None:
        self._http = http

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = self._http.request(
            request.method, str(request.url), content=request.read(), headers=dict(request.headers)
        )
        return httpx2.Response(answer.status_code, headers=answer.headers, content=answer.content)


@pytest.fixture
def client(http: TestClient) -> Client:
    return Client("http://127.0.0.1:8000", transport=Wire(http))


@pytest.fixture
def user(client: Client, ana: str) -> HttpUser:
    return client.user(ana.removeprefix("/v1/users/"))


def public(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


@pytest.mark.parametrize("kind", [HttpUser, AsyncHttpUser])
def test_the_verbs_are_those_of_the_memory_in_process(kind: type) -> None:
    assert public(kind) == public(User) - NOT_OVER_HTTP


@pytest.mark.parametrize("verb", sorted(public(User) - NOT_OVER_HTTP))
def test_a_verb_takes_the_arguments_that_it_takes_in_process(verb: str) -> None:
    from user_memory.calls import UserCalls

    ours = list(inspect.signature(getattr(UserCalls, verb)).parameters.values())
    theirs = list(inspect.signature(getattr(User, verb)).parameters.values())
    assert {p.name: p.default for p in ours if p.name != "explain"} == {p.name: p.default for p in theirs}


def test_a_memory_goes_all_the_way_over_the_wire(client: Client, user: HttpUser) -> None:
    told = datetime(2026, 2, 1, 9, tzinfo=UTC)
    receipt = user.remember(
        [
            {
                "role": "user",
                "content": "user friend Anna\nAnna lives_in Oslo\nevent 2026-02-01 Anna married",
                "at": told,
            }
        ],
        session_id="s1",
        idempotency_key="once",
    )
    assert len(receipt["stored"]) == 3
    assert user.remember("user likes tea")["stored"][0]["content"] == "user likes tea"
    assert user.context("tea", touch=False)["memories"][0]["content"] == "user likes tea"
    assert user.search("tea", limit=1, explain=False)["items"][0]["content"] == "user likes tea"
    fact = {"subject": "user", "predicate": "likes", "object": "pie", "valid_from": told}
    pie = user.add("semantic", fact=fact, tags=["food"])
    assert pie["fact"]["valid_from"] == "2026-02-01T09:00:00Z"
    assert user.memory(pie["id"]) == pie
    assert user.update(pie["id"], importance=9.0)["importance"] == 9.0
    assert user.pin(pie["id"])["pinned"]
    assert user.confirm(pie["id"])["status"] == "current"
    assert user.reject(pie["id"])["status"] == "retracted"
    assert user.restore(pie["id"])["status"] == "current"
    assert user.why(pie["id"])["memory"]["id"] == pie["id"]
    ids = {e["name"]: e["id"] for e in user.entities()["items"]}
    assert user.entity(ids["Anna"])["kind"] == "person"
    assert user.relations(ids["Anna"], predicate="lives_in")["items"][0]["to"]["name"] == "Oslo"
    assert user.paths(ids["Anna"], ids["Oslo"])["items"][0]["facts"]
    assert user.timeline(from_=told.replace(hour=0))["items"][0]["content"] == "Anna married"
    assert user.export("graphml").lstrip().startswith("<")
    assert user.split(user.merge([ids["Anna"], ids["Oslo"]])["id"])["items"]
    assert isinstance(user.merges()["items"], list)
    assert user.graph(ids["Anna"])["center"] == ids["Anna"]
    assert {m["content"] for m in user.memories(layer="episodic")["items"]} == {"Anna married"}
    assert user.put_session("a/b", state={"step": 1})["state"] == user.session("a/b")["state"] == {"step": 1}
    assert user.delete_session("a/b")["sessions"] == 1
    assert user.grant("name", "greeting")["purpose"] == user.consents()["items"][0]["purpose"] == "greeting"
    assert user.withdraw("name")["withdrawn_at"]
    assert user.stats()["active"] == len(user.export()["memories"]) == 5
    assert user.delete(pie["id"])["memories"] == 1
    assert user.delete_entity(ids["Anna"])["entities"] >= 1
    tea = user.search("tea")["items"][0]["sources"][0]["message_id"]
    assert user.delete_source(tea)["memories"] == 1
    assert user.delete_sources(session_id="s1")["users"] == 0
    assert user.erase()["users"] == 1
    assert client.version()["name"] == "user-memory"
    assert client.decay(dry_run=True)["dry_run"]
    assert isinstance(client.users()["items"], list)


def test_failures_are_the_errors_of_the_memory(user: HttpUser) -> None:
    fact = {"subject": "user", "predicate": "name", "object": "Ana"}
    cases: list[tuple[type[UserMemoryError], Any]] = [
        (NotFound, lambda: user.memory("nothing")),
        (InvalidInput, lambda: user.memories(layer="spiritual")),
        (ConsentRequired, lambda: user.add("semantic", fact=fact)),
        (TooLarge, lambda: user.remember("x" * 400_000)),
    ]
    for kind, act in cases:
        with pytest.raises(kind):
            act()
    user.remember([{"id": "m1", "role": "user", "content": "user likes tea"}])
    with pytest.raises(Conflict) as caught:
        user.remember([{"id": "m1", "role": "user", "content": "user likes cake"}])
    assert "m1" in caught.value.detail


def test_a_key_is_sent_and_its_lack_is_told(locked: MemoryService) -> None:
    _, secret = locked.keys.create("red")
    wire = Wire(client_of(locked))
    with pytest.raises(AccessRefused):
        Client("http://127.0.0.1:8000", transport=wire).users()
    assert Client("http://127.0.0.1:8000", secret, transport=wire).users()["items"] == []


def test_a_service_that_does_not_answer_is_told() -> None:
    with pytest.raises(EngineUnavailable, match="user-memory serve"), Client("http://127.0.0.1:1") as client:
        client.version()


def test_the_asynchronous_client_awaits_the_same_verbs(memory: MemoryService, ana: str) -> None:
    app = create_app(memory, Settings())
    transport = httpx2.ASGITransport(app, client=("127.0.0.1", 50_000))

    async def talk() -> tuple[int, str, int]:
        async with AsyncClient("http://127.0.0.1:8000", transport=transport) as client:
            user = client.user(ana.removeprefix("/v1/users/"))
            receipt = await user.remember("user likes tea")
            text = (await user.context("tea"))["text"]
            with pytest.raises(NotFound):
                await user.memory("nothing")
            await client.users()
            await client.version()
            await client.decay(dry_run=True)
            return len(receipt["stored"]), text, (await user.erase())["users"]

    stored, text, erased = asyncio.run(talk())
    assert (stored, erased) == (1, 1)
    assert "tea" in text
