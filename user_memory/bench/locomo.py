"""Rankings for long conversations: ingest each as a user's memory, then ask its questions. Answers are never read."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from user_memory.bench.inputs import read_json, target_of, write_lines
from user_memory.bench.stored import stored_strings
from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.model import Hit
from user_memory.opening import UserMemory
from user_memory.settings import Settings

CAP = 5_000
SOURCES = 20
_TIME_FORMAT = "%I:%M %p on %d %B, %Y"
_SESSION = re.compile(r"session_(\d+)")


@dataclass(slots=True)
class Figures:
    """What the run measured: times in seconds, sizes in characters."""

    messages: int = 0
    characters: int = 0
    ingesting: float = 0.0
    memories: int = 0
    content_characters: int = 0
    stored_characters: int = 0
    latencies: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation: its sessions as messages in order, and its questions."""

    sample_id: str
    sessions: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]
    questions: Sequence[str]


def run_locomo(
    file: Path, rankings: Path, settings: Settings, data: Path | None, *, rerank: bool
) -> list[str]:
    """Ingest the conversations of ``file`` and write the ranking of each question to ``rankings``.

    Answers the figures in lines for people.

    Raises:
        InvalidInput: the file is not of the format.
    """
    conversations = read_conversations(read_json(file))
    config, figures = replace(settings.config(), cap=CAP), Figures()
    with (
        target_of(settings, data) as target,
        UserMemory.open(target, settings=settings, config=config, rerank=rerank) as memory,
    ):
        write_lines(rankings, _rankings(memory, conversations, figures))
        notes = [f"note                  {notice.detail}" for notice in memory.runtime.notices]
    return notes + report(figures)


def read_conversations(value: object) -> list[Conversation]:
    """The conversations of a parsed file.

    Raises:
        InvalidInput: the file is not of the format.
    """
    if not isinstance(value, list):
        raise InvalidInput("The file holds no list of conversations.")
    try:
        return [_conversation(item) for item in value]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidInput(f"The file is not of the expected format: {error!r}.") from None


def _conversation(item: Mapping[str, Any]) -> Conversation:
    talk = item["conversation"]
    numbers = sorted(int(m[1]) for key in talk if (m := _SESSION.fullmatch(key)))
    sessions = [(f"session_{n}", _messages(talk, n)) for n in numbers]
    return Conversation(item["sample_id"], sessions, [qa["question"] for qa in item["qa"]])


def _messages(talk: Mapping[str, Any], number: int) -> list[Mapping[str, Any]]:
    at = datetime.strptime(talk[f"session_{number}_date_time"], _TIME_FORMAT).replace(tzinfo=UTC)
    messages: list[Mapping[str, Any]] = []
    for turn in talk[f"session_{number}"]:
        image = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
        content = (turn["text"] + image).strip()
        role = "user" if turn["speaker"] == talk["speaker_a"] else "participant"
        if content:
            messages.append(
                {"id": turn["dia_id"], "role": role, "speaker": turn["speaker"], "content": content, "at": at}
            )
    return messages


def _rankings(
    memory: MemoryService, conversations: Sequence[Conversation], figures: Figures
) -> Iterator[dict[str, Any]]:
    run = secrets.token_hex(4)
    for conversation in track(conversations, "Conversations", transient=True):
        user = memory.user(f"{conversation.sample_id}-{run}")
        _ingest(user, conversation, figures)
        size = _count(user, figures)
        figures.stored_characters += sum(map(len, stored_strings(memory, user.id)))
        for index, question in enumerate(conversation.questions):
            yield _ask(user, conversation.sample_id, index, question, figures)
        _measure_floor(memory, conversation.questions, size, figures)


def _ingest(user: User, conversation: Conversation, figures: Figures) -> None:
    user.grant("name")
    started = time.perf_counter()
    for session_id, messages in conversation.sessions:
        if messages:
            user.remember(messages, session_id=session_id)
            figures.messages += len(messages)
            figures.characters += sum(len(m["content"]) for m in messages)
    figures.ingesting += time.perf_counter() - started


def _count(user: User, figures: Figures) -> int:
    """The number of the user's memories, after adding them and their characters to the figures."""
    count, cursor = 0, None
    while True:
        page = user.memories(limit=500, cursor=cursor)
        count += len(page.items)
        figures.content_characters += sum(len(m.content) for m in page.items)
        cursor = page.next_cursor
        if cursor is None:
            figures.memories += count
            return count


def _ask(user: User, sample_id: str, index: int, question: str, figures: Figures) -> dict[str, Any]:
    started = time.perf_counter()
    found = user.context(question, max_memories=SOURCES, min_importance=0.0, touch=False)
    figures.latencies.append(time.perf_counter() - started)
    figures.returned.append(len(found.memories))
    return {
        "sample_id": sample_id,
        "question_index": index,
        "sources": sources_of(found.memories),
        "returned": len(found.memories),
    }


def sources_of(hits: Sequence[Hit]) -> list[str]:
    """The messages that the hits come from, best first, each once, at most twenty."""
    ids = dict.fromkeys(source.message_id for hit in hits for source in hit.memory.sources)
    return list(ids)[:SOURCES]


def _measure_floor(memory: MemoryService, questions: Sequence[str], size: int, figures: Figures) -> None:
    """The least an answer can cost in the same run: embedding the question, and one product with all vectors."""
    encoder = memory.runtime.encoder
    if encoder is None or size == 0:
        return
    matrix = np.full((size, encoder.dimensions), encoder.dimensions**-0.5, dtype=np.float32)
    for question in questions:
        started = time.perf_counter()
        matrix @ encoder.encode([question])[0]
        figures.floors.append(time.perf_counter() - started)


def report(figures: Figures) -> list[str]:
    """The figures in lines for people."""
    said = max(figures.characters, 1)
    speed = figures.messages / max(figures.ingesting, 1e-9)
    lines = [
        f"ingested              {figures.messages} messages in {figures.ingesting:.1f} s, {speed:.1f} messages/s",
        f"memories              {figures.memories}, {figures.memories / max(figures.messages, 1):.2f} per message",
        f"stored characters     {figures.content_characters / said:.2f} per message character in contents, "
        f"{figures.stored_characters / said:.2f} in all strings of nodes and edges",
        f"context               {_percentiles(figures.latencies)}",
        f"floor                 {_percentiles(figures.floors)}",
    ]
    if figures.returned:
        mean = sum(figures.returned) / len(figures.returned)
        lines.append(
            f"returned              {mean:.1f} memories per question, {len(figures.returned)} questions"
        )
    return lines


def _percentiles(seconds: Sequence[float]) -> str:
    if not seconds:
        return "not measured"
    p50, p95 = np.percentile(np.asarray(seconds) * 1000, (50, 95))
    return f"p50 {p50:.1f} ms, p95 {p95:.1f} ms"
