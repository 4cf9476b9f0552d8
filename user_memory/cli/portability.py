"""One user's memory as a document, out and in again."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from user_memory.api.answers import ConsentAnswer, EntityAnswer, MemoryAnswer, SessionAnswer
from user_memory.api.strict_json import loads
from user_memory.graph.errors import Conflict, InvalidInput
from user_memory.graph.shapes import to_json

if TYPE_CHECKING:
    from user_memory.graph.memory.user import User

FORMAT, VERSION = "user-memory", 1


def write_document(document: Mapping[str, Any] | str, out: Path | None) -> None:
    """Write an export to ``out``, readable by its owner only, or to standard output."""
    text = document if isinstance(document, str) else _json(document)
    if out is None:
        sys.stdout.write(text)
        return
    out.touch(mode=0o600)
    out.write_text(text, encoding="utf-8")


class Export(TypedDict):
    """The parts of an export that can be taken in."""

    memories: list[MemoryAnswer]
    entities: list[EntityAnswer]
    sessions: list[SessionAnswer]
    consents: list[ConsentAnswer]


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(to_json(document), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def read_document(name: str) -> Export:
    """A JSON export from a file, or from standard input for ``-``.

    Raises:
        InvalidInput: it is no export, or one of another version.
    """
    body = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        document = loads(body)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.detail.replace('The body', 'The file')}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidInput(f'{name} is no JSON export of this program: it has no "format": "{FORMAT}".')
    if document.get("version") != VERSION:
        raise InvalidInput(
            f"{name} is an export of another version than {VERSION}, which this program reads."
        )
    try:
        return TypeAdapter(Export).validate_python(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidInput(f"{name} is no whole export: {place}: {first['msg']}.", where=place) from None


def import_document(user: User, document: Export) -> int:
    """Grant the consents, then store what holds or once held; answers how many memories were refused.

    Each memory goes in under an idempotency key made of its id, and a fact that is known is reinforced, not doubled.
    Tentative, retracted and archived memories are left out: an import states what it stores as certain.
    """
    for consent in document["consents"]:
        if consent["withdrawn_at"] is None:
            user.grant(consent["category"], consent["purpose"])
    aliases = {entity["id"]: entity["aliases"] for entity in document["entities"]}
    done = refused = left_out = 0
    for memory in document["memories"]:
        if not _stands(memory):
            left_out += 1
            continue
        try:
            user.add(**_statement(memory, aliases), idempotency_key=f"import:{memory['id']}")
            done += 1
        except (InvalidInput, Conflict) as error:
            refused += 1
            print(f"memory {memory['id']}: {error.detail}", file=sys.stderr)
    for session in document["sessions"]:
        told = [i["instruction"] for i in session["instructions"]]
        user.put_session(session["id"], state=session["state"], instructions=told)
    print(
        f"{done} memories taken in, {refused} refused, {left_out} left out (tentative, retracted or archived)."
    )
    return refused


def _stands(memory: MemoryAnswer) -> bool:
    """Whether the memory is certain: it holds, or it held until a known time."""
    fact = memory.get("fact")
    ended = memory["status"] == "superseded" and fact is not None and fact["valid_to"] is not None
    return memory["status"] == "current" or ended


def _statement(memory: MemoryAnswer, aliases: Mapping[str, list[str]]) -> dict[str, Any]:
    """An exported memory as the arguments that store it: entities by name."""
    known: Mapping[str, Any] = memory
    body: dict[str, Any] = {
        k: known[k] for k in ("layer", "content", "importance", "tags", "pinned", "expires_at")
    }
    if "fact" in memory:
        fact = memory["fact"]
        body["fact"] = {**fact, "subject": fact["subject"]["name"], "object": fact["object"]["name"]}
        body["aliases"] = aliases.get(fact["object"]["id"], [])
    if "event" in memory:
        body["event"] = {**memory["event"], "involves": [e["name"] for e in memory["event"]["involves"]]}
    if "rule" in memory:
        body["rule"] = memory["rule"]
    return body
