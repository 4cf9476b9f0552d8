"""Fits the weights and the gate of profile ``balanced``, leaving one conversation out at a time.

    python -m bench.fit_profile CONVERSATIONS.json [--keep ROWS.pickle]

Weights: maximum likelihood of the evidence under a softmax over the user's memories, kept at zero or above. Gate:
random search over mixtures, on answerable and unanswerable questions. Prints what the held-out conversations say of both, and the
values for ``profiles.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.questions import Asked, read_asked, read_hard, snapshots, sources
from user_memory.graph.encoders import Encoder, Reranker, open_encoder
from user_memory.graph.retrieval import BALANCED, Query, Snapshot, embed_query
from user_memory.graph.retrieval.eligible import eligible
from user_memory.graph.retrieval.gate import best_reading, evidence
from user_memory.graph.retrieval.rerank import rerank
from user_memory.graph.retrieval.signals import own, score
from user_memory.settings import Settings

Floats = NDArray[np.float64]

PARTS = tuple(p for p in BALANCED.weights if p in BALANCED.relevance)
STEPS = 150
PENALTY = 1e-3
KEPT = (0.99, 0.97, 0.95, 0.9)


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its parts, shape (parts, eligible memories), and which of those memories answer it.

    ``gate`` is what the gate weighs beside the best hit, ``lean`` what the kind of question adds, ``reading`` the best that the
    cross-encoder says, where it is on.
    """

    asked: Asked
    parts: Floats
    answers: NDArray[np.bool_]
    gate: Floats
    lean: float
    reading: float | None
    sources: Sequence[Sequence[str]]


def examples(
    asked: Sequence[Asked], held: Sequence[Snapshot], encoder: Encoder, reranker: Reranker | None = None
) -> list[Example]:
    """Every question with what the signals say; with ``reranker`` its reading too."""
    now = datetime.now(UTC)
    return [_example(a, held[a.conversation], encoder, now, reranker) for a in asked]


def _example(
    asked: Asked, held: Snapshot, encoder: Encoder, now: datetime, reranker: Reranker | None
) -> Example:
    query = Query(asked.text, embed_query(encoder, held, asked.text), 20, 0.0)
    effective = held.columns.effective_importance(now, query.decay)
    mask = eligible(held, query, now, effective)
    scored = score(held, query, now, BALANCED, effective, mask)
    if reranker is not None:
        scored = rerank(held, query, scored, mask, reranker)
    told = [sources(held.rows[i]) for i in np.flatnonzero(mask)]
    values = scored.values
    return Example(
        asked,
        np.array([values[p][mask] for p in PARTS]),
        np.array([bool(asked.evidence & set(s)) for s in told]),
        np.array(evidence(own(values, scored.weights), values["message"], values["about"], mask)),
        BALANCED.gate.lean(scored.question) if BALANCED.gate else 0.0,
        best_reading(values.get("cross_encoder"), values["about"], mask),
        told,
    )


def fit_weights(data: Sequence[Example]) -> Floats:
    """Weights of ``PARTS`` by projected Adam, at zero or above."""
    useful = [e for e in data if e.answers.any()]
    weights = np.ones(len(PARTS))
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = PENALTY * weights + np.mean([_slope(e, weights) for e in useful], axis=0)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        stride = 0.3 * 0.99**step / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        weights = np.maximum(weights - stride * mean / (1 - 0.9**step), 0.0)
    return weights


def _slope(example: Example, weights: Floats) -> Floats:
    scores = weights @ example.parts
    all_ = np.exp(scores - scores.max())
    right = all_ * example.answers
    slope: Floats = example.parts @ (all_ / all_.sum() - right / right.sum())
    return slope


def quality(data: Sequence[Example], weights: Floats) -> Floats:
    """Recall at 5, 10 and 20, mean reciprocal rank and coverage over answered questions."""
    answered = [_quality(e, weights) for e in data if e.asked.kind == "answered"]
    return np.asarray(np.mean(answered, axis=0), dtype=np.float64)


def _quality(example: Example, weights: Floats) -> list[float]:
    order = np.argsort(-(weights @ example.parts), kind="stable")[:20]
    ranked = list(dict.fromkeys(s for i in order for s in example.sources[i]))[:20]
    right = example.asked.evidence
    first = next((i for i, s in enumerate(ranked) if s in right), None)
    covered = right & {s for told in example.sources for s in told}
    recalls = [len(right & set(ranked[:k])) / len(right) for k in (5, 10, 20)]
    return [*recalls, 0.0 if first is None else 1 / (1 + first), len(covered) / len(right)]


def fit_gate(data: Sequence[Example], weights: Floats, draws: int = 1_500) -> Floats:
    """Weights of best, told and contrast that add up to 1, the best of random draws by ``_emptied``."""
    table, lean, kinds = _table(data, weights), _lean(data), _kinds(data)
    chance = np.random.default_rng(0)
    tried = [chance.dirichlet(np.ones(table.shape[1])) for _ in range(draws)]
    return max(tried, key=lambda mix: _emptied(table @ mix + lean, kinds))


