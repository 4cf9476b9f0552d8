"""Draws how memories of each layer fade, for ``docs/decay.md``.

    python bench/decay_curves.py docs/decay.svg

Each panel is a decay profile. A solid line is a memory nobody asks for, a dashed one of a memory that was accessed ten times,
both from the importance that extraction usually gives its layer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from user_memory.graph.decay import CLASSIC, DEFAULT, STALE, DecayProfile, effective
from user_memory.graph.memory.drafts import IMPORTANCE
from user_memory.graph.model import STORED_LAYERS, StoredLayer

START = datetime(2026, 1, 1, tzinfo=UTC)
PANELS = ((DEFAULT, 1_200), (CLASSIC, 120))
"""Profiles with the days that are drawn."""
COLOURS: dict[StoredLayer, str] = {"episodic": "#c2410c", "semantic": "#1d4ed8", "procedural": "#15803d"}
WIDTH, HEIGHT, LEFT, TOP, GAP = 400, 260, 46, 34, 70
STEPS = 120
MOST = 10.0


def picture() -> str:
    """The whole picture as SVG."""
    width = LEFT + len(PANELS) * (WIDTH + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + 110}" font-family="sans-serif" font-size="12">',
        "<title>Effective importance over days since the last access</title>",
        f'<rect width="{width}" height="{HEIGHT + 110}" fill="#ffffff"/>',
    ]
    for number, (profile, days) in enumerate(PANELS):
        parts += [
            f'<g transform="translate({LEFT + number * (WIDTH + GAP)} {TOP})">',
            *_panel(profile, days),
            "</g>",
        ]
    parts += [*_legend(), "</svg>"]
    return "\n".join(parts) + "\n"


def _panel(profile: DecayProfile, days: int) -> Iterator[str]:
    yield f'<text x="0" y="-14" font-weight="bold">profile {profile.name}</text>'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888888"/>'
    for value in (0, 2, 4, 6, 8, 10):
        yield f'<text x="-8" y="{_y(value) + 4:.1f}" text-anchor="end">{value}</text>'
    for day in range(0, days + 1, days // 4):
        yield f'<text x="{_x(day, days):.1f}" y="{HEIGHT + 18}" text-anchor="middle">{day}</text>'
    yield f'<text x="{WIDTH / 2:.1f}" y="{HEIGHT + 36}" text-anchor="middle">days since the last access</text>'
    for layer in STORED_LAYERS:
        yield _curve(profile, layer, days, 0, "")
        yield _curve(profile, layer, days, 10, ' stroke-dasharray="5 4"')
    yield from _level(STALE, f"stale below {STALE}")
    yield from _level(2.0, "a context's usual least importance, 2.0")


def _level(value: float, label: str) -> Iterator[str]:
    """A horizontal line with its meaning, readable over the curves."""
    y, halo = _y(value), 'paint-order="stroke" stroke="#ffffff" stroke-width="4"'
    yield f'<line x1="0" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#888888" stroke-dasharray="2 3"/>'
    yield f'<text x="{WIDTH - 6}" y="{y - 4:.1f}" text-anchor="end" fill="#555555" {halo}>{label}</text>'


def _curve(profile: DecayProfile, layer: StoredLayer, days: int, accesses: int, style: str) -> str:
    points = []
    for step in range(STEPS + 1):
        day = days * step / STEPS
        value = effective(
            IMPORTANCE[layer], profile.rates[layer], START, START, accesses, START + timedelta(days=day)
        )
        points.append(f"{_x(day, days):.1f},{_y(value):.1f}")
    return f'<polyline fill="none" stroke="{COLOURS[layer]}" stroke-width="2"{style} points="{" ".join(points)}"/>'


def _legend() -> Iterator[str]:
    y = TOP + HEIGHT + 60
    for number, (layer, colour) in enumerate(COLOURS.items()):
        x = LEFT + number * 190
        yield f'<line x1="{x}" x2="{x + 26}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
        yield f'<text x="{x + 32}" y="{y + 4}">{layer}, from {IMPORTANCE[layer]:g}</text>'
    yield f'<text x="{LEFT + 3 * 190}" y="{y + 4}">solid: never accessed; dashed: accessed ten times</text>'


def _x(day: float, days: int) -> float:
    return WIDTH * day / days


def _y(value: float) -> float:
    return HEIGHT * (1.0 - value / MOST)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
