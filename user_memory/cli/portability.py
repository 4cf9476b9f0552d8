"""One user's memory as a document, out and in again."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from user_memory.api.strict_json import loads
from user_memory.graph.errors import Conflict, InvalidInput
from user_memory.graph.shapes import to_json

if TYPE_CHECKING:
    from user_memory.graph.memory.user import User

FORMAT, VERSION = "user-memory", 1
_ACTIVE = ("current", "tentative")


def write_document(document: Mapping[str, Any], out: Path | None) -> None:
    """Write an export to ``out``, readable by its owner only, or to standard output."""
    text = json.dumps(to_json(document), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    if out is None:
        sys.stdout.write(text)
        return
    out.touch(mode=0o600)
    out.write_text(text, encoding="utf-8")


def read_document(name: str) -> Mapping[str, Any]:
    """A JSON export from a file, or from standard input for ``-``.

    Raises:
        InvalidInput: it is no export, or one of a newer version.
    """
    body = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    document = loads(body)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidInput(f'{name} is no JSON export of this program: it has no "format": "{FORMAT}".')
    if document.get("version") != VERSION:
        raise InvalidInput(
            f"{name} is an export of version {document.get('version')}; this program reads {VERSION}."
        )
    return document


def import_document(user: User, document: Mapping[str, Any]) -> int:
    """Grant the consents, then store each memory that holds; answers how many were refused.

    Each memory goes in under an idempotency key made of its id, and a fact that is known is reinforced, not doubled.
    """
    for item in document.get("consents", ()):
        if item.get("withdrawn_at") is None:
            user.grant(item["category"], item.get("purpose"))
    done = refused = left_out = 0
    for memory in document.get("memories", ()):
        if memory.get("status") not in _ACTIVE:
            left_out += 1
            continue
        try:
            user.add(**_statement(memory), idempotency_key=f"import:{memory['id']}")
            done += 1
        except (InvalidInput, Conflict) as error:
            refused += 1
            print(f"memory {memory.get('id')}: {error.detail}", file=sys.stderr)
    for session in document.get("sessions", ()):
        told = [i["instruction"] for i in session.get("instructions", ())]
        user.put_session(session["id"], state=session.get("state"), instructions=told)
    print(f"{done} memories taken in, {refused} refused, {left_out} no longer held left out.")
    return refused


def _statement(memory: Mapping[str, Any]) -> dict[str, Any]:
    """An exported memory as the arguments that store it: entities by name."""
    body: dict[str, Any] = {
        k: memory[k] for k in ("layer", "content", "importance", "tags", "pinned", "expires_at")
    }
    if fact := memory.get("fact"):
        body["fact"] = fact | {"subject": fact["subject"]["name"], "object": fact["object"]["name"]}
    if event := memory.get("event"):
        body["event"] = event | {"involves": [e["name"] for e in event["involves"]]}
    if rule := memory.get("rule"):
        body["rule"] = rule
    return body