def _emptied(strength: Floats, kinds: NDArray[np.str_]) -> float:
    """How many unanswerable questions stay without an answer where 97 and 90 of 100 answers are kept."""
    few, more = np.quantile(strength[kinds == "answered"], (0.03, 0.1))
    foreign = strength[kinds == "foreign"]
    hard = strength[np.isin(kinds, ("adversarial", "hard_fit"))]
    return float(
        (foreign < few).mean()
        + 0.5 * (foreign < more).mean()
        + (hard < more).mean()
        + 0.3 * (hard < few).mean()
    )


def _table(data: Sequence[Example], weights: Floats) -> Floats:
    """Best, told and contrast of each question, shape (questions, 3)."""
    best = [float((weights @ e.parts).max()) / weights.sum() if e.parts.size else 0.0 for e in data]
    return np.array([[b, *e.gate] for b, e in zip(best, data, strict=True)])


def _lean(data: Sequence[Example]) -> Floats:
    """What the kind of each question adds to its strength, as it is set: it is not fitted here."""
    return np.array([e.lean for e in data])


def _kinds(data: Sequence[Example]) -> NDArray[np.str_]:
    """Kinds of questions; those whose answer no ranking finds among twenty are ``lost`` and count for nothing."""
    return np.array([e.asked.kind if e.asked.kind != "answered" or e.answers.any() else "lost" for e in data])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    encoder, notice = open_encoder()
    if encoder is None:
        raise SystemExit(notice)
    held = snapshots(options.file, Settings(), options.keep)
    hard = [a for a in read_hard(options.file) if a.kind == "hard_fit"]
    data = examples([*read_asked(options.file), *hard], held, encoder)
    _report(data, len(held))


def _report(data: Sequence[Example], conversations: int) -> None:
    measured = np.zeros(len(data))
    results = []
    for out in range(conversations):
        train = [e for e in data if e.asked.conversation != out]
        test = [(i, e) for i, e in enumerate(data) if e.asked.conversation == out]
        weights = fit_weights(train)
        mix = fit_gate(train, weights)
        known = _table(train, weights) @ mix + _lean(train)
        low, high = np.quantile(known[_kinds(train) == "answered"], (0.03, 0.1))
        kept_out = [e for _, e in test]
        measured[[i for i, _ in test]] = (_table(kept_out, weights) @ mix + _lean(kept_out) - low) / (
            high - low
        )
        results.append((quality(kept_out, weights), len(test)))
    names = ("recall@5", "recall@10", "recall@20", "MRR", "coverage")
    held_out = np.average([r for r, _ in results], axis=0, weights=[n for _, n in results])
    print("held out ", {n: round(float(v), 3) for n, v in zip(names, held_out, strict=True)})
    current = np.array([BALANCED.weights[p] for p in PARTS])
    print("current  ", {n: round(float(v), 3) for n, v in zip(names, quality(data, current), strict=True)})
    _abstention("held out, bars for 0.97 and 0.90", measured, _kinds(data), (0.0, 1.0))
    _fitted(data)


def _fitted(data: Sequence[Example]) -> None:
    weights = fit_weights(data)
    scale = (1 - BALANCED.weights["recency"] - BALANCED.weights["importance"]) / weights.sum()
    print("sharpness", round(float(1 / scale), 1))
    print("weights  ", {p: round(float(w * scale), 3) for p, w in zip(PARTS, weights, strict=True)})
    mix, kinds = fit_gate(data, weights), _kinds(data)
    print("gate     ", dict(zip(("best", "told", "contrast"), mix.round(2).tolist(), strict=True)))
    strength = (_table(data, weights * scale) * [weights.sum() * scale, 1, 1]) @ mix + _lean(data)
    bars = np.quantile(strength[kinds == "answered"], [1 - kept for kept in KEPT])
    _abstention("all data", strength, kinds, bars)
    current = np.array([BALANCED.weights[p] for p in PARTS])
    gate = BALANCED.gate
    if gate is not None:
        now = (_table(data, current) * [current.sum(), 1, 1]) @ [gate.best, gate.told, gate.contrast]
        now += _lean(data)
        _abstention("current", now, kinds, [BALANCED.threshold])


def _abstention(
    title: str, strength: Floats, kinds: NDArray[np.str_], bars: Sequence[float] | Floats
) -> None:
    for bar in bars:
        kept = float(np.mean(strength[kinds == "answered"] >= bar))
        empty = {
            k: round(float(np.mean(strength[kinds == k] < bar)), 3)
            for k in ("foreign", "adversarial", "swapped", "hard_fit")
        }
        print(title, "bar", round(float(bar), 3), "kept", round(kept, 3), "empty", empty)


if __name__ == "__main__":
    main()
