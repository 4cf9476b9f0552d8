"""What both engines give: a Bolt endpoint that the official driver reads and writes."""

from __future__ import annotations

import uuid

import neo4j

from user_memory.graph.engine import Engine


def test_the_endpoint_answers_and_stores(engine: Engine) -> None:
    mark = uuid.uuid4().hex
    at = engine.endpoint
    with neo4j.GraphDatabase.driver(at.uri, auth=at.auth) as driver:
        driver.execute_query("CREATE (:EngineTest {mark: $mark})", mark=mark, database_=at.database)
        found, _, _ = driver.execute_query(
            "MATCH (n:EngineTest {mark: $mark}) RETURN count(n) AS n", mark=mark, database_=at.database
        )
        driver.execute_query("MATCH (n:EngineTest {mark: $mark}) DELETE n", mark=mark, database_=at.database)
    assert found[0]["n"] == 1


def test_starting_twice_changes_nothing(engine: Engine) -> None:
    before = engine.endpoint
    engine.start()
    assert engine.endpoint == before


def test_passwords_stay_out_of_the_representation(engine: Engine) -> None:
    password = engine.endpoint.password
    assert password is None or password not in repr(engine.endpoint)
