"""Train the tagger of facts on marked sentences and write its weights.

    python -m bench.train_tagger [--data bench/tagger] [--epochs 11] [--seed 0] [--out FILE.npz] [--check FILES]

Needs PyTorch, which nothing else here does and which therefore is in no lock: ``pip install torch`` into an environment
of its own beside this project. A line of the data is kind letters (F facts, E a happening, R a rule, S a wish for this
session, N nothing) and a message with marks, ``[works_for@sister: Gullfoss Dairy]``: the predicate, before it ``-`` not
so, ``~`` so no more, ``?`` perhaps; after ``@`` the words that name whose it is. Lines of kind P mark ``[secret: …]`` and
``[person: …]``, the name of a private person, and nothing else. ``--check`` prints precision and recall on files of the
same form.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from user_memory.extraction.nlp import pipeline
from user_memory.extraction.reader import Reader
from user_memory.extraction.tagging.features import SIZES, Features
from user_memory.extraction.tagging.network import Scores
from user_memory.extraction.tagging.tagger import WEIGHTS, WORD_VECTOR, chunks_of, read
from user_memory.extraction.tagging.tags import PRIVATE, SENSES, tags
from user_memory.graph.candidates import Background
from user_memory.graph.encoders import open_piece_encoder
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import vocabulary

PREDICATES = tuple(sorted(vocabulary()))
KINDS = "FERS"
WORDS = ("tags", "sense", "other", "named", "private")
WEIGHTS_OF = (3.0, 0.5, 0.5, 0.5, 1.0)
ENCODER = 384
NO_SECRET = -1
"""Of a word in a line that marks facts: no secret, though perhaps a name."""
WIDTH, EMBEDDED, BATCH, IGNORED = 192, 12, 32, -100
_MARK = re.compile(r"\[([-~?]?)(\w+)(?:@([^:\]]+))?: ([^\[\]]+)\]")
_LINE = re.compile(r"([FERSNP]+)  (.+)$")
_AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Mark:
    """The object of a predicate at [start, end) of a message, and where it says whose it is."""

    start: int
    end: int
    predicate: str
    sense: str
    who: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a chunk and what is to be found in it, one value per word."""

    features: Features
    tags: np.ndarray[Any, Any]
    sense: np.ndarray[Any, Any]
    other: np.ndarray[Any, Any]
    named: np.ndarray[Any, Any]
    private: np.ndarray[Any, Any]
    kinds: np.ndarray[Any, Any]


def messages(file: Path) -> Iterator[tuple[str, list[Mark], str]]:
    """The messages of a file without their marks, the marks, and the kind letters."""
    for line in file.read_text(encoding="utf-8").splitlines():
        said = _LINE.match(line)
        if said is not None:
            yield (*unmarked(said[2]), said[1])


def unmarked(text: str) -> tuple[str, list[Mark]]:
    """A message without its marks, and these with their places in it."""
    plain, last, found = "", 0, []
    for mark in _MARK.finditer(text):
        plain += text[last : mark.start()]
        found.append((len(plain), len(plain) + len(mark[4]), mark[2], mark[1] or "+", mark[3]))
        plain, last = plain + mark[4], mark.end()
    plain += text[last:]
    return plain, [Mark(s, e, p, sense, _place(plain, who, s)) for s, e, p, sense, who in found]


def _place(text: str, who: str | None, near: int) -> tuple[int, int] | None:
    if who is None:
        return None
    starts = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(who)}(?!\w)", text, re.I)]
    start = min(starts, key=lambda n: abs(n - near), default=None)
    return None if start is None else (start, start + len(who))


def examples(files: Sequence[Path]) -> list[Example]:
    """Every chunk of every message, read as the service reads it."""
    reader, encoder = Reader(pipeline()), open_piece_encoder()
    told = [m for file in files for m in messages(file)]
    found: list[Example] = []
    for start in range(0, len(told), 64):
        part = told[start : start + 64]
        said = tuple(Message(str(n), "user", text, _AT) for n, (text, _, _) in enumerate(part))
        readings = reader.read(Interaction("s", said, "UTC"), Background(frozenset({"name"}))).readings
        english = [r for r in readings if r.language == "en" and len(r.doc)]
        pairs = [(r, chunk) for r in english for chunk in chunks_of(r.doc)]
        for (reading, chunk), seen in zip(pairs, read([c for _, c in pairs], encoder), strict=True):
            _, marks, kinds = part[int(reading.message.id)]
            places = [reading.text.to_raw(t.idx, t.idx + len(t)) for t in chunk]
            found.append(_example(seen, places, marks, kinds))
    return found


