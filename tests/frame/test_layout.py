"""The frame: one import package over the top-level folders, locks, containers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("part", ["graph", "extraction", "api", "cypher"])
def test_every_part_is_a_relative_link_into_the_package(part: str) -> None:
    link = ROOT / "user_memory" / part
    assert link.is_symlink()
    assert os.readlink(link) == f"../{part}"


@pytest.mark.parametrize(
    "line", ["from graph.model import Memory", "import api.app", "from extraction import open_extractor"]
)
def test_the_linter_refuses_imports_that_the_wheel_cannot_serve(line: str) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--stdin-filename", "graph/example.py", "-"]
    done = subprocess.run(command, input=f"{line}\n", capture_output=True, text=True, cwd=ROOT, check=False)
    assert "TID251" in done.stdout


def test_importing_the_package_is_light() -> None:
    heavy = ["arcadedb", "fastapi", "neo4j", "networkx", "numpy", "onnxruntime", "pydantic", "spacy"]
    program = f"import sys, user_memory; print([m for m in {heavy} if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )


@pytest.mark.parametrize("lock", LOCKS, ids=lambda p: p.name)
def test_locks_pin_every_package_by_hash_and_name_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    blocks = re.split(r"(?m)^(?=\S)", text)
    assert [b for b in blocks if b.strip() and not ("==" in b and "--hash=sha256:" in b)] == []


def test_locks_hold_every_dependency() -> None:
    locked = set(
        re.findall(r"(?m)^([a-z0-9-]+)==", (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8"))
    )
    groups = project()["project"]
    named = [
        *groups["dependencies"],
        *(d for extra in groups["optional-dependencies"].values() for d in extra),
    ]
    names = {re.split(r"[\[<>=! ]", d)[0].lower().replace("_", "-") for d in named} - {"user-memory"}
    assert names - locked == set()


def test_every_dependency_is_justified() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = re.findall(r'(?m)^  "[A-Za-z][\w.-]*(?:[<>=]=?|==)[^"]*",?.*$', text)
    assert len(lines) > 20
    assert [line for line in lines if "#" not in line] == []


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return loaded


def test_containers_are_reached_from_this_machine_only() -> None:
    ports = [port for service in compose()["services"].values() for port in service["ports"]]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_containers_have_no_default_password() -> None:
    said = re.findall(r"\$\{NEO4J_PASSWORD[^}]*\}", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert said
    assert [use for use in said if not use.startswith("${NEO4J_PASSWORD:?")] == []


def test_containers_keep_data_in_named_volumes_and_run_without_root() -> None:
    services, volumes = compose()["services"], compose()["volumes"]
    used = {mount.split(":")[0] for service in services.values() for mount in service["volumes"]}
    assert used == set(volumes)
    assert services["neo4j"]["user"].split(":")[0] != "0"
    assert re.search(r"(?m)^USER (?!root|0)", (ROOT / "Dockerfile").read_text(encoding="utf-8"))


def test_the_service_waits_until_neo4j_answers_over_bolt() -> None:
    services = compose()["services"]
    assert "bolt://" in services["neo4j"]["healthcheck"]["test"][1]
    assert services["user-memory"]["depends_on"]["neo4j"]["condition"] == "service_healthy"


def test_the_compose_file_is_one_that_the_client_reads() -> None:
    if (
        shutil.which("docker") is None
        or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        pytest.skip("no docker client with its compose plugin is installed")
    command = ["docker", "compose", "config", "--format", "json"]
    password = {"NEO4J_PASSWORD": "a password of the test"}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=os.environ | password, check=True
    )
    assert set(json.loads(done.stdout)["services"]) == {"neo4j", "user-memory"}
    bare = {k: v for k, v in os.environ.items() if k != "NEO4J_PASSWORD"}
    assert (
        "set NEO4J_PASSWORD"
        in subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=bare, check=False).stderr
    )


def test_make_says_what_a_clone_without_links_lacks(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "user_memory").mkdir()
    (tmp_path / "user_memory" / "graph").write_text("../graph")
    done = subprocess.run(["make", "links"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode != 0
    assert "core.symlinks true" in done.stdout
