"""Law 2 through the real extractor: no secret is stored, in any field, log line or error, consented or not."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from user_memory import UserMemory
from user_memory.graph.errors import UserMemoryError
from user_memory.graph.vocabulary import categories

SECRETS = {
    "github_pat": ("my token is {} please keep it", "ghp_" + "a1B2" * 9),
    "openai": ("use {} for the api", "sk-proj-" + "Ab12Cd34" * 6),
    "anthropic": ("key: {}", "sk-ant-api03-" + "Ab12Cd34" * 8),
    "aws": ("AWS_ACCESS_KEY_ID={}", "AKIA" + "IOSFODNN7EXAMPLE"),
    "google": ("maps key {}", "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"),
    "password": ("my password is {} don't tell anyone", "hunter2!xY"),
    "pin": ("the alarm code at home is {}", "4829"),
    "url": ("the db is at {}", "postgres://admin:s3cr3tpw@db.example/x"),
    "jwt": (
        "bearer {}",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    ),
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with UserMemory.open(tmp_path_factory.mktemp("secrets")) as opened:
        yield opened


@pytest.mark.parametrize("kind", SECRETS)
def test_law_2_a_secret_is_refused_and_left_nowhere(
    memory: UserMemory, kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    template, secret = SECRETS[kind]
    user = memory.user(f"user-{kind}")
    for category in sorted(categories()):
        user.grant(category)
    said = f"I live in Lisbon. {template.format(secret)}. I like tea."
    receipt = user.remember([{"id": "m1", "role": "user", "content": said}], session_id="s")
    assert "secret" in {r.reason for r in receipt.refused}
    for refusal in (r for r in receipt.refused if r.reason == "secret"):
        assert 0 <= refusal.start < refusal.end <= len(said)
    for write in (
        lambda: user.add(
            "semantic", fact={"subject": "user", "predicate": "owns", "object": template.format(secret)}
        ),
        lambda: user.add("episodic", content=f"user said {template.format(secret)}"),
        lambda: user.put_session("s2", state={"note": template.format(secret)}),
    ):
        with pytest.raises(UserMemoryError) as caught:
            write()
        assert secret not in str(caught.value)
    memory.flush()
    stored = json.dumps(user.export(), default=str, ensure_ascii=False)
    assert secret not in stored
    assert secret not in caplog.text
    assert "Lisbon" in stored
