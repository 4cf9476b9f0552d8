"""Train the default sentence encoder on own conversations with questions and write it as int8.

    python -m bench.train_encoder [--data bench/dialogues] [--rounds 2] [--seed 0] [--keep ROWS.pickle] [--out FILE]

all-MiniLM-L6-v2 is trained on so that a question lies near the memories that answer it and far from those that only share its
subject, and one that nothing answers far from all. Needs PyTorch and onnx, which are in no lock: ``pip install torch onnx`` into
an environment of its own beside this project.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from bench.bert import Bert, Descent, export_int8_weights
from bench.dialogues import Question, Talk, arguments, talks
from user_memory.graph.encoders.catalog import TRAINED, minilm_files
from user_memory.graph.encoders.onnx import TEXT_PIECES, feed, piece_tokenizer

RATE = 5e-5
ASKED, FOREIGN = 40, 40
"""Questions of one conversation, and of others, in one step."""
BESIDE = 3
"""Other conversations whose memories are in the way in each step."""
SHARPNESS = 20.0
"""Of the softmax over memories: cosines are near each other."""
LOUD = 2.0
"""Of the soft maximum that stands for the best memory."""
SURE = 0.5
"""Weight of whether there is an answer beside which one it is."""
OUT = -1e4


class Meaning(nn.Module):
    """Mean-pooled unit vectors, and how likely a cosine is that of an answer."""

    def __init__(self, bert: Bert, tokenizer: Tokenizer) -> None:
        super().__init__()
        self.bert, self.tokenizer = bert, tokenizer
        self.scale, self.bias = nn.Parameter(torch.tensor(14.0)), nn.Parameter(torch.tensor(-8.0))

    def forward(self, texts: Sequence[str]) -> torch.Tensor:
        inputs = feed(self.tokenizer.encode_batch(list(texts)))
        ids, mask = torch.from_numpy(inputs["input_ids"]), torch.from_numpy(inputs["attention_mask"]).float()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.training):
            hidden = self.bert(ids, mask)
        pooled = (hidden.float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(pooled, dim=-1)


@dataclass(frozen=True, slots=True)
class Step:
    """Questions and memories of one step; arrays of shape (questions, memories)."""

    questions: Sequence[Question]
    memories: Sequence[str]
    answers: torch.Tensor
    eligible: torch.Tensor


def step_of(talk: Talk, others: Sequence[Talk], chance: random.Random) -> Step:
    """Some questions of a conversation and of others, before its memories and those of others."""
    own = [q for q in talk.questions if q.kind != "foreign"]
    foreign = [q for q in talk.questions if q.kind == "foreign"]
    chosen = chance.sample(own, min(ASKED, len(own))) + chance.sample(foreign, min(FOREIGN, len(foreign)))
    memories = [*talk.spoken, *(m for other in others for m in other.spoken)]
    answers, eligible = (np.zeros((len(chosen), len(memories)), bool) for _ in range(2))
    eligible[:, len(talk.spoken) :] = True
    for row, question in enumerate(chosen):
        answers[row, : len(talk.spoken)] = talk.answers(question)
        eligible[row, : len(talk.spoken)] = talk.eligible(question) | talk.answers(question)
    return Step(chosen, memories, torch.from_numpy(answers), torch.from_numpy(eligible))


def loss_of(net: Meaning, step: Step) -> torch.Tensor:
    """Which memory answers, by a softmax over all, and whether any does, by the best of them (multiple-instance learning)."""
    vectors = net([*(q.spoken for q in step.questions), *step.memories])
    cosines = vectors[: len(step.questions)] @ vectors[len(step.questions) :].T
    answered = step.answers.any(1)
    scores = (cosines * SHARPNESS).masked_fill(~step.eligible, OUT)
    right = scores.masked_fill(~step.answers, OUT).logsumexp(1)
    which = -(right - scores.logsumexp(1))[answered].mean()
    logits = (net.scale * cosines + net.bias).masked_fill(~step.eligible, -30.0) * LOUD
    best = logits.logsumexp(1) / LOUD
    told = logits.masked_fill(~step.answers, -30.0 * LOUD).logsumexp(1) / LOUD
    whether = torch.where(answered, functional.softplus(-told), functional.softplus(best)).mean()
    return which + SURE * whether


def train(data: Sequence[Talk], rounds: int, seed: int) -> Bert:
    """The encoder after so many rounds over the conversations, by AdamW and a one-cycle schedule."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    weights, file = minilm_files()
    net = Meaning(Bert.load(weights), piece_tokenizer(file, TEXT_PIECES))
    net.bert.freeze_pieces()
    learnt = list(net.bert.parameters())
    descent = Descent([(learnt, RATE), ([net.scale, net.bias], RATE * 100)], learnt, rounds * len(data))
    for number in range(rounds):
        total = 0.0
        for talk in chance.sample(list(data), len(data)):
            step = step_of(talk, chance.sample(list(data), BESIDE), chance)
            total += descent.step(loss_of(net, step))
        print(f"round {number + 1} of {rounds}: loss {total / len(data):.3f}", flush=True)
    return net.bert.eval()


def main() -> None:
    options = arguments(__doc__, 2, TRAINED)
    torch.set_num_threads(1)
    data = talks(sorted(options.data.glob("*.txt")), options.keep)
    print(f"{len(data)} conversations", flush=True)
    text = torch.ones(2, 9, dtype=torch.long)
    net = train(data, options.rounds, options.seed)
    export_int8_weights(net, {"input_ids": text, "attention_mask": text}, ["last_hidden_state"], options.out)


if __name__ == "__main__":
    main()
