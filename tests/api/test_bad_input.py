"""Every bad request is told what is wrong, as a problem document, and leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.api.conftest import LIMIT
from tests.api.test_calls import entity, told

JSON = {"Content-Type": "application/json"}


def is_problem(answer: Any, status: int) -> dict[str, Any]:
    """The problem document of ``answer``."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = answer.json()
    assert document["status"] == status
    assert document["type"].startswith("urn:user-memory:problem:")
    assert document["title"]
    assert document["detail"]
    return document


def message(**fields: object) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": "user likes tea"} | fields]}


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (message(role="owner"), "messages[0].role"),
        (message(at="2026-03-01T10:00:00"), "messages[0].at"),
        (message(at="2026-02-30T10:00:00Z"), "messages[0].at"),
        (message(at="0000-01-01T00:00:00Z"), "messages[0].at"),
        (message(at="9999-12-31T23:59:59-14:00"), "messages[0].at"),
        (message(content=""), "messages[0].content"),
        (message(content=" \n"), "messages[0].content"),
        (message(content=7), "messages[0].content"),
        (message(content=None), "messages[0].content"),
        (message(id="has space"), "messages[0].id"),
        (message(id=""), "messages[0].id"),
        (message(id="x" * 129), "messages[0].id"),
        (message(speaker="a\nb"), "messages[0].speaker"),
        (message(colour="red"), "messages[0].colour"),
        (message() | {"colour": "red"}, "colour"),
        (message() | {"session_id": "no spaces"}, "session_id"),
        (message() | {"timezone": "Mars/Olympus"}, "timezone"),
        (message() | {"timezone": "../../etc/passwd"}, "timezone"),
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({}, "messages"),
        ([], "body"),
        ("text", "body"),
        (None, "body"),
    ],
)
def test_a_bad_interaction_names_the_field(http: TestClient, ana: str, body: object, where: str) -> None:
    answer = http.post(f"{ana}/interactions", content=json.dumps(body), headers=JSON)
    assert is_problem(answer, 422)["where"] == where
    assert http.get(f"{ana}/stats").json()["revision"] == 0


def test_one_bad_message_stores_none_of_them(http: TestClient, ana: str) -> None:
    good, bad = message()["messages"][0], {"role": "user", "content": ""}  # type: ignore[index]
    assert http.post(f"{ana}/interactions", json={"messages": [good, bad]}).status_code == 422
    assert http.get(f"{ana}/memories").json()["items"] == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"messages": NaN}', "NaN"),
        (b'{"messages": -Infinity}', "-Infinity"),
        (b'{"messages": 1e999}', "out of range"),
        (b'{"messages": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"messages": [}', "line 1, column 15"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"query": "\\ud800"}', "lone surrogate"),
        (b'{"\\udc00": 1}', "lone surrogate"),
        (b"[" * 50 + b"]" * 50, "nested"),
        (b"[" * 100_000 + b"]" * 10, "nested"),
        (b'{"messages": [], "messages": []}', "twice"),
    ],
)
def test_what_is_no_good_json_is_refused(http: TestClient, ana: str, body: bytes, words: str) -> None:
    assert words in is_problem(http.post(f"{ana}/interactions", content=body, headers=JSON), 422)["detail"]


def test_whole_characters_outside_the_basic_plane_are_taken(http: TestClient, ana: str) -> None:
    body = b'{"messages": [{"role": "user", "content": "user likes \\ud83c\\udf75"}]}'
    answer = http.post(f"{ana}/interactions", content=body, headers=JSON)
    assert answer.json()["stored"][0]["fact"]["object"]["name"] == "🍵"


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"]
)
def test_a_body_of_another_kind_is_refused(http: TestClient, ana: str, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    content = json.dumps(message())
    is_problem(http.post(f"{ana}/interactions", content=content, headers=headers), 415)


def test_a_body_that_is_too_large_is_refused_by_its_announced_length(http: TestClient, ana: str) -> None:
    content = json.dumps(message(content="x" * LIMIT))
    assert (
        str(LIMIT)
        in is_problem(http.post(f"{ana}/interactions", content=content, headers=JSON), 413)["detail"]
    )


def test_a_body_that_is_too_large_is_refused_without_being_read_to_its_end(
    http: TestClient, ana: str
) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 50_000
            yield b" " * 50_000

    limited = (chunk for _, chunk in zip(range(100), endless(), strict=False))
    is_problem(http.post(f"{ana}/interactions", content=limited, headers=JSON), 413)


def test_control_characters_are_taken_as_text(http: TestClient, ana: str) -> None:
    answer = http.post(f"{ana}/interactions", json=message(content="user likes tea\x00\x07\x1b"))
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/v2/users"),
        ("GET", "/v1/users/ana/memory"),
        ("GET", "/livez/"),
        ("POST", "/v1/users/ana/memories/x/explode"),
    ],
)
def test_an_unknown_path_is_not_found(http: TestClient, method: str, path: str) -> None:
    is_problem(http.request(method, path), 404)


