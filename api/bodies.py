"""What requests carry. Unknown fields are refused; what the memory itself checks is not repeated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from user_memory.graph.model import Layer, Polarity, Precision, Status, StoredLayer

Time = Annotated[
    str, Field(max_length=64, examples=["2026-03-06T09:30:00Z"], description="RFC 3339, with an offset")
]


def _visible(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise ValueError("use visible characters")
    return text


Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_visible)]
Profile = Literal["balanced", "classic"]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class MessageIn(_Body):
    """One message of the conversation. It is read and never stored."""

    role: Literal["user", "participant", "assistant", "system", "tool"]
    content: str = Field(examples=["I moved to Lisbon last year and I'm allergic to peanuts."])
    id: str | None = Field(None, description="yours, or made by the service; `[A-Za-z0-9._:/-]{1,128}`")
    speaker: str | None = Field(None, description="who speaks; kept only with consent for names")
    at: Time | None = Field(None, description="when it was said; by default now")


class InteractionIn(_Body):
    """Messages of one session, oldest first."""

    messages: list[MessageIn]
    session_id: str | None = None
    timezone: str | None = Field(None, examples=["Europe/Lisbon"], description="IANA name; by default UTC")


class ContextIn(_Body):
    """What the agent is about to do, and how much it wants to know."""

    query: str | None = Field(None, max_length=10_000, examples=["What should I cook for her tonight?"])
    session_id: str | None = None
    max_memories: int = Field(5, ge=0, le=100)
    min_importance: float = Field(2.0, ge=0.0, le=10.0)
    layers: list[StoredLayer] | None = None
    as_of: Time | None = None
    known_at: Time | None = None
    token_budget: int | None = Field(None, ge=0, le=1_000_000)
    profile: Profile | None = None
    touch: bool = Field(True, description="record the access, which slows forgetting")


class FactIn(_Body):
    """A relation between two entities, given by name; `user` is the user."""

    subject: Name
    predicate: Name
    object: Name
    polarity: Polarity = "+"
    qualifier: Name | None = None
    valid_from: Time | None = None
    valid_to: Time | None = None
    precision: Precision | None = None


class EventIn(_Body):
    """A happening in [occurred_from, occurred_to)."""

    occurred_from: Time | None = None
    occurred_to: Time | None = None
    precision: Precision | None = None
    involves: list[Name] = Field(default_factory=list, max_length=50)


class RuleIn(_Body):
    """How the user wants things done."""

    instruction: Name
    condition: Name | None = None
    polarity: Polarity = "+"
    scope: Name | None = None


class MemoryIn(_Body):
    """An explicit memory: a fact with `semantic`, an event with `episodic`, a rule with `procedural`."""

    layer: Layer
    content: str | None = None
    fact: FactIn | None = None
    event: EventIn | None = None
    rule: RuleIn | None = None
    importance: float | None = Field(None, ge=0.0, le=10.0)
    tags: list[Name] = Field(default_factory=list, max_length=50)
    pinned: bool = False
    aliases: list[Name] = Field(default_factory=list, max_length=50, description="other names of the object")
    expires_at: Time | None = None


class MemoryPatch(_Body):
    """Tags, importance, pinned and expires_at keep the id; content, fact, event or rule make a new memory."""

    tags: list[Name] | None = Field(None, max_length=50)
    importance: float | None = Field(None, ge=0.0, le=10.0)
    pinned: bool | None = None
    expires_at: Time | None = None
    content: str | None = None
    fact: FactIn | None = None
    event: EventIn | None = None
    rule: RuleIn | None = None


class PinIn(_Body):
    pinned: bool = True


class SessionIn(_Body):
    """What holds in this session only; a field that is left out stays as it is."""

    state: dict[str, Any] | None = None
    instructions: list[str] | None = None
    ttl_seconds: int | None = Field(None, ge=1)


class ConsentIn(_Body):
    purpose: str | None = Field(None, max_length=200)


class MergeIn(_Body):
    ids: list[str] = Field(min_length=2, max_length=50)


class SplitIn(_Body):
    id: str = Field(max_length=64)
    other: str | None = Field(None, max_length=64, description="the entity that it is not")


class DecayIn(_Body):
    dry_run: bool = False


class _Query(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PageQuery(_Query):
    limit: int = Field(50, ge=1, le=500)
    cursor: str | None = Field(None, max_length=1_000, description="`next_cursor` of the page before")


class SearchQuery(_Query):
    q: str | None = Field(None, max_length=10_000)
    layer: StoredLayer | None = None
    status: Status | None = None
    limit: int = Field(10, ge=1, le=100)
    explain: bool = Field(True, description="give the reasons of each score")
    as_of: Time | None = None
    known_at: Time | None = None
    profile: Profile | None = None


class MemoriesQuery(PageQuery):
    layer: StoredLayer | None = None
    status: Status | None = None
    predicate: str | None = Field(None, max_length=64)
    entity: str | None = Field(None, max_length=64, description="id of an entity")
    tag: str | None = Field(None, max_length=200)
    q: str | None = Field(None, max_length=1_000, description="words in the content")
    as_of: Time | None = None
    known_at: Time | None = None


class EntitiesQuery(PageQuery):
    q: str | None = Field(None, max_length=200)
    kind: Literal["self", "person", "animal", "place", "organisation", "product", "topic", "value"] | None = (
        None
    )


class RelationsQuery(_Query):
    depth: int = Field(1, ge=1, le=2)
    predicate: str | None = Field(None, max_length=64)
    as_of: Time | None = None
    known_at: Time | None = None
    limit: int = Field(100, ge=1, le=500)
    cursor: str | None = Field(None, max_length=1_000)


class PathsQuery(_Query):
    from_: str = Field(alias="from", max_length=64, description="id of an entity")
    to: str = Field(max_length=64, description="id of an entity")
    max_hops: int = Field(4, ge=1, le=6)


class TimelineQuery(PageQuery):
    from_: Time | None = Field(None, alias="from")
    to: Time | None = None
    entity: str | None = Field(None, max_length=64, description="id of an entity")
    as_of: Time | None = None
    known_at: Time | None = None


class AuditQuery(PageQuery):
    limit: int = Field(100, ge=1, le=500)
    memory: str | None = Field(None, max_length=64, description="id of a memory: only what was done to it")


class GraphQuery(_Query):
    center: str | None = Field(None, max_length=64, description="id of an entity; by default the user")
    depth: int = Field(1, ge=1, le=3)
    limit: int = Field(300, ge=1, le=1_000)
    as_of: Time | None = None
    known_at: Time | None = None


class SourcesQuery(_Query):
    session_id: str = Field(max_length=128)


class ExportQuery(_Query):
    format: Literal["json", "jsonld", "graphml", "cypher"] = "json"
