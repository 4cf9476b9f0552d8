"""Which stored rules an instruction for this session outranks: those that speak about the same side of the
answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from user_memory.graph.model import Hit, SessionInstruction
from user_memory.graph.retrieval.words import stems

SHARED = 0.5
"""Share of the shorter one's stems that both have, from which they are about the same."""


@cache
def _sides() -> Mapping[str, str]:
    """The side of the answer that a stem tells."""
    text = files("user_memory.graph.retrieval").joinpath("sides.toml").read_text(encoding="utf-8")
    return {stem: side for side, words in tomllib.loads(text).items() for stem in stems(words)}


def override(rules: Iterable[Hit], instructions: Sequence[SessionInstruction]) -> tuple[Hit, ...]:
    """The rules, each that a session instruction contradicts naming it in ``overridden_by``; the latest
    instruction first.
    """
    latest = sorted(instructions, key=lambda i: (i.said_at, i.id), reverse=True)
    return tuple(_marked(hit, latest) for hit in rules)


def _marked(hit: Hit, instructions: Sequence[SessionInstruction]) -> Hit:
    rule = hit.memory.rule
    said = f"{rule.condition or ''} {rule.instruction}" if rule else hit.memory.content
    for instruction in instructions:
        if same_matter(said, instruction.instruction):
            return replace(hit, overridden_by=instruction.id)
    return hit


def same_matter(rule: str, instruction: str) -> bool:
    """Whether two instructions are about the same side of the answer, or mostly in the same words."""
    a, b = set(stems(rule)), set(stems(instruction))
    sides = _sides()
    if {sides[s] for s in a & sides.keys()} & {sides[s] for s in b & sides.keys()}:
        return True
    shorter = min(len(a), len(b))
    return shorter > 0 and len(a & b) / shorter >= SHARED
