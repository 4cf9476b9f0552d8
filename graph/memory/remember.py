"""Remembering: an interaction read, judged and stored in one transaction, with a receipt that accounts for every candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from user_memory.graph.candidates import Background, Extraction, KnownEntity, KnownFact, KnownRule, Mention
from user_memory.graph.errors import Conflict
from user_memory.graph.keys import entity_key
from user_memory.graph.memory import consents, digests, requests, sessions, sources
from user_memory.graph.memory.capping import keep_cap
from user_memory.graph.memory.forget import orphans
from user_memory.graph.memory.intake import Intake, Occasion, Taken, load_resolver, save_entities
from user_memory.graph.memory.messages import digest
from user_memory.graph.memory.runtime import Account, OwnerGone, Runtime, Writing, read, write
from user_memory.graph.model import (
    SPEAKERS,
    Interaction,
    Message,
    Notice,
    Receipt,
    Refusal,
    Replaced,
    SessionInstruction,
)
from user_memory.graph.refusals import one_per_datum
from user_memory.graph.store.batch import Vectors
from user_memory.graph.store.connection import Tx
from user_memory.graph.store.memories import read_memories
from user_memory.graph.store.values import iso, moment

RECENT_ENTITIES = 50
RECENT_FACTS = 50
ATTEMPTS = 3


class _ConsentChanged(Exception):
    """Consents changed between reading the words and storing what they say."""


def remember(
    runtime: Runtime, account: Account, said: Interaction, key: str | None, request: str = ""
) -> Receipt:
    """Extract, gate, resolve, reconcile and store. Nothing is stored when this raises.

    ``request`` is what the caller sent: with the same idempotency ``key`` it must be the same.

    Raises:
        Conflict: a message id, or the idempotency key, was used for another text.
    """
    requests.check_key(key)
    for attempt in range(ATTEMPTS):
        background = read(runtime, account, _background, Background)
        extraction = runtime.extractor.extract(said, background)
        vectors = _encoded(runtime, said, extraction)
        story = _Story(runtime, said, (key, request), extraction, background.consents, vectors)
        try:
            return write(runtime, account, story.store, messages=len(said.messages))
        except (_ConsentChanged, OwnerGone):
            if attempt == ATTEMPTS - 1:
                raise Conflict(
                    "The user's consents kept changing meanwhile. Nothing was stored; send it again."
                ) from None
    raise AssertionError("unreachable")


def _encoded(runtime: Runtime, said: Interaction, extraction: Extraction) -> Vectors:
    vectors = runtime.vectors(lambda: (m.speaker for m in said.messages if m.speaker))
    vectors.rows([("", text) for text in dict.fromkeys(c.content for c in extraction.candidates)])
    return vectors


def _background(tx: Tx) -> Background:
    entities = [r["e"] for r in tx.run("entities.recent", limit=RECENT_ENTITIES)]
    user = next((e for e in entities if e["kind"] == "self"), None)
    return Background(
        consents=consents.granted(tx),
        entities=tuple(
            KnownEntity(e["name"], e["kind"], tuple(e["aliases"] or ()))
            for e in entities
            if e["kind"] != "self"
        ),
        facts=_facts(tx),
        rules=tuple(
            KnownRule(r["instruction"], r["condition"], r["polarity"]) for r in tx.run("background.rules")
        ),
        user_names=tuple(user["aliases"] or ()) if user else (),
    )


def _facts(tx: Tx) -> tuple[KnownFact, ...]:
    records = tx.run("background.facts", limit=RECENT_FACTS)
    occasions = {r["id"]: r for r in tx.over("background.occasions", [r["id"] for r in records])}
    facts = []
    for r in records:
        said = occasions.get(r["id"])
        facts.append(
            KnownFact(
                Mention(r["subject"], r["subject_kind"]),
                r["predicate"],
                Mention(r["object"], r["object_kind"]),
                r["polarity"],
                r["qualifier"],
                said["session_id"] if said else None,
                said["message_id"] if said else None,
                moment(said["at"]) if said else None,
            )
        )
    return tuple(facts)


class _Story:
    """One interaction on its way into the graph."""

    def __init__(
        self,
        runtime: Runtime,
        said: Interaction,
        request: tuple[str | None, str],
        extraction: Extraction,
        consents_read: frozenset[str],
        vectors: Vectors,
    ) -> None:
        self.runtime, self.said, (self.key, self.body) = runtime, said, request
        self.extraction, self.consents, self.vectors = extraction, consents_read, vectors

    def store(self, writing: Writing) -> Receipt:
        touched = requests.recall(writing, self.key, self.body)
        if touched is not None:
            return replay(writing, touched)
        if consents.granted(writing.tx) != self.consents:
            raise _ConsentChanged
        fresh = self._fresh(writing)
        candidates = [c for c in self.extraction.candidates if c.span.message_id in fresh]
        wishes = [s for s in self.extraction.session if s.span.message_id in fresh]
        occasions = self._occasions(writing, fresh, {c.span.message_id for c in candidates})
        taken = Intake(writing, self.consents, self.vectors).take(candidates, occasions)
        at = {m.id: m.at for m in self.said.messages}
        session = sessions.instruct(
            writing,
            self.said.session_id,
            [(w, at[w.span.message_id]) for w in wishes],
            self.runtime.config.session_ttl,
        )
        idle = sources.drop_idle(writing, [o.id for o in occasions.values()])
        if idle:
            writing.tx.over("entities.delete", sorted(orphans(writing.tx)))
        sourced = {message for message, occasion in occasions.items() if occasion.id not in idle}
        self._hold(writing, fresh, sourced, {w.span.message_id for w in wishes})
        archived = keep_cap(writing)
        receipt = self._receipt(writing, fresh, taken, session, archived)
        requests.keep(writing, self.key, self.body, touched_by(receipt))
        return receipt

    def _fresh(self, writing: Writing) -> set[str]:
        """The messages that left nothing before; those that were read and left nothing are read again.

        Raises:
            Conflict: a message id is known with another text.
        """
        ids = [m.id for m in self.said.messages]
        known = {
            r["message_id"]: r["digest"] for r in writing.tx.run("sources.by_message_ids", message_ids=ids)
        }
        held = digests.find(writing, [i for i in ids if i not in known])
        for message in self.said.messages:
            same = known.get(message.id) in (None, digest(writing.secret, message))
            if not same or (message.id in held and not held[message.id].fits(writing, message)):
                raise Conflict(
                    f"The message id '{message.id}' was used for another text. Give each message an id of its own."
                )
        return {i for i in ids if i not in known and not (i in held and held[i].instructed)}

    def _hold(self, writing: Writing, fresh: set[str], sourced: set[str], instructing: set[str]) -> None:
        """Keep every message id to its text, also where the message has no source."""
        digests.forget(writing, sourced)
        unsourced = [m for m in self.said.messages if m.id in fresh - sourced]
        digests.keep(writing, self.said.session_id, unsourced, instructing)

    def _occasions(self, writing: Writing, fresh: set[str], told: set[str]) -> dict[str, Occasion]:
        rows, occasions = [], {}
        speakers = self._speakers(writing, told)
        for number, message in enumerate(self.said.messages, start=1):
            if message.id not in told or message.id not in fresh:
                continue
            occasion = Occasion(writing.mint(), message.at, writing.seq + number, writing.tick())
            occasions[message.id] = occasion
            rows.append(
                {
                    "id": occasion.id,
                    "message_id": message.id,
                    "session_id": self.said.session_id,
                    "role": message.role,
                    "speaker": speakers.get((message.role, message.speaker)),
                    "spoken_as": self._spoken_as(message),
                    "at": iso(message.at),
                    "seq": occasion.seq,
                    "digest": digest(writing.secret, message),
                    "recorded_at": iso(occasion.recorded_at),
                }
            )
        writing.tx.write("sources.create", rows)
        return occasions

    def _spoken_as(self, message: Message) -> str | None:
        """The name under which the user spoke, with consent."""
        return message.speaker if message.role == "user" and "name" in self.consents else None

    def _speakers(self, writing: Writing, told: set[str]) -> dict[tuple[str, str | None], str]:
        """The entity of each speaker; with consent the user's own speaker name becomes an alias of the user."""
        speaking = [m for m in self.said.messages if m.id in told and m.role in SPEAKERS]
        if not speaking:
            return {}
        mentions = {(m.role, m.speaker): speaker_mention(m, self.said, self.consents) for m in speaking}
        keys = {entity_key(m.name) for m in mentions.values()} | {"user"}
        resolver = load_resolver(writing, keys)
        found: dict[tuple[str, str | None], str] = {}
        for (role, name), mention in mentions.items():
            if role == "user" and name and "name" in self.consents:
                resolver.self_entity.learn(name)
            found[(role, name)] = resolver.resolve(mention).id
        save_entities(writing, resolver.entities)
        return found

    def _receipt(
        self,
        writing: Writing,
        fresh: set[str],
        taken: Taken,
        session: tuple[SessionInstruction, ...],
        archived: tuple[str, ...],
    ) -> Receipt:
        refused = [r for r in self.extraction.refused if r.message_id in fresh]
        warnings = list(self.extraction.warnings)
        known = len(self.said.messages) - len(fresh)
        if known and fresh:
            warnings.append(
                Notice("duplicate_messages", f"{known} messages were stored before and are not stored again.")
            )
        return Receipt(
            interaction_id=writing.mint(),
            session_id=self.said.session_id,
            replayed=not fresh,
            stored=tuple(read_memories(writing.tx, writing.now, taken.created)),
            reinforced=tuple(taken.reinforced),
            superseded=tuple(taken.superseded),
            retracted=tuple(taken.retracted),
            refused=one_per_datum([*refused, *taken.refused]),
            archived=archived,
            session=session,
            warnings=tuple(warnings),
        )


