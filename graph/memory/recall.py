"""Recalling: one consistent snapshot, ranked against the question, composed for an agent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory import sessions
from user_memory.graph.memory.messages import identifier
from user_memory.graph.memory.runtime import Account, Runtime
from user_memory.graph.model import (
    LAYERS,
    STATUSES,
    Context,
    Entity,
    Hit,
    Layer,
    Notice,
    Page,
    SessionInstruction,
    Status,
)
from user_memory.graph.retrieval import (
    Profile,
    Query,
    Snapshot,
    SnapshotCache,
    affected,
    build_snapshot,
    compose,
    connections,
    profile,
    rank,
    recall,
    update,
)
from user_memory.graph.retrieval.speech import embed_query
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.entities import read_entities
from user_memory.graph.store.memories import Stored, read_stored

QUERY_LIMIT = 2_000
"""Characters of a query that are read; the rest is cut, and a warning says so."""
MOST_MEMORIES = 100
ATTEMPTS = 2
"""How often a snapshot is read beside writers before they are held back."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters and halves of characters. A query of nothing else is not empty: it asks for what nobody said."""


def snapshot(runtime: Runtime, account: Account) -> Snapshot | None:
    """The user's memories as of the latest revision, from the cache where it is still right; ``None`` for an unknown user."""
    head = runtime.database.read(
        lambda tx: tx.one("users.find", tenant=account.tenant, user_id=account.user_id)
    )
    if head is None:
        return None
    owner, revision = head["owner"], head["revision"]
    held = runtime.cache.get(owner, revision)
    if held is not None:
        return held
    with runtime.cache.turn(owner):
        return runtime.cache.get(owner, revision) or _build(runtime, owner)


def _build(runtime: Runtime, owner: str) -> Snapshot | None:
    """A new snapshot, kept for the next call; ``None`` when the user was erased meanwhile."""
    held = _updated(runtime, owner) or _read_whole(runtime, owner)
    if held is not None:
        runtime.cache.put(held)
    return held


def _updated(runtime: Runtime, owner: str) -> Snapshot | None:
    """The kept snapshot brought up to date; ``None`` where it is not known what changed since, or a writer came between."""
    whole = runtime.database.engine.capabilities.whole_commits
    read = partial(_read_news, cache=runtime.cache, owner=owner)
    news = runtime.database.read(read) if whole else runtime.database.write(partial(read, hold=True))
    if news is None:
        return None
    now = runtime.clock()
    return update(news.held, news.revision, news.touched, news.stored.rows(now), news.entities, now)


@dataclass(frozen=True, slots=True)
class _News:
    """What there is to know beside a kept snapshot."""

    held: Snapshot
    revision: int
    touched: set[str]
    stored: Stored
    entities: Sequence[Entity]


def _read_news(tx: Tx, cache: SnapshotCache, owner: str, hold: bool = False) -> _News | None:
    tx = _of(tx, owner, hold)
    before = tx.one("users.read")
    since = cache.since(owner, before["revision"]) if before else None
    if since is None:
        return None
    touched = affected(*since)
    stored = read_stored(tx, touched)
    entities = stored.identities.fold(read_entities(tx))
    after = tx.one("users.read")
    if before is None or after is None or before["revision"] != after["revision"]:
        return None
    return _News(since[0], after["revision"], touched, stored, entities)


def _read_whole(runtime: Runtime, owner: str) -> Snapshot | None:
    runtime.access.flush_owner(owner)
    read = _read(runtime, owner)
    if read is None:
        return None
    revision, stored = read
    encoder = runtime.encoder.name if runtime.encoder else None
    return build_snapshot(owner, revision, stored.rows(runtime.clock()), stored.entities, encoder)


def _read(runtime: Runtime, owner: str) -> tuple[int, Stored] | None:
    """All memories as of one revision.

    Where a commit may be seen in parts, and where writers who come quickly one after another would never leave the time for a
    read, writers wait for it: the user is held, which also waits for a commit that is under way.
    """
    for _ in range(ATTEMPTS if runtime.database.engine.capabilities.whole_commits else 0):
        found = runtime.database.read(partial(_read_once, owner=owner))
        if found is not None:
            return found
    return runtime.database.write(partial(_read_once, owner=owner, hold=True))


def _of(tx: Tx, owner: str, hold: bool) -> Tx:
    """The transaction for one user, whose writers may have to wait for its end."""
    tx = tx.of(owner)
    if hold:
        tx.one("users.hold")
    return tx


