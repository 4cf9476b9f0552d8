"""Law 7 on the embedded engine: what is deleted leaves every file, and uniqueness holds afterwards."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from user_memory.graph.engines.cleansing import dropping
from user_memory.graph.engines.embedded import EmbeddedEngine
from user_memory.graph.statements import migrations

SCHEMA = tuple(text for step in migrations() for text in step.statements)


class Graph:
    """A few statements on an engine, by a driver of its own each time."""

    def __init__(self, engine: EmbeddedEngine) -> None:
        self.engine = engine

    def run(self, text: str, **params: object) -> list[neo4j.Record]:
        at = self.engine.endpoint
        with neo4j.GraphDatabase.driver(at.uri, auth=at.auth) as driver:
            return driver.execute_query(text, params, database_=at.database).records

    def migrate(self) -> None:
        for text in SCHEMA:
            self.run(text)

    def remember(self, owner: str, rows: list[dict[str, str]]) -> None:
        self.run(
            "UNWIND $rows AS row CREATE (:Memory:Semantic {owner: $owner, id: row.id, content: row.text, slot: row.text})"
            "-[:EVIDENCED_BY {quote: row.text}]->(:Source {owner: $owner, id: row.id, message_id: row.text})",
            owner=owner,
            rows=rows,
        )


@pytest.fixture
def graph(data_folder: Path) -> Iterator[Graph]:
    engine = EmbeddedEngine(data_folder)
    engine.start()
    graph = Graph(engine)
    graph.migrate()
    yield graph
    engine.close()


def files_with(folder: Path, word: str) -> list[str]:
    mark = word.encode()
    return sorted(p.name for p in folder.rglob("*") if p.is_file() and mark in p.read_bytes())


def rows(chance: random.Random, word: str, count: int) -> list[dict[str, str]]:
    """Texts of a few to some hundred letters, the word in each."""
    return [
        {
            "id": f"{word}-{i}",
            "text": " ".join([f"{i}-{word}{chance.randrange(10**6)}"] * chance.choice([1, 3, 12])),
        }
        for i in range(count)
    ]


def refused(graph: Graph, text: str) -> bool:
    try:
        graph.run(text)
    except neo4j.exceptions.ConstraintError:
        return True
    return False


@pytest.mark.parametrize("seed", [1, 2])
def test_deleted_and_overwritten_words_leave_every_file(graph: Graph, data_folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    zebras, herons = rows(chance, "zebra", 120), rows(chance, "heron", 60)
    both = [("one", row) for row in zebras] + [("two", row) for row in herons]
    chance.shuffle(both)
    for owner, row in both:
        graph.remember(owner, [row])
    graph.run("CREATE (:Session {owner: 'one', id: 's', state: $state})", state="zebra " * 40_000)
    kept = [{"id": row["id"], "new": f"kept-{i}"} for i, row in enumerate(chance.sample(zebras, 50))]
    graph.run(
        "UNWIND $rows AS row MATCH (m:Memory {owner: 'one', id: row.id})-[e:EVIDENCED_BY]->(s:Source)"
        " SET m.id = row.new, m.content = row.new, m.slot = null, e.quote = null, s.id = row.new, s.message_id = row.new",
        rows=kept,
    )
    graph.run("MATCH (s:Session {owner: 'one'}) SET s.state = 'short'")
    graph.run("MATCH (n {owner: 'one'}) WHERE n.id STARTS WITH 'zebra' DETACH DELETE n")
    assert files_with(data_folder, "zebra")

    graph.engine.cleanse(SCHEMA)

    assert files_with(data_folder, "zebra") == []
    graph.engine.close()
    assert files_with(data_folder, "zebra") == []
    assert files_with(data_folder, "heron")
    graph.engine.start()
    assert graph.run("MATCH (m:Memory {owner: 'one'}) RETURN count(m) AS n")[0]["n"] == len(kept)
    assert (
        graph.run("MATCH (m:Memory {owner: 'two'})-[:EVIDENCED_BY]->(s:Source) RETURN count(s) AS n")[0]["n"]
        == 60
    )


def test_duplicates_are_still_refused_and_new_ones_taken(graph: Graph) -> None:
    graph.remember("one", [{"id": "a", "text": "x"}])
    for _ in range(2):
        graph.engine.cleanse(SCHEMA)
        assert refused(graph, "CREATE (:Memory:Semantic {owner: 'one', id: 'a'})")
        assert refused(graph, "CREATE (:Memory:Episodic {owner: 'one', id: 'a'})")
        assert refused(graph, "CREATE (:Source {owner: 'one', id: 'b', message_id: 'x'})")
    graph.remember("one", [{"id": "b", "text": "y"}])
    assert refused(graph, "CREATE (:Memory:Semantic {owner: 'one', id: 'b'})")


def test_every_constraint_and_index_stands_afterwards(graph: Graph) -> None:
    def names() -> set[str]:
        return {row["name"] for show in ("SHOW CONSTRAINTS", "SHOW INDEXES") for row in graph.run(show)}

    before = names()
    graph.engine.cleanse(SCHEMA)
    assert names() == before


def test_the_address_and_the_password_stay(graph: Graph) -> None:
    before = graph.engine.endpoint
    graph.engine.cleanse(SCHEMA)
    assert graph.engine.endpoint == before


CRASH = """
import os, sys
from pathlib import Path
from user_memory.graph.engines import cleansing, embedded
from user_memory.graph.statements import migrations

