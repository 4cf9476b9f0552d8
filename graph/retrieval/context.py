"""The few lines an agent needs: what holds in this session, how the user wants things done, what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from user_memory.graph.encoders.encoder import Tokenizer
from user_memory.graph.model import Context, Hit, Memory, Notice, SessionInstruction
from user_memory.graph.retrieval.overrides import override
from user_memory.graph.times import cut, date_of

SESSION = "## For this session (comes before everything below)"
RULES = "## How the user wants things done"
FACTS = "## What is known"
EVENTS = "## What happened"
CONNECTIONS = "## How it hangs together"


@dataclass(frozen=True, slots=True)
class _Line:
    heading: str
    text: str
    item: object


def compose(
    hits: Iterable[Hit],
    instructions: Sequence[SessionInstruction],
    token_budget: int | None,
    tokenizer: Tokenizer,
    now: datetime,
    *,
    connections: Sequence[str] = (),
    warnings: tuple[Notice, ...] = (),
) -> Context:
    """Put together what fits into ``token_budget`` tokens (``None``: all), the most binding first.

    Session instructions come first, then rules (with what outranks them), then facts and events in the order
    of the hits; what does not fit is left out of the lists as well. ``tokens`` is the tokenizer's count of
    ``text``, an estimate for any other model. ``connections`` are paths read aloud. Expired instructions are
    left out.
    """
    live = sorted((i for i in instructions if i.expires_at > now), key=lambda i: (i.said_at, i.id))
    ordered = list(hits)
    rules = override((h for h in ordered if h.memory.layer == "procedural"), live)
    memories = [h for h in ordered if h.memory.layer != "procedural"]
    kept, tokens = _fit(_lines(live, rules, memories, connections), token_budget, tokenizer)
    items = {id(line.item) for line in kept}
    return Context(
        memories=tuple(h for h in memories if id(h) in items),
        rules=tuple(h for h in rules if id(h) in items),
        session=tuple(i for i in live if id(i) in items),
        text=_text(kept),
        tokens=tokens,
        warnings=warnings,
    )


def _lines(
    live: Sequence[SessionInstruction],
    rules: Sequence[Hit],
    memories: Sequence[Hit],
    connections: Sequence[str],
) -> list[_Line]:
    """All lines, the most binding first."""
    said = {i.id: i.instruction for i in live}
    return [
        *(_Line(SESSION, f"- {i.instruction}", i) for i in live),
        *(_Line(RULES, f"- {_rule(h, said)}", h) for h in rules),
        *(
            _Line(EVENTS if h.memory.layer == "episodic" else FACTS, f"- {_memory(h.memory)}", h)
            for h in memories
        ),
        *(_Line(CONNECTIONS, f"- {c}", c) for c in connections),
    ]


def _fit(lines: Sequence[_Line], budget: int | None, tokenizer: Tokenizer) -> tuple[list[_Line], int]:
    """The lines that fit, each taken if it still does, and what they count with their headings."""
    kept: list[_Line] = []
    headings: set[str] = set()
    used = 0
    for line in lines:
        cost = tokenizer(line.text) + (0 if line.heading in headings else tokenizer(line.heading))
        if budget is not None and used + cost > budget:
            continue
        kept.append(line)
        headings.add(line.heading)
        used += cost
    return kept, used


def _text(lines: Sequence[_Line]) -> str:
    sections = []
    for heading in (SESSION, RULES, FACTS, EVENTS, CONNECTIONS):
        under = [line.text for line in lines if line.heading == heading]
        if under:
            sections.append("\n".join([heading, *under]))
    return "\n\n".join(sections)


def _rule(hit: Hit, said: dict[str, str]) -> str:
    rule = hit.memory.rule
    text = hit.memory.content
    if rule is not None:
        text = f"{rule.condition}: {rule.instruction}" if rule.condition else rule.instruction
    outranked = (
        f" (outranked in this session by: {said[hit.overridden_by]})" if hit.overridden_by in said else ""
    )
    return one_line(f"{text}{_doubt(hit.memory)}") + outranked


def _memory(memory: Memory) -> str:
    return one_line(f"{memory.content}{_dates(memory)}{_doubt(memory)}")


def one_line(text: str) -> str:
    """No line of a memory may look like a heading or another item."""
    return " ".join(text.split())


def _doubt(memory: Memory) -> str:
    return " (tentative)" if memory.status == "tentative" else ""


def _dates(memory: Memory) -> str:
    event, fact = memory.event, memory.fact
    if event is not None and event.occurred_from is not None:
        return f" ({date_of(event.occurred_from, event.precision)})"
    if fact is None or (fact.valid_from is None and fact.valid_to is None):
        return ""
    since = f"since {date_of(fact.valid_from, fact.precision)}" if fact.valid_from else ""
    until = f"until {cut(fact.valid_to, fact.precision)}" if fact.valid_to else ""
    return f" ({' '.join(part for part in (since, until) if part)})"
