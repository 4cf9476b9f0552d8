"""An export as GraphML: entities, events and rules as nodes, facts as edges between entities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import networkx as nx

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(document: Mapping[str, Any]) -> str:
    """The document as GraphML text. Facts, events and rules carry their content, status, times and importance."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(user_id=_text(document["user_id"]))
    for entity in document["entities"]:
        graph.add_node(entity["id"], **_plain(entity))
    for memory in document["memories"]:
        _add(graph, memory)
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def _add(graph: nx.MultiDiGraph[str], memory: Mapping[str, Any]) -> None:
    fact, event, rule = (memory.get(part) for part in ("fact", "event", "rule"))
    held = _plain(memory)
    if fact:
        for end in (fact["subject"], fact["object"]):
            graph.add_node(end["id"], name=_text(end["name"]), kind=end["kind"])
        graph.add_edge(fact["subject"]["id"], fact["object"]["id"], memory["id"], **held | _plain(fact))
        return
    graph.add_node(memory["id"], kind="event" if event else "rule", **held | _plain(event or rule or {}))
    for entity in event["involves"] if event else ():
        graph.add_node(entity["id"], name=_text(entity["name"]), kind=entity["kind"])
        graph.add_edge(memory["id"], entity["id"], f"{memory['id']}:{entity['id']}", predicate="involves")


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """What GraphML can hold of a value: texts, numbers and truths; lists of texts as one text."""
    held: dict[str, Any] = {}
    for name, item in value.items():
        if isinstance(item, str):
            held[name] = _text(item)
        elif isinstance(item, bool | int | float):
            held[name] = item
        elif isinstance(item, list) and item and all(isinstance(i, str) for i in item):
            held[name] = _text("; ".join(item))
    return held


def _text(value: str) -> str:
    """``value`` without the characters that XML 1.0 does not take."""
    return _NOT_XML.sub("\ufffd", value)
