"""What a caller asks to be stored, read strictly: unknown fields, impossible values and secrets are told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from user_memory.graph.candidates import (
    Candidate,
    EventCandidate,
    FactCandidate,
    Mention,
    RuleCandidate,
    Span,
)
from user_memory.graph.errors import ConsentRequired, InvalidInput
from user_memory.graph.memory.messages import visible
from user_memory.graph.memory.runtime import Runtime
from user_memory.graph.memory.screening import screen
from user_memory.graph.model import (
    CONTENT_LIMIT,
    PRECISIONS,
    STORED_LAYERS,
    EntityKind,
    Memory,
    Polarity,
    Precision,
)
from user_memory.graph.times import foreseen, parse_time
from user_memory.graph.vocabulary import vocabulary

NAME_LIMIT = 128
IMPORTANCE: Mapping[str, float] = {"semantic": 7.0, "episodic": 6.0, "procedural": 8.0}
_BODY = frozenset(
    ["layer", "content", "fact", "event", "rule", "importance", "tags", "pinned", "aliases", "expires_at"]
)
_FACT = frozenset(
    ["subject", "predicate", "object", "polarity", "qualifier", "valid_from", "valid_to", "precision"]
)
_EVENT = frozenset(["occurred_from", "occurred_to", "precision", "involves"])
_RULE = frozenset(["condition", "instruction", "polarity", "scope"])
_KIND_OF_OBJECT: Mapping[str, EntityKind] = {
    **dict.fromkeys(
        [
            "spouse",
            "partner",
            "child",
            "parent",
            "sibling",
            "relative",
            "friend",
            "colleague",
            "manager",
            "knows",
        ],
        "person",
    ),
    **dict.fromkeys(["lives_in", "lived_in", "visited", "birth_place"], "place"),
    **dict.fromkeys(["works_for", "studies_at", "alumni_of", "member_of"], "organisation"),
    **dict.fromkeys(["uses", "owns"], "product"),
    **dict.fromkeys(
        [
            "name",
            "nickname",
            "pronouns",
            "age",
            "birth_date",
            "email",
            "phone",
            "address",
            "government_id",
            "financial",
            "timezone",
        ],
        "value",
    ),
    "pet": "animal",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A checked request to store one memory; exactly one of ``fact``, ``event`` and ``rule`` is set."""

    layer: str
    content: str | None
    fact: Mapping[str, Any] | None = None
    event: Mapping[str, Any] | None = None
    rule: Mapping[str, Any] | None = None
    importance: float | None = None
    aliases: tuple[str, ...] = ()


def read_draft(body: Mapping[str, Any], now: datetime) -> Draft:
    """Check the body of an explicit memory that is stated at ``now``.

    Raises:
        InvalidInput: the first thing that is wrong, with its field.
    """
    _known(body, _BODY, "")
    layer = body.get("layer")
    if layer == "temporal":
        raise InvalidInput("Session memories are written with PUT sessions/{id}.", where="layer")
    if layer not in STORED_LAYERS:
        raise InvalidInput(f"layer must be one of {', '.join(STORED_LAYERS)}.", where="layer")
    content = _text(body.get("content"), "content", CONTENT_LIMIT)
    draft = Draft(
        layer,
        content,
        _part(body, "fact", _FACT, layer == "semantic"),
        _part(body, "event", _EVENT, layer == "episodic"),
        _part(body, "rule", _RULE, layer == "procedural"),
        _importance(body.get("importance")),
        tuple(_text(a, "aliases", NAME_LIMIT) or "" for a in _list(body.get("aliases"), "aliases")),
    )
    if layer == "semantic" and draft.fact is None:
        raise InvalidInput("A semantic memory needs fact with subject, predicate and object.", where="fact")
    if layer == "episodic" and content is None:
        raise InvalidInput(
            "An episodic memory needs content: what happened, in a few words.", where="content"
        )
    if layer == "procedural" and draft.rule is None and content is None:
        raise InvalidInput("A procedural memory needs rule with an instruction, or content.", where="rule")
    _check_parts(draft, now)
    return draft


