"""What is stored: memories with their sources and entities, sessions and consents, and the messages they come from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Layer = Literal["semantic", "episodic", "procedural", "temporal"]
StoredLayer = Literal["semantic", "episodic", "procedural"]
Status = Literal["tentative", "current", "superseded", "retracted", "archived"]
Polarity = Literal["+", "-"]
Precision = Literal["year", "season", "month", "day", "minute"]
Role = Literal["user", "participant", "assistant", "system", "tool", "api", "import"]
EntityKind = Literal["self", "person", "animal", "place", "organisation", "product", "topic", "value"]
MergeState = Literal["proposed", "accepted", "rejected"]

LAYERS: tuple[Layer, ...] = ("semantic", "episodic", "procedural", "temporal")
STORED_LAYERS: tuple[StoredLayer, ...] = ("semantic", "episodic", "procedural")
STATUSES: tuple[Status, ...] = ("tentative", "current", "superseded", "retracted", "archived")
ENTITY_KINDS: tuple[EntityKind, ...] = (
    "self",
    "person",
    "animal",
    "place",
    "organisation",
    "product",
    "topic",
    "value",
)
PRECISIONS: tuple[Precision, ...] = ("year", "season", "month", "day", "minute")
SPEAKERS: frozenset[Role] = frozenset({"user", "participant"})
"""The roles of people, whose own words may become memories."""
CONTENT_LIMIT = 200
"""Longest content or quote of one memory, in Unicode code points."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of an interaction as received; it is read and never stored."""

    id: str
    role: Role
    content: str
    at: datetime
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Interaction:
    """Messages of one session, oldest first, with the user's IANA time zone (``None``: UTC)."""

    session_id: str
    messages: tuple[Message, ...]
    timezone: str | None = None


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity as it stands inside a fact or an event."""

    id: str
    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that memories are about; ``aliases`` are other names it answers to."""

    id: str
    name: str
    kind: EntityKind
    aliases: tuple[str, ...] = ()
    mentions: int = 0
    first_seen_at: datetime | None = None
    last_seen_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """That ``from_`` is the same as ``to``: proposed because names are alike (``score``, 0 to 1), or decided."""

    from_: Entity
    to: Entity
    state: MergeState
    score: float
    decided_by: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation that holds (polarity ``+``) or does not hold (``-``) in [valid_from, valid_to)."""

    subject: EntityRef
    predicate: str
    object: EntityRef
    polarity: Polarity = "+"
    qualifier: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A happening that was told, in [occurred_from, occurred_to), known to ``precision``."""

    occurred_from: datetime | None = None
    occurred_to: datetime | None = None
    precision: Precision | None = None
    involves: tuple[EntityRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """How the user wants things done: ``instruction``, always or under ``condition``."""

    instruction: str
    condition: str | None = None
    polarity: Polarity = "+"
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The occasion on which something was said. ``start`` and ``end`` count code points of the message as received."""

    message_id: str
    session_id: str | None
    role: Role
    speaker: EntityRef | None
    at: datetime
    start: int | None = None
    end: int | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One stored fact, event or rule, with where it comes from and how strong it is.

    ``confidence`` is in [0, 1]; ``importance`` and ``effective_importance`` (after decay) are in [0, 10].
    """

    id: str
    layer: Layer
    content: str
    status: Status
    confidence: float
    importance: float
    effective_importance: float
    recorded_at: datetime
    tags: tuple[str, ...] = ()
    pinned: bool = False
    ended_at: datetime | None = None
    retired_at: datetime | None = None
    expires_at: datetime | None = None
    last_accessed_at: datetime | None = None
    access_count: int = 0
    supersedes: str | None = None
    fact: Fact | None = None
    event: Event | None = None
    rule: Rule | None = None
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionInstruction:
    """What the user asked for in this session only."""

    id: str
    instruction: str
    said_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """The temporal layer: what holds until ``expires_at`` and is then gone from every read."""

    id: str
    state: dict[str, object]
    instructions: tuple[SessionInstruction, ...]
    started_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Consent:
    """A category of personal data that may be stored while ``withdrawn_at`` is ``None``."""

    category: str
    purpose: str | None
    granted_at: datetime
    withdrawn_at: datetime | None = None