def speaker_mention(message: Message, said: Interaction, allowed: frozenset[str]) -> Mention:
    """Who speaks: the user, a participant by name with consent, or "participant n" in the order of appearance."""
    if message.role == "user":
        return Mention("user", "self")
    if message.speaker and "name" in allowed:
        return Mention(message.speaker, "person")
    names = list(dict.fromkeys(m.speaker for m in said.messages if m.role == "participant"))
    return Mention(f"participant {names.index(message.speaker) + 1}", "person")


def touched_by(receipt: Receipt) -> dict[str, Any]:
    """Ids, reasons and offsets of a receipt: what is kept to answer the same request again."""
    return {
        "interaction_id": receipt.interaction_id,
        "session_id": receipt.session_id,
        "stored": [m.id for m in receipt.stored],
        "reinforced": list(receipt.reinforced),
        "superseded": [[r.id, r.by] for r in receipt.superseded],
        "retracted": [[r.id, r.by] for r in receipt.retracted],
        "refused": [[r.reason, r.message_id, r.start, r.end, r.category] for r in receipt.refused],
        "archived": list(receipt.archived),
        "session": [i.id for i in receipt.session],
    }


def replay(writing: Writing, touched: Mapping[str, Any]) -> Receipt:
    """The receipt again, with the memories as they are now; what was erased since is not in it."""
    session = sessions.load(writing.tx, touched["session_id"], writing.now)
    wishes = session.session.instructions if session else ()
    return Receipt(
        interaction_id=touched["interaction_id"],
        session_id=touched["session_id"],
        replayed=True,
        stored=tuple(read_memories(writing.tx, writing.now, touched["stored"])),
        reinforced=tuple(touched["reinforced"]),
        superseded=tuple(Replaced(*pair) for pair in touched["superseded"]),
        retracted=tuple(Replaced(*pair) for pair in touched["retracted"]),
        refused=tuple(Refusal(*fields) for fields in touched["refused"]),
        archived=tuple(touched["archived"]),
        session=tuple(w for w in wishes if w.id in touched["session"]),
    )
