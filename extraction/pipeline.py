"""The pipeline: gates, reading, producers of candidates, and the policy on what they found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from user_memory.extraction.events.producer import events
from user_memory.extraction.facts.producer import facts
from user_memory.extraction.nlp import DEFAULT_PIPELINE, pipeline
from user_memory.extraction.personal.statements import personal_facts
from user_memory.extraction.policy import Policy
from user_memory.extraction.reader import Read, Reader
from user_memory.extraction.rules.producer import read_instructions
from user_memory.extraction.stages import Reading
from user_memory.extraction.tagging.tagger import open_tagger
from user_memory.graph.candidates import (
    Background,
    Candidate,
    EventCandidate,
    Extraction,
    FactCandidate,
    Screening,
    SessionCandidate,
)
from user_memory.graph.model import Interaction, Notice, Refusal

Found = Candidate | SessionCandidate | Refusal


class Pipeline:
    """The extractor by rules. It stores nothing and keeps nothing between calls."""

    def __init__(self, model: str = DEFAULT_PIPELINE) -> None:
        self.model = model
        english = pipeline(model)
        self.reader = Reader(english, open_tagger(english.vocab.vectors_length))

    def extract(self, interaction: Interaction, background: Background) -> Extraction:
        """The candidates of an interaction after the gates and the policy, with everything refused."""
        return self.judged(self.reader.read(interaction, background), background)

    def judged(self, read: Read, background: Background, warnings: tuple[Notice, ...] = ()) -> Extraction:
        """What the producers find in everything read, after the policy."""
        policy = Policy(background.consents)
        for reading in read.readings:
            found = list(produced(reading))
            if reading.language != "en" and reading.message.role != "assistant" and not found:
                found.append(_not_read(reading))
            policy.judge(reading, found)
        return policy.extraction(read.refused, warnings)

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        """Secrets and personal data without consent in ``text``, which is returned with both replaced."""
        return self.reader.screen(text, consents)


def _not_read(reading: Reading) -> Refusal:
    """The refusal of a message in a language that no rules read."""
    return Refusal(
        "unsupported_language", reading.message.id, *reading.text.to_raw(0, len(reading.text.text))
    )


def produced(reading: Reading) -> Iterator[Found]:
    """What the producers find in one reading: instructions claim their clauses before facts and events are read."""
    instructions = read_instructions(reading)
    yield from instructions.items
    reading = replace(reading, claimed=instructions.claimed)
    stated = [*facts(reading), *personal_facts(reading)]
    yield from stated
    told = [*instructions.items, *stated]
    yield from (
        e for e in events(reading, told) if not _tells_birth_date(reading, e) and not _takes_back(e, stated)
    )


def _takes_back(event: Found, stated: Sequence[Found]) -> bool:
    """Whether an undated event is only the taking back of what was said: "I wrote Split earlier"."""
    if not isinstance(event, EventCandidate) or event.occurred_from is not None:
        return False
    return any(
        isinstance(f, FactCandidate)
        and f.operation == "retract"
        and f.span.start < event.span.end
        and event.span.start < f.span.end
        for f in stated
    )


def _tells_birth_date(reading: Reading, event: Found) -> bool:
    """Whether an event only dates a birth: the fact says it, and a day without its year is of no year near."""
    if isinstance(event, Refusal):
        return False
    births = (reading.text.to_raw(f.start, f.end) for f in reading.findings if f.kind == "birth_date")
    return any(event.span.start <= start and end <= event.span.end for start, end in births)