def _read_once(tx: Tx, owner: str, hold: bool = False) -> tuple[int, Stored] | None:
    """One consistent read; ``None`` when a writer came between."""
    tx = _of(tx, owner, hold)
    before = tx.one("users.read")
    stored = read_stored(tx)
    after = tx.one("users.read")
    if before is None or after is None or before["revision"] != after["revision"]:
        return None
    return after["revision"], stored


def search(
    runtime: Runtime,
    account: Account,
    query: str | None,
    *,
    layers: Sequence[Layer] | None,
    statuses: Sequence[Status] | None,
    limit: int,
    as_of: datetime | None,
    known_at: datetime | None,
    profile_name: str | None,
) -> Page[Hit]:
    """Hits, best first; no access is recorded."""
    _check(layers, statuses, limit, 0.0)
    held = snapshot(runtime, account)
    if held is None:
        return Page(())
    asked, _ = _query(runtime, held, query, limit, 0.0, layers, statuses, as_of, known_at)
    return Page(rank(held, asked, runtime.clock(), _profile(runtime, profile_name), runtime.reranker))


def context(
    runtime: Runtime,
    account: Account,
    query: str | None,
    *,
    session_id: str | None,
    max_memories: int,
    min_importance: float,
    layers: Sequence[Layer] | None,
    as_of: datetime | None,
    known_at: datetime | None,
    token_budget: int | None,
    profile_name: str | None,
    touch: bool,
) -> Context:
    """What an agent needs to know for ``query``: the session's instructions, the rules that apply, the few right memories."""
    _check(layers, None, max_memories, min_importance)
    if token_budget is not None and token_budget < 1:
        raise InvalidInput("token_budget must be at least 1.", where="token_budget")
    if session_id is not None:
        identifier(session_id, "session_id")
    now = runtime.clock()
    held = snapshot(runtime, account)
    if held is None:
        return Context((), (), (), "", 0)
    wishes = _wishes(runtime, held.owner, session_id, now)
    asked, notices = _query(runtime, held, query, max_memories, min_importance, layers, None, as_of, known_at)
    hits = recall(held, asked, now, _profile(runtime, profile_name), runtime.reranker)
    composed = compose(
        hits,
        wishes,
        token_budget,
        runtime.tokenizer,
        now,
        connections=connections(held, asked.text, hits),
        warnings=notices,
    )
    if touch:
        runtime.access.record(held.owner, [h.memory.id for h in (*composed.memories, *composed.rules)], now)
    return composed


def _wishes(
    runtime: Runtime, owner: str, session_id: str | None, now: datetime
) -> tuple[SessionInstruction, ...]:
    if session_id is None:
        return ()
    held = runtime.database.read(lambda tx: sessions.load(tx.of(owner), session_id, now))
    return held.session.instructions if held else ()


def _query(
    runtime: Runtime,
    held: Snapshot,
    text: str | None,
    limit: int,
    min_importance: float,
    layers: Sequence[Layer] | None,
    statuses: Sequence[Status] | None,
    as_of: datetime | None,
    known_at: datetime | None,
) -> tuple[Query, tuple[Notice, ...]]:
    notices = list(runtime.notices)
    if text is not None and len(text) > QUERY_LIMIT:
        notices.append(
            Notice("query_cut", f"Only the first {QUERY_LIMIT} characters of the query were read.")
        )
        text = text[:QUERY_LIMIT]
    if text is not None:
        text = _NO_TEXT.sub("\ufffd", text).strip() or None
    vector = embed_query(runtime.encoder, held, text) if runtime.encoder else None
    query = Query(
        text=text,
        vector=vector,
        max_memories=limit,
        min_importance=min_importance,
        layers=tuple(layers) if layers is not None else None,
        as_of=as_of,
        known_at=known_at,
        statuses=tuple(statuses) if statuses is not None else None,
        threshold=runtime.config.relevance_threshold,
        decay=runtime.config.decay,
    )
    return query, tuple(notices)


def _profile(runtime: Runtime, name: str | None) -> Profile:
    return profile(name or runtime.config.profile)


def _check(
    layers: Sequence[Layer] | None,
    statuses: Sequence[Status] | None,
    limit: int,
    min_importance: float,
) -> None:
    for layer in layers or ():
        if layer not in LAYERS:
            raise InvalidInput(f"layers must be out of {', '.join(LAYERS)}.", where="layers")
    for status in statuses or ():
        if status not in STATUSES:
            raise InvalidInput(f"status must be one of {', '.join(STATUSES)}.", where="status")
    if not 1 <= limit <= MOST_MEMORIES:
        raise InvalidInput(f"The number of memories must be 1 to {MOST_MEMORIES}.", where="max_memories")
    if not 0.0 <= min_importance <= 10.0:
        raise InvalidInput("min_importance must be 0 to 10.", where="min_importance")
