"""Speed and size of retrieval on made-up users: ranking and composing against the floor, building a snapshot, bytes.

    python -m bench.retrieval_speed [--sizes 500 5000] [--out FILE.json]

The floor is what no retrieval by meaning can be quicker than, in the same run: embedding the query and one product with
all vectors. The database is left out: see ``user-memory bench locomo`` for a whole call.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from user_memory.graph.encoders import Encoder, open_encoder, open_tokenizer, pack
from user_memory.graph.model import Entity, EntityRef, Event, Fact, Memory, Source
from user_memory.graph.retrieval import Query, Row, build_snapshot, compose, connections, embed_query, recall

NOW = datetime(2026, 3, 6, tzinfo=UTC)
QUERIES = 100
PREDICATES = ("likes", "owns", "works_for", "hobby", "visited", "friend", "plays")
THINGS = [
    "pottery",
    "guitar",
    "Leeds",
    "Berlin",
    "Acme",
    "coffee",
    "bicycle",
    "garden",
    "piano",
    "swimming",
    "chess",
    "novels",
    "sourdough",
    "violin",
    "hiking",
    "painting",
    "Lisbon",
    "kayak",
    "beehive",
    "telescope",
    "accordion",
    "marathon",
    "orchard",
    "ceramics",
    "origami",
]
PEOPLE = ["Anna", "Ben", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hana"]


def user(size: int, encoder: Encoder) -> tuple[list[Row], list[Entity]]:
    """A user with ``size`` memories out of sessions of twenty messages."""
    chance = random.Random(size)
    self_ = EntityRef("e-self", "user", "self")
    people = [EntityRef(f"e-{n}", n, "person") for n in PEOPLE]
    things = [EntityRef(f"e-{n}-{k}", f"{n} {k}", "topic") for n in THINGS for k in range(size // 25 + 1)]
    memories = [_memory(i, chance, [self_, *people], things) for i in range(size)]
    vectors = encoder.encode([m.content for m in memories])
    rows = [
        Row(m, pack(v), encoder.name, ((f"s{i // 20}", i % 20),))
        for i, (m, v) in enumerate(zip(memories, vectors, strict=True))
    ]
    return rows, [Entity(r.id, r.name, r.kind) for r in (self_, *people, *things)]


def _memory(number: int, chance: random.Random, people: list[EntityRef], things: list[EntityRef]) -> Memory:
    who, what = chance.choice(people), chance.choice(things)
    at = NOW - timedelta(days=chance.randrange(400))
    verb = chance.choice(PREDICATES)
    told = chance.random() < 0.5
    return Memory(
        id=f"m{number:06d}",
        layer="episodic" if told else "semantic",
        content=f"{who.name} {verb.replace('_', ' ')} {what.name} since {chance.choice(THINGS)} in {at:%B}",
        status="current",
        confidence=0.9,
        importance=7.0,
        effective_importance=0.0,
        recorded_at=at,
        event=Event(at, at + timedelta(days=1), "day", (who, what)) if told else None,
        fact=None if told else Fact(who, verb, what),
        sources=(Source(f"x{number}", f"s{number // 20}", "user", people[0], at),),
    )


def measure(size: int, encoder: Encoder) -> dict[str, float]:
    """Milliseconds and bytes for a user with ``size`` memories."""
    rows, entities = user(size, encoder)
    tokenizer = open_tokenizer()
    build = _timed(lambda _: build_snapshot("owner", 1, rows, entities, encoder.name), 5)
    held = build_snapshot("owner", 1, rows, entities, encoder.name)
    chance = random.Random(7)
    texts = [f"What does {chance.choice(PEOPLE)} think of {chance.choice(THINGS)}?" for _ in range(QUERIES)]

    def floor(i: int) -> object:
        return held.vectors @ encoder.encode([texts[i]])[0]

    def context(i: int) -> object:
        query = Query(texts[i], embed_query(encoder, held, texts[i]))
        hits = recall(held, query, NOW)
        return compose(hits, (), None, tokenizer, NOW, connections=connections(held, texts[i], hits))

    floors, contexts = _timed(floor, QUERIES), _timed(context, QUERIES)
    figures = {
        "memories": size,
        "floor_p50_ms": np.percentile(floors, 50),
        "context_p50_ms": np.percentile(contexts, 50),
        "context_p95_ms": np.percentile(contexts, 95),
        "p50_over_floor": np.percentile(contexts, 50) / np.percentile(floors, 50),
        "p95_over_floor": np.percentile(contexts, 95) / np.percentile(floors, 50),
        "build_ms": np.median(build),
        "snapshot_bytes": held.bytes,
    }
    return {name: round(float(value), 2) for name, value in figures.items()}


def _timed(call: Callable[[int], object], times: int) -> list[float]:
    call(0)
    spent = []
    for i in range(times):
        started = time.perf_counter()
        call(i)
        spent.append((time.perf_counter() - started) * 1000.0)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5_000])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    encoder, notice = open_encoder()
    if encoder is None:
        raise SystemExit(notice)
    results = [measure(size, encoder) for size in options.sizes]
    text = json.dumps(results, indent=2)
    print(text)
    if options.out:
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
