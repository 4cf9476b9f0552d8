"""Messages that were read and have no source: HMACs of their ids and texts, so that an id keeps to one text.

They are held as idempotency keys are, and as briefly: a day, or as long as an instruction that such a message gave stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from user_memory.graph.memory.messages import digest
from user_memory.graph.memory.runtime import Writing
from user_memory.graph.model import Message
from user_memory.graph.seals import seal
from user_memory.graph.store.values import iso

LENGTH = 32
"""Hexadecimal digits that are kept of each HMAC: 128 bits."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What is kept of a message: whether it is one text or another, and whether it gave an instruction."""

    text: str
    instructed: bool

    def fits(self, writing: Writing, message: Message) -> bool:
        """Whether it was this text."""
        return self.text == _text(writing, message)


def key_of(secret: str, message_id: str) -> str:
    """The key under which a message is held."""
    return seal(secret, "message", message_id)[:LENGTH]


def find(writing: Writing, message_ids: Collection[str]) -> dict[str, Digest]:
    """Those of the messages that are held, by id."""
    ids = {key_of(writing.secret, i): i for i in message_ids}
    if not ids:
        return {}
    records = writing.tx.run("requests.messages", keys=sorted(ids))
    return {ids[r["key"]]: Digest(r["body"], bool(r["instructed"])) for r in records}


def keep(
    writing: Writing, session_id: str, messages: Iterable[Message], instructing: Collection[str]
) -> None:
    """Hold ``messages``; ``instructing`` are the ids of those that gave an instruction."""
    rows = [
        {
            "key": key_of(writing.secret, m.id),
            "body": _text(writing, m),
            "session": _session(writing, session_id),
            "instructed": m.id in instructing or None,
            "at": iso(writing.now),
        }
        for m in messages
    ]
    writing.tx.write("requests.keep_messages", rows)


def forget(writing: Writing, message_ids: Collection[str]) -> int:
    """Hold these messages no longer; answers how many were."""
    held = [key_of(writing.secret, i) for i in find(writing, message_ids)]
    return _delete(writing, held)


def forget_session(writing: Writing, session_id: str) -> int:
    """Hold no message of this session any longer; answers how many were."""
    records = writing.tx.run("requests.of_session", session=_session(writing, session_id))
    return _delete(writing, [r["key"] for r in records])


def _delete(writing: Writing, keys: list[str]) -> int:
    if keys:
        writing.tx.run("requests.delete", keys=keys)
    return len(keys)


def _text(writing: Writing, message: Message) -> str:
    return digest(writing.secret, message)[:LENGTH]


def _session(writing: Writing, session_id: str) -> str:
    return seal(writing.secret, "session", session_id)[:LENGTH]
