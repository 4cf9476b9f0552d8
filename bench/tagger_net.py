"""What the tagger is trained as: BERT, and over its word pieces the layers of ``user_memory.extraction.tagging.network``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

from bench.tagger_data import IGNORED, KINDS, PREDICATES, Example
from user_memory.extraction.tagging.features import SIZES
from user_memory.extraction.tagging.tagger import WORD_VECTOR
from user_memory.extraction.tagging.tags import PRIVATE

ENCODER, _PARTS, _INNER, _LAYERS, _TOKENS, _PLACES = 384, 12, 1536, 12, 30522, 512
WIDTH, EMBEDDED = 192, 12
WORDS = ("tags", "sense", "other", "named", "private")
FEATURES = ("static", "classes", "heads", "mask")
Batch = dict[str, torch.Tensor]
_DENSE = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
}
_HELD = "_quantized"
_SCALING = frozenset({"Mul", "Cast"})
_NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}


class Layer(nn.Module):
    """A layer of BERT (Devlin et al. 2019)."""

    def __init__(self, drop: float) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(ENCODER, ENCODER) for _ in range(4))
        self.wide, self.narrow = nn.Linear(ENCODER, _INNER), nn.Linear(_INNER, ENCODER)
        self.n1, self.n2 = (nn.LayerNorm(ENCODER, eps=1e-12) for _ in range(2))
        self.drop = nn.Dropout(drop)

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        rows, width, _ = x.shape
        q, k, v = (
            m(x).view(rows, width, _PARTS, ENCODER // _PARTS).transpose(1, 2)
            for m in (self.query, self.key, self.value)
        )
        likeness = (q @ k.transpose(-1, -2)) / math.sqrt(ENCODER // _PARTS) + bias
        mixed = (self.drop(likeness.softmax(-1)) @ v).transpose(1, 2).reshape(rows, width, ENCODER)
        x = self.n1(x + self.drop(self.out(mixed)))
        return self.n2(x + self.drop(self.narrow(functional.gelu(self.wide(x)))))


class Bert(nn.Module):
    """bge-small-en-v1.5 without its pooling."""

    def __init__(self, drop: float = 0.1) -> None:
        super().__init__()
        self.word, self.place = nn.Embedding(_TOKENS, ENCODER), nn.Embedding(_PLACES, ENCODER)
        self.segment = nn.Parameter(torch.zeros(ENCODER))
        self.norm, self.drop = nn.LayerNorm(ENCODER, eps=1e-12), nn.Dropout(drop)
        self.layers = nn.ModuleList(Layer(drop) for _ in range(_LAYERS))

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        places = self.place.weight[: input_ids.shape[1]][None]
        x = self.drop(self.norm(self.word(input_ids) + places + self.segment))
        bias = (1.0 - attention_mask.to(x.dtype))[:, None, None, :] * -1e9
        for layer in self.layers:
            x = layer(x, bias)
        return x

    @classmethod
    def load(cls, file: Path) -> Bert:
        """The network of an ONNX file, whose weights are int8 with a scale each."""
        held = _weights(onnx.load(str(file)).graph)
        net = cls()
        named = dict(net.named_parameters())
        with torch.no_grad():
            for name, value in held.items():
                named[name].copy_(torch.tensor(value))
        return net


def _weights(graph: Any) -> dict[str, Any]:
    arrays = _arrays(graph)
    parts = "embeddings."
    out = {
        "word.weight": arrays[f"{parts}word_embeddings.weight"],
        "place.weight": arrays[f"{parts}position_embeddings.weight"],
        "segment": arrays[f"{parts}token_type_embeddings.weight"][0],
        "norm.weight": arrays[f"{parts}LayerNorm.weight"],
        "norm.bias": arrays[f"{parts}LayerNorm.bias"],
    }
    matrices = _matrices(graph, arrays)
    for k in range(_LAYERS):
        theirs = f"encoder.layer.{k}."
        for ours, name in _DENSE.items():
            out[f"layers.{k}.{ours}.weight"] = matrices[f"{theirs}{name}.bias"].T
            out[f"layers.{k}.{ours}.bias"] = arrays[f"{theirs}{name}.bias"]
        for ours, name in _NORMS.items():
            for part in ("weight", "bias"):
                out[f"layers.{k}.{ours}.{part}"] = arrays[f"{theirs}{name}.{part}"]
    return out


def _arrays(graph: Any) -> dict[str, Any]:
    """The numbers of a file by name; of what is held as integers also the numbers they stand for."""
    arrays = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for name in [n.removesuffix(_HELD) for n in arrays if n.endswith(_HELD)]:
        held, zero, scale = (
            arrays[name + part].astype(np.float32) for part in (_HELD, "_zero_point", "_scale")
        )
        arrays[name] = (held - zero) * scale
    return arrays


def _matrices(graph: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
    """The matrix of each linear layer by the name of its bias: the file names only the latter."""
    makers = {name: node for node in graph.node for name in node.output}
    added = [(node, name) for node in graph.node if node.op_type == "Add" for name in node.input]
    return {
        bias: arrays[matrix]
        for node, bias in added
        if bias.endswith("dense.bias") or ".self." in bias
        for other in node.input
        if other != bias and (matrix := _matrix_before(other, makers)) is not None
    }


def _matrix_before(name: str, makers: Mapping[str, Any]) -> str | None:
    """The matrix that a product was made with, through the scaling of its integers."""
    node = makers.get(name)
    if node is None:
        return None
    if node.op_type == "MatMulInteger":
        return str(node.input[1]).removesuffix(_HELD)
    found = (_matrix_before(i, makers) for i in node.input) if node.op_type in _SCALING else iter(())
    return next((matrix for matrix in found if matrix is not None), None)


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
        size = ENCODER + WORD_VECTOR + EMBEDDED * len(SIZES)
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
    owners = batch["owners"][..., None].expand(-1, -1, ENCODER)
    sums = torch.zeros(rows, width + 1, ENCODER).scatter_add(1, owners, pieces)[:, :width]
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
