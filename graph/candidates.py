"""What extraction hands to the memory: candidates that quote their words, refusals that say why, nothing stored yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from user_memory.graph.model import EntityKind, Interaction, Notice, Polarity, Precision, Refusal

Operation = Literal["assert", "end", "retract"]
"""assert: it holds (at its time); end: it held and no longer does; retract: it was never so, or the words are taken back."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as it is spoken of.

    ``name`` is what it is stored under: ``user`` for the user, a role noun (``sister``) when there is no name or the name may
    not be kept. ``role`` is that role noun when the text gives one, also beside a name. ``possessor`` is whose role it is
    (``None``: the user's). ``aliases`` are other names said for it.
    """

    name: str
    kind: EntityKind
    role: str | None = None
    possessor: str | None = None
    aliases: tuple[str, ...] = ()


USER = Mention("user", "self")


@dataclass(frozen=True, slots=True)
class Span:
    """The words that support a candidate: code point offsets into the message as received, and the redacted clause."""

    message_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class FactCandidate:
    """A relation that was said. ``replaces`` is the value that this one takes the place of ("switched from X to Y")."""

    subject: Mention
    predicate: str
    object: Mention
    span: Span
    content: str
    polarity: Polarity = "+"
    qualifier: str | None = None
    operation: Operation = "assert"
    replaces: Mention | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    tentative: bool = False
    confidence: float = 0.9
    importance: float = 7.0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventCandidate:
    """A happening that was told; its time is the half-open interval [occurred_from, occurred_to) in UTC, or unknown."""

    content: str
    span: Span
    occurred_from: datetime | None = None
    occurred_to: datetime | None = None
    precision: Precision | None = None
    involves: tuple[Mention, ...] = ()
    operation: Operation = "assert"
    tentative: bool = False
    confidence: float = 0.9
    importance: float = 6.0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleCandidate:
    """A lasting wish about how the agent works."""

    instruction: str
    span: Span
    content: str
    condition: str | None = None
    polarity: Polarity = "+"
    scope: str | None = None
    applies_to: tuple[Mention, ...] = ()
    operation: Operation = "assert"
    tentative: bool = False
    confidence: float = 0.9
    importance: float = 8.0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionCandidate:
    """A wish for this session only."""

    instruction: str
    span: Span


Candidate: TypeAlias = FactCandidate | EventCandidate | RuleCandidate


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity the user's memory already holds, for resolving references; newest first in ``Background.entities``."""

    name: str
    kind: EntityKind
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact that is current, for corrections such as "actually" and "scratch that"; most recently said first."""

    subject: Mention
    predicate: str
    object: Mention
    polarity: Polarity = "+"
    qualifier: str | None = None
    session_id: str | None = None
    message_id: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class KnownRule:
    """A rule that is current, for instructions that change or end one."""

    instruction: str
    condition: str | None = None
    polarity: Polarity = "+"


@dataclass(frozen=True, slots=True)
class Background:
    """What is already known of the user and may help to read the new messages."""

    consents: frozenset[str] = frozenset()
    entities: tuple[KnownEntity, ...] = ()
    facts: tuple[KnownFact, ...] = ()
    rules: tuple[KnownRule, ...] = ()
    user_names: tuple[str, ...] = ()
    """Names of the user that are stored with consent."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """Every candidate and every refusal of one interaction, in the order of the words."""

    candidates: tuple[Candidate, ...] = ()
    session: tuple[SessionCandidate, ...] = ()
    refused: tuple[Refusal, ...] = ()
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Screening:
    """What the privacy gates found in a text given through the API: ``text`` redacted, with the refusals that apply."""

    text: str
    refused: tuple[Refusal, ...] = field(default=())


class Extractor(Protocol):
    """Turns an interaction into candidates. It stores nothing and keeps nothing between calls."""

    def extract(self, interaction: Interaction, background: Background) -> Extraction: ...

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        """Find secrets and personal data without consent in a text that is to be stored as it is."""
        ...
