"""Each call answers with the status and shape that other programs rely on."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.clocks import StoppedClock

MEMORY_FIELDS = {
    "id",
    "layer",
    "content",
    "status",
    "confidence",
    "importance",
    "effective_importance",
    "tags",
    "pinned",
    "recorded_at",
    "ended_at",
    "retired_at",
    "expires_at",
    "last_accessed_at",
    "access_count",
    "sources",
}


def told(http: TestClient, user: str, *lines: str, **more: Any) -> dict[str, Any]:
    """The receipt of one message that says ``lines``."""
    message = {"role": "user", "content": "\n".join(lines)}
    answer = http.post(f"{user}/interactions", json={"messages": [message]} | more)
    assert answer.status_code == 201, answer.text
    receipt: dict[str, Any] = answer.json()
    return receipt


def entity(http: TestClient, user: str, name: str) -> str:
    found = http.get(f"{user}/entities", params={"q": name}).json()["items"]
    return next(str(e["id"]) for e in found if e["name"] == name)


def test_a_receipt_accounts_for_every_candidate(http: TestClient, ana: str) -> None:
    receipt = told(http, ana, "user lives_in Oslo", "secret", "session no emojis", session_id="s1")
    assert [m["content"] for m in receipt["stored"]] == ["user lives_in Oslo"]
    assert receipt["refused"][0] | {"message_id": ""} == {
        "reason": "secret",
        "message_id": "",
        "start": 19,
        "end": 25,
    }
    assert [s.keys() for s in receipt["session"]] == [{"id", "instruction"}]
    assert (receipt["session_id"], receipt["replayed"]) == ("s1", False)
    again = told(http, ana, "user lives_in Oslo", "user lives_in Bergen")
    assert [r.keys() for r in again["reinforced"]] == [{"id"}]
    assert again["superseded"] == [{"id": receipt["stored"][0]["id"], "by": again["stored"][0]["id"]}]


def test_a_memory_has_its_fields_and_only_the_part_of_its_layer(http: TestClient, ana: str) -> None:
    stored = told(http, ana, "user lives_in Oslo", "event 2026-02-01 Anna married", "rule be brief")["stored"]
    parts = {m["layer"]: m for m in stored}
    assert parts["semantic"].keys() == MEMORY_FIELDS | {"fact"}
    assert parts["episodic"].keys() == MEMORY_FIELDS | {"event"}
    assert parts["procedural"].keys() == MEMORY_FIELDS | {"rule"}
    assert parts["semantic"]["fact"]["object"].keys() == {"id", "name", "kind"}
    assert parts["episodic"]["event"]["occurred_from"] == "2026-02-01T00:00:00Z"
    assert parts["semantic"]["sources"][0]["speaker"] == "user"


def test_nothing_to_store_is_still_created(http: TestClient, ana: str) -> None:
    assert told(http, ana, "secret")["stored"] == []


@pytest.mark.parametrize("call", ["interactions", "memories"])
def test_the_same_key_stores_nothing_twice(http: TestClient, ana: str, call: str) -> None:
    body: dict[str, Any] = {"messages": [{"id": "m1", "role": "user", "content": "user likes tea"}]}
    other: dict[str, Any] = {"messages": [{"id": "m2", "role": "user", "content": "user likes cake"}]}
    if call == "memories":
        fact = {"subject": "user", "predicate": "likes", "object": "tea"}
        body, other = ({"layer": "semantic", "fact": fact | {"object": o}} for o in ("tea", "cake"))
    key = {"Idempotency-Key": "once"}
    first = http.post(f"{ana}/{call}", json=body, headers=key)
    second = http.post(f"{ana}/{call}", json=body, headers=key)
    assert (first.status_code, second.status_code) == (201, 200)
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len(http.get(f"{ana}/memories").json()["items"]) == 1
    assert http.post(f"{ana}/{call}", json=other, headers=key).status_code == 409


def test_a_known_message_is_replayed_and_with_another_text_refused(http: TestClient, ana: str) -> None:
    message = {"id": "m1", "role": "user", "content": "user likes tea"}
    body = {"messages": [message], "session_id": "s1"}
    assert http.post(f"{ana}/interactions", json=body).status_code == 201
    again = http.post(f"{ana}/interactions", json=body)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    body["messages"] = [message | {"content": "user likes cake"}]
    assert http.post(f"{ana}/interactions", json=body).status_code == 409


def test_context_gives_hits_that_explain_themselves_and_text_for_a_prompt(http: TestClient, ana: str) -> None:
    told(http, ana, "user likes tea", "rule be brief", "session no emojis", session_id="s1")
    answer = http.post(f"{ana}/context", json={"query": "tea", "session_id": "s1"}).json()
    assert answer.keys() == {"memories", "rules", "session", "text", "tokens"}
    hit = answer["memories"][0]
    assert hit.keys() == MEMORY_FIELDS | {"fact", "score", "reasons"}
    total = sum(part["value"] * part["weight"] for part in hit["reasons"]["parts"])
    assert hit["score"] == pytest.approx(total)
    assert [s.keys() for s in answer["session"]] == [{"id", "instruction", "said_at", "expires_at"}]
    assert "tea" in answer["text"]
    assert "no emojis" in answer["text"]


def test_context_counts_the_access_and_search_does_not(http: TestClient, ana: str) -> None:
    memory_id = told(http, ana, "user likes tea")["stored"][0]["id"]

    def count() -> int:
        found: int = http.get(f"{ana}/search", params={"q": "tea"}).json()["items"][0]["access_count"]
        return found

    assert count() == 0
    assert http.post(f"{ana}/context", json={"query": "tea", "touch": False}).status_code == 200
    assert count() == 0
    assert http.post(f"{ana}/context", json={"query": "tea"}).json()["memories"][0]["id"] == memory_id
    assert count() == 1


def test_search_gives_reasons_unless_told_not_to(http: TestClient, ana: str) -> None:
    told(http, ana, "user likes tea")
    assert "reasons" in http.get(f"{ana}/search", params={"q": "tea"}).json()["items"][0]
    bare = http.get(f"{ana}/search", params={"q": "tea", "explain": "false"}).json()["items"][0]
    assert "reasons" not in bare


def test_an_explicit_memory_is_added_changed_judged_and_erased(http: TestClient, ana: str) -> None:
    fact = {"subject": "user", "predicate": "lives_in", "object": "Oslo"}
    added = http.post(f"{ana}/memories", json={"layer": "semantic", "fact": fact, "tags": ["home"]})
    assert added.status_code == 201
    one = f"{ana}/memories/{added.json()['id']}"
    assert http.get(one).json() == added.json()
    assert http.patch(one, json={"importance": 9.5, "tags": []}).json()["id"] == added.json()["id"]
    corrected = http.patch(one, json={"fact": fact | {"object": "Bergen"}}).json()
    assert corrected["supersedes"] == added.json()["id"]
    assert http.get(one).json()["status"] == "retracted"
    new = f"{ana}/memories/{corrected['id']}"
    assert http.post(f"{new}/confirm").json()["confidence"] == 1.0
    assert http.post(f"{new}/pin").json()["pinned"] is True
    assert http.post(f"{new}/pin", json={"pinned": False}).json()["pinned"] is False
    assert http.post(f"{new}/reject").json()["status"] == "retracted"
    assert http.post(f"{new}/confirm").status_code == 409
    assert http.post(f"{new}/restore").json()["status"] == "current"
    why = http.get(f"{new}/why").json()
    assert why["supersedes"][0]["memory"]["id"] == added.json()["id"]
    assert http.delete(new).json()["memories"] == 1
    assert http.get(new).status_code == 404


def test_restoring_what_a_newer_value_replaced_is_a_conflict(http: TestClient, ana: str) -> None:
    old = told(http, ana, "user lives_in Oslo")["stored"][0]["id"]
    assert http.post(f"{ana}/memories/{old}/reject").status_code == 200
    told(http, ana, "user lives_in Bergen")
    assert http.post(f"{ana}/memories/{old}/restore").status_code == 409


def test_lists_are_paged_to_the_end_without_repeats(http: TestClient, ana: str) -> None:
    told(http, ana, *(f"user likes thing{i}" for i in range(7)))
    seen: list[str] = []
    query: dict[str, Any] = {"limit": 3, "layer": "semantic"}
    while True:
        page = http.get(f"{ana}/memories", params=query).json()
        seen += [m["content"] for m in page["items"]]
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]
    assert sorted(seen) == sorted(f"user likes thing{i}" for i in range(7))


def test_relations_paths_timeline_and_graph(http: TestClient, ana: str) -> None:
    told(http, ana, "user friend Anna", "Anna lives_in Oslo", "event 2026-02-01 Anna married")
    anna, oslo = entity(http, ana, "Anna"), entity(http, ana, "Oslo")
    relations = http.get(f"{ana}/entities/{anna}/relations", params={"predicate": "lives_in"}).json()["items"]
    assert [(r["from"]["name"], r["to"]["name"], r["depth"]) for r in relations] == [("Anna", "Oslo", 1)]
    path = http.get(f"{ana}/paths", params={"from": anna, "to": oslo}).json()["items"][0]
    assert [e["name"] for e in path["entities"]] == ["Anna", "Oslo"]
    timeline = http.get(f"{ana}/timeline", params={"from": "2026-01-01T00:00:00Z"}).json()["items"]
    assert [m["content"] for m in timeline] == ["Anna married"]
    graph = http.get(f"{ana}/graph", params={"center": anna}).json()
    assert graph["center"] == anna
    assert {"Anna", "Oslo"} <= {n["name"] for n in graph["nodes"]}
    assert {"id", "from", "to", "label", "memory_id", "layer", "status", "polarity"} == graph["edges"][
        0
    ].keys()
    assert http.get(f"{ana}/entities/{anna}").json()["kind"] == "person"


def test_a_session_is_opened_changed_and_erased(http: TestClient, ana: str) -> None:
    path = f"{ana}/sessions/chat/2026:1"
    assert http.put(path, json={"state": {"step": 1}, "ttl_seconds": 60}).status_code == 201
    assert http.put(path, json={"instructions": ["be brief"]}).status_code == 200
    held = http.get(path).json()
    assert (held["id"], held["state"], len(held["instructions"])) == ("chat/2026:1", {"step": 1}, 1)
    assert http.delete(path).json()["sessions"] == 1
    assert http.get(path).status_code == 404


def test_a_session_is_gone_once_it_has_expired(http: TestClient, ana: str, clock: StoppedClock) -> None:
    http.put(f"{ana}/sessions/s1", json={"ttl_seconds": 60})
    clock.advance(seconds=61)
    assert http.get(f"{ana}/sessions/s1").status_code == 404


def test_consents_are_granted_listed_and_withdrawn(http: TestClient, ana: str) -> None:
    fact = {"subject": "user", "predicate": "name", "object": "Ana"}
    refused = http.post(f"{ana}/memories", json={"layer": "semantic", "fact": fact})
    assert (refused.status_code, refused.json()["category"]) == (422, "name")
    assert http.put(f"{ana}/consents/name", json={"purpose": "greeting"}).status_code == 201
    assert http.put(f"{ana}/consents/name").status_code == 200
    assert http.post(f"{ana}/memories", json={"layer": "semantic", "fact": fact}).status_code == 201
    assert http.get(f"{ana}/consents").json()["items"][0]["withdrawn_at"] is None
    assert http.delete(f"{ana}/consents/name").json()["withdrawn_at"] is not None


def test_stats_export_sources_and_erasure(http: TestClient, ana: str) -> None:
    body = {"messages": [{"id": "a/b", "role": "user", "content": "user likes tea"}], "session_id": "s1"}
    http.post(f"{ana}/interactions", json=body)
    told(http, ana, "user likes cake", session_id="s2")
    stats = http.get(f"{ana}/stats").json()
    assert {layer["layer"]: layer["count"] for layer in stats["layers"]}["semantic"] == 2
    exported = http.get(f"{ana}/export")
    assert "attachment" in exported.headers["Content-Disposition"]
    assert {m["content"] for m in exported.json()["memories"]} == {"user likes tea", "user likes cake"}
    assert http.delete(f"{ana}/sources/a/b").json()["memories"] == 1
    assert http.delete(f"{ana}/sources", params={"session_id": "s2"}).json()["memories"] == 1
    assert http.delete(ana).json()["users"] == 1
    assert http.get(f"{ana}/export").json()["memories"] == []


def test_an_entity_is_erased_with_what_is_about_it(http: TestClient, ana: str) -> None:
    told(http, ana, "user friend Anna", "Anna lives_in Oslo")
    anna = entity(http, ana, "Anna")
    assert http.delete(f"{ana}/entities/{anna}").json()["memories"] == 2
    assert http.get(f"{ana}/entities/{anna}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "memories",
        "entities",
        "timeline",
        "consents",
        "audit",
        "search?q=tea",
        "entities?q=x",
        "memories?limit=1",
    ],
)
def test_a_stranger_has_empty_lists(http: TestClient, ana: str, path: str) -> None:
    assert http.get(f"{ana}/{path}").json() == {"items": [], "next_cursor": None}


def test_a_stranger_has_no_context_and_nothing_to_erase(http: TestClient, ana: str) -> None:
    answer = http.post(f"{ana}/context", json={"query": "tea"})
    assert (answer.status_code, answer.json()["text"]) == (200, "")
    erased = http.delete(ana)
    assert erased.status_code == 200
    assert {v for k, v in erased.json().items() if k not in ("id", "at")} == {0}


def test_asking_makes_nobody_a_user(http: TestClient, ana: str) -> None:
    http.get(f"{ana}/stats")
    http.post(f"{ana}/context", json={})
    http.delete(ana)
    users = http.get("/v1/users", params={"limit": 500}).json()["items"]
    assert ana.removeprefix("/v1/users/") not in users


def test_the_audit_report_comes_in_pages(http: TestClient, ana: str) -> None:
    told(http, ana, "user likes tea")
    http.put(f"{ana}/consents/health", json={"purpose": "recipes"})
    first = http.get(f"{ana}/audit", params={"limit": 2}).json()
    rest = http.get(f"{ana}/audit", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    assert [i["action"] for i in first["items"] + rest["items"]] == [
        "user_created",
        "stored",
        "consent_granted",
    ]
    assert rest["next_cursor"] is None
    stored, granted = first["items"][1], rest["items"][0]
    assert (stored["content"], stored["reason"], len(stored["sources"])) == ("user likes tea", "user", 1)
    assert (granted["category"], granted["reason"], granted["sources"]) == ("health", "recipes", [])
    assert "memory_id" not in granted
    assert http.get(f"{ana}/audit", params={"limit": 0}).status_code == 422


def test_maintenance_is_run_and_tried(http: TestClient) -> None:
    for body in ({"dry_run": True}, {}, None):
        report = http.post("/v1/maintenance/decay", json=body)
        assert report.status_code == 200
        assert report.json()["dry_run"] is bool(body)


@pytest.mark.parametrize("name", ["a/b", "100% Ana", "Zoë|1", "..", "ana?x=1#y", "%2F", "安娜"])
def test_a_user_id_may_hold_any_visible_character(http: TestClient, name: str) -> None:
    from urllib.parse import quote

    user = f"/v1/users/{quote(name, safe='').replace('.', '%2E')}"
    told(http, user, "user likes tea")
    assert name in http.get("/v1/users", params={"limit": 500}).json()["items"]
    assert http.delete(user).json()["users"] == 1
