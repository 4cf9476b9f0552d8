"""What the stages of extraction hand to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from user_memory.graph.candidates import Background, Mention, Span
from user_memory.graph.model import CONTENT_LIMIT, Interaction, Message, Polarity, Precision

SegmentKind = Literal["prose", "quotation", "code", "log", "pasted"]
Tense = Literal["past", "present", "future"]
REDACTED = "[redacted]"
"""What stands in the place of a secret or of personal data in a quote, and of a secret in the text that is read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A secret or a piece of personal data at [start, end).

    ``category`` is the consent category, ``None`` for a secret. ``value`` is the normal form of what was found (an E.164
    number, an address with its at sign), ``""`` for a secret.
    """

    start: int
    end: int
    kind: str
    category: str | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch [start, end) of one kind of text."""

    start: int
    end: int
    kind: SegmentKind


@dataclass(frozen=True, slots=True)
class Text:
    """The prose of a message as it is read: normalised, secrets replaced, code, logs and pasted text left out.

    ``offsets[i]`` is the place of ``text[i]`` in the message as received, and ``offsets[len(text)]`` its length.
    ``findings`` and ``segments`` count characters of ``text``.
    """

    message: Message
    text: str
    offsets: Sequence[int]
    findings: tuple[Finding, ...] = ()
    segments: tuple[Segment, ...] = ()

    @property
    def raw(self) -> str:
        """The message as received; only the gates and the quoting read it."""
        return self.message.content

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """The place [start, end) of ``text`` in the message as received."""
        if start >= end:
            return self.offsets[start], self.offsets[start]
        last = self.offsets[end - 1]
        return self.offsets[start], max(self.offsets[end], last + 1) if _adjacent(self, end) else last + 1

    def kind_at(self, start: int) -> SegmentKind:
        """The kind of text that stands at ``start``."""
        return next((s.kind for s in self.segments if s.start <= start < s.end), "prose")


def _adjacent(text: Text, end: int) -> bool:
    """Whether what follows ``end`` came right after it in the message, so that combining characters belong to it."""
    between = text.raw[text.offsets[end - 1] + 1 : text.offsets[end]]
    return len(between) < 8 and not any(c.isspace() or c.isprintable() for c in between)


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """One thing that is asserted, asked, wished or ordered: [start, end) of the text, with its root and its modality.

    ``modality`` holds of question, hypothetical, wish, reported, quotation, sarcasm, instruction, session.
    """

    sent: Sentence
    root: Token
    tokens: tuple[Token, ...]
    start: int
    end: int
    speaker: Mention
    modality: frozenset[str]
    polarity: Polarity
    tense: Tense
    text: str


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words for a time at [start, end) of the text, and the half-open interval in UTC that they mean.

    ``since`` says that the interval is only the beginning of something that goes on. ``to`` is the end of the interval.
    ``approximate`` marks "about", "around", "or so".
    """

    start: int
    end: int
    text: str
    from_: datetime
    to: datetime
    precision: Precision
    since: bool = False
    until: bool = False
    approximate: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One message, read: what the producers of candidates work from.

    ``index`` counts the messages of the interaction; ``previous`` are the readings before this one, oldest first, the
    assistant's included. ``supposed`` is what the assistant supposed of the speaker, in the first person, where this message answers yes
    or no. ``claimed`` holds the starts of clauses that are instructions to the agent: no fact comes from them.
    """

    message: Message
    text: Text
    doc: Doc
    speaker: Mention
    background: Background
    interaction: Interaction
    index: int = 0
    language: str = "en"
    clauses: tuple[Clause, ...] = ()
    times: tuple[TimeExpression, ...] = ()
    previous: tuple[Reading, ...] = ()
    supposed: Doc | None = None
    claimed: frozenset[int] = field(default_factory=frozenset)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Personal data found in the text."""
        return self.text.findings

    @property
    def free(self) -> tuple[Clause, ...]:
        """The clauses that no instruction has claimed."""
        return tuple(c for c in self.clauses if c.start not in self.claimed)

    def times_in(self, start: int, end: int) -> tuple[TimeExpression, ...]:
        """The time expressions inside [start, end) of the text."""
        return tuple(t for t in self.times if start <= t.start and t.end <= end)

    def span(self, start: int, end: int) -> Span:
        """The supporting words at [start, end) of the text, as offsets of the message and a redacted quote."""
        return Span(self.message.id, *self.text.to_raw(start, end), self.quote(start, end))

    def quote(self, start: int, end: int) -> str:
        """The words at [start, end), at most 200 code points, with personal data that has no consent replaced."""
        consents = self.background.consents
        pieces, done = [], start
        for finding in self.findings:
            if finding.category in consents or finding.end <= done or finding.start >= end:
                continue
            pieces += [self.text.text[done : max(done, finding.start)], REDACTED]
            done = finding.end
        quoted = " ".join("".join([*pieces, self.text.text[done:end]]).split())
        return quoted if len(quoted) <= CONTENT_LIMIT else quoted[: CONTENT_LIMIT - 1].rstrip() + "…"
