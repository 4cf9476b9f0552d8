"""How often an unanswerable question is left unanswered, over the bar that evidence must reach.

    python -m bench.abstention CONVERSATIONS.json [--keep ROWS.pickle] [--json OUT.json] [--rerank]

Easy: questions put to another conversation, its speakers' names in place. Hard: what the right user never said, written by
hand in ``hard_questions.jsonl`` (the half marked ``held_out`` fits nothing), and the questions of the file that it calls
adversarial. Kept: of the answerable questions that some memory can answer, those that still get an answer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.fit_profile import Example, examples
from bench.questions import read_asked, read_hard, snapshots
from user_memory.graph.encoders import open_encoder, open_reranker
from user_memory.graph.retrieval import BALANCED
from user_memory.settings import Settings

KEPT = (0.99, 0.97, 0.95, 0.9, 0.85, 0.8)
EMPTY = ("foreign", "adversarial", "hard_fit", "hard_held_out")


def strengths(data: Sequence[Example]) -> NDArray[np.float64]:
    """The evidence for an answer to each question, as the gate of profile ``balanced`` weighs it."""
    gate = BALANCED.gate
    if gate is None:
        raise ValueError("profile balanced has no gate")
    weights = np.array([BALANCED.weights[p] for p in BALANCED.weights if p in BALANCED.relevance])
    best = [float((weights @ e.parts).max()) if e.parts.size else 0.0 for e in data]
    table = np.array([[b, *e.gate, e.lean] for b, e in zip(best, data, strict=True)])
    weighed = (table @ [gate.best, gate.told, gate.contrast, 1.0]).tolist()
    return np.array([gate.judged(w, e.reading) for w, e in zip(weighed, data, strict=True)])


def curve(data: Sequence[Example]) -> list[Mapping[str, float]]:
    """One row per bar: the bar, the share kept, and the share left empty by kind of question. The last bar is the default's."""
    strength = strengths(data)
    kinds = np.array([e.asked.kind for e in data])
    found = np.array([bool(e.answers.any()) for e in data])
    answerable = np.isin(kinds, ("answered", "plain")) & found
    bars = [*np.quantile(strength[answerable], [1 - k for k in KEPT]), BALANCED.threshold]
    return [
        {
            "bar": float(bar),
            "kept": float((strength[answerable] >= bar).mean()),
            **{kind: float((strength[kinds == kind] < bar).mean()) for kind in EMPTY},
        }
        for bar in bars
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rerank", action="store_true", help="let the cross-encoder read")
    options = parser.parse_args()
    encoder, notice = open_encoder()
    if encoder is None:
        raise SystemExit(notice)
    reranker, missing = open_reranker() if options.rerank else (None, None)
    if missing is not None:
        raise SystemExit(missing)
    held = snapshots(options.file, Settings(), options.keep)
    asked = [*read_asked(options.file), *read_hard(options.file)]
    rows = curve(examples(asked, held, encoder, reranker))
    print("  ".join(f"{name:>13}" for name in rows[0]))
    for row in rows:
        print("  ".join(f"{value:13.3f}" for value in row.values()))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
