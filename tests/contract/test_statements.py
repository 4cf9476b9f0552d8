"""Every Cypher statement is named, declares its parameters, and stays with its owner."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import user_memory
from user_memory.graph.statements import Statement, migrations, statements

SYSTEM = {
    "keys.count",
    "keys.create",
    "keys.list",
    "keys.resolve",
    "keys.revoke",
    "leases.finish",
    "leases.read",
    "leases.take",
    "receipts.create",
    "schema.set_version",
    "schema.version",
    "system.ping",
    "users.create",
    "users.find",
    "users.owners",
    "users.page",
    "users.revisions",
}
NODE = re.compile(r"\((\w*)((?::\w+)*)\s*(\{[^{}]*\})?\)")
EDGE = re.compile(r"-\[([^\]]*)\]-")
WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|REMOVE)\b")
OWNED = [s for s in statements().values() if s.scope == "owner"]


def names(items: list[Statement]) -> list[str]:
    return [s.name for s in items]


def test_statements_without_an_owner_are_these() -> None:
    assert {s.name for s in statements().values() if s.scope == "system"} == SYSTEM


@pytest.mark.parametrize("statement", statements().values(), ids=names(list(statements().values())))
def test_a_statement_declares_its_parameters_and_mode(statement: Statement) -> None:
    assert set(re.findall(r"\$(\w+)", statement.text)) == statement.params
    assert (statement.mode == "write") == bool(WRITES.search(statement.text))


@pytest.mark.parametrize("statement", OWNED, ids=names(OWNED))
def test_law_3_every_node_of_a_statement_is_bound_to_the_owner(statement: Statement) -> None:
    code = re.sub(
        r"\b(?:count|labels|properties|collect|size|toLower|datetime|coalesce|any|all|nodes|properties|type)\([^()]*\)",
        "",
        statement.text,
    )
    bound: set[str] = set()
    for name, labels, properties in NODE.findall(code):
        if name in bound and not labels and not properties:
            continue
        assert name, f"a node without a name in {statement.name}"
        assert labels, f"({name}) has no label in {statement.name}"
        assert "owner: $owner" in properties, f"({name}) is not bound in {statement.name}"
        bound.add(name)
    assert bound


@pytest.mark.parametrize("statement", OWNED, ids=names(OWNED))
def test_law_3_every_edge_lists_its_types_and_no_pattern_is_open(statement: Statement) -> None:
    for edge in EDGE.findall(statement.text):
        assert re.fullmatch(r"\w*:[A-Z_]+(\|[A-Z_]+)*", edge), f"[{edge}] in {statement.name}"
    assert "--" not in statement.text.replace("-->", "--")


def test_no_cypher_stands_in_the_code() -> None:
    root = Path(user_memory.__file__).parent
    pattern = re.compile(r"\b(MATCH|MERGE|UNWIND|DETACH DELETE)\s*\(|\bRETURN [a-z]+\.[a-z]")
    found = [
        str(file.relative_to(root))
        for folder in ("graph", "extraction", "api", "cli", "bench")
        for file in (root / folder).rglob("*.py")
        if pattern.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_statement_has_a_second_variant_for_one_engine() -> None:
    assert [s.name for s in statements().values() if s.name.endswith(("_embedded", "_neo4j"))] == []


def test_schema_steps_are_numbered_without_gaps() -> None:
    assert [m.version for m in migrations()] == list(range(1, len(migrations()) + 1))
