"""BERT (Devlin et al. 2019) as it is trained on, read from and written to files of the ONNX format."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional

HIDDEN, _PARTS, _INNER, _TOKENS, _PLACES = 384, 12, 1536, 30522, 512
_DENSE = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
}
_NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}
_FIRST = "embeddings.LayerNorm.weight"
_HELD = ("_quantized", "_q")
"""What ends the name of numbers that are held as integers, with a scale and perhaps a zero beside them."""
_SCALING = frozenset({"Mul", "Cast"})
_READ = frozenset({"MatMul", "Gather"})
"""Nodes that read a matrix of weights."""

Arrays = Mapping[str, Any]


class Layer(nn.Module):
    """Attention, then two dense layers, each added to what it read."""

    def __init__(self, drop: float) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.wide, self.narrow = nn.Linear(HIDDEN, _INNER), nn.Linear(_INNER, HIDDEN)
        self.n1, self.n2 = (nn.LayerNorm(HIDDEN, eps=1e-12) for _ in range(2))
        self.drop = nn.Dropout(drop)

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        rows, width, _ = x.shape
        q, k, v = (
            m(x).view(rows, width, _PARTS, HIDDEN // _PARTS).transpose(1, 2)
            for m in (self.query, self.key, self.value)
        )
        likeness = (q @ k.transpose(-1, -2)) / math.sqrt(HIDDEN // _PARTS) + bias
        mixed = (self.drop(likeness.softmax(-1)) @ v).transpose(1, 2).reshape(rows, width, HIDDEN)
        x = self.n1(x + self.drop(self.out(mixed)))
        return self.n2(x + self.drop(self.narrow(functional.gelu(self.wide(x)))))


class Bert(nn.Module):
    """The vectors of word pieces; of a pair of texts the pieces of the second are of segment 1."""

    def __init__(self, layers: int, drop: float = 0.1) -> None:
        super().__init__()
        self.word, self.place = nn.Embedding(_TOKENS, HIDDEN), nn.Embedding(_PLACES, HIDDEN)
        self.segment = nn.Parameter(torch.zeros(2, HIDDEN))
        self.norm, self.drop = nn.LayerNorm(HIDDEN, eps=1e-12), nn.Dropout(drop)
        self.layers = nn.ModuleList(Layer(drop) for _ in range(layers))

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor | None = None,
    ) -> torch.Tensor:
        segment = self.segment[0] if token_type_ids is None else self.segment[token_type_ids]
        places = self.place.weight[: input_ids.shape[1]][None]
        x = self.drop(self.norm(self.word(input_ids) + places + segment))
        bias = (1.0 - attention_mask.to(x.dtype))[:, None, None, :] * -1e9
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def freeze_pieces(self) -> None:
        """Leave the vectors of single pieces and places as they are: most are not met in training."""
        for part in (self.word, self.place):
            part.weight.requires_grad = False

    @classmethod
    def load(cls, file: Path) -> Bert:
        """The network of an ONNX file, whose weights may be integers with a scale each."""
        held = Weights(file)
        net = cls(held.layers)
        named = dict(net.named_parameters())
        with torch.no_grad():
            for name, value in held.bert().items():
                named[name].copy_(torch.tensor(np.ascontiguousarray(value)))
        return net


class Weights:
    """The numbers of an ONNX file: those it names, and the matrix of each linear layer by the name of its bias."""

    def __init__(self, file: Path) -> None:
        graph = onnx.load(str(file)).graph
        self.arrays = _arrays(graph)
        self.matrices = _matrices(graph, self.arrays)
        self.prefix = next(n.removesuffix(_FIRST) for n in self.arrays if n.endswith(_FIRST))
        numbers = [int(m[1]) for n in self.arrays if (m := re.search(r"\blayer\.(\d+)\.", n))]
        self.layers = max(numbers) + 1

    def bert(self) -> dict[str, Any]:
        """The parameters of :class:`Bert` by name."""
        first = f"{self.prefix}embeddings."
        out = {
            "word.weight": self.arrays[f"{first}word_embeddings.weight"],
            "place.weight": self.arrays[f"{first}position_embeddings.weight"],
            "segment": self.arrays[f"{first}token_type_embeddings.weight"],
            "norm.weight": self.arrays[f"{first}LayerNorm.weight"],
            "norm.bias": self.arrays[f"{first}LayerNorm.bias"],
        }
        for k in range(self.layers):
            theirs = f"{self.prefix}encoder.layer.{k}."
            for ours, name in _DENSE.items():
                out |= self.linear(f"{theirs}{name}", f"layers.{k}.{ours}")
            for ours, name in _NORMS.items():
                out |= {
                    f"layers.{k}.{ours}.{p}": self.arrays[f"{theirs}{name}.{p}"] for p in ("weight", "bias")
                }
        return out

    def linear(self, theirs: str, ours: str) -> dict[str, Any]:
        """Weight and bias of one linear layer."""
        bias = f"{theirs}.bias"
        return {f"{ours}.weight": self.matrices[bias].T, f"{ours}.bias": self.arrays[bias]}


def _arrays(graph: Any) -> dict[str, Any]:
    arrays = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for suffix in _HELD:
        for name in [n.removesuffix(suffix) for n in arrays if n.endswith(suffix)]:
            held = arrays[name + suffix].astype(np.float32)
            zero = arrays.get(f"{name}_zero_point", np.zeros((), np.float32)).astype(np.float32)
            arrays[name] = (held - zero) * arrays[f"{name}_scale"].astype(np.float32)
    return arrays


def _matrices(graph: Any, arrays: Arrays) -> dict[str, Any]:
    makers = {name: node for node in graph.node for name in node.output}
    added = [(node, name) for node in graph.node if node.op_type == "Add" for name in node.input]
    return {
        bias: arrays[matrix]
        for node, bias in added
        if bias.endswith(".bias") and "LayerNorm" not in bias
        for other in node.input
        if other != bias and (matrix := _matrix_before(other, makers, arrays)) is not None
    }


def _matrix_before(name: str, makers: Mapping[str, Any], arrays: Arrays) -> str | None:
    """The matrix that a product was made with, through the scaling of its integers."""
    node = makers.get(name)
    if node is None:
        return None
    if node.op_type == "MatMulInteger":
        return str(node.input[1]).removesuffix(_HELD[0])
    if node.op_type == "MatMul":
        return str(node.input[1]) if node.input[1] in arrays else None
    found = (_matrix_before(i, makers, arrays) for i in node.input) if node.op_type in _SCALING else iter(())
    return next((matrix for matrix in found if matrix is not None), None)


class Descent:
    """AdamW (Loshchilov and Hutter 2019) with a one-cycle schedule (Smith 2018), one step for each loss.

    ``rates`` holds parameters with the highest rate of each; the gradients of ``clipped`` are kept to a norm of 1.
    """

    def __init__(
        self,
        rates: Sequence[tuple[Iterable[nn.Parameter], float]],
        clipped: Iterable[nn.Parameter],
        steps: int,
        *,
        decay: float = 0.01,
        rising: float = 0.1,
    ) -> None:
        groups = [{"params": [p for p in part if p.requires_grad], "lr": rate} for part, rate in rates]
        self._clipped = list(clipped)
        self._optimiser = torch.optim.AdamW(groups, weight_decay=decay)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, [rate for _, rate in rates], total_steps=steps + 1, pct_start=rising
        )

    def step(self, loss: torch.Tensor) -> float:
        """Go down along ``loss``; answers its value."""
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._clipped, 1.0)
        self._optimiser.step()
        self._schedule.step()
        return float(loss.detach())


def export(
    net: nn.Module,
    inputs: Mapping[str, torch.Tensor],
    outputs: Sequence[str],
    file: Path,
    fixed: Sequence[str] = (),
) -> None:
    """Write a network in the ONNX format; the first two sizes of each input and output may be any, but of ``fixed`` only one."""
    free = {name: {0: "texts", 1: "words"} for name in [*inputs, *outputs] if name not in fixed}
    torch.onnx.export(
        net.eval(),
        tuple(inputs.values()),
        str(file),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes={**free, **{name: {0: "texts"} for name in fixed}},
        opset_version=17,
        dynamo=False,
    )


def export_int8(
    net: nn.Module,
    inputs: Mapping[str, torch.Tensor],
    outputs: Sequence[str],
    file: Path,
    fixed: Sequence[str] = (),
) -> None:
    """Like :func:`export`, with the matrices as int8 and a scale for each of their columns."""
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch, "whole.onnx")
        export(net, inputs, outputs, whole, fixed)
        quantize_dynamic(
            whole,
            file,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=sorted(_READ),
        )


def export_int8_weights(
    net: nn.Module, inputs: Mapping[str, torch.Tensor], outputs: Sequence[str], file: Path
) -> None:
    """Like :func:`export_int8`, but calculated in float32: a text's numbers then do not depend on what is read beside it."""
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch, "whole.onnx")
        export(net, inputs, outputs, whole)
        model = onnx.load(str(whole))
    graph = model.graph
    held = {i.name: i for i in graph.initializer}
    read = {n.input[1] if n.op_type == "MatMul" else n.input[0] for n in graph.node if n.op_type in _READ}
    for name in sorted(read & held.keys()):
        _hold_as_int8(graph, held[name])
    onnx.save(model, str(file))


def _hold_as_int8(graph: Any, matrix: Any) -> None:
    """Put integers with a scale for each column in the place of a matrix, and the nodes that make it of them first of all."""
    values, name = numpy_helper.to_array(matrix), matrix.name
    scale = np.maximum(np.abs(values).max(0, keepdims=True), 1e-8).astype(np.float32) / 127.0
    integers = np.round(values / scale).astype(np.int8)
    graph.initializer.remove(matrix)
    for suffix, part in ((_HELD[1], integers), ("_scale", scale)):
        graph.initializer.append(numpy_helper.from_array(part, name + suffix))
    cast = onnx.helper.make_node("Cast", [name + _HELD[1]], [name + "_cast"], to=onnx.TensorProto.FLOAT)
    graph.node.insert(0, onnx.helper.make_node("Mul", [name + "_cast", name + "_scale"], [name]))
    graph.node.insert(0, cast)
