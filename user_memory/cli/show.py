"""Answers as lines for people, or as the JSON of the HTTP API."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from user_memory.graph.model import (
    AuditEntry,
    Context,
    DecayReport,
    ErasureReceipt,
    Fading,
    Hit,
    Memory,
    Path,
    Relation,
    Source,
    Stats,
    Why,
)
from user_memory.graph.shapes import to_json
from user_memory.graph.times import cut, format_time


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(to_json(value), ensure_ascii=False, indent=2, allow_nan=False))


def print_lines(lines: Iterable[str]) -> None:
    """Lines on standard output."""
    for line in lines:
        print(plain(line))


def print_now(text: str) -> None:
    """Print at once, also into a pipe."""
    print(text, flush=True)


def plain(text: str) -> str:
    """``text`` on one line and without control characters, which could drive the terminal."""
    return "".join(c if c.isprintable() else " " for c in text.replace("\t", " "))


def memory_line(memory: Memory) -> str:
    """One memory as ``id  status  importance  content``."""
    when = ""
    if memory.event and memory.event.occurred_from:
        when = f" [{cut(memory.event.occurred_from, memory.event.precision)}]"
    return f"{memory.id}  {memory.status:<10} {memory.effective_importance:4.1f}  {memory.content}{when}"


def hit_lines(hits: Iterable[Hit]) -> list[str]:
    """Each hit with its score and the parts it is the sum of."""
    lines = []
    for hit in hits:
        parts = ", ".join(f"{p.name} {p.value * p.weight:.2f}" for p in hit.reasons.parts if p.value)
        lines.append(f"{hit.score:5.3f}  {memory_line(hit.memory)}  ({parts})")
    return lines


def explained_lines(hits: Iterable[Hit]) -> list[str]:
    """Each hit with the table of its score: the values of the parts times their weights add up to it."""
    lines = []
    for hit in hits:
        lines += [
            f"{hit.score:.4f}  {memory_line(hit.memory)}",
            f"{'':8}{'part':<12}{'value':>8}{'weight':>9}{'adds':>9}",
        ]
        lines += [
            f"{'':8}{p.name:<12}{p.value:>8.4f}{p.weight:>9.4f}{p.value * p.weight:>9.4f}"
            for p in sorted(hit.reasons.parts, key=lambda p: -p.value * p.weight)
        ]
        lines.append(f"{'':8}{'score':<12}{'':>17}{sum(p.value * p.weight for p in hit.reasons.parts):>9.4f}")
        if hit.reasons.matched:
            lines.append(f"{'':8}matched: {', '.join(hit.reasons.matched)}")
        if hit.reasons.path:
            lines.append(f"{'':8}reached: {' → '.join(step.label for step in hit.reasons.path)}")
    return lines


def fading_lines(fading: Sequence[Fading], limit: int) -> list[str]:
    """The memories that fade as a table, at most ``limit``: what is due first, then the first to become stale."""
    if not fading:
        return []
    lines = [f"{'due':<9}{'below 0.5':<12}{'below 2.0':<12}{'now':>5}  {'layer':<12}user, memory"]
    for one in fading[:limit]:
        lines.append(
            f"{one.due or '-':<9}{_day(one.stale_at):<12}{_day(one.faint_at):<12}{one.effective_importance:>5.2f}  "
            f"{one.layer:<12}{one.user_id}, {one.id}  {one.content}"
        )
    more = len(fading) - limit
    return lines if more <= 0 else [*lines, f"and {more} more; --limit shows them, --json lists all"]


def dry_run(report: DecayReport, fading: Sequence[Fading]) -> dict[str, object]:
    """A dry run as JSON: its counts, and every memory that fades."""
    return {**to_json(report), "memories": to_json(fading)}


def _day(moment: datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d}"


def context_lines(context: Context) -> list[str]:
    """The text for a prompt, line by line."""
    return context.text.splitlines() or ["Nothing that matters here is remembered."]


def relation_lines(relations: Iterable[Relation]) -> list[str]:
    """Facts read as edges."""
    lines = []
    for relation in relations:
        fact = relation.fact.fact
        label = f"{'not ' if fact and fact.polarity == '-' else ''}{fact.predicate if fact else 'related_to'}"
        lines.append(
            f"{relation.from_.name} -[{label}]-> {relation.to.name}  ({relation.fact.status}, {relation.fact.id})"
        )
    return lines


def path_lines(paths: Iterable[Path]) -> list[str]:
    """Chains of facts read aloud."""
    return [path.text for path in paths]


def _source_line(source: Source) -> str:
    who = source.speaker.name if source.speaker else source.role
    words = f': "{source.quote}"' if source.quote else ""
    return f"  {format_time(source.at)}  {who}, message {source.message_id}{words}"


def why_lines(why: Why) -> list[str]:
    """Where a memory comes from and what became of it."""
    lines = [memory_line(why.memory), "said:", *(_source_line(s) for s in why.evidence)]
    lines += [f"ended or taken back ({r.reason}):\n{_source_line(r.source)}" for r in why.retired_by]
    lines += [f"replaced ({r.reason}): {memory_line(r.memory)}" for r in why.supersedes]
    lines += [f"replaced by ({r.reason}): {memory_line(r.memory)}" for r in why.superseded_by]
    lines += [f"follows from: {memory_line(m)}" for m in why.about]
    lines += [f"supports: {memory_line(m)}" for m in why.supports]
    return [part for line in lines for part in line.split("\n")]


def stats_lines(stats: Stats) -> list[str]:
    """Figures per layer and in all."""
    lines = [f"{'layer':<12}{'count':>7}{'importance':>12}{'bytes':>10}  oldest .. newest"]
    for layer in stats.layers:
        span = (
            f"{format_time(layer.oldest)} .. {format_time(layer.newest)}"
            if layer.oldest and layer.newest
            else "-"
        )
        lines.append(
            f"{layer.layer:<12}{layer.count:>7}{layer.average_importance:>12.2f}{layer.bytes:>10}  {span}"
        )
    lines.append(
        f"{stats.active} of {stats.cap} active, {stats.archived} archived, {stats.entities} entities"
    )
    return lines


def audit_lines(entries: Iterable[AuditEntry]) -> list[str]:
    """Each thing that was done as ``time  action  what  (why; messages)``."""
    lines = []
    for e in entries:
        counts = ", ".join(f"{name} {n}" for name, n in (e.counts or {}).items())
        what = e.content or e.category or e.session_id or counts
        why = "; ".join([*([e.reason] if e.reason else []), *e.sources])
        lines.append(f"{format_time(e.at)}  {e.action:<17} {what}{f'  ({why})' if why else ''}")
    return lines


def count_line(report: ErasureReceipt | DecayReport) -> str:
    """Non-zero counts of a report as ``name 3, other 1``; ``nothing`` where there are none."""
    values = to_json(report)
    told = [
        f"{name.replace('_', ' ')} {n}"
        for name, n in values.items()
        if isinstance(n, int) and n and n is not True
    ]
    return ", ".join(told) or "nothing"
