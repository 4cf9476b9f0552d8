"""Everything that is stored about a user, to take elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from user_memory.graph.errors import InvalidInput
from user_memory.graph.formats.cypher import cypher_script
from user_memory.graph.formats.graphml import graphml
from user_memory.graph.formats.jsonld import jsonld
from user_memory.graph.memory.figures import everything
from user_memory.graph.memory.runtime import Account, Runtime, read
from user_memory.graph.shapes import to_json
from user_memory.graph.store.entities import read_merges

FORMATS = ("json", "jsonld", "graphml", "cypher")


def export(runtime: Runtime, account: Account, format: str) -> Mapping[str, Any] | str:
    """``json`` as values of the model, ``jsonld`` as JSON's own types, ``graphml`` and ``cypher`` as text.

    Raises:
        InvalidInput: there is no such format.
    """
    if format not in FORMATS:
        raise InvalidInput(f"format must be one of {', '.join(FORMATS)}.", where="format")
    memories, entities, sessions, consents = everything(runtime, account)
    document = {
        "format": "user-memory",
        "version": 1,
        "exported_at": runtime.clock(),
        "user_id": account.user_id,
        "memories": memories,
        "entities": entities,
        "merges": read(runtime, account, read_merges, list),
        "sessions": sessions,
        "consents": consents,
    }
    match format:
        case "jsonld":
            return jsonld(to_json(document))
        case "graphml":
            return graphml(to_json(document))
        case "cypher":
            return cypher_script(to_json(document))
    return document
