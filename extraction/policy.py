"""What may be kept of what was found: secrets never, personal data by consent, weak candidates not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from user_memory.extraction.events.voices import among_people
from user_memory.extraction.personal.names import is_also_word
from user_memory.extraction.quoting import sentences_around
from user_memory.extraction.scrubbing import NameKept, Scrubber
from user_memory.extraction.stages import REDACTED, Finding, Reading
from user_memory.extraction.withheld import withheld
from user_memory.graph.candidates import (
    Candidate,
    EventCandidate,
    Extraction,
    FactCandidate,
    RuleCandidate,
    SessionCandidate,
    Span,
)
from user_memory.graph.model import SPEAKERS, Notice, Refusal, RefusalReason
from user_memory.graph.vocabulary import vocabulary

CONFIDENT = 0.5
"""Least confidence of a candidate that is handed on."""
_LIGHT = frozenset(
    "the and for with from was were been being are has have had having got get getting gets take takes took taking goes going went his her our their "
    "every each see sees seeing saw seen for during under after before into out off not don".split()
)
"""Words that tell nothing by themselves."""
_STEM = 5
"""Letters that two forms of a word share."""
Item = Candidate | SessionCandidate
Found = Item | Refusal


@dataclass(slots=True)
class Policy:
    """Judges what the producers found, reading by reading, and gathers what is left."""

    consents: frozenset[str]
    _seen: set[tuple[object, ...]] = field(default_factory=set)
    _names: set[str] = field(default_factory=set)
    _candidates: list[Candidate] = field(default_factory=list)
    _session: list[SessionCandidate] = field(default_factory=list)
    _refused: list[Refusal] = field(default_factory=list)

    def judge(self, reading: Reading, found: Iterable[Found]) -> None:
        """Take in what one message yielded."""
        everything = list(found)
        refusals = [f for f in everything if isinstance(f, Refusal)]
        self._refused += refusals
        data = [] if reading.message.role not in SPEAKERS else list(_personal(reading))
        self._refused += data
        private = [r for r in (*refusals, *data) if r.reason == "consent" and r.category != "name"]
        told = {f.value for f in withheld(reading) if f.category == "name"}
        judge = _Judge(reading, self.consents, private, frozenset(self._names | told))
        self._names |= {name for name in told if not is_also_word(name)}
        for item in everything:
            if not isinstance(item, Refusal):
                self._take(judge.judged(item))

    def _take(self, item: Found) -> None:
        if isinstance(item, Refusal):
            self._refused.append(item)
            return
        said = (
            item.span.message_id,
            type(item),
            *words_of(item),
            getattr(item, "operation", ""),
            getattr(item, "polarity", ""),
        )
        if said in self._seen:
            return
        self._seen.add(said)
        if isinstance(item, SessionCandidate):
            self._session.append(item)
        else:
            self._candidates.append(item)

    def extraction(self, refused: Iterable[Refusal] = (), warnings: Iterable[Notice] = ()) -> Extraction:
        """Everything judged so far, each refusal once."""
        unique = tuple(dict.fromkeys([*refused, *self._refused]))
        return Extraction(tuple(self._candidates), tuple(self._session), unique, tuple(warnings))


def _personal(reading: Reading) -> Iterator[Refusal]:
    """A refusal for each piece of personal data without consent, the same one once."""
    seen: set[tuple[str | None, str]] = set()
    for finding in withheld(reading):
        key = (finding.category, finding.value)
        if key not in seen:
            seen.add(key)
            place = reading.text.to_raw(finding.start, finding.end)
            yield Refusal("consent", reading.message.id, *place, finding.category)


class _Judge:
    """Decides on the candidates of one reading.

    ``private`` are the refusals for personal data other than names; ``names`` those that may not be kept, of earlier messages
    too: pronouns carry them over.
    """

    def __init__(
        self, reading: Reading, consents: frozenset[str], private: list[Refusal], names: frozenset[str]
    ) -> None:
        self._reading, self._consents, self._private = reading, consents, private
        self._data = [f for f in withheld(reading) if f.category != "name"]
        self._scrubber = Scrubber(names)

    def judged(self, item: Item) -> Found:
        """The candidate as it may be kept, or the refusal that it comes to."""
        refusal = self._against(item)
        if refusal is not None:
            return refusal
        try:
            kept = self._scrubber.scrub(item)
        except NameKept:
            return _refusal(item, "consent", "name")
        return replace(kept, span=self._quoted(self._in_context(kept.span)))

    def _in_context(self, span: Span) -> Span:
        """The span with its sentence, where people talk to one another and nothing beside it is private."""
        if not among_people(self._reading):
            return span
        wide = sentences_around(self._reading, span)
        return span if any(_overlap(r, wide) for r in self._private) else wide

    def _against(self, item: Item) -> Refusal | None:
        if any(REDACTED in words for words in words_of(item)):
            return _refusal(item, "secret")
        told = self._tells(item)
        if told is not None:
            return _refusal(item, "consent", told)
        if isinstance(item, SessionCandidate):
            return None
        if isinstance(item, FactCandidate):
            needed = vocabulary()[item.predicate].consent
            if needed is not None and needed not in self._consents:
                return _refusal(item, "consent", needed)
        return _refusal(item, "low_confidence") if item.confidence < CONFIDENT else None

    def _tells(self, item: Item) -> str | None:
        """The category of personal data that the candidate would tell without consent."""
        stored = " ".join(words_of(item)).casefold()
        words = set(re.findall(r"\w+", stored))
        for finding in self._data:
            said = _said(self._reading, finding)
            numbers = {w for w in re.findall(r"\w+", said) if len(w) > 1 and any(c.isdigit() for c in w)}
            if (
                said in stored
                or numbers & words
                or _told_in(said, words)
                or (finding.value and finding.value.casefold() in stored)
            ):
                return finding.category
        if isinstance(item, EventCandidate):
            return next(
                (r.category for r in self._private if r.category != "address" and _overlap(r, item.span)),
                None,
            )
        return None

    def _quoted(self, span: Span) -> Span:
        """The quote with the names gone; gone itself where the clause tells what is refused."""
        if any(_overlap(r, span) and not self._pinned(r) for r in self._private):
            return replace(span, quote=REDACTED)
        return replace(span, quote=self._scrubber.text(span.quote))

    def _pinned(self, refusal: Refusal) -> bool:
        """Whether the refusal is for words that the quote has already replaced one by one."""
        places = (self._reading.text.to_raw(f.start, f.end) for f in self._data)
        return (refusal.start, refusal.end) in set(places)


def _said(reading: Reading, finding: Finding) -> str:
    return " ".join(reading.text.text[finding.start : finding.end].casefold().split())


def _told_in(said: str, words: set[str]) -> bool:
    """Whether all that tells something in the words found stands among those stored, in whatever form: "I pray daily"."""
    telling = [w for w in re.findall(r"\w+", said) if len(w) > 2 and w not in _LIGHT]
    return bool(telling) and all(any(w[:_STEM] == other[:_STEM] for other in words) for w in telling)


def _overlap(refusal: Refusal, span: Span) -> bool:
    return refusal.start < span.end and span.start < refusal.end


def words_of(item: Item) -> list[str]:
    """Every text of a candidate that would be stored, but the quote, which is redacted by itself."""
    match item:
        case FactCandidate():
            return [item.content, item.object.name, item.subject.name, item.qualifier or ""]
        case EventCandidate():
            return [item.content, *(m.name for m in item.involves)]
        case RuleCandidate():
            return [item.content, item.instruction, item.condition or ""]
        case SessionCandidate():
            return [item.instruction]


def _refusal(item: Item, reason: RefusalReason, category: str | None = None) -> Refusal:
    return Refusal(reason, item.span.message_id, item.span.start, item.span.end, category)
