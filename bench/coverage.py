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


@dataclass
class Tally:
    """Counts over all conversations."""

    evidence: int = 0
    covered: int = 0
    idle: int = 0
    noisy: int = 0
    said: int = 0
    stored: int = 0

    def add(self, kept: Kept, is_evidence: bool, is_observed: bool) -> None:
        """Count one turn."""
        self.said += len(kept.message.content)
        self.stored += sum(len(c.content) for c in kept.candidates)
        if is_evidence:
            self.evidence += 1
            self.covered += bool(kept.candidates)
        elif not is_observed:
            self.idle += 1
            self.noisy += bool(kept.candidates)

    def report(self) -> str:
        """The three figures, one a line."""
        return (
            f"coverage {self.covered / self.evidence:.3f} ({self.covered} of {self.evidence} evidence turns)\n"
            f"noise    {self.noisy / self.idle:.3f} ({self.noisy} of {self.idle} turns without evidence or observation)\n"
            f"volume   {self.stored / self.said:.3f} ({self.stored} of {self.said} characters)"
        )


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
    samples = json.loads(arguments.file.read_text(encoding="utf-8"))
    tally, kept, started = Tally(), [], time.perf_counter()
    for sample in samples:
        proof, noted = evidence(sample), observed(sample)
        for turn in turns(sample):
            kept.append(turn)
            is_evidence, is_observed = turn.message.id in proof, turn.message.id in noted
            tally.add(turn, is_evidence, is_observed)
            _list(arguments.only, turn, is_evidence, is_observed)
    seconds = time.perf_counter() - started
    _say(tally.report())
    _say(
        f"{sum(len(k.candidates) for k in kept)} memories of {len(kept)} messages, {len(kept) / seconds:.0f} messages/s"
    )
    _show(kept, arguments.sample, arguments.seed)
    return 0


def turns(sample: Mapping[str, Any]) -> Iterator[Kept]:
    """Every turn of one conversation with what extraction makes of it, all consents given."""
    background = Background(consents=categories(), user_names=(sample["conversation"]["speaker_a"],))
    extractor = open_extractor()
    for interaction in interactions(sample["conversation"]):
        found = extractor.extract(interaction, background)
        for message in interaction.messages:
            yield Kept(message, tuple(c for c in found.candidates if c.span.message_id == message.id))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _list(only: str | None, turn: Kept, is_evidence: bool, is_observed: bool) -> None:
    missed = only == "missed" and is_evidence and not turn.candidates
    noise = only == "noise" and turn.candidates and not is_evidence and not is_observed
    if missed or noise:
        _say(f"- {turn.message.content}")
        for candidate in turn.candidates:
            _say(f"    {type(candidate).__name__}: {candidate.content}")


def _show(kept: list[Kept], count: int, seed: int) -> None:
    pairs = [(k.message, c) for k in kept for c in k.candidates]
    for message, candidate in random.Random(seed).sample(pairs, min(count, len(pairs))):
        _say(f"\n{message.speaker}: {message.content}\n    {type(candidate).__name__}: {candidate.content}")


if __name__ == "__main__":
    sys.exit(main())
