"""Who may call, and who may not: keys, tenants, this machine, other origins."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.api.conftest import client_of
from tests.api.test_bad_input import is_problem
from tests.api.test_calls import told
from user_memory.api.app import create_app
from user_memory.api.server import check_exposure
from user_memory.graph.errors import ConfigurationError
from user_memory.graph.memory.service import MemoryService
from user_memory.settings import Settings

STATS = "/v1/users/ana/stats"


def test_a_key_opens_its_tenant_only(locked: MemoryService) -> None:
    _, red = locked.keys.create("red")
    _, blue = locked.keys.create("blue")
    http = client_of(locked)
    told(client_of(locked, authorization=f"Bearer {red}"), "/v1/users/ana", "user likes tea")
    for header in (
        {"Authorization": f"Bearer {blue}"},
        {"X-API-Key": blue},
        {"authorization": f"bearer {blue}"},
    ):
        assert http.get(STATS, headers=header).json()["active"] == 0
        assert http.get("/v1/users", headers=header).json()["items"] == []
    assert http.get(STATS, headers={"X-API-Key": red}).json()["active"] == 1
    assert http.get("/v1/users", headers={"X-API-Key": red}).json()["items"] == ["ana"]


def test_maintenance_runs_over_the_tenant_of_the_key_only(locked: MemoryService) -> None:
    _, red = locked.keys.create("red")
    _, blue = locked.keys.create("blue")
    for key in (red, blue):
        told(client_of(locked, authorization=f"Bearer {key}"), "/v1/users/ana", "user likes tea")
    told(client_of(locked, authorization=f"Bearer {blue}"), "/v1/users/bob", "user likes tea")
    http = client_of(locked)
    for body in ({"dry_run": True}, {}):
        counted = [
            http.post("/v1/maintenance/decay", json=body, headers={"X-API-Key": key}).json()["users"]
            for key in (red, blue)
        ]
        assert counted == [1, 2]


def test_once_there_is_a_key_it_is_needed_also_on_this_machine(locked: MemoryService) -> None:
    http = client_of(locked)
    assert http.get(STATS).status_code == 200
    key, secret = locked.keys.create("default")
    assert "WWW-Authenticate" in http.get(STATS).headers
    is_problem(http.get(STATS), 401)
    is_problem(http.get(STATS, headers={"X-API-Key": secret + "0"}), 401)
    is_problem(http.get(STATS, headers={"X-API-Key": ""}), 401)
    is_problem(http.get(STATS, headers={"Authorization": f"Basic {secret}"}), 401)
    assert http.get(STATS, headers={"X-API-Key": secret}).status_code == 200
    locked.keys.revoke(key.id)
    is_problem(http.get(STATS, headers={"X-API-Key": secret}), 401)
    is_problem(http.get(STATS), 401)


def test_health_and_figures_need_no_key(locked: MemoryService) -> None:
    locked.keys.create("default")
    http = client_of(locked)
    for path in ("/livez", "/readyz", "/metrics", "/version", "/docs", "/openapi.json"):
        assert http.get(path).status_code == 200


def test_without_keys_another_machine_is_refused(memory: MemoryService) -> None:
    app = create_app(memory, Settings())
    http = TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.7", 50_000))
    is_problem(http.get(STATS), 401)
    assert http.get("/livez").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "[::1", ""]
)
def test_without_keys_a_foreign_host_name_is_refused(http: TestClient, host: str) -> None:
    is_problem(http.get(STATS, headers={"Host": host}), 403)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000"])
def test_without_keys_this_machine_is_served_under_its_own_names(http: TestClient, host: str) -> None:
    assert http.get(STATS, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_origin_can_neither_read_nor_write(
    http: TestClient, ana: str, headers: dict[str, str]
) -> None:
    body = {"messages": [{"role": "user", "content": "user likes tea"}]}
    is_problem(http.post(f"{ana}/interactions", json=body, headers=headers), 403)
    is_problem(http.delete(ana, headers=headers), 403)
    is_problem(http.get(f"{ana}/stats", headers=headers), 403)
    assert http.get(f"{ana}/stats").json()["revision"] == 0


def test_the_services_own_pages_may_call_it(http: TestClient, ana: str) -> None:
    headers = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert http.get(f"{ana}/stats", headers=headers).status_code == 200


def test_listening_beyond_this_machine_takes_a_key(locked: MemoryService) -> None:
    check_exposure(locked, "127.0.0.1")
    check_exposure(locked, "::1")
    with pytest.raises(ConfigurationError, match="keys create"):
        check_exposure(locked, "0.0.0.0")
    locked.keys.create("default")
    check_exposure(locked, "0.0.0.0")
