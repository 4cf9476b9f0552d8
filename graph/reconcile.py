"""What is believed, from everything that was said about one matter.

All sayings of one *slot* (a subject and predicate, and the object where values accumulate) are folded in the order of the
world into beliefs. The fold is a pure function of the set of sayings, so the order of arrival does not matter, and taking a
saying away gives the state of a history that never held it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from user_memory.graph.candidates import Operation, Span
from user_memory.graph.model import Polarity, Precision, Status

NEVER_CERTAIN = 0.99
"""Confidence that repetition alone approaches; only the user's explicit word gives 1."""

STATEMENT = "statement"
"""The key of the one statement that the slot of an event or rule has."""


@dataclass(frozen=True, slots=True)
class Saying:
    """One occasion on which one statement was asserted, ended or retracted.

    ``key`` names the statement within its slot (the object's id for facts); ``negative`` is its sense, whatever predicate
    carries it. ``memory_id`` is the memory that holds it now, ``None`` for a new one.
    """

    source_id: str
    at: datetime
    seq: int
    recorded_at: datetime
    key: str
    content: str
    predicate: str = ""
    object_id: str = ""
    polarity: Polarity = "+"
    negative: bool = False
    qualifier: str | None = None
    operation: Operation = "assert"
    start: int = -1
    span: Span | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    tentative: bool = False
    confidence: float = 0.9
    importance: float = 7.0
    reason: str = ""
    tags: tuple[str, ...] = ()
    memory_id: str | None = None

    @property
    def said(self) -> tuple[datetime, int, int]:
        """The order of speaking."""
        return (self.at, self.seq, self.start)

    @property
    def world_time(self) -> datetime | None:
        """When it began, or ended, in the world, if that was said."""
        return (self.valid_to or self.valid_from) if self.operation == "end" else self.valid_from

    @property
    def newness(self) -> tuple[datetime, datetime, int, int]:
        """When it took effect as far as is known, for dating what it ends: the world's time, else the time of saying."""
        return (self.world_time or self.at, *self.said)


@dataclass(slots=True, eq=False)
class Belief:
    """A statement over one stretch of the world's time, with the sayings that support it and those that ended it."""

    sayings: list[Saying]
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ended_at: datetime | None = None
    retired_at: datetime | None = None
    successor: Belief | None = None
    reason: str = ""
    closed_by: list[Saying] = field(default_factory=list)
    ends_later: bool = False
    """Whether the end was told before it came: "from June on I live in Bergen", said in March of who lives in Oslo."""

    @property
    def first(self) -> Saying:
        return min(self.sayings, key=lambda s: s.said)

    @property
    def tentative(self) -> bool:
        return all(s.tentative for s in self.sayings)

    @property
    def status(self) -> Status:
        if self.retired_at is not None:
            return "retracted"
        if self.ended_at is not None:
            return "superseded"
        return "tentative" if self.tentative else "current"

    def status_on(self, now: datetime) -> Status:
        """The status while the clock reads ``now``: an end that is yet to come has ended nothing."""
        if (
            self.status == "superseded"
            and self.ends_later
            and self.valid_to is not None
            and now < self.valid_to
        ):
            return "tentative" if self.tentative else "current"
        return self.status

    @property
    def confidence(self) -> float:
        """1 − ∏(1 − cᵢ) over the distinct occasions, the noisy-or of independent witnesses."""
        doubt = 1.0
        for certainty in {s.source_id: s.confidence for s in self.sayings}.values():
            doubt *= 1.0 - certainty
        if doubt <= 0.0:
            return 1.0
        return round(min(1.0 - doubt, max(NEVER_CERTAIN, *(s.confidence for s in self.sayings))), 6)

    @property
    def importance(self) -> float:
        return max(s.importance for s in self.sayings)

    @property
    def qualifier(self) -> str | None:
        said = [s for s in sorted(self.sayings, key=lambda s: s.newness) if s.qualifier]
        return said[-1].qualifier if said else None

    @property
    def precision(self) -> Precision | None:
        """How exactly ``valid_from`` is known."""
        dated = [s for s in self.sayings if s.valid_from is not None]
        return min(dated, key=lambda s: s.newness).precision if dated else None

    def agrees(self, saying: Saying) -> bool:
        """Whether ``saying`` states the same: one sense, and no other qualifier."""
        same_qualifier = not saying.qualifier or not self.qualifier or saying.qualifier == self.qualifier
        return self.sayings[0].negative == saying.negative and same_qualifier


