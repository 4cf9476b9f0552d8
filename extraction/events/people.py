"""Who and what takes part in an event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from spacy.tokens import Token

from user_memory.extraction.entities import kind_of, phrase_text
from user_memory.extraction.events.pointing import explained
from user_memory.extraction.events.units import Unit
from user_memory.extraction.events.voices import among_people, voice_of
from user_memory.extraction.facts.producer import references_of
from user_memory.extraction.references import FIRST_PERSON, References
from user_memory.extraction.stages import Reading
from user_memory.extraction.withheld import withheld
from user_memory.graph.candidates import Mention

_NAMED = frozenset({"GPE", "LOC", "FAC", "ORG", "PRODUCT", "EVENT", "WORK_OF_ART"})
_THIRD = frozenset({"he", "she", "him", "her", "his"})
_OBJECTS = frozenset({"her", "his", "him"})


def _greets(name: str) -> bool:
    """Whether a greeting was read as part of the name: "Thanks Nate"."""
    return name.split()[0].lower() in {
        "thanks",
        "thank",
        "hey",
        "hi",
        "hello",
        "bye",
        "wow",
        "yep",
        "yeah",
        "congrats",
    }


class Cast:
    """The people and things of one message, resolved at need."""

    def __init__(self, reading: Reading, addressee: str) -> None:
        self._reading, self._addressee = reading, addressee

    @cached_property
    def _references(self) -> References:
        return references_of(self._reading)

    def involved(self, tokens: Sequence[Token], speaks: bool = False) -> tuple[Mention, ...]:
        """The entities that the words mention, each once; the speaker with ``speaks`` or where they say "I" or "we"."""
        found: dict[tuple[str, str], Mention] = {}
        if speaks:
            found[self._reading.speaker.name, self._reading.speaker.kind] = self._reading.speaker
        for token in tokens:
            mention = self._mention(token) if token.pos_ in {"PROPN", "NOUN", "PRON"} else None
            if mention is not None:
                found.setdefault((mention.name, mention.kind), mention)
        return tuple(found.values())

    def pronouns(self, unit: Unit) -> dict[int, str]:
        """By token index, the name or role that "he", "she" and "her" stand for, where the one they mean is not in the same words."""
        said: dict[int, str] = {}
        told: set[str] = set()
        for token in unit.tokens:
            if token.lower_ not in _THIRD or token.pos_ != "PRON":
                continue
            mention = self._references.resolve(token, self._reading.index)
            if (
                mention is None
                or mention.kind == "self"
                or _greets(mention.name)
                or mention.name in {self._addressee, self._reading.message.speaker, *told}
                or (token.lower_ in _OBJECTS and explained(token, unit.tokens))
            ):
                continue
            known = {mention.name.lower(), (mention.role or mention.name).lower()}
            if not any(t.lower_ in known for t in unit.tokens if t.i < token.i):
                called = self._called(mention)
                said[token.i] = called + "'s" if token.dep_ == "poss" else called
                told |= {mention.name, called}
        return said

    def _called(self, mention: Mention) -> str:
        if mention.role is None or mention.name != mention.role:
            return mention.name
        return f"{mention.possessor or self._user()}'s {mention.role}"

    def _user(self) -> str:
        """The user as the retelling names them, whoever speaks."""
        voice = voice_of(self._reading)
        if self._reading.speaker.kind == "self":
            return voice.speaker
        return voice.addressee if among_people(self._reading) else "user"

    def _mention(self, token: Token) -> Mention | None:
        if token.lower_ in FIRST_PERSON:
            return self._reading.speaker
        if token.dep_ == "compound":
            return None
        return self._thing(token) or self._references.resolve(token, self._reading.index)

    def _thing(self, token: Token) -> Mention | None:
        """A named place, organisation, product, work or public event."""
        if token.ent_type_ not in _NAMED or token.pos_ != "PROPN" or self._is_withheld(token):
            return None
        name = phrase_text(token)
        return Mention(name, kind_of(token, name, "topic")) if name else None

    def _is_withheld(self, token: Token) -> bool:
        return any(f.start <= token.idx < f.end for f in withheld(self._reading))
