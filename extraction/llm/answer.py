"""The form of a model's answer, and its candidates tied to the words that support them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from user_memory.extraction.llm.client import ModelUnavailable
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import (
    USER,
    Candidate,
    EventCandidate,
    FactCandidate,
    Mention,
    RuleCandidate,
    SessionCandidate,
    Span,
)
from user_memory.graph.errors import InvalidInput
from user_memory.graph.model import CONTENT_LIMIT, EntityKind, Polarity, Precision
from user_memory.graph.times import parse_time
from user_memory.graph.vocabulary import vocabulary

_CONFIDENCE = 0.8
_Said = Candidate | SessionCandidate


class Item(BaseModel):
    """One candidate as the model gives it: flat, because strict schemas of services take no unions."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["fact", "event", "rule", "session"]
    message: int
    quote: str
    content: str
    subject: str | None
    predicate: str | None
    object: str | None
    object_kind: EntityKind | None
    polarity: Polarity
    qualifier: str | None
    operation: Literal["assert", "end", "retract"]
    condition: str | None
    instruction: str | None
    occurred_from: str | None
    occurred_to: str | None
    precision: Precision | None


class Answer(BaseModel):
    """Everything the model read in an interaction."""

    model_config = ConfigDict(extra="forbid")

    items: list[Item]


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of an answer."""
    return Answer.model_json_schema()


def read_answer(text: str) -> Answer:
    """The answer in ``text``.

    Raises:
        ModelUnavailable: it is not of the schema.
    """
    try:
        return Answer.model_validate_json(text)
    except ValidationError as error:
        raise ModelUnavailable("an answer that is not of the schema") from error


def candidates(answer: Answer, readings: Sequence[Reading]) -> Iterator[tuple[Reading, _Said] | None]:
    """Each item as a candidate with its reading; ``None`` for one that its speaker's own words do not support."""
    for item in answer.items:
        found = _supported(item, readings)
        candidate = _candidate(item, *found) if found is not None else None
        yield None if candidate is None or found is None else (found[0], candidate)


def _supported(item: Item, readings: Sequence[Reading]) -> tuple[Reading, Span] | None:
    words = item.quote.split()
    if not words:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    for reading in readings:
        if reading.index != item.message or reading.message.role == "assistant":
            continue
        match = pattern.search(reading.text.text)
        if match is not None:
            return reading, reading.span(match.start(), match.end())
    return None


def _candidate(item: Item, reading: Reading, span: Span) -> _Said | None:
    content = item.content.strip()
    if item.type == "session":
        return SessionCandidate(item.instruction, span) if item.instruction else None
    if not content or len(content) > CONTENT_LIMIT:
        return None
    if item.type == "rule":
        return _rule(item, span)
    start, end = _time(item.occurred_from), _time(item.occurred_to)
    if item.type == "event":
        return EventCandidate(
            content,
            span,
            start,
            end,
            item.precision if start else None,
            operation=item.operation,
            confidence=_CONFIDENCE,
        )
    return _fact(item, reading, span)


def _rule(item: Item, span: Span) -> RuleCandidate | None:
    if not item.instruction:
        return None
    return RuleCandidate(
        item.instruction, span, item.content.strip(), item.condition, item.polarity, operation=item.operation, confidence=_CONFIDENCE
    )  # fmt: skip


def _fact(item: Item, reading: Reading, span: Span) -> FactCandidate | None:
    if not item.predicate or item.predicate not in vocabulary() or not item.subject or not item.object:
        return None
    start, end = _time(item.occurred_from), _time(item.occurred_to)
    subject = (
        reading.speaker
        if item.subject.casefold() in {"user", reading.speaker.name.casefold()}
        else Mention(item.subject, "person")
    )
    object_ = USER if item.object.casefold() == "user" else Mention(item.object, item.object_kind or "topic")
    return FactCandidate(
        subject, item.predicate, object_, span, item.content.strip(), item.polarity, item.qualifier, item.operation,
        valid_from=start, valid_to=end, precision=item.precision if start else None, confidence=_CONFIDENCE,
    )  # fmt: skip


def _time(value: str | None) -> datetime | None:
    """A time with an offset, or a plain date as midnight UTC; ``None`` for anything else."""
    if not value:
        return None
    try:
        return parse_time(value) if "T" in value else datetime.strptime(value, "%Y-%m-%d").replace(tzinfo=UTC)
    except (InvalidInput, ValueError):
        return None
