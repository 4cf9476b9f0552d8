"""Tables name tests and word lists; a name that nothing stands for would only break when its line is met."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import user_memory.extraction
from user_memory.extraction.facts.captured import is_known
from user_memory.extraction.facts.checks import CHECKS
from user_memory.extraction.facts.constructions.callings import is_test
from user_memory.extraction.facts.constructions.notation import constructions
from user_memory.extraction.facts.idioms import idioms
from user_memory.extraction.facts.verbs import verb_rules
from user_memory.extraction.lexicon import grammar

_LISTS = re.compile(r"""\bgrammar\(\s*["'](\w+)["']\s*\)""")


def test_constructions_name_tests_that_are_there() -> None:
    assert {c.check for c in constructions() if c.check is not None and not is_test(c.check)} == set()


def test_idioms_name_tests_that_are_there() -> None:
    assert {i.check for i in idioms() if i.check is not None and not is_known(i.check)} == set()


def test_verbs_name_tests_that_are_there() -> None:
    named = {n for rules in verb_rules().values() for r in rules for n in (r.check, r.beside)}
    assert named - {None} - set(CHECKS) == set()


def test_states_name_tests_that_are_there() -> None:
    table = tomllib.loads(
        files("user_memory.extraction.facts").joinpath("states.toml").read_text(encoding="utf-8")
    )
    rows = [row for rows in table.values() if isinstance(rows, list) for row in rows]
    assert rows
    assert {row["is"] for row in rows if "is" in row} - set(CHECKS) == set()


def _named_lists() -> list[str]:
    (folder,) = map(Path, user_memory.extraction.__path__)
    return sorted({n for f in folder.rglob("*.py") for n in _LISTS.findall(f.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("name", _named_lists())
def test_word_lists_that_the_code_names_are_there(name: str) -> None:
    assert grammar(name)