def fold(
    sayings: Iterable[Saying], *, one: bool, negatable: bool = True, happening: bool = False
) -> list[Belief]:
    """All beliefs of one slot, ended and retracted ones included, oldest first.

    Args:
        sayings: everything said about the slot.
        one: a newer positive value ends the older one.
        negatable: an ending that finds nothing to end is believed as the negative statement; else it is dropped.
        happening: the interval is when an event took place, not how long a statement held, so it ends nothing.
    """
    everything = sorted(sayings, key=lambda s: s.said)
    retractions = [s for s in everything if s.operation == "retract"]
    live, withdrawn = _part(everything, retractions)
    timeline = _Timeline(one, negatable, happening)
    for saying in _world_order(live):
        timeline.add(saying)
    return sorted([*withdrawn, *timeline.beliefs], key=lambda b: b.first.newness)


def _world_order(said: list[Saying]) -> list[Saying]:
    """The order of speaking, but for what is dated: it comes before everything dated later that was said before it.

    "I moved to Porto last week" is newer than an undated "I live in Lisbon" of yesterday, and older than "I have lived in
    Lisbon since Monday". What is undated comes before what is to begin only after it was said; an
    undated ending ends what it finds.
    """
    order: list[Saying] = []
    for saying in said:
        later = (i for i, other in enumerate(order) if _dated_later(other, saying))
        order.insert(next(later, len(order)), saying)
    return order


def _dated_later(other: Saying, saying: Saying) -> bool:
    begins, known = other.world_time, saying.world_time
    if known is None and saying.operation == "assert" == other.operation:
        known = saying.at
    return begins is not None and known is not None and begins > known


def _part(everything: list[Saying], retractions: list[Saying]) -> tuple[list[Saying], list[Belief]]:
    live: list[Saying] = []
    withdrawn: dict[tuple[str, bool, Saying], Belief] = {}
    for saying in everything:
        if saying.operation == "retract":
            continue
        by = next((r for r in retractions if _takes_back(r, saying)), None)
        if by is None:
            live.append(saying)
        elif saying.operation == "assert":
            belief = withdrawn.setdefault((saying.key, saying.negative, by), Belief([]))
            belief.sayings.append(saying)
    for (_, _, by), belief in withdrawn.items():
        belief.closed_by.append(by)
        belief.reason = by.reason or "retracted"
        belief.valid_from = _earliest(belief)
        belief.retired_at = max(by.recorded_at, belief.first.recorded_at)
    _repeat(retractions, withdrawn)
    return live, list(withdrawn.values())


def _repeat(retractions: list[Saying], withdrawn: dict[tuple[str, bool, Saying], Belief]) -> None:
    """A retraction said again supports the first one, and takes its place should that be deleted."""
    effective = {id(by) for _, _, by in withdrawn}
    for again in retractions:
        same = [b for (key, sense, _), b in withdrawn.items() if (key, sense) == (again.key, again.negative)]
        earlier = [b for b in same if b.first.said < again.said]
        if id(again) not in effective and earlier:
            max(earlier, key=lambda b: b.first.said).closed_by.append(again)


def _takes_back(retraction: Saying, saying: Saying) -> bool:
    return (
        saying.key == retraction.key
        and saying.negative == retraction.negative
        and saying.said < retraction.said
        and saying.operation == "assert"
    )


def _earliest(belief: Belief) -> datetime | None:
    """The earliest beginning that was told; what was told ahead has begun once it is said to hold."""
    dated = [(s.valid_from, s.said) for s in belief.sayings if s.valid_from is not None]
    if not dated:
        return None
    begin, said = min(dated)
    if begin <= said[0]:
        return begin
    return min([begin, *(s.at for s in belief.sayings if s.valid_from is None and s.said > said)])


