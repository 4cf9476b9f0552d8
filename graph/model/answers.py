"""What calls answer: hits and contexts, receipts, relations and paths, provenance, figures, pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Literal, TypeVar

from user_memory.graph.model.stored import (
    Entity,
    EntityRef,
    Layer,
    Memory,
    Polarity,
    SessionInstruction,
    Source,
    Status,
    StoredLayer,
)

RefusalReason = Literal[
    "secret",
    "consent",
    "low_confidence",
    "not_asserted",
    "assistant_claim",
    "unsupported_language",
    "unsupported_span",
    "unresolved",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One addend of a score: ``value`` in [0, 1] times ``weight``."""

    name: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class PathStep:
    """One node or edge on the way from the query to a hit, in reading order."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a memory was returned: its score is the sum of value × weight over ``parts``."""

    parts: tuple[ScorePart, ...] = ()
    matched: tuple[str, ...] = ()
    path: tuple[PathStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory with its score; ``overridden_by`` is the session instruction that outranks this rule."""

    memory: Memory
    score: float
    reasons: Reasons = field(default_factory=Reasons)
    overridden_by: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent needs to know now. ``text`` is ready for a prompt and about ``tokens`` tokens long."""

    memories: tuple[Hit, ...]
    rules: tuple[Hit, ...]
    session: tuple[SessionInstruction, ...]
    text: str
    tokens: int
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the caller should know that is no error."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A candidate that was not stored, and why; offsets count code points of the message as received."""

    reason: RefusalReason
    message_id: str
    start: int
    end: int
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """A memory that ended (``id``) because of another (``by``; ``None`` when nothing took its place)."""

    id: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of an interaction: every candidate is in exactly one of the lists."""

    interaction_id: str
    session_id: str
    replayed: bool = False
    stored: tuple[Memory, ...] = ()
    reinforced: tuple[str, ...] = ()
    superseded: tuple[Replaced, ...] = ()
    retracted: tuple[Replaced, ...] = ()
    refused: tuple[Refusal, ...] = ()
    archived: tuple[str, ...] = ()
    session: tuple[SessionInstruction, ...] = ()
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A fact read as an edge, ``depth`` edges away from where the question started."""

    fact: Memory
    from_: EntityRef
    to: EntityRef
    depth: int


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of facts between two entities, shortest first; ``text`` reads it aloud."""

    entities: tuple[EntityRef, ...]
    facts: tuple[Memory, ...]
    text: str


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A projected edge of the picture: a fact between entities, or an event's or rule's link to one."""

    id: str
    from_: str
    to: str
    label: str
    memory_id: str
    layer: StoredLayer
    status: Status
    polarity: Polarity = "+"


@dataclass(frozen=True, slots=True)
class GraphView:
    """The neighbourhood of ``center``; ``truncated`` says that more lies beyond the limit."""

    center: str | None
    nodes: tuple[Entity, ...]
    edges: tuple[GraphEdge, ...]
    events: tuple[Memory, ...]
    rules: tuple[Memory, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Why:
    """The provenance of a memory: what says so, what it replaced or was replaced by, what follows from it."""

    memory: Memory
    evidence: tuple[Source, ...]
    retired_by: tuple[Retirement, ...]
    supersedes: tuple[Replacement, ...]
    superseded_by: tuple[Replacement, ...]
    about: tuple[Memory, ...]
    supports: tuple[Memory, ...]
    strength: tuple[ScorePart, ...]


@dataclass(frozen=True, slots=True)
class Retirement:
    """A source that ended or retracted a memory."""

    source: Source
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Replacement:
    """The other side of a ``SUPERSEDES`` edge."""

    memory: Memory
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LayerStats:
    """Figures of one layer; ``bytes`` estimates the stored size, ``average_importance`` is after decay."""

    layer: Layer
    count: int
    average_importance: float
    oldest: datetime | None
    newest: datetime | None
    bytes: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Figures of one user. ``active`` counts toward ``cap``."""

    layers: tuple[LayerStats, ...]
    active: int
    cap: int
    archived: int
    entities: int
    sources: int
    sessions: int
    revision: int


AuditAction = Literal[
    "user_created",
    "stored",
    "reinforced",
    "confirmed",
    "ended",
    "retracted",
    "superseded",
    "corrected",
    "archived",
    "merged",
    "told_apart",
    "consent_granted",
    "consent_withdrawn",
    "session_opened",
    "erased",
    "maintained",
]


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that was done to what is stored about a user; what does not apply is ``None``.

    ``content`` is what the memory says now, or the name of the entity; ``by`` the memory or entity that took its place;
    ``reason`` who said it, why it ended, or what a consent is for; ``sources`` the ids of the messages it rests on.
    """

    at: datetime
    action: AuditAction
    memory_id: str | None = None
    entity_id: str | None = None
    category: str | None = None
    session_id: str | None = None
    content: str | None = None
    by: str | None = None
    reason: str | None = None
    sources: tuple[str, ...] = ()
    counts: Mapping[str, int] | None = None
    """Of an erasure: how much of what was removed."""


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """What an erasure removed: counts only, nothing that was said."""

    id: str
    at: datetime
    memories: int = 0
    entities: int = 0
    sources: int = 0
    sessions: int = 0
    consents: int = 0
    requests: int = 0
    users: int = 0


@dataclass(frozen=True, slots=True)
class DecayReport:
    """One maintenance run: what was (``dry_run``: would be) archived, deleted and expired."""

    id: str
    at: datetime
    dry_run: bool
    users: int
    archived: int
    deleted: int
    expired: int
    quotes_removed: int
    sessions_removed: int
    requests_removed: int


@dataclass(frozen=True, slots=True)
class Fading:
    """How strong one memory is and when, if nobody asks for it, it falls below the thresholds; ``None``: never.

    ``faint_at`` is when a context leaves it out unless told otherwise (2.0), ``stale_at`` when it is archived (0.5).
    ``due`` is what maintenance would do with it now.
    """

    user_id: str
    id: str
    layer: Layer
    status: Status
    content: str
    effective_importance: float
    faint_at: datetime | None
    stale_at: datetime | None
    due: Literal["archive", "delete", "expire"] | None = None


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list; ``next_cursor`` is ``None`` on the last one."""

    items: tuple[T, ...]
    next_cursor: str | None = None
