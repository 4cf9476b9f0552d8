"""A message before it is parsed: repaired, without secrets, without what is no prose, in pieces of bounded length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from user_memory.extraction.authorship import fiction_from
from user_memory.extraction.clefts import unfolded_clefts
from user_memory.extraction.edits import Traced
from user_memory.extraction.language import language_of
from user_memory.extraction.nlp import pieces
from user_memory.extraction.normalise import clean, repair
from user_memory.extraction.secrets import find_secrets
from user_memory.extraction.segments import quotations, set_aside
from user_memory.extraction.slips import put_right
from user_memory.extraction.stages import REDACTED, Finding, Segment, Text
from user_memory.extraction.unfolding import unfolded
from user_memory.graph.model import Message, Refusal


@dataclass(frozen=True, slots=True)
class Prepared:
    """The pieces of one message that are to be read, and what the gates refused of it."""

    index: int
    message: Message
    language: str
    texts: tuple[Text, ...]
    refused: tuple[Refusal, ...]


def prepare(index: int, message: Message, told: Sequence[tuple[int, int]] = ()) -> Prepared:
    """A message after repair and the gate for secrets, without what is no prose.

    ``told`` are the places in the message of secrets that only its reading showed.
    """
    cleaned = clean(message.content)
    secrets = _joined([*find_secrets(cleaned.text), *_found(cleaned, told)])
    refused = [Refusal("secret", message.id, *place(cleaned, f)) for f in secrets]
    safe = redact(cleaned, secrets)
    prose = safe.apply((s.start, s.end, "\n") for s in set_aside(safe.text))
    language = language_of(prose.text)
    if language == "en":
        prose = unfolded_clefts(unfolded(put_right(repair(prose))))
    texts = tuple(_pieces(message, prose, language))
    return Prepared(index, message, language, texts, tuple(refused) if message.role != "assistant" else ())


def _pieces(message: Message, prose: Traced, language: str) -> Iterator[Text]:
    """The pieces in order, up to the one after whose beginning the words are made up or somebody else's."""
    quoted = quotations(prose.text)
    for start, end in pieces(prose.text):
        words = prose.text[start:end]
        made_up = fiction_from(words)
        if made_up is not None and language != "en":
            words, end = words[:made_up], start + made_up
        inside = tuple(
            Segment(max(0, q.start - start), q.end - start, q.kind)
            for q in quoted
            if q.start < end and q.end > start
        )
        if words.strip() or start == 0:
            yield Text(message, words, prose.offsets[start : end + 1], (), inside)
        if end < len(prose.text) and made_up is not None:
            return


def _found(text: Traced, told: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """Findings at places of the message as received."""
    for start, end in told:
        inside = [n for n, place in enumerate(text.offsets[: len(text.text)]) if start <= place < end]
        if inside:
            yield Finding(inside[0], inside[-1] + 1, "secret")


def _joined(findings: Iterable[Finding]) -> list[Finding]:
    """In order, those that overlap as one."""
    kept: list[Finding] = []
    for finding in sorted(findings, key=lambda f: (f.start, -f.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
        elif finding.end > kept[-1].end:
            kept[-1] = replace(kept[-1], end=finding.end)
    return kept


def redact(text: Traced, findings: Iterable[Finding]) -> Traced:
    """The text with every finding replaced."""
    return text.apply((f.start, f.end, REDACTED) for f in findings)


def place(text: Traced, finding: Finding) -> tuple[int, int]:
    """Where the finding stands in the message as received."""
    return text.offsets[finding.start], text.offsets[finding.end - 1] + 1
