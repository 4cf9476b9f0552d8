"""Questions with and without an answer, for fitting and measuring retrieval: read from a file of long conversations.

Unlike ``user-memory bench locomo``, this reads evidence and categories: it is for development, not for reporting.
"""

from __future__ import annotations

import json
import pickle
import random
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from user_memory.bench.locomo import Conversation, read_conversations
from user_memory.graph.memory.recall import snapshot
from user_memory.graph.memory.runtime import Account
from user_memory.graph.retrieval import Row, Snapshot, build_snapshot
from user_memory.opening import UserMemory
from user_memory.settings import Settings

CAP = 5_000
EASY_PER_PAIR = 50
ADVERSARIAL = 5
"""The category of questions that the conversation does not answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to one conversation. ``evidence`` are the messages that answer it; none: nothing does."""

    conversation: int
    kind: str
    """answered, adversarial (what the other speaker said), swapped (the same by renaming) or foreign (another talk).

    Written by hand: plain (answered), hard_fit and hard_held_out (never said).
    """
    text: str
    evidence: frozenset[str]
    category: int


def read_asked(file: Path, seed: int = 1) -> list[Asked]:
    """Every question of the file, and unanswerable ones made from them."""
    talks = json.loads(file.read_text(encoding="utf-8"))
    chance = random.Random(seed)
    return [
        asked
        for number, talk in enumerate(talks)
        for asked in (*_own(number, talk), *_foreign(number, talks, chance))
    ]


def read_hard(file: Path) -> list[Asked]:
    """The questions written by hand: ``plain`` ones with an answer, ``hard_fit`` and ``hard_held_out`` ones without."""
    numbers = {talk["sample_id"]: n for n, talk in enumerate(json.loads(file.read_text(encoding="utf-8")))}
    lines = Path(__file__).with_name("hard_questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Asked(
            numbers[hard["sample_id"]],
            "plain" if hard["kind"] == "answerable" else f"hard_{hard['half']}",
            hard["question"],
            frozenset(hard["evidence"]),
            0,
        )
        for hard in map(json.loads, lines)
    ]


def _own(number: int, talk: Mapping[str, Any]) -> Iterator[Asked]:
    speakers = _speakers(talk)
    for qa in talk["qa"]:
        text, category = qa["question"], qa["category"]
        evidence = frozenset(e for entry in qa["evidence"] for e in re.findall(r"D\d+:\d+", entry))
        if category == ADVERSARIAL:
            yield Asked(number, "adversarial", text, frozenset(), category)
        elif evidence:
            yield Asked(number, "answered", text, evidence, category)
            named = [s for s in speakers if re.search(rf"\b{s}\b", text)]
            if len(named) == 1 and category != 3:
                other = next(s for s in speakers if s != named[0])
                yield Asked(number, "swapped", _renamed(text, named, [other]), frozenset(), category)


def _foreign(number: int, talks: Sequence[Mapping[str, Any]], chance: random.Random) -> Iterator[Asked]:
    for other, talk in enumerate(talks):
        if other != number:
            questions = [qa["question"] for qa in talk["qa"] if qa["category"] != ADVERSARIAL]
            for text in chance.sample(questions, min(EASY_PER_PAIR, len(questions))):
                renamed = _renamed(text, _speakers(talk), _speakers(talks[number]))
                yield Asked(number, "foreign", renamed, frozenset(), 0)


def _speakers(talk: Mapping[str, Any]) -> list[str]:
    return [talk["conversation"]["speaker_a"], talk["conversation"]["speaker_b"]]


def _renamed(text: str, names: Iterable[str], others: Iterable[str]) -> str:
    for name, other in zip(names, others, strict=True):
        text = re.sub(rf"\b{name}\b", other, text)
    return text


def snapshots(file: Path, settings: Settings, keep: Path | None = None) -> list[Snapshot]:
    """One snapshot per conversation, ingested through the whole service; ``keep`` holds the rows for the next run."""
    if keep is not None and keep.exists():
        parts = pickle.loads(keep.read_bytes())
    else:
        parts = [(s.owner, s.rows, s.entities.entities, s.encoder_name) for s in _ingested(file, settings)]
        if keep is not None:
            keep.write_bytes(pickle.dumps(parts))
    return [build_snapshot(owner, 1, rows, entities, name) for owner, rows, entities, name in parts]


def _ingested(file: Path, settings: Settings) -> Iterator[Snapshot]:
    conversations = read_conversations(json.loads(file.read_text(encoding="utf-8")))
    config = replace(settings.config(), cap=CAP)
    with (
        tempfile.TemporaryDirectory() as folder,
        UserMemory.open(folder, settings=settings, config=config) as memory,
    ):
        for conversation in conversations:
            _ingest(memory, conversation)
            held = snapshot(memory.runtime, Account("default", conversation.sample_id))
            if held is not None:
                yield held


def _ingest(memory: Any, conversation: Conversation) -> None:
    user = memory.user(conversation.sample_id)
    user.grant("name")
    for session_id, messages in conversation.sessions:
        if messages:
            user.remember(messages, session_id=session_id)


def sources(row: Row) -> list[str]:
    """The messages that a memory comes from, in order."""
    return list(dict.fromkeys(s.message_id for s in row.memory.sources))
