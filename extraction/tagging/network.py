"""The network over the words of a sentence, as ``bench/train_tagger.py`` trains and writes it: attention (Vaswani et al. 2017)
and two convolutions of width five with residual connections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from user_memory.extraction.tagging.features import Features, Floats, pooled
from user_memory.graph.encoders import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


@dataclass(frozen=True, slots=True)
class Scores:
    """Probabilities of n words: ``tags`` (n, 1 + 2 × predicates), ``sense`` (n, 4) of + - ~ ?, ``other`` and ``named`` (n,),
    ``private`` (n, 3) of nothing, secret, person. ``kinds`` (n, 4) are what each word adds, as a logit, to whether its sentence
    tells a fact, a happening, a rule, a wish for this session; their mean counts.
    """

    tags: Floats
    sense: Floats
    other: Floats
    named: Floats
    private: Floats
    kinds: Floats


class Network:
    """The trained network; ``predicates`` are in the order of its tags: 0 none, 1 + 2k begins predicate k, 2 + 2k goes on."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self.predicates = tuple(session.get_modelmeta().custom_metadata_map["predicates"].split())

    @classmethod
    def load(cls, file: Path) -> Network:
        """The network of an ONNX file.

        Raises:
            OSError: there is no such file.
        """
        return cls(open_session(file))

    def __call__(self, batch: Sequence[Features], pieces: Sequence[Floats]) -> list[Scores]:
        """The scores of each sentence, computed together; ``pieces`` are the encoder's vectors of its word pieces."""
        tags, sense, other, named, private, kinds = self._session.run(None, _inputs(batch, pieces))
        return [
            Scores(tags[k, :n], sense[k, :n], other[k, :n, 1], named[k, :n, 1], private[k, :n], kinds[k, :n])
            for k, n in enumerate(len(f.heads) for f in batch)
        ]


def _inputs(batch: Sequence[Features], pieces: Sequence[Floats]) -> dict[str, NDArray[Any]]:
    """Padded arrays; a word without a sentence is its own head and masked."""
    rows, width = len(batch), max(len(f.heads) for f in batch)
    first, own = batch[0], pieces[0]
    inputs: dict[str, NDArray[Any]] = {
        "pieces": np.zeros((rows, width, own.shape[1]), dtype=np.float32),
        "static": np.zeros((rows, width, first.static.shape[1]), dtype=np.float32),
        "classes": np.zeros((rows, width, first.classes.shape[1]), dtype=np.int64),
        "heads": np.zeros((rows, width), dtype=np.int64),
        "mask": np.zeros((rows, width), dtype=np.bool_),
    }
    for k, (f, vectors) in enumerate(zip(batch, pieces, strict=True)):
        n = len(f.heads)
        inputs["pieces"][k, :n] = pooled(vectors, f)
        inputs["static"][k, :n], inputs["classes"][k, :n] = f.static, f.classes
        inputs["heads"][k, :n], inputs["mask"][k, :n] = f.heads, True
    return inputs
