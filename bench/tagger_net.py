"""What the tagger is trained as: BERT, and over its word pieces the layers of ``user_memory.extraction.tagging.network``."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from bench.bert import HIDDEN, Bert
from bench.tagger_data import IGNORED, KINDS, PREDICATES, Example
from user_memory.extraction.tagging.features import SIZES
from user_memory.extraction.tagging.tagger import WORD_VECTOR
from user_memory.extraction.tagging.tags import PRIVATE

WIDTH, EMBEDDED = 192, 12
WORDS = ("tags", "sense", "other", "named", "private")
FEATURES = ("static", "classes", "heads", "mask")
Batch = dict[str, torch.Tensor]


class Attention(nn.Module):
    """Attention in four parts (Vaswani et al. 2017)."""

    def __init__(self, drop: float = 0.1) -> None:
        super().__init__()
        self.joint, self.out, self.drop = (
            nn.Linear(WIDTH, 3 * WIDTH),
            nn.Linear(WIDTH, WIDTH),
            nn.Dropout(drop),
        )

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, width, _ = x.shape
        part = WIDTH // 4
        q, k, v = (a.reshape(rows, width, 4, part).transpose(1, 2) for a in self.joint(x).chunk(3, -1))
        likeness = (q @ k.transpose(-1, -2)) / math.sqrt(part)
        likeness = likeness.masked_fill(~mask[:, None, None, :], -1e9)
        mixed = self.drop(likeness.softmax(-1)) @ v
        out: torch.Tensor = self.out(mixed.transpose(1, 2).reshape(rows, width, WIDTH))
        return out


class Head(nn.Module):
    """The layers that ``user_memory.extraction.tagging.network`` runs, with dropout and a guess at the kind of message."""

    def __init__(self, drop: float = 0.2) -> None:
        super().__init__()
        size = HIDDEN + WORD_VECTOR + EMBEDDED * len(SIZES)
        self.emb = nn.ModuleList(nn.Embedding(n, EMBEDDED) for n in SIZES)
        self.inp, self.drop = nn.Linear(size, WIDTH), nn.Dropout(drop)
        self.hd, self.n3 = nn.Linear(2 * WIDTH, WIDTH), nn.LayerNorm(WIDTH)
        self.att = Attention()
        self.n2 = nn.LayerNorm(WIDTH)
        self.conv = nn.ModuleList(nn.Conv1d(WIDTH, WIDTH, 5, padding=2) for _ in range(2))
        self.norm = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(2))
        self.y, self.pol = nn.Linear(WIDTH, 1 + 2 * len(PREDICATES)), nn.Linear(WIDTH, 4)
        self.oth, self.who, self.kind = nn.Linear(WIDTH, 2), nn.Linear(WIDTH, 2), nn.Linear(WIDTH, len(KINDS))
        self.prv = nn.Linear(WIDTH, len(PRIVATE))

    def forward(
        self,
        pieces: torch.Tensor,
        static: torch.Tensor,
        classes: torch.Tensor,
        heads: torch.Tensor,
        mask: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        parts = [pieces, static * 0.2]
        parts += [e(classes[..., k]) for k, e in enumerate(self.emb)]
        x = self.drop(functional.gelu(self.inp(self.drop(torch.cat(parts, -1)))))
        beside = torch.gather(x, 1, heads[..., None].expand(-1, -1, WIDTH))
        x = self.n3(x + self.drop(functional.gelu(self.hd(torch.cat([x, beside], -1)))))
        x = self.n2(x + self.drop(self.att(x, mask)))
        for conv, norm in zip(self.conv, self.norm, strict=True):
            seen = conv((x * mask[..., None]).transpose(1, 2)).transpose(1, 2)
            x = norm(x + self.drop(functional.gelu(seen)))
        return self.y(x), self.pol(x), self.oth(x), self.who(x), self.prv(x), self.kind(x)


def _pooled(pieces: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The mean of the pieces of each word."""
    rows, width = batch["mask"].shape
    owners = batch["owners"][..., None].expand(-1, -1, HIDDEN)
    sums = torch.zeros(rows, width + 1, HIDDEN).scatter_add(1, owners, pieces)[:, :width]
    return sums / batch["counts"][..., None]


class Reader(nn.Module):
    """The encoder and the layers over it, trained as one."""

    def __init__(self, encoder: Bert, head: Head) -> None:
        super().__init__()
        self.encoder, self.head = encoder, head

    def forward(self, batch: Batch) -> tuple[torch.Tensor, ...]:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.training):
            pieces = self.encoder(batch["input_ids"], batch["attention_mask"])
        *told, kinds = self.head(_pooled(pieces.float(), batch), *(batch[k] for k in FEATURES))
        mask = batch["mask"][..., None]
        return *told, (kinds * mask).sum(1) / mask.sum(1)


class Scorer(nn.Module):
    """The layers over the pieces as they are written: with probabilities, but for what each word adds to the kind."""

    def __init__(self, head: Head) -> None:
        super().__init__()
        self.head = head

    def forward(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        *told, kinds = self.head(*inputs)
        return *(scores.softmax(-1) for scores in told), kinds


def batched(chosen: Sequence[Example]) -> Batch:
    """Padded tensors of some examples."""
    rows, width = len(chosen), max(len(e.tags) for e in chosen)
    long = max(len(e.pieces) for e in chosen)
    out = {
        "input_ids": torch.zeros(rows, long, dtype=torch.long),
        "attention_mask": torch.zeros(rows, long),
        "owners": torch.full((rows, long), width),
        "counts": torch.ones(rows, width),
        "static": torch.zeros(rows, width, WORD_VECTOR),
        "classes": torch.zeros(rows, width, len(SIZES), dtype=torch.long),
        "heads": torch.zeros(rows, width, dtype=torch.long),
        "mask": torch.zeros(rows, width, dtype=torch.bool),
        "kinds": torch.from_numpy(np.stack([e.kinds for e in chosen])),
    }
    out |= {k: torch.full((rows, width), IGNORED) for k in WORDS}
    for row, e in enumerate(chosen):
        _fill(out, row, e, width)
    return out


def _fill(out: Batch, row: int, e: Example, width: int) -> None:
    n, m = len(e.tags), len(e.pieces)
    out["input_ids"][row, :m] = torch.from_numpy(e.pieces)
    out["attention_mask"][row, :m] = 1.0
    out["owners"][row, :m] = torch.from_numpy(np.where(e.features.owners < n, e.features.owners, width))
    counts = np.bincount(e.features.owners, minlength=n + 1)[:n]
    out["counts"][row, :n] = torch.from_numpy(np.maximum(counts, 1).astype(np.float32))
    out["mask"][row, :n] = True
    for name in ("static", "classes", "heads"):
        out[name][row, :n] = torch.from_numpy(getattr(e.features, name))
    for name in WORDS:
        out[name][row, :n] = torch.from_numpy(getattr(e, name))
