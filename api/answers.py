"""The shapes of answers, as the API description names them and as the HTTP client returns them."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from user_memory.graph.model import (
    EntityKind,
    Layer,
    MergeState,
    Polarity,
    Precision,
    RefusalReason,
    Role,
    Status,
    StoredLayer,
)


class ProblemAnswer(TypedDict):
    """A failure (RFC 9457): what is wrong, where, and what to do."""

    type: str
    title: str
    status: int
    detail: str
    where: NotRequired[str]
    category: NotRequired[str]
    errors: NotRequired[list[dict[str, str]]]


class EntityRefAnswer(TypedDict):
    id: str
    name: str
    kind: EntityKind


class FactAnswer(TypedDict):
    """A relation that holds (`+`) or does not hold (`-`) in [valid_from, valid_to)."""

    subject: EntityRefAnswer
    predicate: str
    object: EntityRefAnswer
    polarity: Polarity
    qualifier: str | None
    valid_from: str | None
    valid_to: str | None
    precision: Precision | None


class EventAnswer(TypedDict):
    occurred_from: str | None
    occurred_to: str | None
    precision: Precision | None
    involves: list[EntityRefAnswer]


class RuleAnswer(TypedDict):
    instruction: str
    condition: str | None
    polarity: Polarity
    scope: str | None


class SourceAnswer(TypedDict):
    """Who said it, when, and which words: offsets count Unicode code points of the message as received."""

    message_id: str
    session_id: str | None
    role: Role
    speaker: str | None
    at: str
    start: int | None
    end: int | None
    quote: str | None


class MemoryAnswer(TypedDict):
    """One stored fact, event or rule with where it comes from and how strong it is."""

    id: str
    layer: Layer
    content: str
    status: Status
    confidence: float
    importance: float
    effective_importance: float
    recorded_at: str
    tags: list[str]
    pinned: bool
    ended_at: str | None
    retired_at: str | None
    expires_at: str | None
    last_accessed_at: str | None
    access_count: int
    sources: list[SourceAnswer]
    supersedes: NotRequired[str]
    fact: NotRequired[FactAnswer]
    event: NotRequired[EventAnswer]
    rule: NotRequired[RuleAnswer]


class ScorePartAnswer(TypedDict):
    name: str
    value: float
    weight: float


class PathStepAnswer(TypedDict):
    id: str
    label: str


class ReasonsAnswer(TypedDict):
    """The score is the sum of value × weight over `parts`."""

    parts: list[ScorePartAnswer]
    matched: list[str]
    path: list[PathStepAnswer]


class HitAnswer(MemoryAnswer):
    """A memory with its score and the reasons for it."""

    score: float
    reasons: NotRequired[ReasonsAnswer]
    overridden_by: NotRequired[str]


class InstructionAnswer(TypedDict):
    id: str
    instruction: str
    said_at: str
    expires_at: str


class ContextAnswer(TypedDict):
    """What the agent needs to know now; `text` is ready for a prompt."""

    memories: list[HitAnswer]
    rules: list[HitAnswer]
    session: list[InstructionAnswer]
    text: str
    tokens: int
    warnings: NotRequired[list[NoticeAnswer]]


class NoticeAnswer(TypedDict):
    code: str
    detail: str


class IdAnswer(TypedDict):
    id: str


class ReplacedAnswer(TypedDict):
    id: str
    by: str | None


class RefusalAnswer(TypedDict):
    """A candidate that was not stored, and why."""

    reason: RefusalReason
    message_id: str
    start: int
    end: int
    category: NotRequired[str]


class GivenInstructionAnswer(TypedDict):
    id: str
    instruction: str


class ReceiptAnswer(TypedDict):
    """What became of an interaction: every candidate is in exactly one of the lists."""

    interaction_id: str
    session_id: str
    replayed: bool
    stored: list[MemoryAnswer]
    reinforced: list[IdAnswer]
    superseded: list[ReplacedAnswer]
    retracted: list[ReplacedAnswer]
    refused: list[RefusalAnswer]
    archived: list[IdAnswer]
    session: list[GivenInstructionAnswer]
    warnings: list[NoticeAnswer]


class EntityAnswer(TypedDict):
    id: str
    name: str
    kind: EntityKind
    aliases: list[str]
    mentions: int
    first_seen_at: str | None
    last_seen_at: str | None


MergeAnswer = TypedDict(
    "MergeAnswer",
    {
        "from": EntityAnswer,
        "to": EntityAnswer,
        "state": MergeState,
        "score": float,
        "decided_by": str | None,
        "at": str | None,
    },
)

RelationAnswer = TypedDict(
    "RelationAnswer", {"fact": MemoryAnswer, "from": EntityRefAnswer, "to": EntityRefAnswer, "depth": int}
)

GraphEdgeAnswer = TypedDict(
    "GraphEdgeAnswer",
    {
        "id": str,
        "from": str,
        "to": str,
        "label": str,
        "memory_id": str,
        "layer": StoredLayer,
        "status": Status,
        "polarity": Polarity,
    },
)


class PathAnswer(TypedDict):
    entities: list[EntityRefAnswer]
    facts: list[MemoryAnswer]
    text: str


class GraphAnswer(TypedDict):
    center: str | None
    nodes: list[EntityAnswer]
    edges: list[GraphEdgeAnswer]
    events: list[MemoryAnswer]
    rules: list[MemoryAnswer]
    truncated: bool


class RetirementAnswer(TypedDict):
    source: SourceAnswer
    reason: str
    at: str


class ReplacementAnswer(TypedDict):
    memory: MemoryAnswer
    reason: str
    at: str


class WhyAnswer(TypedDict):
    """The provenance of a memory."""

    memory: MemoryAnswer
    evidence: list[SourceAnswer]
    retired_by: list[RetirementAnswer]
    supersedes: list[ReplacementAnswer]
    superseded_by: list[ReplacementAnswer]
    about: list[MemoryAnswer]
    supports: list[MemoryAnswer]
    strength: list[ScorePartAnswer]


class SessionAnswer(TypedDict):
    id: str
    state: dict[str, Any]
    instructions: list[InstructionAnswer]
    started_at: str
    expires_at: str


class ConsentAnswer(TypedDict):
    category: str
    purpose: str | None
    granted_at: str
    withdrawn_at: str | None


class LayerStatsAnswer(TypedDict):
    layer: Layer
    count: int
    average_importance: float
    oldest: str | None
    newest: str | None
    bytes: int


class StatsAnswer(TypedDict):
    layers: list[LayerStatsAnswer]
    active: int
    cap: int
    archived: int
    entities: int
    sources: int
    sessions: int
    revision: int


class ErasureAnswer(TypedDict):
    """What an erasure removed: counts only."""

    id: str
    at: str
    memories: int
    entities: int
    sources: int
    sessions: int
    consents: int
    requests: int
    users: int


class DecayAnswer(TypedDict):
    """One maintenance run; after a dry run, what it would have done."""

    id: str
    at: str
    dry_run: bool
    users: int
    archived: int
    deleted: int
    expired: int
    quotes_removed: int
    sessions_removed: int
    requests_removed: int


class MemoryPage(TypedDict):
    items: list[MemoryAnswer]
    next_cursor: str | None


class HitPage(TypedDict):
    items: list[HitAnswer]
    next_cursor: str | None


class EntityPage(TypedDict):
    items: list[EntityAnswer]
    next_cursor: str | None


class MergePage(TypedDict):
    items: list[MergeAnswer]
    next_cursor: str | None


class RelationPage(TypedDict):
    items: list[RelationAnswer]
    next_cursor: str | None


class PathPage(TypedDict):
    items: list[PathAnswer]
    next_cursor: str | None


class ConsentPage(TypedDict):
    items: list[ConsentAnswer]
    next_cursor: str | None


class UserPage(TypedDict):
    items: list[str]
    next_cursor: str | None


class HealthAnswer(TypedDict):
    status: str


class VersionAnswer(TypedDict):
    name: str
    version: str
