"""In which order the tests look for a real Neo4j."""

from __future__ import annotations

import pytest

from tests.neo4j_server import RELEASES, Machine, choose, suitable, wanted

OLD, NEW = RELEASES["5.26"], RELEASES["2026"]


def test_a_named_server_comes_before_everything() -> None:
    assert choose(Machine("bolt://db", containers=True, maven=True, javas=(17,)), OLD).kind == "named"


def test_a_container_comes_before_maven() -> None:
    assert choose(Machine(containers=True, maven=True, javas=(17,)), OLD).kind == "container"


def test_maven_serves_where_a_fitting_java_is() -> None:
    assert choose(Machine(maven=True, javas=(17,)), OLD).kind == "maven"
    assert choose(Machine(maven=True, javas=(17, 25)), NEW).kind == "maven"


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        (Machine(), ["TEST_NEO4J_URI", "container engine", "Maven", "Java 21"]),
        (Machine(maven=True, javas=(17,)), ["Java 21"]),
        (Machine(javas=(21,)), ["Maven"]),
    ],
)
def test_with_nothing_the_reason_says_what_is_lacking(machine: Machine, told: list[str]) -> None:
    way = choose(machine, NEW)
    assert way.kind == "none"
    assert [word for word in told if word not in way.reason] == []


def test_the_oldest_fitting_java_is_taken() -> None:
    assert suitable((25, 21, 17, 11), OLD) == 17
    assert suitable((25, 21, 17, 11), NEW) == 21
    assert suitable((11,), NEW) is None


def test_the_command_line_names_the_releases_before_the_environment() -> None:
    assert wanted(["2026"], {"TEST_NEO4J_VERSIONS": "5.26"}) == ("2026",)
    assert wanted([], {"TEST_NEO4J_VERSIONS": "5.26, 2026"}) == ("5.26", "2026")
    assert wanted([], {}) == ("5.26",)
    with pytest.raises(ValueError, match=r"Unknown Neo4j version 4\.4"):
        wanted([], {"TEST_NEO4J_VERSIONS": "4.4"})
