"""From messages to readings: repair, gates, language, segments, parse, clauses and times."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from spacy.language import Language
from spacy.tokens import Doc

from user_memory.extraction.clausing import read_clauses
from user_memory.extraction.dates import find_times
from user_memory.extraction.edits import Traced
from user_memory.extraction.language import language_of
from user_memory.extraction.nlp import blank, parse
from user_memory.extraction.normalise import clean, repair
from user_memory.extraction.personal import find_personal
from user_memory.extraction.secrets import find_secrets
from user_memory.extraction.segments import quotations, set_aside
from user_memory.extraction.stages import REDACTED, Clause, Finding, Reading, Tense, Text
from user_memory.graph.candidates import USER, Background, Mention, Screening
from user_memory.graph.model import Interaction, Message, Refusal

HEARD = frozenset({"user", "participant", "assistant"})
"""Roles whose words are read; of the assistant's nothing is believed that the user does not affirm."""

_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for the moment of speaking where only the place of times in a text matters, not what they resolve to."""
_REGIONS = {
    "Europe/London": "GB", "Europe/Dublin": "IE", "Europe/Paris": "FR", "Europe/Berlin": "DE", "Europe/Madrid": "ES", "Europe/Rome": "IT",
    "Europe/Amsterdam": "NL", "Europe/Brussels": "BE", "Europe/Vienna": "AT", "Europe/Zurich": "CH", "Europe/Warsaw": "PL", "Europe/Lisbon": "PT",
    "Europe/Stockholm": "SE", "Europe/Oslo": "NO", "Europe/Copenhagen": "DK", "Europe/Helsinki": "FI", "Asia/Kolkata": "IN", "Asia/Tokyo": "JP",
    "Australia/Sydney": "AU", "Australia/Melbourne": "AU", "Pacific/Auckland": "NZ", "America/Sao_Paulo": "BR", "America/Mexico_City": "MX",
    "Africa/Johannesburg": "ZA", "Asia/Singapore": "SG",
}  # fmt: skip
_NEAR = 12
"""Clauses before a place that may still reach over it."""


@dataclass(frozen=True, slots=True)
class Read:
    """The readings of an interaction, and what the gates refused before anything was read."""

    readings: tuple[Reading, ...]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class _Prepared:
    index: int
    message: Message
    text: Text
    language: str
    refused: tuple[Refusal, ...]


class Reader:
    """Reads interactions with one English pipeline; other languages get a tokeniser only."""

    def __init__(self, english: Language) -> None:
        self._english = english

    def read(self, interaction: Interaction, background: Background) -> Read:
        """Read every message in turn; the parser sees all English ones as one batch."""
        prepared = [prepare(i, m) for i, m in enumerate(interaction.messages) if m.role in HEARD]
        docs = self._docs(prepared)
        speakers = _speakers(interaction, background)
        readings: list[Reading] = []
        for item, doc in zip(prepared, docs, strict=True):
            bare = Reading(
                item.message, item.text, doc, speakers[item.index], background, interaction, item.index, item.language, previous=tuple(readings)
            )  # fmt: skip
            readings.append(self._complete(bare))
        return Read(tuple(readings), tuple(r for item in prepared for r in item.refused))

    def _docs(self, prepared: list[_Prepared]) -> list[Doc]:
        english = iter(parse(self._english, [p.text.text for p in prepared if p.language == "en"]))
        return [next(english) if p.language == "en" else blank(p.language)(p.text.text) for p in prepared]

    def _complete(self, reading: Reading) -> Reading:
        zone = zone_of(reading.interaction, reading.message)
        clauses = read_clauses(reading.doc, reading.text, reading.speaker) if reading.language == "en" else ()
        times = (
            find_times(reading.text.text, reading.message.at, zone, tenses(clauses))
            if reading.language == "en"
            else ()
        )
        findings = find_personal(
            reading.doc, times, reading.background.consents, _told_names(reading), region_of(zone)
        )
        return replace(reading, clauses=clauses, times=times, text=replace(reading.text, findings=findings))

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        """The text with its secrets and its personal data without consent replaced, and a refusal for each."""
        cleaned = clean(text)
        secrets = find_secrets(cleaned.text)
        refused = [Refusal("secret", "", *_place(cleaned, f)) for f in secrets]
        safe = redact(cleaned, secrets)
        doc = parse(self._english, [safe.text])[0]
        times = find_times(safe.text, _NO_TIME, UTC, lambda _: "present")
        personal = [f for f in find_personal(doc, times, consents) if f.category not in consents]
        refused += [Refusal("consent", "", *_place(safe, f), f.category) for f in personal]
        return Screening(redact(safe, personal).text, tuple(refused))


def _place(text: Traced, finding: Finding) -> tuple[int, int]:
    return text.offsets[finding.start], text.offsets[finding.end - 1] + 1


def _told_names(reading: Reading) -> frozenset[str]:
    """Names of people that this conversation or the memory has told: they are names wherever they stand."""
    told = {m.speaker for m in reading.interaction.messages if m.speaker}
    told |= {e.name for e in reading.background.entities if e.kind == "person" and e.name[:1].isupper()}
    earlier = {f.value for r in reading.previous for f in r.findings if f.category == "name"}
    return frozenset(told | earlier | set(reading.background.user_names))


def region_of(zone: tzinfo) -> str | None:
    """The ISO country whose telephone numbers somebody in ``zone`` writes; ``None`` where the zone does not tell."""
    return _REGIONS.get(str(getattr(zone, "key", "")))


def prepare(index: int, message: Message) -> _Prepared:
    """A message after repair and the gate for secrets, without what is no prose."""
    cleaned = clean(message.content)
    secrets = find_secrets(cleaned.text)
    refused = tuple(
        Refusal("secret", message.id, cleaned.offsets[f.start], cleaned.offsets[f.end - 1] + 1)
        for f in secrets
    )
    safe = redact(cleaned, secrets)
    prose = safe.apply((s.start, s.end, "\n") for s in set_aside(safe.text))
    language = language_of(prose.text)
    if language == "en":
        prose = repair(prose)
    text = Text(message, prose.text, prose.offsets, (), quotations(prose.text))
    return _Prepared(index, message, text, language, refused if message.role != "assistant" else ())


def redact(text: Traced, findings: Iterable[Finding]) -> Traced:
    """The text with every finding replaced."""
    return text.apply((f.start, f.end, REDACTED) for f in findings)


def tenses(clauses: Sequence[Clause]) -> Callable[[int], Tense]:
    """The tense at a place of the text: that of the innermost clause around it, else of the last one before."""
    starts = [c.start for c in clauses]

    def at(place: int) -> Tense:
        last = bisect_right(starts, place)
        near = clauses[max(0, last - _NEAR) : last]
        around = [c for c in near if c.end > place]
        if not around:
            return near[-1].tense if near else "present"
        return min(around, key=lambda c: c.end - c.start).tense

    return at


def zone_of(interaction: Interaction, message: Message) -> tzinfo:
    """The user's time zone: the named one, else the offset that the message's time is given in."""
    if interaction.timezone:
        try:
            return ZoneInfo(interaction.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            return UTC
    return message.at.tzinfo or UTC


def _speakers(interaction: Interaction, background: Background) -> list[Mention]:
    """Who speaks each message; participants without a name, or without consent to keep it, are numbered."""
    numbers: dict[str | None, int] = {}
    mentions = []
    for message in interaction.messages:
        if message.role != "participant":
            mentions.append(USER if message.role == "user" else Mention(message.role, "topic"))
            continue
        number = numbers.setdefault(message.speaker, len(numbers) + 1)
        named = (
            message.speaker if message.speaker and "name" in background.consents else f"participant {number}"
        )
        mentions.append(Mention(named, "person"))
    return mentions
