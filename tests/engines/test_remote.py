"""Addresses of a Neo4j server, and which engine a target asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from user_memory.graph.engines import open_engine
from user_memory.graph.engines.embedded import EmbeddedEngine
from user_memory.graph.errors import ConfigurationError

ADDRESSES = [
    "neo4j://host",
    "neo4j+s://host:7687",
    "neo4j+ssc://host",
    "bolt://127.0.0.1:7687",
    "bolt+s://host",
    "bolt+ssc://[::1]",
]


@pytest.mark.parametrize("uri", ADDRESSES)
def test_bolt_addresses_are_taken_as_they_are(uri: str) -> None:
    engine = open_engine(uri, username="ana", password="word", database="memory")
    assert engine.capabilities.name == "neo4j"
    assert not engine.capabilities.single_writer
    at = engine.endpoint
    assert (at.uri, at.auth, at.database) == (uri, ("ana", "word"), "memory")


def test_without_a_password_nobody_signs_in() -> None:
    assert open_engine("neo4j://host", username="neo4j").endpoint.auth is None


def test_a_password_without_a_name_is_the_first_user_s() -> None:
    assert open_engine("neo4j://host", password="word").endpoint.auth == ("neo4j", "word")


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("http://host:7474", "not a Bolt address"),
        ("neo4j://", "names no host"),
        ("neo4j://ana:word@host", "do not belong in the address"),
    ],
)
def test_other_addresses_are_refused_and_passwords_not_repeated(uri: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told) as caught:
        open_engine(uri)
    assert "word" not in caught.value.detail.lower().replace("password", "")


@pytest.mark.parametrize("target", ["./data", "data", Path("neo4j:/data")])
def test_everything_else_is_a_folder(target: str | Path) -> None:
    engine = open_engine(target)
    assert isinstance(engine, EmbeddedEngine)
    assert engine.capabilities.needs_cleansing
