"""Draws what ``bench.speed`` measured, for ``docs/performance.md``.

python -m bench.speed_picture EMBEDDED.json NEO4J.json … docs/speed.svg
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

COLOURS = {"embedded": "#1d4ed8", "neo4j": "#15803d"}
WIDTH, ROW, LABEL, TOP, GAP = 860, 20, 300, 40, 46
BARS = WIDTH - LABEL - 90


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure with the engine it was measured on."""

    label: str
    engine: str
    value: float


@dataclass(frozen=True, slots=True)
class Panel:
    """Bars of one unit, with the most or the least that is aimed at."""

    title: str
    bars: Sequence[Bar]
    unit: str = ""


def panels(runs: Sequence[Mapping[str, Any]]) -> list[Panel]:
    """What is drawn of the figures of one or several engines."""
    users = [(run["engine"], user) for run in runs for user in run["users"]]
    return [
        Panel("Context, in terms of the floor", [bar for e, u in users for bar in _ratios(e, u)], " ×"),
        Panel("Snapshot that is not kept", [_bar(e, u, "", u["cold"]["p50_ms"]) for e, u in users], " ms"),
        Panel(
            "Memory of a snapshot",
            [_bar(e, u, "", u["snapshot"]["allocated_bytes"] / 2**20) for e, u in users],
            " MB",
        ),
        Panel(
            "Eight readers beside a writer: share of what the processors allow",
            [_bar(e, u, f", a write {_every(c)}", c["share"]) for e, u in users for c in u["crowd"]],
        ),
    ]


def _ratios(engine: str, user: Mapping[str, Any]) -> Iterator[Bar]:
    for way in ("in_process", "http"):
        for rank in ("p50", "p95"):
            yield _bar(engine, user, f", {way.replace('_', ' ')}, {rank}", user[way][f"{rank}_over_floor"])


def _bar(engine: str, user: Mapping[str, Any], what: str, value: float) -> Bar:
    return Bar(f"{engine}, {user['memories']:,}{what}", engine, value)


def _every(crowd: Mapping[str, float]) -> str:
    return f"every {crowd['pause_s']:g} s" if crowd["pause_s"] else "after a write"


def picture(runs: Sequence[Mapping[str, Any]]) -> str:
    """The whole picture as SVG."""
    drawn, y = [], TOP
    for panel in panels(runs):
        drawn += list(_panel(panel, y))
        y += len(panel.bars) * ROW + GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" font-size="12">',
            "<title>Speed and size of recall</title>",
            f'<rect width="{WIDTH}" height="{y}" fill="#ffffff"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def _panel(panel: Panel, top: int) -> Iterator[str]:
    most = max((bar.value for bar in panel.bars), default=1.0) or 1.0
    yield f'<text x="12" y="{top - 8}" font-weight="bold">{escape(panel.title)}</text>'
    for number, bar in enumerate(panel.bars):
        y, width = top + number * ROW, BARS * bar.value / most
        yield f'<text x="{LABEL - 8}" y="{y + 13}" text-anchor="end">{escape(bar.label)}</text>'
        yield f'<rect x="{LABEL}" y="{y + 2}" width="{width:.1f}" height="{ROW - 6}" fill="{COLOURS[bar.engine]}"/>'
        yield f'<text x="{LABEL + width + 6:.1f}" y="{y + 13}">{bar.value:.3g}{panel.unit}</text>'


if __name__ == "__main__":
    *sources, out = map(Path, sys.argv[1:])
    out.write_text(picture([json.loads(s.read_text(encoding="utf-8")) for s in sources]), encoding="utf-8")