class _Timeline:
    """The beliefs so far, while the sayings are read in the order of the world."""

    def __init__(self, one: bool, negatable: bool, happening: bool) -> None:
        self.beliefs: list[Belief] = []
        self._one = one
        self._negatable = negatable
        self._happening = happening
        self._open: dict[str, Belief] = {}
        self._guesses: dict[str, Belief] = {}
        self._closed: dict[str, Belief] = {}
        self._values: list[Belief] = []

    def add(self, saying: Saying) -> None:
        if saying.operation == "end":
            self._end(saying)
        elif not self._happening and saying.valid_to is not None and saying.valid_to <= saying.at:
            self._past(saying)
        else:
            self._assert(saying)

    def _end(self, saying: Saying) -> None:
        belief = self._open.get(saying.key)
        if belief is not None and belief.sayings[0].negative == saying.negative:
            self._close(belief, saying, None, saying.reason or "ended")
        elif belief is None and saying.key in self._closed:
            self._closed[saying.key].closed_by.append(saying)
        elif self._negatable:
            self._assert(_negation(saying))

    def _past(self, saying: Saying) -> None:
        """A fact about a past interval ends nothing; told again, it is the same fact."""
        for belief in self.beliefs:
            told = belief.sayings[0]
            if (
                told.key == saying.key
                and belief.agrees(saying)
                and (belief.valid_from, belief.valid_to)
                == (
                    saying.valid_from,
                    saying.valid_to,
                )
            ):
                belief.sayings.append(saying)
                return
        belief = Belief([saying], saying.valid_from, saying.valid_to, saying.recorded_at, reason="past")
        self.beliefs.append(belief)

    def _assert(self, saying: Saying) -> None:
        belief = self._same(saying)
        rivals = self._rivals(saying, belief)
        if saying.tentative and any(not r.tentative for r in rivals):
            self._guess(saying, belief)
            return
        belief = self._joined(saying, belief)
        self._guesses.pop(saying.key, None)
        for rival in rivals:
            belief.valid_from = belief.valid_from or saying.newness[0]
            self._close(rival, saying, belief, "newer")
        self._open[saying.key] = belief
        self._closed.pop(saying.key, None)
        if self._one and not saying.negative:
            self._values = [v for v in self._values if v is not belief] + [belief]

    def _same(self, saying: Saying) -> Belief | None:
        candidates = (self._open.get(saying.key), self._guesses.get(saying.key))
        return next((b for b in candidates if b is not None and b.agrees(saying)), None)

    def _rivals(self, saying: Saying, same: Belief | None) -> list[Belief]:
        """What cannot be true beside ``saying``: the opposite, another qualifier, or another value of a ``one`` slot."""
        values = self._values if self._one and not saying.negative else []
        if any(v is same or _is_told_with(saying, v) for v in values):
            values = []
        candidates = (self._open.get(saying.key), self._guesses.get(saying.key), *values)
        rivals = {id(b): b for b in candidates if b is not None and b is not same}
        return list(rivals.values())

    def _guess(self, saying: Saying, same: Belief | None) -> None:
        """A guess stands beside what is known and ends nothing; told again, it is the same guess."""
        self._guesses[saying.key] = self._joined(saying, same)

    def _joined(self, saying: Saying, belief: Belief | None) -> Belief:
        if belief is None:
            belief = Belief([], saying.valid_from, saying.valid_to)
            self.beliefs.append(belief)
        belief.sayings.append(saying)
        belief.valid_from = _earliest(belief) or belief.valid_from
        return belief

    def _close(self, belief: Belief, by: Saying, successor: Belief | None, reason: str) -> None:
        belief.valid_to = max(by.newness[0], belief.valid_from or by.newness[0])
        belief.ends_later = belief.valid_to > by.at
        belief.ended_at = max(by.recorded_at, belief.first.recorded_at)
        belief.successor = successor
        belief.reason = reason
        if successor is None:
            belief.closed_by.append(by)
        if not belief.sayings[0].negative:
            self._closed[belief.first.key] = belief
        for table in (self._open, self._guesses):
            if table.get(belief.first.key) is belief:
                del table[belief.first.key]
        self._values = [v for v in self._values if v is not belief]


def _is_told_with(saying: Saying, value: Belief) -> bool:
    """Whether the same words told both values: "I'm both a nurse and a painter" ends neither."""
    return saying.span is not None and any(
        s.source_id == saying.source_id and s.span is not None and _bounds(s.span) == _bounds(saying.span)
        for s in value.sayings
        if s.valid_from == saying.valid_from
    )


def _bounds(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _negation(saying: Saying) -> Saying:
    """An ending without a beginning, as the negative statement: "no longer at Acme" says "not at Acme"."""
    return replace(saying, negative=not saying.negative, polarity="-" if saying.polarity == "+" else "+")
