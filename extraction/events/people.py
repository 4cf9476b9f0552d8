"""Who and what takes part in an event."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from user_memory.extraction.entities import kind_of, phrase_text
from user_memory.extraction.facts.producer import references_of
from user_memory.extraction.naming import withheld
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import Mention

_NAMED = {"GPE", "LOC", "FAC", "ORG", "PRODUCT", "EVENT", "WORK_OF_ART"}


def involved(reading: Reading, tokens: Sequence[Token]) -> tuple[Mention, ...]:
    """The entities an event mentions, the speaker included when the words say "I" or "we", each once."""
    found: dict[tuple[str, str], Mention] = {}
    candidates = [t for t in tokens if t.pos_ in {"PROPN", "NOUN", "PRON"}]
    references = references_of(reading) if candidates else None
    for token in candidates:
        mention = None
        if token.lower_ in FIRST_PERSON:
            mention = reading.speaker
        elif token.dep_ != "compound":
            mention = _thing(reading, token) or (
                references.resolve(token, reading.index) if references else None
            )
        if mention is not None:
            found.setdefault((mention.name, mention.kind), mention)
    return tuple(found.values())


def _thing(reading: Reading, token: Token) -> Mention | None:
    """A named place, organisation, product, work or public event."""
    if token.ent_type_ not in _NAMED or token.pos_ != "PROPN" or _withheld(reading, token):
        return None
    name = phrase_text(token)
    return Mention(name, kind_of(token, name, "topic")) if name else None


def _withheld(reading: Reading, token: Token) -> bool:
    return any(f.start <= token.idx < f.end for f in withheld(reading))
