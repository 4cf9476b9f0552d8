"""The producer of events: what happened or will happen, as the user or a participant told it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Token

from user_memory.extraction.dates.countdown import is_countdown
from user_memory.extraction.events.answers import answer_in
from user_memory.extraction.events.antecedents import named
from user_memory.extraction.events.details import Told, detail_in
from user_memory.extraction.events.entries import entries, shares
from user_memory.extraction.events.foreign import foreign_events, is_told_in
from user_memory.extraction.events.happenings import (
    fills_in,
    happens,
    is_finite,
    is_retold,
    is_state,
    is_told,
    lasts,
    subject_of,
    was_meant,
)
from user_memory.extraction.events.linking import beside_picture, enriched, linked, shared, shows
from user_memory.extraction.events.occasions import is_misread, is_occasion, occasion_text
from user_memory.extraction.events.people import Cast
from user_memory.extraction.events.pictures import picture_in, points_at
from user_memory.extraction.events.pointing import open_words, without
from user_memory.extraction.events.proposals import agreed_proposals
from user_memory.extraction.events.retelling import content_of
from user_memory.extraction.events.ruling import goes_with, ruling
from user_memory.extraction.events.statements import is_advice, of_a_kind, of_the_other, points_back, tells
from user_memory.extraction.events.units import Passage, Unit, assembled, dated, is_empty, passages
from user_memory.extraction.events.voices import among_people, voice_of
from user_memory.extraction.events.wholeness import is_relative, is_whole, without_open_end
from user_memory.extraction.events.words import listed
from user_memory.extraction.facts.predicates import BELONGINGS, HEALTH, PASTIMES, TASTES
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause, Reading, TimeExpression
from user_memory.extraction.tagging.tagger import kinds_of
from user_memory.extraction.withheld import withheld
from user_memory.extraction.wording import Voice
from user_memory.graph.candidates import EventCandidate, FactCandidate, RuleCandidate, SessionCandidate
from user_memory.graph.model import SPEAKERS, Refusal

_RECURRING = re.compile(
    r"\b(?:every|each|usually|always|often|most|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends)\b",
    re.I,
)
_HOPE = re.compile(r"^\W*(?:fingers crossed|here's hoping|knock on wood|hopefully)\b", re.I)
_NAMING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
_COVERED = 0.6
"""Share of the naming words of a sentence that its facts must hold for it to need no other memory."""
_IDLE = re.compile(
    r"\bmust(?:'ve| have| be) (?:\w+ )?(?:tough|hard|difficult|rough|scary|amazing|great|awesome|nice|fun|wonderful|exciting|rewarding|satisfying|so)\b|\bon fire\b|\b(?:can't|cannot|can not) wait[\s!.,]|\bgot (?:it|you|your back|that)\b(?=[^\w]|$)|\bforgot to (?:mention|tell|say|ask)\b|\b(?:no|not an?) \w+ like you\b|\bcount me in\b|\bin (?:my|our) corner\b"
    r"|^\W*(?:let me|give me|must've|must have|should've|could've|feels)\b|^\W*(?:(?:hey|hi|oh|wow)\b[^.!?]{0,12}[!,.] )?(?:(?:it's|it has) )?been (?:ages|a while|forever|too long|so long|a long time)\b|^\W*(?:it's )?not easy\b|\bi'm (?:in|game|down)\b|\bon cloud nine\b|\bmy bad\b|\b(?:have|got) to (?:run|go|dash|jet)\b(?=\s*(?:$|[.,!;]|now\b|but\b))|\bno doubt\b|\bglad (?:that )?(?:i|we) (?:can|could)\b|\bfingers crossed\b|\bover the moon\b",
    re.I,
)
"""Turns of speech that answer and tell nothing."""
_FEWEST_WORDS = 3
"""Of an event without a time; with one two tell enough: "user graduated"."""
_SURE = 0.8
"""Likelihood of a happening from which what has a time is one."""
_DOUBT = 0.3
"""Likelihood of a happening below which one without a time is none."""
_UNLIKELY = 0.3
"""Likelihood of a happening below which one without the speaker is none of theirs."""
_NONE = 0.02
"""The same where a settled state is told."""
_SETTLED = BELONGINGS | {"lives_in"}
_LASTING = TASTES | PASTIMES | HEALTH
"""What is told of by such a fact lasts and does not happen."""
Stated = Iterable[FactCandidate | RuleCandidate | SessionCandidate | Refusal]


def events(reading: Reading, stated: Stated = ()) -> Iterator[EventCandidate | Refusal]:
    """The events of one message in the order of its words; ``stated`` is what else was found in it.

    What has a time, or is a finished happening around the speaker, is an event. In a conversation among people, where nobody
    orders and everybody tells, other telling sentences that no fact covers are kept as weaker, undated ones.
    """
    if reading.message.role in SPEAKERS and reading.language == "en":
        yield from agreed_proposals(reading)
        told = list(_Teller(reading, stated).events())
        yield from told
        yield from _answered(reading, told)
    elif reading.message.role in SPEAKERS and is_told_in(reading.language):
        yield from foreign_events(reading, stated)


def _answered(
    reading: Reading, told: Sequence[EventCandidate | Refusal]
) -> Iterator[EventCandidate | Refusal]:
    """What the user told before, with the day that the assistant asked for, unless that day is told of anew."""
    answer = answer_in(reading)
    if answer is None:
        return
    time = answer.time
    if any(isinstance(t, EventCandidate) and t.occurred_from == time.from_ for t in told):
        return
    found = _Teller(answer.earlier, ()).told(answer.unit)
    if isinstance(found, Told):
        yield replace(
            found.event,
            span=reading.span(time.start, time.end),
            occurred_from=time.from_,
            occurred_to=time.to,
            precision=time.precision,
        )


class _Teller:
    """Reads the sentences of one message in turn; a sentence about "it" is told together with the one before."""

    def __init__(self, reading: Reading, stated: Stated) -> None:
        self._reading = reading
        self._voice: Voice = voice_of(reading)
        self._people = among_people(reading)
        stated = list(stated)
        self._facts = [c for c in stated if isinstance(c, FactCandidate)]
        self._cast = Cast(reading, self._voice.addressee)
        self._withheld = withheld(reading)
        self._private = [(c.start, c.end) for c in stated if isinstance(c, Refusal) and c.category != "name"]

    def events(self) -> Iterator[EventCandidate | Refusal]:
        picture = picture_in(self._reading)
        end = picture.start if picture else len(self._reading.text.text)
        found = list(self._all(end))
        yield from (r for r in found if isinstance(r, Refusal))
        told = [t for t in found if not isinstance(t, Refusal)]
        kept = linked(told, self._reading)
        details = list(self._details(end, told)) if self._people else []
        kept = enriched(kept, details, self._reading)
        beside = kept or beside_picture(details)
        seen = []
        if picture is not None and (beside or self._facts or points_at(self._reading, picture)):
            seen = [shared(picture, beside, self._voice.speaker, self._reading)]
        yield from (
            t.event for t in kept if not (shows(t) and any(t.event.content in s.content for s in seen))
        )
        yield from seen

    def _details(self, end: int, told: Sequence[Told]) -> Iterator[Told]:
        taken = {t.i for one in told for t in one.unit.tokens}
        for place in passages(self._reading, end):
            if any(t.i in taken for t in place.sent) or _HOPE.search(place.sent.text):
                continue
            clause = detail_in(place)
            detail = self.told(assembled(place, clause, place.told, None)) if clause is not None else None
            if isinstance(detail, Told):
                yield detail

    def _all(self, end: int) -> Iterator[Told | Refusal]:
        for place in passages(self._reading, end):
            told = (self._alone(place, unit) for unit in self._units(place))
            yield from (t for t in told if t is not None)

    def _alone(self, place: Passage, unit: Unit) -> Told | Refusal | None:
        """What a unit tells, with its main clause by itself where that happened and only what is joined to it leans."""
        told = self.told(unit)
        if unit.main is None or not isinstance(told, Told) or not told.leans or not happens(unit.main):
            return told
        subject = subject_of(unit.main.root)
        if subject is not None and listed(subject.lower_, "announced"):
            return told
        bare = self.told(assembled(place, unit.main, (), unit.time))
        return replace(told, bare=bare) if isinstance(bare, Told) and not bare.leans else told

    def _units(self, place: Passage) -> Iterator[Unit]:
        times = [] if _RECURRING.search(place.sent.text) else list(dated(place))
        with_time = [c for c, _ in times if c is not None]
        units = [u for clause, time in times for u in self._dated(place, clause, time, with_time)]
        found = {unit.start: unit for unit in reversed(_once(units))}
        if found:
            yield from (found[start] for start in sorted(found))
        else:
            seen = self._seen(place, times)
            yield from self._undated(place) if seen is None else [seen]

    def _seen(self, place: Passage, times: Sequence[tuple[Clause | None, TimeExpression]]) -> Unit | None:
        """What the tagger sees to be a happening at some time although no rule tells it."""
        told = kinds_of(place.sent)
        if self._people or told is None or told.happening < _SURE:
            return None
        return next(
            (assembled(place, clause, (), time) for clause, time in times if clause is not None), None
        )

    def _dated(
        self, place: Passage, clause: Clause | None, time: TimeExpression, with_time: Sequence[Clause]
    ) -> list[Unit]:
        """What happens at ``time``: what its clause tells, else the entries that it dates."""
        if is_countdown(time.text):
            counted = next(
                (c for c in place.told if c.start >= time.start and is_finite(c) and c.root.idx > time.end),
                None,
            )
            return [assembled(place, counted, (), time)] if counted else self._entries(place, clause, time)
        cause = ruling(place, clause)
        if cause is not None and clause is not None:
            return [] if cause.modality else [assembled(place, cause, (clause,), time)]
        if clause is not None and was_meant(clause.root):
            return []
        if clause is not None and clause.root.dep_ == "csubj":
            main = next((c for c in place.told if c.root == clause.root.head), None)
            return [] if main is None else [assembled(place, main, (), time)]
        if clause is not None and fills_in(clause) and not time.since:
            main = next((c for c in place.told if clause.root.head.i in {t.i for t in c.tokens}), None)
            if main is None:
                return []
            if main in with_time:
                own = clause.root.dep_ == "relcl" and is_told(clause)
                return [assembled(place, clause, (), time)] if own else []
            clause = main
        if clause is not None and ((lasts(clause.root) and not time.since) or is_state(clause, time)):
            with_it = next((c for c in place.told if goes_with(c, clause)), None)
            if with_it is None or (with_it.tense == "present" and time.to <= self._reading.message.at):
                return []  # "that was last year, I'm in Hull now"
            return [assembled(place, with_it, (), time)]
        if clause is not None and (is_told(clause) or is_retold(clause)) and is_finite(clause):
            listed_ = [u for u in self._entries(place, None, time) if shares(place, u)]
            if listed_ and clause.root not in listed_[0].tokens:
                return listed_
            others = [c for c in place.told if c not in with_time and not self._is_private(c)]
            others += [c for c in place.clauses if c.root.head == clause.root and is_retold(c)]
            return [assembled(place, clause, others, time)]
        if clause is not None and not clause.modality <= {"instruction", "question"}:
            return []
        return self._entries(place, clause, time)

    @staticmethod
    def _entries(place: Passage, clause: Clause | None, time: TimeExpression) -> list[Unit]:
        misread = not is_verbal(clause)
        return [
            u for u in entries(place, time) if is_occasion(u, shares(place, u)) or (misread and is_misread(u))
        ]

    def _is_private(self, clause: Clause) -> bool:
        """Whether the clause tells what may not be kept, so that what is told beside it stands alone."""
        start, end = self._reading.text.to_raw(clause.start, clause.end)
        return any(s < end and start < e for s, e in self._private)

    def _undated(self, place: Passage) -> Iterator[Unit]:
        if _HOPE.search(place.sent.text):
            return
        main = next((c for c in place.told if happens(c)), None)
        if main is None and self._people and not self._is_covered(place):
            main = next((c for c in place.told if tells(c)), None)
        if main is not None:
            yield assembled(place, main, place.told, None)

    def _is_covered(self, place: Passage) -> bool:
        """Whether facts say most of the sentence."""
        start, end = self._reading.text.to_raw(place.sent.start_char, place.sent.end_char)
        facts = [f for f in self._facts if f.span.start < end and start < f.span.end]
        known = " ".join(f.content for f in facts).lower()
        words = [t for t in place.sent if t.pos_ in _NAMING and t.idx < place.end]
        said = sum(t.lower_ in known or t.lemma_.lower() in known for t in words)
        return bool(facts) and said >= _COVERED * len(words)

    def told(self, unit: Unit) -> Told | Refusal | None:
        """The event that a unit is, ``None`` where it tells too little."""
        reading = self._reading
        for finding in self._withheld:
            if finding.category != "name" and finding.start < unit.end and unit.start < finding.end:
                return Refusal(
                    "consent",
                    reading.message.id,
                    *reading.text.to_raw(finding.start, finding.end),
                    finding.category,
                )
        idle = unit.time is None and (_IDLE.search(unit.sent.text) or of_a_kind(unit.tokens))
        if idle or is_empty(unit):
            return None
        if not self._people and (self._is_unseen(unit) or _is_news(unit)):
            return None
        unit = replace(unit, tokens=without_open_end(unit.tokens))
        if unit.main is not None and not _is_statement(unit, unit.main):
            return None
        cheers = unit.time is None or (unit.main is not None and unit.main.root.lemma_ == "be")
        if cheers and of_the_other(unit.tokens, self._voice.addressee):
            return None
        names = self._cast.pronouns(unit)
        content = (
            occasion_text(reading, unit, self._voice)
            if unit.main is None
            else content_of(reading, unit, self._voice, names)
        )
        if unit.main is not None and self._people and is_advice(unit.main.root, self._asked()):
            content = content.replace(f"{self._voice.speaker} is ", f"{self._voice.speaker} recommends ", 1)
        if len(content.split()) < _FEWEST_WORDS - (unit.time is not None and unit.main is not None):
            return None
        event = EventCandidate(
            content=content,
            span=reading.span(unit.start, unit.end),
            involves=self._cast.involved(unit.tokens, speaks=content.startswith(self._voice.speaker)),
            importance=_importance(unit),
            confidence=0.9 if unit.time else 0.8,
        )
        if unit.time is not None:
            event = replace(
                event, occurred_from=unit.time.from_, occurred_to=unit.time.to, precision=unit.time.precision
            )
        return self._standing(unit, event, names)

    def _asked(self) -> str:
        """What was said just before."""
        previous = self._reading.previous
        return previous[-1].text.text if previous else ""

    def _standing(self, unit: Unit, event: EventCandidate, names: dict[int, str]) -> Told:
        """What is told, with the words in it that only something else explains, and how they can be named."""
        open_ = self._open(unit, names)
        meant = {t.i: named(self._reading, t) for t in open_}
        said = {i: text for i, text in meant.items() if text is not None}
        for token in open_:
            if token.i not in said:
                said |= without(token, unit.tokens)
        alone = content_of(self._reading, unit, self._voice, {**names, **said}) if said else None
        if unit.time is not None and not open_:
            return Told(unit, event)
        if unit.time is not None and not self._people:
            return Told(unit, replace(event, content=alone or event.content))
        whole = (
            alone if said.keys() >= meant.keys() and not points_back(unit.tokens, {**names, **said}) else None
        )
        return Told(unit, event, bool(open_) or points_back(unit.tokens, names), open_, whole)

    @staticmethod
    def _open(unit: Unit, names: dict[int, str]) -> tuple[Token, ...]:
        if unit.main is None:
            return ()
        subject = subject_of(unit.main.root)
        return tuple(open_words(unit.tokens, names, list(subject.subtree) if subject is not None else ()))

    def _is_unseen(self, unit: Unit) -> bool:
        """Whether the tagger sees no happening in words without a time, where a taste or a habit is told, or surely a state."""
        seen = kinds_of(unit.sent)
        if seen is None or unit.time is not None:
            return False
        start, end = self._reading.text.to_raw(unit.start, unit.end)
        facts = [f for f in self._facts if f.span.start < end and start < f.span.end]
        lasting = any(f.predicate in _LASTING for f in facts)
        told = any(f.predicate in _SETTLED and f.operation == "assert" for f in facts) and seen.fact > _SURE
        return (seen.happening < _DOUBT and lasting) or (seen.happening < _NONE and told)


def _is_news(unit: Unit) -> bool:
    """Whether the tagger takes a dated happening without the speaker for none of theirs: "inflation hit 4 percent last month"."""
    seen = kinds_of(unit.sent)
    if seen is None or unit.time is None or seen.happening >= _UNLIKELY:
        return False
    past = unit.sent.root.tag_ in {"VBD", "VBN"}
    return past and not any(t.lower_ in FIRST_PERSON or t.dep_ == "poss" for t in unit.sent)


def _is_statement(unit: Unit, main: Clause) -> bool:
    return not is_relative(unit.tokens, main) and (unit.time is not None or is_whole(unit.tokens, main))


def _once(units: Sequence[Unit]) -> list[Unit]:
    """Of several units of one clause the first."""
    taken: set[int] = set()
    kept = []
    for unit in units:
        if unit.main is None or id(unit.main) not in taken:
            kept.append(unit)
            taken.add(id(unit.main))
    return kept


def is_verbal(clause: Clause | None) -> bool:
    """Whether the parser found a finite verb in the clause."""
    return clause is not None and is_finite(clause)


def _importance(unit: Unit) -> float:
    if any(_is_life(t) for t in unit.tokens):
        return 8.0
    return 6.0 if unit.time is not None or (unit.main is not None and happens(unit.main)) else 4.0


def _is_life(token: Token) -> bool:
    return listed(token.lower_, "life") or (token.pos_ == "VERB" and listed(token.lemma_.lower(), "life"))
