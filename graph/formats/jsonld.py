"""An export as linked data (JSON-LD 1.1). Provenance uses the terms of PROV-O, names those of schema.org."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_DATE = "http://www.w3.org/2001/XMLSchema#dateTime"
_TIMES = (
    "exported_at",
    "recorded_at",
    "ended_at",
    "retired_at",
    "expires_at",
    "last_accessed_at",
    "first_seen_at",
    "last_seen_at",
    "valid_from",
    "valid_to",
    "occurred_from",
    "occurred_to",
    "started_at",
    "granted_at",
    "withdrawn_at",
    "at",
)
CONTEXT: Mapping[str, Any] = {
    "@version": 1.1,
    "@vocab": "urn:user-memory:term:",
    "name": "http://schema.org/name",
    "aliases": "http://schema.org/alternateName",
    "sources": "http://www.w3.org/ns/prov#wasDerivedFrom",
    "supersedes": {"@id": "http://www.w3.org/ns/prov#wasRevisionOf", "@type": "@id"},
    "subject": {"@type": "@id"},
    "object": {"@type": "@id"},
    "involves": {"@type": "@id"},
    "predicate": {"@type": "@vocab"},
    **{name: {"@type": _DATE} for name in _TIMES},
}
_TYPES = {"semantic": "Fact", "episodic": "Event", "procedural": "Rule"}


def jsonld(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with every entity and memory as a node; references are IRIs of the form ``urn:uuid:ID``."""
    nodes = [{"@id": _iri(e["id"]), "@type": "Entity", **_without(e, "id")} for e in document["entities"]]
    nodes += [_memory(m) for m in document["memories"]]
    nodes += [{"@type": "Consent", **c} for c in document["consents"]]
    nodes += [{"@type": "Session", **s} for s in document["sessions"]]
    return {
        "@context": dict(CONTEXT),
        "@type": "MemoryOfUser",
        "user_id": document["user_id"],
        "exported_at": document["exported_at"],
        "@graph": nodes,
    }


def _iri(key: str) -> str:
    return f"urn:uuid:{key}"


def _without(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {k: v for k, v in value.items() if k not in names and v is not None}


def _memory(memory: Mapping[str, Any]) -> dict[str, Any]:
    node: dict[str, Any] = {"@id": _iri(memory["id"]), "@type": _TYPES[memory["layer"]]}
    node |= _without(memory, "id", "fact", "event", "rule", "supersedes", "sources")
    if memory.get("supersedes"):
        node["supersedes"] = _iri(memory["supersedes"])
    if fact := memory.get("fact"):
        ends = {end: _iri(fact[end]["id"]) for end in ("subject", "object")}
        node |= _without(fact, "subject", "object") | ends
    if event := memory.get("event"):
        node |= _without(event, "involves") | {"involves": [_iri(e["id"]) for e in event["involves"]]}
    node |= _without(memory.get("rule") or {})
    node["sources"] = [_without(s) for s in memory["sources"]]
    return node