def test_a_method_that_a_path_does_not_take_is_told_which_it_takes(http: TestClient, ana: str) -> None:
    answer = http.put(f"{ana}/context", json={})
    is_problem(answer, 405)
    assert answer.headers["Allow"] == "POST"


@pytest.mark.parametrize(
    "path",
    [
        "/livez",
        "/version",
        "/openapi.json",
        "/docs",
        "/browse",
        "/v1/users",
        "/v1/users/ana/memories?limit=1",
    ],
)
def test_head_is_answered_as_get_without_the_body(http: TestClient, path: str) -> None:
    got, headed = http.get(path), http.head(path)
    assert (headed.status_code, headed.content) == (200, b"")
    for name in ("Content-Type", "Content-Length"):
        assert headed.headers[name] == got.headers[name]


def test_head_of_what_takes_no_get_is_refused(http: TestClient, ana: str) -> None:
    assert http.head(f"{ana}/context").status_code == 405
    assert http.head(f"{ana}/memories?limit=0").status_code == 422


@pytest.mark.parametrize(
    "query",
    [
        "memories?layer=spiritual",
        "memories?layer=temporal",
        "memories?status=gone",
        "memories?limit=0",
        "memories?limit=1000000",
        "memories?limit=many",
        "memories?cursor=nonsense",
        "memories?colour=red",
        "search?as_of=yesterday",
        "search?known_at=2026-03-01T10:00:00",
        "search?profile=best",
        "timeline?from=2026-13-01T00:00:00Z",
        "paths?from=a",
        "graph?depth=9",
        "sources",
        "export?format=xml",
    ],
)
def test_a_bad_query_names_the_field(http: TestClient, ana: str, query: str) -> None:
    told(http, ana, "user likes tea")
    method = "DELETE" if query == "sources" else "GET"
    assert is_problem(http.request(method, f"{ana}/{query}"), 422)["where"]


@pytest.mark.parametrize(
    "body",
    [
        {"max_memories": -1},
        {"max_memories": "5"},
        {"max_memories": 10**30},
        {"min_importance": 11},
        {"layers": ["spiritual"]},
        {"as_of": "2026-03-01"},
        {"touch": "yes"},
        {"token_budget": -5},
        {"profile": "best"},
        {"session_id": "no spaces"},
        {"q": "tea"},
    ],
)
def test_a_bad_context_request_is_refused(http: TestClient, ana: str, body: dict[str, object]) -> None:
    told(http, ana, "user likes tea")
    is_problem(http.post(f"{ana}/context", json=body), 422)


FACT = {"subject": "user", "predicate": "likes", "object": "tea"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"layer": "spiritual"},
        {"layer": "temporal", "content": "x"},
        {"layer": "semantic"},
        {"layer": "semantic", "fact": {"subject": "user", "predicate": "likes"}},
        {"layer": "semantic", "fact": FACT | {"predicate": "adores_to_bits"}},
        {"layer": "semantic", "fact": FACT | {"polarity": "?"}},
        {"layer": "semantic", "fact": FACT | {"object": "\x00"}},
        {"layer": "semantic", "fact": FACT | {"valid_from": "2026-03-01T10:00:00"}},
        {
            "layer": "semantic",
            "fact": FACT | {"valid_from": "2026-03-02T00:00:00Z", "valid_to": "2026-03-01T00:00:00Z"},
        },
        {"layer": "semantic", "fact": FACT, "event": {}},
        {"layer": "semantic", "fact": FACT, "importance": 11},
        {"layer": "semantic", "fact": FACT, "importance": "high"},
        {"layer": "semantic", "fact": FACT, "tags": "tea"},
        {"layer": "semantic", "fact": FACT, "expires_at": "soon"},
        {"layer": "semantic", "fact": FACT, "owner": "bob"},
        {"layer": "episodic"},
        {"layer": "episodic", "content": "x" * 201},
        {"layer": "procedural", "rule": {"condition": "always"}},
    ],
)
def test_a_bad_memory_is_refused(http: TestClient, ana: str, body: dict[str, object]) -> None:
    is_problem(http.post(f"{ana}/memories", json=body), 422)
    assert http.get(f"{ana}/memories").json()["items"] == []


def test_a_secret_is_refused_and_not_repeated(http: TestClient, ana: str) -> None:
    secret = "sk-live-0123456789abcdef"
    answer = http.post(f"{ana}/memories", json={"layer": "semantic", "fact": FACT | {"object": secret}})
    is_problem(answer, 422)
    assert secret not in answer.text


def test_no_problem_repeats_what_was_sent(http: TestClient, ana: str) -> None:
    word = "xylophone"
    for answer in (
        http.post(f"{ana}/interactions", json=message(role=word)),
        http.post(f"{ana}/interactions", json=message(at=word)),
        http.post(f"{ana}/interactions", json=message() | {"timezone": word}),
        http.post(f"{ana}/context", json={"query": [word]}),
        http.get(f"{ana}/memories", params={"layer": word}),
        http.get(f"{ana}/memories/{word}"),
        http.get(f"/{word}"),
    ):
        is_problem(answer, answer.status_code)
        assert word not in answer.text


