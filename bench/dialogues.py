"""Own conversations with questions, which the encoder and the cross-encoder are trained on.

A file of ``bench/dialogues/`` holds many: a header with the two names, numbered messages with their dates, then questions, each
with an answer in few words and the numbers of the messages that give it ("?"), or why there is none ("-")::

    # Amara & Joel
    1  2023-03-04  Amara: My second bowl survived the kiln!
    2  2023-03-04  Joel: Nice! Biscuit learned to open the fridge.
    ?  What is Joel's pet called? | Biscuit | 2
    -  What did Joel make of clay? | Amara did that | 1
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.questions import ADVERSARIAL, Asked, read_asked, snapshots, sources
from user_memory.graph.model import Memory
from user_memory.graph.retrieval import Snapshot, first_person
from user_memory.graph.retrieval.rerank import reading_of
from user_memory.graph.retrieval.speech import query_speech
from user_memory.settings import Settings

FOLDER = Path(__file__).with_name("dialogues")
FOREIGN = 60
"""Questions of other conversations, put to each with its names."""
ONE_TURN = 4
"""The category that answerable questions are given."""
_HEADER = re.compile(r"# (.+?) & (.+)")
_MESSAGE = re.compile(r"(\d+)  (\d{4}-\d\d-\d\d)  ([^:]+): (.*)")
_QUESTION = re.compile(r"([?-])  (.+)")


class Malformed(ValueError):
    """A line of a file that is neither header nor message nor question, with its place."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the encoder (``spoken``) and the cross-encoder (``text``) read it, and the messages that answer it."""

    spoken: str
    text: str
    about: str | None
    """Whom alone it names."""
    kind: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Talk:
    """What is remembered of one conversation, as the encoder (``spoken``) and the cross-encoder (``read``) read it."""

    spoken: Sequence[str]
    read: Sequence[str]
    by: Sequence[str | None]
    """Who said it."""
    sources: Sequence[frozenset[str]]
    questions: Sequence[Question]

    def answers(self, question: Question) -> NDArray[np.bool_]:
        """Which memories come from a message that answers it."""
        return np.array([bool(question.evidence & s) for s in self.sources])

    def eligible(self, question: Question) -> NDArray[np.bool_]:
        """Which memories come from whom it names, if it names one."""
        return np.array([question.about is None or by in (question.about, None) for by in self.by])


def parse(file: Path) -> list[dict[str, Any]]:
    """The conversations of a file, in the form of the LoCoMo benchmark.

    Raises:
        Malformed: a line is of no known form.
    """
    talks: list[dict[str, Any]] = []
    ids: dict[int, str] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if header := _HEADER.fullmatch(line):
            talks.append(_opened(f"{file.stem}-{len(talks)}", header[1], header[2]))
            ids = {}
        elif talks and (message := _MESSAGE.fullmatch(line)):
            ids[int(message[1])] = _say(talks[-1]["conversation"], message[2], message[3], message[4])
        elif talks and (question := _QUESTION.fullmatch(line)):
            talks[-1]["qa"].append(_asked(question[1], question[2].split(" | "), ids))
        elif line.strip():
            raise Malformed(f"{file.name}, line {number}: neither header nor message nor question.")
    return talks


def _opened(name: str, first: str, second: str) -> dict[str, Any]:
    return {"sample_id": name, "conversation": {"speaker_a": first, "speaker_b": second}, "qa": []}


def _say(conversation: dict[str, Any], day: str, speaker: str, text: str) -> str:
    """Add a message; a new day is a new session. Answers its id."""
    date = datetime.date.fromisoformat(day)
    told = f"1:56 pm on {date.day} {date:%B}, {date.year}"
    sessions = [key for key in conversation if key.endswith("_date_time")]
    if not sessions or conversation[sessions[-1]] != told:
        sessions.append(f"session_{len(sessions) + 1}_date_time")
        conversation[sessions[-1]] = told
        conversation[f"session_{len(sessions)}"] = []
    said = conversation[f"session_{len(sessions)}"]
    said.append({"speaker": speaker, "dia_id": f"D{len(sessions)}:{len(said) + 1}", "text": text})
    return str(said[-1]["dia_id"])


def _asked(kind: str, parts: Sequence[str], ids: dict[int, str]) -> dict[str, Any]:
    numbers = re.findall(r"\d+", parts[2]) if kind == "?" and len(parts) > 2 else []
    return {
        "question": parts[0].strip(),
        "evidence": [ids[int(n)] for n in numbers],
        "category": ONE_TURN if kind == "?" else ADVERSARIAL,
    }


def talks(files: Sequence[Path], keep: Path | None = None) -> list[Talk]:
    """The conversations as they are remembered; ``keep`` holds what was learnt for the next run."""
    every = [talk for file in files for talk in parse(file)]
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch, "talks.json")
        whole.write_text(json.dumps(every), encoding="utf-8")
        held, asked = snapshots(whole, Settings(), keep), read_asked(whole)
    return [
        _talk(snapshot, talk["conversation"], _chosen(n, asked))
        for n, (snapshot, talk) in enumerate(zip(held, every, strict=True))
    ]


def _chosen(number: int, asked: Sequence[Asked]) -> Iterator[Asked]:
    """The questions to one conversation, with some of the many of others."""
    mine = [a for a in asked if a.conversation == number]
    foreign = [a for a in mine if a.kind == "foreign"]
    yield from (a for a in mine if a.kind not in ("foreign", "swapped"))
    yield from random.Random(number).sample(foreign, min(FOREIGN, len(foreign)))


def _talk(held: Snapshot, conversation: dict[str, Any], asked: Iterator[Asked]) -> Talk:
    names = [conversation["speaker_a"], conversation["speaker_b"]]
    told = [row.memory for row in held.rows]
    return Talk(
        [first_person(m.content, names) for m in told],
        [reading_of(m, held.entities.self_name) for m in told],
        [_by(m, held.entities.self_name) for m in told],
        [frozenset(sources(row)) for row in held.rows],
        [_question(held, a, names) for a in asked],
    )


def _question(held: Snapshot, asked: Asked, names: Sequence[str]) -> Question:
    named = [name for name in names if re.search(rf"\b{re.escape(name)}\b", asked.text)]
    about = named[0] if len(named) == 1 else None
    return Question(query_speech(held, asked.text), asked.text, about, asked.kind, asked.evidence)


def _by(memory: Memory, user: str | None) -> str | None:
    speaker = memory.sources[0].speaker if memory.sources else None
    return user if speaker is not None and speaker.name == "user" else speaker.name if speaker else None


def arguments(told: str | None, rounds: int, out: Path) -> argparse.Namespace:
    """The options of a program that trains on conversations: data, rounds, seed, keep and out."""
    parser = argparse.ArgumentParser(description=told, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=FOLDER)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path, default=out)
    return parser.parse_args()
