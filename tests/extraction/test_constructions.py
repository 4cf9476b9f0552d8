"""The tables of constructions: every line reads, and what each notation promises holds of sentences."""

from __future__ import annotations

import pytest

from user_memory.extraction.facts.constructions.notation import constructions, parse


def test_every_line_of_the_tables_reads() -> None:
    assert constructions()


def test_no_line_stands_twice() -> None:
    lines = [(c.predicate, c.line) for c in constructions()]
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    "table", ["[no_such]\nS be O x", "[likes]\nS O", "S adore O", "[likes]\nS adore O | colour=red"]
)
def test_a_line_that_says_nothing_is_an_error(table: str) -> None:
    with pytest.raises(ValueError, match=r"predicate|unknown option"):
        list(parse(table))
