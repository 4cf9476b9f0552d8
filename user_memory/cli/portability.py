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
from user_memory.graph.errors import InvalidInput
from user_memory.graph.formats.document import FORMAT, VERSION
from user_memory.graph.shapes import to_json

if TYPE_CHECKING:
    from user_memory.graph.memory.service import MemoryService


def write_document(document: Mapping[str, Any] | str, out: Path | None) -> None:
    """Write an export to ``out``, readable by its owner only, or to standard output."""
    text = document if isinstance(document, str) else _json(document)
    if out is None:
        sys.stdout.write(text)
        return
    out.touch(mode=0o600)
    out.write_text(text, encoding="utf-8")


class Export(TypedDict):
    """The parts of an export that are checked field by field before anything is taken in."""

    memories: list[MemoryAnswer]
    entities: list[EntityAnswer]
    sessions: list[SessionAnswer]
    consents: list[ConsentAnswer]


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(to_json(document), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def read_document(name: str) -> Mapping[str, Any]:
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
        TypeAdapter(Export).validate_python(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidInput(f"{name} is no whole export: {place}: {first['msg']}.", where=place) from None
    return document


def import_document(memory: MemoryService, user_id: str, document: Mapping[str, Any]) -> int:
    """Take the export in and tell what became of it; answers how much was refused."""
    done = memory.import_user(user_id, document)
    for what, why in done.refused:
        print(f"{what}: {why}", file=sys.stderr)
    print(f"{done.stored} memories taken in, {done.known} were there before, {len(done.refused)} refused.")
    return len(done.refused)
