"""How much of a LoCoMo conversation extraction keeps: coverage of evidence, noise, and characters stored.

    python bench/coverage.py FILE [--sample N] [--seed S]

Prints, over all conversations of FILE:
- coverage: share of the evidence turns of questions of categories 1-4 that some memory cites;
- noise: share of the turns with neither evidence nor observation that leave a memory;
- volume: characters of stored content per character said.
``--sample N`` also prints N random memories beside the words they come from, for reading.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from user_memory.extraction import open_extractor
from user_memory.graph.candidates import Background, Candidate
from user_memory.graph.model import Interaction, Message
from user_memory.graph.vocabulary import categories

_SESSION = re.compile(r"session_\d+")
_CATEGORIES = {1, 2, 3, 4}


@dataclass(frozen=True)
class Kept:
    """What extraction made of one turn."""

    message: Message
    candidates: tuple[Candidate, ...]


def interactions(conversation: Mapping[str, Any]) -> Iterator[Interaction]:
    """The sessions of a conversation: the first speaker is the user, the other a participant; times are UTC."""
    for name in (key for key in conversation if _SESSION.fullmatch(key)):
        at = datetime.strptime(conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        messages = (_message(turn, conversation["speaker_a"], at) for turn in conversation[name])
        yield Interaction(name, tuple(messages))


def _message(turn: Mapping[str, Any], user: str, at: datetime) -> Message:
    caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    role = "user" if turn["speaker"] == user else "participant"
    return Message(turn["dia_id"], role, turn["text"] + caption, at, turn["speaker"])  # type: ignore[arg-type]


def evidence(sample: Mapping[str, Any]) -> set[str]:
    """The turns that answer a question of categories 1-4."""
    return {
        part.strip()
        for question in sample["qa"]
        if question["category"] in _CATEGORIES
        for ids in question["evidence"]
        for part in re.split(r"[;\s]+", ids)
        if part.strip()
    }


def observed(sample: Mapping[str, Any]) -> set[str]:
    """The turns that some observation of the data cites."""
    cited: set[str] = set()
    for session in sample["observation"].values():
        for _, source in (pair for pairs in session.values() for pair in pairs):
            cited.update(source if isinstance(source, list) else [source])
    return cited


def main() -> int:
    """Read the file that the command line names and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--only", choices=("missed", "noise"), help="list the evidence turns missed, or the noise kept"
    )
    arguments = parser.parse_args()
    extractor, samples = open_extractor(), json.loads(arguments.file.read_text(encoding="utf-8"))
    consents = categories()
    kept: list[Kept] = []
    hit = wanted = noisy = idle = said = stored = 0
    started = time.perf_counter()
    for sample in samples:
        proof, noted = evidence(sample), observed(sample)
        names = (sample["conversation"]["speaker_a"],)
        for interaction in interactions(sample["conversation"]):
            found = extractor.extract(interaction, Background(consents=consents, user_names=names))
            for message in interaction.messages:
                mine = tuple(c for c in found.candidates if c.span.message_id == message.id)
                kept.append(Kept(message, mine))
                said += len(message.content)
                stored += sum(len(c.content) for c in mine)
                if message.id in proof:
                    wanted, hit = wanted + 1, hit + bool(mine)
                elif message.id not in noted:
                    idle, noisy = idle + 1, noisy + bool(mine)
                _list(arguments.only, message, mine, message.id in proof, message.id in noted)
    seconds = time.perf_counter() - started
    memories = sum(len(k.candidates) for k in kept)
    print(f"coverage {hit / wanted:.3f} ({hit} of {wanted} evidence turns)")
    print(f"noise    {noisy / idle:.3f} ({noisy} of {idle} turns without evidence or observation)")
    print(f"volume   {stored / said:.3f} ({stored} of {said} characters)")
    print(f"{memories} memories of {len(kept)} messages, {len(kept) / seconds:.0f} messages/s")
    _show(kept, arguments.sample, arguments.seed)
    return 0


def _list(only: str | None, message: Message, mine: tuple[Candidate, ...], proof: bool, noted: bool) -> None:
    if (only == "missed" and proof and not mine) or (only == "noise" and mine and not proof and not noted):
        print(f"- {message.content}")
        for candidate in mine:
            print(f"    {type(candidate).__name__}: {candidate.content}")


def _show(kept: list[Kept], count: int, seed: int) -> None:
    pairs = [(k.message, c) for k in kept for c in k.candidates]
    for message, candidate in random.Random(seed).sample(pairs, min(count, len(pairs))):
        print(f"\n{message.speaker}: {message.content}\n    {type(candidate).__name__}: {candidate.content}")


if __name__ == "__main__":
    sys.exit(main())
