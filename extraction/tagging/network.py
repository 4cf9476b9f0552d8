"""The network: attention and two convolutions over the words of a sentence, run with numpy.

Layers and their order are those that ``bench/train_tagger.py`` trains (a transformer layer as in Vaswani et al. 2017, without
its feed-forward part, then convolutions of width five with residual connections).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from user_memory.extraction.tagging.features import Features, Floats

_ATTENTION_HEADS = 4
_WIDTH = 5
_ENCODER = 384
_STATIC_SCALE = np.float32(0.2)
"""Static word vectors are some five times longer than the encoder's."""
_EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Scores:
    """Probabilities of n words: ``tags`` (n, 1 + 2 × predicates), ``sense`` (n, 4) of + - ~ ?, ``other`` and ``named`` (n,),
    ``private`` (n, 3) of nothing, secret, person.
    """

    tags: Floats
    sense: Floats
    other: Floats
    named: Floats
    private: Floats


class Network:
    """The trained network; ``predicates`` are in the order of its tags: 0 none, 1 + 2k begins predicate k, 2 + 2k goes on."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self.predicates = tuple(str(name) for name in weights["predicates"])
        self._w = {
            name: np.asarray(value, dtype=np.float32)
            for name, value in weights.items()
            if name != "predicates"
        }

    @classmethod
    def load(cls, file: Path) -> Network:
        """The network of an ``.npz`` file."""
        with np.load(file, allow_pickle=False) as held:
            return cls({name: held[name] for name in held.files})

    def __call__(self, batch: Sequence[Features]) -> list[Scores]:
        """The scores of each sentence, computed together."""
        mask = _mask(batch)
        x = self._read(batch, mask)
        x = self._attend(x, mask)
        for layer in ("0", "1"):
            x = self._convolve(x, mask, layer)
        tags = _softmax(self._linear(x, "y"))
        sense = _softmax(self._linear(x, "pol"))
        other = _softmax(self._linear(x, "oth"))[..., 1]
        named = _softmax(self._linear(x, "who"))[..., 1]
        private = _softmax(self._linear(x, "prv"))
        return [
            Scores(tags[k, :n], sense[k, :n], other[k, :n], named[k, :n], private[k, :n])
            for k, n in enumerate(len(f.heads) for f in batch)
        ]

    def _read(self, batch: Sequence[Features], mask: NDArray[np.bool_]) -> Floats:
        """Each word from its features, then with its head in the parse."""
        rows, width = mask.shape
        size = self._w["inp.weight"].shape[1]
        x = np.zeros((rows, width, size), dtype=np.float32)
        heads = np.zeros((rows, width), dtype=np.int64)
        heads[:] = np.arange(width)
        for k, f in enumerate(batch):
            n = len(f.heads)
            x[k, :n] = self._words(f)
            heads[k, :n] = f.heads
        x = _gelu(self._linear(x, "inp"))
        beside = np.take_along_axis(x, heads[..., None], axis=1)
        return self._norm(x + _gelu(self._linear(np.concatenate([x, beside], axis=-1), "hd")), "n3")

    def _words(self, f: Features) -> Floats:
        static = f.vectors[:, _ENCODER:] * _STATIC_SCALE
        classes = [self._w[f"emb.{k}.weight"][f.classes[:, k]] for k in range(f.classes.shape[1])]
        return np.concatenate([f.vectors[:, :_ENCODER], static, *classes], axis=1)

    def _attend(self, x: Floats, mask: NDArray[np.bool_]) -> Floats:
        rows, width, size = x.shape
        part = size // _ATTENTION_HEADS
        joint = x @ self._w["att.in_proj_weight"].T + self._w["att.in_proj_bias"]
        q, k, v = (
            a.reshape(rows, width, _ATTENTION_HEADS, part).transpose(0, 2, 1, 3)
            for a in np.split(joint, 3, axis=-1)
        )
        likeness = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(part))
        likeness = np.where(mask[:, None, None, :], likeness, np.float32(-1e9))
        mixed = (_softmax(likeness) @ v).transpose(0, 2, 1, 3).reshape(rows, width, size)
        return self._norm(x + self._linear(mixed, "att.out_proj"), "n2")

    def _convolve(self, x: Floats, mask: NDArray[np.bool_], layer: str) -> Floats:
        side = _WIDTH // 2
        width = x.shape[1]
        padded = np.pad(x * mask[..., None], ((0, 0), (side, side), (0, 0)))
        kernel = self._w[f"conv.{layer}.weight"]
        total = sum(padded[:, k : k + width] @ kernel[:, :, k].T for k in range(_WIDTH))
        return self._norm(x + _gelu(total + self._w[f"conv.{layer}.bias"]), f"norm.{layer}")

    def _linear(self, x: Floats, name: str) -> Floats:
        return np.asarray(x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"], dtype=np.float32)

    def _norm(self, x: Floats, name: str) -> Floats:
        mean = x.mean(axis=-1, keepdims=True)
        spread = np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + _EPSILON)
        return np.asarray(
            (x - mean) / spread * self._w[f"{name}.weight"] + self._w[f"{name}.bias"], dtype=np.float32
        )


def _mask(batch: Sequence[Features]) -> NDArray[np.bool_]:
    sizes = np.array([len(f.heads) for f in batch])
    return np.asarray(np.arange(sizes.max())[None, :] < sizes[:, None])


def _softmax(x: Floats) -> Floats:
    raised = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


def _gelu(x: Floats) -> Floats:
    """By the error function's approximation 7.1.26 of Abramowitz and Stegun: absolute error below 1.5e-7."""
    z = np.abs(x) / np.float32(np.sqrt(2.0))
    t = 1.0 / (1.0 + 0.3275911 * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.asarray(0.5 * x * (1.0 + np.sign(x) * (1.0 - poly * np.exp(-z * z))), dtype=np.float32)
