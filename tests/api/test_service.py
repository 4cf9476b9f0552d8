"""The service as its operator sees it: description, documentation page, figures, logs."""

from __future__ import annotations

import io
import json
import logging
import re

import pytest
from starlette.testclient import TestClient

from tests.api.conftest import client_of
from tests.api.test_calls import told
from user_memory.api.logs import configure_logs
from user_memory.graph.memory.service import MemoryService

OPERATIONS = {
    *("remember", "context", "search", "add_memory", "list_memories", "get_memory", "update_memory"),
    *("delete_memory", "confirm_memory", "reject_memory", "pin_memory", "restore_memory", "why_memory"),
    *("delete_source", "delete_session_sources", "list_entities", "merge_entities", "split_entity"),
    *("get_entity", "delete_entity", "list_relations", "find_paths", "timeline", "graph", "put_session"),
    *(
        "get_session",
        "delete_session",
        "list_consents",
        "grant_consent",
        "withdraw_consent",
        "stats",
        "export",
    ),
    *("audit", "erase_user", "list_users", "run_decay", "livez", "readyz", "metrics", "get_version"),
}


def test_operation_ids_are_stable(http: TestClient) -> None:
    document = http.get("/openapi.json").json()
    operations = [o["operationId"] for path in document["paths"].values() for o in path.values()]
    assert document["openapi"].startswith("3.1")
    assert set(operations) >= OPERATIONS
    assert len(set(operations)) == len(operations)


def test_every_reference_of_the_description_resolves(http: TestClient) -> None:
    text = http.get("/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    assert set(re.findall(r'"#/components/schemas/([^"]+)"', text)) <= schemas.keys()


def test_every_failure_is_described_as_a_problem(http: TestClient) -> None:
    document = http.get("/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status >= "400":
                    assert list(response["content"]) == ["application/problem+json"], operation["operationId"]


def test_the_documentation_page_needs_nothing_from_elsewhere(http: TestClient) -> None:
    page = http.get("/docs").text
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert links
    for link in links:
        if not link.startswith("data:"):
            assert not re.match(r"(?:https?:)?//", link)
            assert http.get("/" + link).status_code == 200
    assert http.get("/docs/../app.py").status_code == 404
    assert http.get("/docs/redoc.standalone.js").status_code == 404


def test_version_and_health(http: TestClient) -> None:
    assert http.get("/version").json()["name"] == "user-memory"
    assert http.get("/livez").json() == http.get("/readyz").json() == {"status": "ok"}


def test_figures_count_requests_and_candidates_without_content(memory: MemoryService, ana: str) -> None:
    http = client_of(memory)
    told(http, ana, "user likes tea", "secret")
    figures = http.get("/metrics").text
    assert 'user_memory_candidates_total{outcome="stored"} 1.0' in figures
    assert 'user_memory_candidates_total{outcome="refused_secret"} 1.0' in figures
    assert 'route="/v1/users/{user_id}/interactions"' in figures
    assert "tea" not in figures
    assert ana.removeprefix("/v1/users/") not in figures


def test_replays_are_not_counted_again(memory: MemoryService, ana: str) -> None:
    http = client_of(memory)
    body = {"messages": [{"id": "m1", "role": "user", "content": "user likes tea"}], "session_id": "s1"}
    for _ in range(2):
        http.post(f"{ana}/interactions", json=body)
    assert 'outcome="stored"} 1.0' in http.get("/metrics").text


def test_logs_hold_neither_content_nor_users_nor_queries(memory: MemoryService, ana: str) -> None:
    stream = io.StringIO()
    configure_logs("info", stream)
    http = client_of(memory)
    told(http, ana, "user likes xylophones")
    http.post(f"{ana}/context", json={"query": "xylophones"})
    http.get(f"{ana}/search", params={"q": "xylophones"})
    http.get("/xylophones/ana")
    http.post(f"{ana}/interactions", json={"messages": "xylophones"})
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["status"] for line in lines] == [201, 200, 200, 404, 422]
    assert lines[0]["route"] == "/v1/users/{user_id}/interactions"
    assert lines[0].keys() == {
        *(
            "event",
            "level",
            "process",
            "timestamp",
            "request_id",
            "method",
            "route",
            "status",
            "milliseconds",
        ),
    }
    assert "xylophones" not in stream.getvalue()
    assert ana.removeprefix("/v1/users/") not in stream.getvalue()


def test_an_unforeseen_error_is_a_problem_and_its_words_reach_nobody(
    memory: MemoryService, ana: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    configure_logs("info", stream)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("xylophone")

    monkeypatch.setattr(memory, "user", fail)
    answer = client_of(memory).get(f"{ana}/stats")
    assert answer.status_code == 500
    assert answer.headers["Content-Type"] == "application/problem+json"
    failure = json.loads(stream.getvalue().splitlines()[0])
    assert (failure["event"], failure["error"]) == ("request_failed", "RuntimeError")
    assert failure["request_id"] == answer.headers["X-Request-ID"]
    assert failure["request_id"] in answer.json()["detail"]
    assert "xylophone" not in answer.text + stream.getvalue()


def test_a_librarys_warning_is_told_without_its_words(memory: MemoryService) -> None:
    before = logging.getLogger().handlers
    stream = io.StringIO()
    try:
        configure_logs("info", stream)
        logging.getLogger("neo4j.pool").warning("value %s exists already", "xylophone")
    finally:
        logging.getLogger().handlers = before
    line = json.loads(stream.getvalue())
    assert (line["event"], line["library"], line["severity"]) == ("library_warning", "neo4j.pool", "warning")
    assert "xylophone" not in stream.getvalue()


def test_answers_about_a_user_are_kept_by_no_cache(http: TestClient, ana: str) -> None:
    answer = http.get(f"{ana}/stats")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
