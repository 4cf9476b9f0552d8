"""The producer of events: what happened or will happen, as the user or a participant told it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.events.happenings import happens, is_told
from user_memory.extraction.events.occasions import is_occasion, occasion_text
from user_memory.extraction.events.people import involved
from user_memory.extraction.events.pictures import Picture, picture_in
from user_memory.extraction.events.retelling import content_of
from user_memory.extraction.events.statements import tells
from user_memory.extraction.events.units import Unit, assembled, clauses_of, dated, fragment
from user_memory.extraction.events.voices import among_people, voice_of
from user_memory.extraction.events.words import listed
from user_memory.extraction.naming import withheld
from user_memory.extraction.stages import Clause, Reading, TimeExpression
from user_memory.graph.candidates import EventCandidate, FactCandidate, RuleCandidate, SessionCandidate
from user_memory.graph.model import Refusal

_RECURRING = re.compile(
    r"\b(?:every|each|usually|always|often|most|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends)\b",
    re.I,
)
Stated = Iterable[FactCandidate | RuleCandidate | SessionCandidate | Refusal]


def events(reading: Reading, stated: Stated = ()) -> Iterator[EventCandidate | Refusal]:
    """The events of one message in the order of its words; ``stated`` is what else was found in it.

    What has a time, or is a finished happening around the speaker, is an event. In a conversation among people, where nobody
    orders and everybody tells, other telling sentences that no fact covers are kept as weaker, undated ones.
    """
    if reading.message.role not in {"user", "participant"} or reading.language != "en":
        return
    picture = picture_in(reading)
    end = picture.start if picture else len(reading.text.text)
    covered = [(c.span.start, c.span.end) for c in stated if isinstance(c, FactCandidate)]
    for sent in reading.doc.sents:
        if sent.start_char < end and reading.text.kind_at(sent.start_char) == "prose":
            for unit in _units(reading, sent, end, covered):
                yield from _candidates(reading, unit)
    if picture is not None:
        yield _shared(reading, picture)


def _units(reading: Reading, sent: Sentence, end: int, covered: Sequence[tuple[int, int]]) -> Iterator[Unit]:
    clauses = clauses_of(reading, sent, end)
    told = [c for c in clauses if is_told(c)]
    limit = _limit(reading)
    found = False
    times = [] if _RECURRING.search(sent.text) else list(dated(reading, sent, clauses, end))
    used: set[int] = set()
    for clause, time in times:
        unit = _dated_unit(
            reading, sent, clause, time, told, [c for c, _ in times if c is not None], limit, end
        )
        if unit is not None and unit.start not in used:
            used.add(unit.start)
            found = True
            yield unit
    if not found:
        yield from _undated(reading, sent, told, limit, end, covered)


def _dated_unit(
    reading: Reading,
    sent: Sentence,
    clause: Clause | None,
    time: TimeExpression,
    told: Sequence[Clause],
    with_time: Sequence[Clause],
    limit: int,
    end: int,
) -> Unit | None:
    if clause is not None and is_told(clause) and clause.root.pos_ in {"VERB", "AUX"}:
        others = [c for c in told if c not in with_time]
        return assembled(sent, clause, others, time, limit, end)
    if clause is not None and not _orders(clause):
        return None
    piece = fragment(reading, sent, time, end)
    return piece if piece is not None and is_occasion(piece) else None


def _orders(clause: Clause) -> bool:
    """A clause that only looks like an order, or has no verb, may hold the name of an occasion."""
    return clause.modality <= {"instruction"}


def _undated(
    reading: Reading,
    sent: Sentence,
    told: Sequence[Clause],
    limit: int,
    end: int,
    covered: Sequence[tuple[int, int]],
) -> Iterator[Unit]:
    main = next((c for c in told if happens(c)), None)
    if main is not None:
        yield assembled(sent, main, told, None, limit, end)
    elif among_people(reading) and told and not _covered(reading, sent, covered):
        main = next((c for c in told if tells(c)), None)
        if main is not None:
            yield assembled(sent, main, told, None, limit, end)


def _covered(reading: Reading, sent: Sentence, covered: Sequence[tuple[int, int]]) -> bool:
    start, end = reading.text.to_raw(sent.start_char, sent.end_char)
    return any(s < end and start < e for s, e in covered)


def _limit(reading: Reading) -> int:
    """Words that an event may have: a short message whole, of a long one at most seven words in ten, and 32."""
    return min(32, max(15, int(0.7 * len(reading.text.text.split()))))


def _candidates(reading: Reading, unit: Unit) -> Iterator[EventCandidate | Refusal]:
    for finding in withheld(reading):
        if finding.category != "name" and finding.start < unit.end and unit.start < finding.end:
            yield Refusal(
                "consent",
                reading.message.id,
                *reading.text.to_raw(finding.start, finding.end),
                finding.category,
            )
            return
    voice = voice_of(reading)
    content = occasion_text(reading, unit, voice) if unit.main is None else content_of(reading, unit, voice)
    if len(content.split()) < 3:
        return
    time = unit.time
    event = EventCandidate(
        content=content,
        span=reading.span(unit.start, unit.end),
        involves=involved(reading, unit.tokens),
        importance=_importance(unit),
        confidence=0.9 if time else 0.8,
    )
    if time is not None:
        event = replace(event, occurred_from=time.from_, occurred_to=time.to, precision=time.precision)
    yield event


def _importance(unit: Unit) -> float:
    if any(_is_life(t) for t in unit.tokens):
        return 8.0
    return 6.0 if unit.time is not None or (unit.main is not None and happens(unit.main)) else 4.0


def _is_life(token: Token) -> bool:
    return listed(token.lower_, "life") or (token.pos_ == "VERB" and listed(token.lemma_.lower(), "life"))


def _shared(reading: Reading, picture: Picture) -> EventCandidate:
    return EventCandidate(
        content=f"{voice_of(reading).speaker} shared {picture.caption}"[:200],
        span=reading.span(picture.start, picture.end),
        importance=4.0,
        confidence=0.9,
    )
