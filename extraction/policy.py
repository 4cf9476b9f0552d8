"""What may be kept of what was found: secrets never, personal data by consent, weak candidates not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from user_memory.extraction.stages import REDACTED, Reading
from user_memory.graph.candidates import (
    Candidate,
    EventCandidate,
    Extraction,
    FactCandidate,
    RuleCandidate,
    SessionCandidate,
)
from user_memory.graph.model import Refusal, RefusalReason
from user_memory.graph.vocabulary import vocabulary

CONFIDENT = 0.5
"""Least confidence of a candidate that is handed on."""
Found = Candidate | SessionCandidate | Refusal


@dataclass(slots=True)
class Policy:
    """Judges what the producers found, reading by reading, and gathers what is left."""

    consents: frozenset[str]
    _candidates: list[Candidate] = field(default_factory=list)
    _session: list[SessionCandidate] = field(default_factory=list)
    _refused: list[Refusal] = field(default_factory=list)

    def judge(self, reading: Reading, found: Iterable[Found]) -> None:
        """Take in what one message yielded."""
        for item in found:
            if isinstance(item, Refusal):
                self._refused.append(item)
                continue
            refusal = self._against(item)
            if refusal is not None:
                self._refused.append(refusal)
            elif isinstance(item, SessionCandidate):
                self._session.append(item)
            else:
                self._candidates.append(item)

    def extraction(self, refused: Iterable[Refusal] = ()) -> Extraction:
        """Everything judged so far, each refusal once."""
        return Extraction(
            tuple(self._candidates), tuple(self._session), tuple(dict.fromkeys([*refused, *self._refused]))
        )

    def _against(self, item: Candidate | SessionCandidate) -> Refusal | None:
        if any(REDACTED in words for words in words_of(item)):
            return _refusal(item, "secret")
        if isinstance(item, SessionCandidate):
            return None
        if isinstance(item, FactCandidate):
            needed = vocabulary()[item.predicate].consent
            if needed is not None and needed not in self.consents:
                return _refusal(item, "consent", needed)
        return _refusal(item, "low_confidence") if item.confidence < CONFIDENT else None


def words_of(item: Candidate | SessionCandidate) -> list[str]:
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


def _refusal(
    item: Candidate | SessionCandidate, reason: RefusalReason, category: str | None = None
) -> Refusal:
    return Refusal(reason, item.span.message_id, item.span.start, item.span.end, category)
