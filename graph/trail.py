"""What was done to one user's memory, told in order: a pure function of what is stored and of its times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from user_memory.graph.model import AuditAction, AuditEntry, Consent, Merge, Role, Session


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it is held now."""

    id: str
    content: str
    recorded_at: datetime
    archived_at: datetime | None = None
    """When it was archived, if it still is."""


@dataclass(frozen=True, slots=True)
class Said:
    """An occasion that speaks for a memory, or that ended it (``operation`` end) or took it back (retract)."""

    memory: str
    message_id: str
    at: datetime
    role: Role = "user"
    operation: str = "assert"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Succession:
    """That ``memory`` took the place of ``old``."""

    memory: str
    old: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Removal:
    """An erasure, or what maintenance removed: counts only."""

    kind: str
    at: datetime
    counts: Mapping[str, int]


_FIRST: Mapping[AuditAction, int] = {"user_created": 0, "stored": 1}


def told(kept: Iterable[Kept], said: Iterable[Said], successions: Iterable[Succession]) -> list[AuditEntry]:
    """What became of each memory. What was recorded with it speaks for its storing; later occasions are entries of their own."""
    memories = {k.id: k for k in kept}
    occasions: defaultdict[str, list[Said]] = defaultdict(list)
    for item in sorted(said, key=lambda s: (s.at, s.message_id)):
        occasions[item.memory].append(item)
    entries = [e for m in memories.values() for e in _of_memory(m, occasions[m.id])]
    return entries + [_succession(s, memories, occasions[s.memory]) for s in successions]


def _of_memory(memory: Kept, said: Sequence[Said]) -> Iterator[AuditEntry]:
    spoken = [s for s in said if s.operation == "assert"]
    first = [s for s in spoken if s.at <= memory.recorded_at]
    yield AuditEntry(
        memory.recorded_at,
        "stored",
        memory_id=memory.id,
        content=memory.content,
        reason=first[0].role if first else None,
        sources=tuple(s.message_id for s in first),
    )
    for item in said:
        action = _action(item)
        if action is not None and item not in first:
            yield AuditEntry(
                max(item.at, memory.recorded_at),
                action,
                memory_id=memory.id,
                content=memory.content,
                reason=item.reason or item.role,
                sources=(item.message_id,),
            )
    if memory.archived_at is not None:
        yield AuditEntry(
            memory.archived_at,
            "archived",
            memory_id=memory.id,
            content=memory.content,
            reason="faded or over the cap",
        )


def _action(said: Said) -> AuditAction | None:
    """``None`` for a correction: the memory that replaced it tells it."""
    if said.operation == "assert":
        return "confirmed" if said.role == "api" else "reinforced"
    if said.reason == "correction":
        return None
    return "retracted" if said.operation == "retract" else "ended"


def _succession(change: Succession, memories: Mapping[str, Kept], said: Sequence[Said]) -> AuditEntry:
    known = (memories[change.old].recorded_at, memories[change.memory].recorded_at)
    return AuditEntry(
        max(change.at, *known),
        "corrected" if change.reason == "correction" else "superseded",
        memory_id=change.old,
        content=memories[change.old].content,
        by=change.memory,
        reason=change.reason,
        sources=tuple(s.message_id for s in said if s.operation == "assert"),
    )


def decided(merges: Iterable[Merge]) -> list[AuditEntry]:
    """Which entities were said to be one, or not."""
    actions: Mapping[str, AuditAction] = {"accepted": "merged", "rejected": "told_apart"}
    return [
        AuditEntry(
            m.at,
            actions[m.state],
            entity_id=m.from_.id,
            content=m.from_.name,
            by=m.to.id,
            reason=m.decided_by,
        )
        for m in merges
        if m.at is not None and m.state in actions
    ]


def allowed(consents: Iterable[Consent]) -> list[AuditEntry]:
    """Which categories were allowed, and no longer."""
    entries = []
    for consent in consents:
        entries.append(
            AuditEntry(
                consent.granted_at, "consent_granted", category=consent.category, reason=consent.purpose
            )
        )
        if consent.withdrawn_at is not None:
            entries.append(AuditEntry(consent.withdrawn_at, "consent_withdrawn", category=consent.category))
    return entries


def opened(sessions: Iterable[Session]) -> list[AuditEntry]:
    """The sessions that live."""
    return [AuditEntry(s.started_at, "session_opened", session_id=s.id) for s in sessions]


def removed(removals: Iterable[Removal]) -> list[AuditEntry]:
    """What was erased and what maintenance removed."""
    return [
        AuditEntry(
            r.at,
            "erased" if r.kind == "erasure" else "maintained",
            reason=r.kind,
            counts={name: n for name, n in r.counts.items() if n},
        )
        for r in removals
    ]


def in_order(entries: Iterable[AuditEntry]) -> list[AuditEntry]:
    """Oldest first; what happened at one moment in a fixed order."""
    return sorted(entries, key=position)


def position(entry: AuditEntry) -> tuple[datetime, int, str, str, str]:
    """Where an entry stands in the order; at one moment nothing is done to what is not yet there."""
    thing = entry.memory_id or entry.entity_id or entry.category or entry.session_id or ""
    return (
        entry.at,
        _FIRST.get(entry.action, len(_FIRST)),
        entry.action,
        thing,
        entry.by or " ".join(entry.sources),
    )