def _example(seen: Features, places: Sequence[tuple[int, int]], marks: Sequence[Mark], kinds: str) -> Example:
    """What each word is. Lines that mark private words say nothing of facts, and the other way round."""
    size = len(places)
    unknown = np.full(size, IGNORED)
    if kinds == "P":
        private = np.zeros(size, np.int64)
        for mark in marks:
            private[_inside(places, mark.start, mark.end)] = PRIVATE.index(mark.predicate)
        return Example(
            seen, unknown, unknown, unknown, unknown, private, np.full(len(KINDS), IGNORED, np.float32)
        )
    tagged, named = np.zeros(size, np.int64), np.zeros(size, np.int64)
    sense, other = unknown.copy(), unknown.copy()
    for mark in marks:
        inside = _inside(places, mark.start, mark.end)
        tagged[inside] = 2 + 2 * PREDICATES.index(mark.predicate)
        tagged[inside[:1]] -= 1
        sense[inside], other[inside] = SENSES.index(mark.sense), int(mark.who is not None)
        if mark.who is not None:
            named[_inside(places, *mark.who)] = 1
    told = np.array([k in kinds for k in KINDS], np.float32)
    return Example(seen, tagged, sense, other, named, np.full(size, NO_SECRET), told)


def _inside(places: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [n for n, (a, b) in enumerate(places) if a < end and b > start and b > a]


class Head(nn.Module):
    """The layers that ``user_memory.extraction.tagging.network`` runs, with dropout and a guess at the kind of message."""

    def __init__(self, drop: float = 0.3) -> None:
        super().__init__()
        size = ENCODER + WORD_VECTOR + EMBEDDED * len(SIZES)
        self.emb = nn.ModuleList(nn.Embedding(n, EMBEDDED) for n in SIZES)
        self.inp, self.drop = nn.Linear(size, WIDTH), nn.Dropout(drop)
        self.hd, self.n3 = nn.Linear(2 * WIDTH, WIDTH), nn.LayerNorm(WIDTH)
        self.att = nn.MultiheadAttention(WIDTH, 4, dropout=0.1, batch_first=True)
        self.n2 = nn.LayerNorm(WIDTH)
        self.conv = nn.ModuleList(nn.Conv1d(WIDTH, WIDTH, 5, padding=2) for _ in range(2))
        self.norm = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(2))
        self.y, self.pol = nn.Linear(WIDTH, 1 + 2 * len(PREDICATES)), nn.Linear(WIDTH, 4)
        self.oth, self.who, self.kind = nn.Linear(WIDTH, 2), nn.Linear(WIDTH, 2), nn.Linear(WIDTH, len(KINDS))
        self.prv = nn.Linear(WIDTH, len(PRIVATE))

    def forward(self, batch: dict[str, torch.Tensor]) -> tuple[torch.Tensor, ...]:
        vectors, classes, heads, mask = (batch[k] for k in ("vectors", "classes", "heads", "mask"))
        parts = [vectors[..., :ENCODER], vectors[..., ENCODER:] * 0.2]
        parts += [e(classes[..., k]) for k, e in enumerate(self.emb)]
        x = self.drop(functional.gelu(self.inp(self.drop(torch.cat(parts, -1)))))
        beside = torch.gather(x, 1, heads[..., None].expand(-1, -1, WIDTH))
        x = self.n3(x + self.drop(functional.gelu(self.hd(torch.cat([x, beside], -1)))))
        mixed, _ = self.att(x, x, x, key_padding_mask=~mask, need_weights=False)
        x = self.n2(x + self.drop(mixed))
        for conv, norm in zip(self.conv, self.norm, strict=True):
            seen = conv((x * mask[..., None]).transpose(1, 2)).transpose(1, 2)
            x = norm(x + self.drop(functional.gelu(seen)))
        whole = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.y(x), self.pol(x), self.oth(x), self.who(x), self.prv(x), self.kind(whole)


