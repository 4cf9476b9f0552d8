"""How a memory or a query is put to the encoder: whoever speaks is "I".

A sentence encoder makes much of a name. Whom a memory is about is a signal of its own, so the name is taken out of
the meaning: "Ana paints" and "what does Ana paint?" become "I paints" and "what does I paint?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from user_memory.graph.encoders.encoder import Encoder, Vectors
from user_memory.graph.retrieval.questions import read
from user_memory.graph.retrieval.snapshot import Snapshot
from user_memory.graph.retrieval.words import TEXT_LIMIT, spans, tokens

LONGEST_WORD = 100
"""Letters of what may be a word: encoders read longer ones as unknown."""

_USER = re.compile(r"\b(?:(?:the )?user|participant \d+)(['’]s)?\b", re.IGNORECASE)

_SELF = re.compile(r"\b(?:the )?user(['’]s)?\b", re.IGNORECASE)


def first_person(text: str, names: Iterable[str] = ()) -> str:
    """``text`` with "user" and each of ``names`` as "I", their possessives as "my"."""
    text = _USER.sub(_pronoun, text)
    for name in sorted({n for n in names if n.strip()}, key=lambda n: (-len(n), n)):
        text = re.sub(rf"\b{re.escape(name)}(['’]s)?(?!\w)", _pronoun, text)
    return text


def _pronoun(match: re.Match[str]) -> str:
    return "my" if match.group(1) else "I"


def named(text: str, name: str | None) -> str:
    """``text`` with "user" under ``name``, as who asks about somebody by name would put it."""
    if name is None:
        return text
    return _SELF.sub(lambda match: name + (match.group(1) or ""), text)


def query_speech(snapshot: Snapshot, text: str) -> str:
    """What is embedded of a query: the speakers it names, under whatever name, as "I"."""
    text = text[:TEXT_LIMIT]
    reading = read(text, snapshot.entities)
    places = list(spans(text))
    for start, end in sorted(reading.speakers, reverse=True):
        word, _, right = places[end - 1]
        text = text[: places[start][1]] + ("my" if word.endswith("'s") else "I") + text[right:]
    return first_person(text)


def embed_query(encoder: Encoder, snapshot: Snapshot, text: str | None) -> Vectors | None:
    """The vector of a query, shape (dimensions,); ``None`` for one without words, as an encoder likens that to anything."""
    if not any(len(word) <= LONGEST_WORD for word in tokens((text or "")[:TEXT_LIMIT])):
        return None
    row: Vectors = encoder.encode([query_speech(snapshot, text or "")])[0]
    return row
