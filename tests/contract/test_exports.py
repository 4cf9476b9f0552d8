"""The export formats: each holds what is stored, and the script builds it anew."""

from __future__ import annotations

import uuid
from xml.etree import ElementTree

import pytest

from user_memory.graph.errors import InvalidInput
from user_memory.graph.formats.cypher import literal
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.shapes import to_json

NASTY = "quote \" and ' and \\ and \\u0022 and $rows and <b> & 北京"


@pytest.fixture
def told(ana: User) -> User:
    ana.remember("user sibling Nina\nNina lives_in Oslo\nevent 2026-01-05 Nina visited Mona\nrule be brief")
    ana.remember("user lives_in Porto")
    ana.remember("user lives_in Lisbon")
    ana.add("semantic", fact={"subject": "user", "predicate": "likes", "object": NASTY})
    return ana


def test_graphml_holds_every_entity_and_memory(told: User) -> None:
    root = ElementTree.fromstring(str(told.export("graphml")))
    found = {e.get("id") for e in root.iter() if e.tag.endswith(("}node", "}edge"))}
    document = to_json(told.export())
    assert {e["id"] for e in document["entities"]} <= found
    assert {m["id"] for m in document["memories"]} <= found
    assert NASTY in {e.text for e in root.iter()}


def test_jsonld_points_at_its_own_nodes(told: User) -> None:
    document = told.export("jsonld")
    assert not isinstance(document, str)
    nodes = {n["@id"]: n for n in document["@graph"] if "@id" in n}
    facts = [n for n in nodes.values() if n["@type"] == "Fact"]
    assert len(facts) == 5
    for fact in facts:
        assert {nodes[fact["subject"]]["@type"], nodes[fact["object"]]["@type"]} == {"Entity"}
    (newer,) = [n for n in facts if "supersedes" in n]
    assert nodes[newer["supersedes"]]["status"] == "superseded"
    assert {n["@type"] for n in nodes.values()} == {"Entity", "Fact", "Event", "Rule"}


def test_the_cypher_script_builds_the_same_graph_twice_over(told: User, memory: MemoryService) -> None:
    owner = f"copy-{uuid.uuid4()}"
    script = str(told.export("cypher")).replace(literal(told.id), literal(owner))
    for _ in range(2):
        for text in script.split(";\n"):
            if text.strip():
                memory.runtime.database.schema(text)
    held = memory.runtime.database.read(lambda tx: tx.of(owner).table("memories.all"))
    document = to_json(told.export())
    assert sorted((r["id"], r["content"], r["status"]) for r in held) == sorted(
        (m["id"], m["content"], m["status"]) for m in document["memories"]
    )
    ends = memory.runtime.database.read(lambda tx: tx.of(owner).table("memories.entities_all"))
    assert sorted((r["as"], r["entity"]) for r in ends if r["as"] in ("SUBJECT", "OBJECT")) == sorted(
        (end.upper(), m["fact"][end]["id"])
        for m in document["memories"]
        if "fact" in m
        for end in ("subject", "object")
    )
    evidence = memory.runtime.database.read(lambda tx: tx.of(owner).run("sources.count"))
    assert evidence[0]["n"] == len({s["message_id"] for m in document["memories"] for s in m["sources"]})


@pytest.mark.parametrize("value", [NASTY, "a\nb", "\\", '\\"', "\\\\u0041", "x; y"])
def test_a_literal_reads_back_as_it_was(memory: MemoryService, value: str) -> None:
    def work(tx: object) -> object:
        return next(iter(tx._tx.run(f"RETURN {literal(value)} AS v")))["v"]  # type: ignore[attr-defined]

    assert memory.runtime.database.read(work) == value


def test_an_unknown_user_exports_as_empty_in_every_format(memory: MemoryService) -> None:
    for format in ("json", "jsonld", "graphml", "cypher"):
        assert memory.user("nobody").export(format)


def test_an_unknown_format_is_refused(ana: User) -> None:
    with pytest.raises(InvalidInput, match="graphml"):
        ana.export("pdf")