@pytest.mark.parametrize("verb", ["", "/why", "/confirm", "/reject", "/pin", "/restore"])
def test_an_unknown_memory_and_anothers_are_the_same_not_found(
    http: TestClient, ana: str, bob: str, verb: str
) -> None:
    theirs = told(http, bob, "user likes tea")["stored"][0]["id"]
    told(http, ana, "user likes cake")
    method = "GET" if verb in ("", "/why") else "POST"
    foreign = http.request(method, f"{ana}/memories/{theirs}{verb}")
    unknown = http.request(method, f"{ana}/memories/01890000-0000-7000-8000-000000000000{verb}")
    assert is_problem(foreign, 404) == is_problem(unknown, 404)


def test_anothers_entity_session_and_source_are_not_found(http: TestClient, ana: str, bob: str) -> None:
    body = message(id="m1") | {"session_id": "s1"}
    http.post(f"{bob}/interactions", json=body)
    http.put(f"{bob}/sessions/s1", json={})
    told(http, ana, "user likes cake")
    tea = entity(http, bob, "tea")
    for path in (f"entities/{tea}", f"entities/{tea}/relations", "sessions/s1", f"graph?center={tea}"):
        is_problem(http.get(f"{ana}/{path}"), 404)
    is_problem(http.delete(f"{ana}/entities/{tea}"), 404)
    is_problem(http.delete(f"{ana}/sources/m1"), 404)
    assert http.get(f"{bob}/stats").json()["active"] == 1


def test_anothers_cursor_is_refused(http: TestClient, ana: str, bob: str) -> None:
    for user in (ana, bob):
        told(http, user, "user likes tea", "user likes cake", "user likes pie")
    cursor = http.get(f"{bob}/memories", params={"limit": 1}).json()["next_cursor"]
    document = is_problem(http.get(f"{ana}/memories", params={"limit": 1, "cursor": cursor}), 422)
    assert document["where"] == "cursor"
    is_problem(http.get(f"{bob}/entities", params={"limit": 1, "cursor": cursor}), 422)


@pytest.mark.parametrize("name", ["%00", "a" * 257, "e%CC%81", "%FF", "%20", "a%0Ab", "%ED%A0%80"])
def test_a_bad_user_id_is_refused(http: TestClient, name: str) -> None:
    assert is_problem(http.get(f"/v1/users/{name}/stats"), 422)["where"] == "user_id"


@pytest.mark.parametrize("key", ["", "k" * 256, "tab\there"])
def test_a_bad_idempotency_key_is_refused(http: TestClient, ana: str, key: str) -> None:
    is_problem(http.post(f"{ana}/interactions", json=message(), headers={"Idempotency-Key": key}), 422)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = (
    *("messages", "session_id", "timezone", "query", "max_memories", "layers", "as_of", "layer", "content"),
    *("fact", "event", "rule", "importance", "tags", "state", "instructions", "purpose"),
)
BODIES = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON_VALUES))
CALLS = st.sampled_from(
    [
        ("POST", "/v1/users/fuzz/interactions"),
        ("POST", "/v1/users/fuzz/context"),
        ("POST", "/v1/users/fuzz/memories"),
        ("PATCH", "/v1/users/fuzz/memories/x"),
        ("PUT", "/v1/users/fuzz/sessions/s"),
        ("PUT", "/v1/users/fuzz/consents/name"),
        ("POST", "/v1/users/fuzz/entities/merge"),
        ("POST", "/v1/maintenance/decay"),
    ]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(call=CALLS, body=BODIES | JSON_VALUES)
def test_no_json_whatever_breaks_the_service(http: TestClient, call: tuple[str, str], body: object) -> None:
    answer = http.request(*call, content=json.dumps(body), headers=JSON)
    assert answer.status_code < 500 or answer.status_code == 501, answer.text
    if answer.status_code >= 400:
        is_problem(answer, answer.status_code)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=60))
def test_no_bytes_whatever_break_the_service(http: TestClient, body: bytes) -> None:
    answer = http.post("/v1/users/fuzz/context", content=body or b"?", headers=JSON)
    assert answer.status_code in (200, 422)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["q", "layer", "limit", "cursor", "as_of", "tag", "entity", "predicate"]),
    value=st.text(max_size=30).filter(lambda t: not any(0xD800 <= ord(c) <= 0xDFFF for c in t)),
    path=st.sampled_from(["memories", "search", "entities", "timeline", "graph"]),
)
def test_no_query_whatever_breaks_the_service(http: TestClient, path: str, name: str, value: str) -> None:
    answer = http.get(f"/v1/users/fuzz/{path}", params={name: value})
    assert answer.status_code in (200, 404, 422), answer.text
