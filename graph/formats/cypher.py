"""An export as a Cypher script, for a Neo4j of one's own. The statements are those of ``export.cypher``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from user_memory.graph.keys import entity_key
from user_memory.graph.statements import statements

BATCH = 200
"""Rows of one statement."""
Rows = list[dict[str, Any]]
_PARAMETER = re.compile(r"\$(owner|rows)\b")
_SPECIAL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def cypher_script(document: Mapping[str, Any]) -> str:
    """The document as statements that end in semicolons; the nodes carry the user id as ``owner``."""
    parts = ["// Memory of one user. Run it with cypher-shell; running it again changes nothing."]
    for name, rows in _tables(document):
        text = statements()[name].text
        for start in range(0, len(rows), BATCH):
            given = {"owner": literal(document["user_id"]), "rows": literal(rows[start : start + BATCH])}
            parts.append(_PARAMETER.sub(lambda m, given=given: given[m[1]], text) + ";")  # type: ignore[misc]
    return "\n\n".join(parts) + "\n"


def _tables(document: Mapping[str, Any]) -> Iterator[tuple[str, Rows]]:
    memories: Sequence[Mapping[str, Any]] = document["memories"]
    yield "export.entities", [{**e, "key": entity_key(e["name"])} for e in document["entities"]]
    sources = {
        s["message_id"]: _of(s, "message_id", "session_id", "role", "at")
        for m in memories
        for s in m["sources"]
    }
    yield "export.sources", list(sources.values())
    yield "export.facts", [_fact(m) for m in memories if "fact" in m]
    yield "export.events", [_held(m) | _of(m["event"], *_EVENT) for m in memories if "event" in m]
    yield "export.rules", [_held(m) | _of(m["rule"], *_RULE) for m in memories if "rule" in m]
    yield (
        "export.involves",
        [_row(m, entity=e["id"]) for m in memories if "event" in m for e in m["event"]["involves"]],
    )
    spans = ("message_id", "start", "end", "quote")
    yield "export.evidence", [_row(m, **_of(s, *spans)) for m in memories for s in m["sources"]]
    yield "export.supersedes", [_row(m, old=m["supersedes"]) for m in memories if m.get("supersedes")]


_HELD = ("id", "content", "status", "confidence", "importance", "tags", "pinned", "recorded_at")
_FACT = ("predicate", "polarity", "qualifier", "valid_from", "valid_to")
_EVENT = ("occurred_from", "occurred_to", "precision")
_RULE = ("condition", "instruction", "polarity", "scope")


def _of(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value[name] for name in names}


def _held(memory: Mapping[str, Any]) -> dict[str, Any]:
    return _of(memory, *_HELD)


def _fact(memory: Mapping[str, Any]) -> dict[str, Any]:
    fact = memory["fact"]
    ends = {end: fact[end]["id"] for end in ("subject", "object")}
    return _held(memory) | _of(fact, *_FACT) | ends


def _row(memory: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"memory": memory["id"], **more}


def literal(value: Any) -> str:
    """A JSON value as a Cypher literal. No text can end its literal early."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {literal(item)}" for name, item in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return json.dumps(value, allow_nan=False)


def _quoted(text: str) -> str:
    r"""Some parsers read ``\uXXXX`` before anything else, even behind another backslash, so the two never meet."""
    escaped = "".join(_SPECIAL.get(c, c) for c in text)
    return '"' + escaped.replace("\\\\u", '\\\\" + "u') + '"'
