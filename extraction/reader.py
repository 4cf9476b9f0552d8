"""From messages to readings: one parse for all, then clauses, times and personal data of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from spacy.language import Language
from spacy.tokens import Doc

from user_memory.extraction.attachment import attached
from user_memory.extraction.clauses import read_clauses
from user_memory.extraction.conversation import region_of, speakers, told_names, zone_of
from user_memory.extraction.dates import find_times
from user_memory.extraction.dates.foreign import find_foreign_times
from user_memory.extraction.nlp import blank
from user_memory.extraction.normalise import clean
from user_memory.extraction.personal import find_personal
from user_memory.extraction.prepare import Prepared, place, prepare, redact
from user_memory.extraction.secrets import find_secrets
from user_memory.extraction.stages import Reading
from user_memory.extraction.supposition import answer, supposed_in
from user_memory.extraction.tagging.privacy import secret_places
from user_memory.extraction.tagging.tagger import Tagger
from user_memory.extraction.tenses import tenses
from user_memory.graph.candidates import Background, Screening
from user_memory.graph.model import Interaction, Refusal

HEARD = frozenset({"user", "participant", "assistant"})
"""Roles whose words are read; of the assistant's nothing is believed that the user does not affirm."""
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for the moment of speaking where only the place of times in a text matters, not what they resolve to."""
_MEMORY = 12
"""Readings that a reading may look back on; a fixed number keeps the work linear in the length of the conversation."""


@dataclass(frozen=True, slots=True)
class Read:
    """The readings of an interaction, and what the gates refused before anything was read."""

    readings: tuple[Reading, ...]
    refused: tuple[Refusal, ...]


class Reader:
    """Reads interactions with one English pipeline; other languages get a tokeniser only."""

    def __init__(self, english: Language, tagger: Tagger | None = None) -> None:
        self._english = english
        self._tagger = tagger

    def read(self, interaction: Interaction, background: Background) -> Read:
        """Read every message in turn; the parser sees all English pieces as one batch."""
        prepared = [prepare(i, m) for i, m in enumerate(interaction.messages) if m.role in HEARD]
        who = speakers(interaction, background)
        told = told_names(interaction, background)
        parsed = [
            self._guarded(item, docs) for item, docs in zip(prepared, self._docs(prepared), strict=True)
        ]
        prepared = [item for item, _ in parsed]
        readings: list[Reading] = []
        for item, docs in parsed:
            for text, doc in zip(item.texts, docs, strict=True):
                bare = Reading(
                    item.message,
                    text,
                    doc,
                    who[item.index],
                    background,
                    interaction,
                    item.index,
                    item.language,
                )
                previous = tuple(readings[-_MEMORY:])
                reading = _complete(
                    replace(bare, previous=previous, supposed=self._supposed(text.text, previous)), told
                )
                told |= {f.value for f in reading.findings if f.category == "name"}
                readings.append(reading)
        return Read(tuple(readings), tuple(r for item in prepared for r in item.refused))

    def _supposed(self, text: str, previous: Sequence[Reading]) -> Doc | None:
        """What the assistant's last sentence supposes of who answers it."""
        before = previous[-1] if previous and previous[-1].message.role == "assistant" else None
        if before is None or answer(text) is None:
            return None
        said = supposed_in([s.text for s in before.doc.sents])
        return self._parsed([said])[0] if said else None

    def _docs(self, prepared: Sequence[Prepared]) -> list[list[Doc]]:
        """The parsed pieces of each message; the parser and the tagger see all of them as one batch."""
        english = iter(
            self._parsed([text.text for item in prepared if item.language == "en" for text in item.texts])
        )
        return [
            [next(english) if item.language == "en" else blank(item.language)(t.text) for t in item.texts]
            for item in prepared
        ]

    def _guarded(self, item: Prepared, docs: list[Doc]) -> tuple[Prepared, list[Doc]]:
        """A message without the secrets that only its reading shows, read again where there are any."""
        told = [
            place for text, doc in zip(item.texts, docs, strict=True) for place in secret_places(text, doc)
        ]
        if not told:
            return item, docs
        item = prepare(item.index, item.message, told)
        return item, self._docs([item])[0]

    def _parsed(self, texts: Sequence[str]) -> list[Doc]:
        return self._parse(texts) if self._tagger is None else self._tagger.parse(texts, self._parse)

    def _parse(self, texts: Sequence[str]) -> list[Doc]:
        return [attached(doc) for doc in self._english.pipe(texts, batch_size=64)]

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        """The text with its secrets and its personal data without consent replaced, and a refusal for each."""
        cleaned = clean(text)
        secrets = find_secrets(cleaned.text)
        refused = [Refusal("secret", "", *place(cleaned, f)) for f in secrets]
        safe = redact(cleaned, secrets)
        doc = self._english(safe.text)
        times = find_times(safe.text, _NO_TIME, UTC, lambda _: "present")
        personal = [f for f in find_personal(doc, times, consents) if f.category not in consents]
        refused += [Refusal("consent", "", *place(safe, f), f.category) for f in personal]
        return Screening(redact(safe, personal).text, tuple(refused))


def _complete(reading: Reading, told: set[str]) -> Reading:
    zone = zone_of(reading.interaction, reading.message)
    if reading.language == "en":
        clauses = read_clauses(reading.doc, reading.text, reading.speaker)
        times = find_times(reading.text.text, reading.message.at, zone, tenses(clauses))
        reading = replace(reading, clauses=clauses, times=times)
    else:
        times = find_foreign_times(reading.text.text, reading.message.at, zone, reading.language)
        reading = replace(reading, times=times)
    findings = find_personal(reading.doc, reading.times, reading.background.consents, told, region_of(zone))
    return replace(reading, text=replace(reading.text, findings=findings))