def handling(body: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """The fields that change how a memory is handled, not what it says.

    Raises:
        InvalidInput: one is impossible, such as an ``expires_at`` before ``now``.
    """
    marks: dict[str, Any] = {}
    if body.get("tags") is not None:
        marks["tags"] = sorted({_text(t, "tags", 64) or "" for t in _list(body["tags"], "tags")} - {""})
    if body.get("pinned") is not None:
        if not isinstance(body["pinned"], bool):
            raise InvalidInput("pinned must be true or false.", where="pinned")
        marks["pinned"] = body["pinned"]
    if body.get("importance") is not None:
        marks["importance"] = _importance(body["importance"])
    if "expires_at" in body:
        marks["expires_at"] = _ahead(body["expires_at"], now)
        if marks["expires_at"] is None and "layer" in body:
            del marks["expires_at"]
    return marks


def rebuilt(memory: Memory, changes: Mapping[str, Any], now: datetime) -> Draft:
    """The memory as a draft, with ``changes`` to its statement applied."""
    body: dict[str, Any] = {"layer": memory.layer}
    if memory.fact is not None:
        f = memory.fact
        body["fact"] = {
            "subject": f.subject.name,
            "predicate": f.predicate,
            "object": f.object.name,
            "polarity": f.polarity,
            "qualifier": f.qualifier,
            "valid_from": f.valid_from,
            "valid_to": f.valid_to,
            "precision": f.precision,
            **(changes.get("fact") or {}),
        }
    if memory.event is not None:
        e = memory.event
        body["event"] = {
            "occurred_from": e.occurred_from,
            "occurred_to": e.occurred_to,
            "precision": e.precision,
            "involves": [i.name for i in e.involves],
            **(changes.get("event") or {}),
        }
    if memory.rule is not None:
        r = memory.rule
        body["rule"] = {
            "condition": r.condition,
            "instruction": r.instruction,
            "polarity": r.polarity,
            "scope": r.scope,
            **(changes.get("rule") or {}),
        }
    for part, layer in (("fact", "semantic"), ("event", "episodic"), ("rule", "procedural")):
        if changes.get(part) is not None and memory.layer != layer:
            raise InvalidInput(f"A {memory.layer} memory has no {part}.", where=part)
    if changes.get("content") is not None:
        body["content"] = changes["content"]
    elif memory.layer == "episodic":
        body["content"] = memory.content
    return read_draft(body, now)


def candidate_of(runtime: Runtime, draft: Draft, allowed: frozenset[str], message_id: str) -> Candidate:
    """The draft as a candidate that is certain.

    Raises:
        SecretRefused, ConsentRequired: its text may not be stored.
    """
    span = Span(message_id, -1, -1, "")
    importance = draft.importance if draft.importance is not None else IMPORTANCE[draft.layer]
    if draft.fact is not None:
        candidate: Candidate = _fact(draft.fact, draft, span, importance)
    elif draft.layer == "episodic":
        candidate = _event(draft.event or {}, draft, span, importance)
    else:
        candidate = _rule(draft.rule or {"instruction": draft.content}, draft, span, importance)
    _screen(runtime, candidate, allowed)
    return candidate


def _fact(fact: Mapping[str, Any], draft: Draft, span: Span, importance: float) -> FactCandidate:
    predicate = fact["predicate"]
    subject = _mention(fact["subject"], "person", ())
    object_ = _mention(fact["object"], _KIND_OF_OBJECT.get(predicate, "topic"), draft.aliases)
    polarity = cast(Polarity, fact.get("polarity") or "+")
    negation = "not " if polarity == "-" else ""
    qualifier = f" ({fact['qualifier']})" if fact.get("qualifier") else ""
    sentence = f"{subject.name} {negation}{predicate.replace('_', ' ')} {object_.name}{qualifier}"
    return FactCandidate(
        subject=subject,
        predicate=predicate,
        object=object_,
        span=span,
        content=draft.content or sentence[:CONTENT_LIMIT],
        polarity=polarity,
        qualifier=fact.get("qualifier"),
        valid_from=_time(fact.get("valid_from"), "fact.valid_from"),
        valid_to=_time(fact.get("valid_to"), "fact.valid_to"),
        precision=cast("Precision | None", fact.get("precision")),
        confidence=1.0,
        importance=importance,
    )


def _event(event: Mapping[str, Any], draft: Draft, span: Span, importance: float) -> EventCandidate:
    start, end = (
        _time(event.get("occurred_from"), "event.occurred_from"),
        _time(event.get("occurred_to"), "event.occurred_to"),
    )
    precision = cast("Precision | None", event.get("precision") or ("minute" if start else None))
    involves = tuple(_mention(name, "topic", ()) for name in event.get("involves") or ())
    return EventCandidate(
        draft.content or "", span, start, end, precision, involves, confidence=1.0, importance=importance
    )


def _rule(rule: Mapping[str, Any], draft: Draft, span: Span, importance: float) -> RuleCandidate:
    instruction, condition = str(rule["instruction"]), rule.get("condition")
    sentence = f"{condition}: {instruction}" if condition else instruction
    return RuleCandidate(
        instruction,
        span,
        draft.content or sentence[:CONTENT_LIMIT],
        condition,
        cast(Polarity, rule.get("polarity") or "+"),
        rule.get("scope"),
        confidence=1.0,
        importance=importance,
    )


def _mention(name: str, kind: EntityKind, aliases: tuple[str, ...]) -> Mention:
    return (
        Mention("user", "self")
        if name.strip().casefold() == "user"
        else Mention(name.strip(), kind, aliases=aliases)
    )


def _screen(runtime: Runtime, candidate: Candidate, allowed: frozenset[str]) -> None:
    texts = [candidate.content]
    if isinstance(candidate, FactCandidate):
        category = vocabulary()[candidate.predicate].consent
        if category is not None and category not in allowed:
            raise ConsentRequired(category, where="fact.predicate")
        texts += [
            candidate.object.name,
            candidate.subject.name,
            candidate.qualifier or "",
            *candidate.object.aliases,
        ]
    elif isinstance(candidate, RuleCandidate):
        texts += [candidate.instruction, candidate.condition or "", candidate.scope or ""]
    elif isinstance(candidate, EventCandidate):
        texts += [m.name for m in candidate.involves]
    screen(runtime, texts, allowed)


def _check_parts(draft: Draft, now: datetime) -> None:
    if draft.fact is not None:
        for name in ("subject", "object"):
            if not _text(
                draft.fact.get(name), f"fact.{name}", NAME_LIMIT if name == "subject" else CONTENT_LIMIT
            ):
                raise InvalidInput(
                    f"fact.{name} is missing: give a name as plain text.", where=f"fact.{name}"
                )
        if draft.fact.get("predicate") not in vocabulary():
            raise InvalidInput(
                f"fact.predicate must be one of {', '.join(sorted(vocabulary()))}.", where="fact.predicate"
            )
        _text(draft.fact.get("qualifier"), "fact.qualifier", NAME_LIMIT)
        _interval(draft.fact, "valid_from", "valid_to", "fact", now)
    if draft.event is not None:
        _interval(draft.event, "occurred_from", "occurred_to", "event", now)
        for name in _list(draft.event.get("involves"), "event.involves"):
            _text(name, "event.involves", NAME_LIMIT)
    if draft.rule is not None:
        if not _text(draft.rule.get("instruction"), "rule.instruction", CONTENT_LIMIT):
            raise InvalidInput("rule.instruction is missing.", where="rule.instruction")
        _text(draft.rule.get("condition"), "rule.condition", CONTENT_LIMIT)
        _text(draft.rule.get("scope"), "rule.scope", NAME_LIMIT)
    for part, name in ((draft.fact, "fact"), (draft.rule, "rule")):
        if part is not None and part.get("polarity") not in (None, "+", "-"):
            raise InvalidInput(f"{name}.polarity must be + or -.", where=f"{name}.polarity")


def _interval(part: Mapping[str, Any], start: str, end: str, name: str, now: datetime) -> None:
    first, last = _time(part.get(start), f"{name}.{start}"), _time(part.get(end), f"{name}.{end}")
    for moment, field in ((first, start), (last, end)):
        if moment is not None:
            foreseen(moment, now, f"{name}.{field}")
    if first is not None and last is not None and last < first:
        raise InvalidInput(f"{name}.{end} is before {name}.{start}.", where=f"{name}.{end}")
    if part.get("precision") not in (None, *PRECISIONS):
        raise InvalidInput(
            f"{name}.precision must be one of {', '.join(PRECISIONS)}.", where=f"{name}.precision"
        )


def _part(
    body: Mapping[str, Any], name: str, fields: frozenset[str], wanted: bool
) -> Mapping[str, Any] | None:
    value = body.get(name)
    if value is None:
        return None
    if not wanted:
        raise InvalidInput(f"A {body['layer']} memory has no {name}.", where=name)
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{name} must be an object.", where=name)
    _known(value, fields, f"{name}.")
    return value


def _known(value: Mapping[str, Any], fields: frozenset[str], prefix: str) -> None:
    for name in value:
        if name not in fields:
            raise InvalidInput(f"Unknown field '{prefix}{name}'.", where=f"{prefix}{name}")


def _text(value: Any, where: str, limit: int) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{where} must be a text that is not empty.", where=where)
    if len(value) > limit:
        raise InvalidInput(f"{where} has {len(value)} characters; at most {limit} are kept.", where=where)
    return visible(value, where).strip()


def _list(value: Any, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, (list, tuple)) or len(value) > 50:
        raise InvalidInput(f"{where} must be a list of at most 50 texts.", where=where)
    return list(value)


def _importance(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 10:
        raise InvalidInput("importance must be a number from 0 to 10.", where="importance")
    return float(value)


def _ahead(value: Any, now: datetime) -> datetime | None:
    moment = _time(value, "expires_at")
    if moment is not None and moment < now:
        raise InvalidInput(
            "expires_at is past: give a time to come, or delete the memory.", where="expires_at"
        )
    return moment


def _time(value: Any, where: str) -> datetime | None:
    return None if value is None else parse_time(value, where)