def batched(chosen: Sequence[Example]) -> dict[str, torch.Tensor]:
    """Padded tensors of some examples."""
    rows, width = len(chosen), max(len(e.tags) for e in chosen)
    size = ENCODER + WORD_VECTOR
    out = {
        "vectors": torch.zeros(rows, width, size),
        "classes": torch.zeros(rows, width, len(SIZES), dtype=torch.long),
        "heads": torch.zeros(rows, width, dtype=torch.long),
        "mask": torch.zeros(rows, width, dtype=torch.bool),
        "kinds": torch.from_numpy(np.stack([e.kinds for e in chosen])),
    }
    out |= {k: torch.full((rows, width), IGNORED) for k in WORDS}
    for row, e in enumerate(chosen):
        n = len(e.tags)
        out["mask"][row, :n] = True
        for name in ("vectors", "classes", "heads"):
            out[name][row, :n] = torch.from_numpy(getattr(e.features, name))
        for name in WORDS:
            out[name][row, :n] = torch.from_numpy(getattr(e, name))
    return out


def loss_of(net: Head, batch: dict[str, torch.Tensor]) -> torch.Tensor:
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


def train(data: Sequence[Example], epochs: int, seed: int, rate: float = 1.5e-3) -> Head:
    """A network trained on ``data`` with AdamW and a one-cycle schedule."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    net = Head()
    steps = epochs * math.ceil(len(data) / BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.15)
    for _ in range(epochs):
        order = sorted(range(len(data)), key=lambda i: len(data[i].tags) + 4 * chance.random())
        batches = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
        chance.shuffle(batches)
        for chosen in batches:
            optimiser.zero_grad()
            loss_of(net, batched([data[i] for i in chosen])).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return net.eval()


def check(net: Head, data: Sequence[Example], at: Sequence[float] = (0.0, 0.5, 0.7, 0.8, 0.9)) -> None:
    """Print precision and recall of the exact words, predicate and sense, by the least confidence asked for."""
    found: list[tuple[set[Any], set[Any], dict[Any, float]]] = []
    with torch.no_grad():
        for start in range(0, len(data), BATCH):
            part = data[start : start + BATCH]
            *told_of, _ = net(batched(part))
            for row, e in enumerate(part):
                scores = _scores([t[row, : len(e.tags)].softmax(-1) for t in told_of])
                told = {
                    (t.start, t.end, t.predicate, t.sense): t.confidence for t in tags(scores, PREDICATES)
                }
                found.append((_wanted(e), set(told), told))
    for least in at:
        hits = sum(len(w & {t for t in told if sure[t] >= least}) for w, told, sure in found)
        given = sum(sum(sure[t] >= least for t in told) for _, told, sure in found)
        wanted = sum(len(w) for w, _, _ in found)
        print(f"from {least:.2f}: precision {hits / max(1, given):.3f}, recall {hits / max(1, wanted):.3f}")


def _scores(told: Sequence[torch.Tensor]) -> Scores:
    y, pol, oth, who, prv = (np.asarray(t) for t in told)
    return Scores(y, pol, oth[:, 1], who[:, 1], prv)


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


def save(net: Head, file: Path) -> None:
    """Write the weights in half precision."""
    weights = {
        k: v.numpy().astype(np.float16) for k, v in net.state_dict().items() if not k.startswith("kind.")
    }
    np.savez_compressed(file, predicates=np.array(PREDICATES), **weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).with_name("tagger"))
    parser.add_argument("--epochs", type=int, default=11)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    data = examples(sorted(options.data.glob("*.txt")))
    print(f"{len(data)} chunks")
    torch.set_num_threads(1)  # a second thread waits for the first more than it helps on layers this small
    net = train(data, options.epochs, options.seed)
    save(net, options.out)
    if options.check:
        check(net, examples(options.check))


if __name__ == "__main__":
    main()