def broken_off(database, folder, schema):
    for creation in schema:
        database.command("opencypher", cleansing.dropping(creation)).to_list()
    os._exit(9)

embedded.cleanse_database = broken_off
engine = embedded.EmbeddedEngine(Path(sys.argv[1]))
engine.start()
engine.cleanse([text for step in migrations() for text in step.statements])
"""


def test_a_crash_in_the_middle_is_made_good_at_the_next_start(graph: Graph, data_folder: Path) -> None:
    graph.remember("one", [{"id": "a", "text": "zebra"}])
    graph.remember("two", [{"id": "a", "text": "heron"}])
    graph.run("MATCH (n {owner: 'one'}) DETACH DELETE n")
    graph.engine.close()
    crashed = subprocess.run([sys.executable, "-c", CRASH, str(data_folder)], check=False)
    assert crashed.returncode == 9

    graph.engine.start()

    assert files_with(data_folder, "zebra") == []
    assert refused(graph, "CREATE (:Memory:Semantic {owner: 'two', id: 'a'})")
    assert not graph.engine.cleansing_due()


DELETED = """
import os, sys
from pathlib import Path
import neo4j
from user_memory.graph.engines.embedded import EmbeddedEngine

engine = EmbeddedEngine(Path(sys.argv[1]))
engine.start()
at = engine.endpoint
driver = neo4j.GraphDatabase.driver(at.uri, auth=at.auth)
driver.execute_query("MATCH (n {owner: 'one'}) DETACH DELETE n", database_=at.database)
os._exit(9)
"""


def test_a_crash_between_deleting_and_cleansing_is_made_good_too(graph: Graph, data_folder: Path) -> None:
    graph.remember("one", [{"id": "a", "text": "zebra"}])
    graph.remember("two", [{"id": "a", "text": "heron"}])
    graph.engine.close()
    assert subprocess.run([sys.executable, "-c", DELETED, str(data_folder)], check=False).returncode == 9
    assert files_with(data_folder, "zebra")

    graph.engine.start()

    assert files_with(data_folder, "zebra") == []
    assert refused(graph, "CREATE (:Memory:Semantic {owner: 'two', id: 'a'})")


def test_a_joined_engine_asks_the_owner(graph: Graph, data_folder: Path) -> None:
    joined = EmbeddedEngine(data_folder)
    joined.start()
    graph.remember("one", [{"id": "a", "text": "zebra"}])
    graph.run("MATCH (n {owner: 'one'}) DETACH DELETE n")
    joined.cleanse(SCHEMA)
    assert graph.engine.cleansing_due()
    assert not joined.cleansing_due()
    graph.engine.cleanse(SCHEMA)
    assert not graph.engine.cleansing_due()
    assert files_with(data_folder, "zebra") == []


@pytest.mark.parametrize("creation", SCHEMA)
def test_every_statement_of_the_schema_can_be_undone(creation: str) -> None:
    kind, name = creation.split()[1:3]
    assert dropping(creation) == f"DROP {kind} {name} IF EXISTS"


@pytest.mark.parametrize(
    "text", ["", "CREATE INDEX FOR (n:A) ON (n.x)", "MATCH (n) DETACH DELETE n", "DROP INDEX a IF EXISTS"]
)
def test_nothing_else_is_taken_for_a_creation(text: str) -> None:
    with pytest.raises(ValueError, match="Not the creation"):
        dropping(text)
