"""Units of telling: the clauses of a sentence that make one event, with its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.events.happenings import is_told, subject_of
from user_memory.extraction.stages import Clause, Reading, TimeExpression

_CONTENT = {"NOUN", "PROPN", "VERB", "ADJ", "NUM", "AUX"}


@dataclass(frozen=True, slots=True)
class Unit:
    """The words of one event: those of its main clause and of the clauses told with it, and when it was."""

    sent: Sentence
    tokens: tuple[Token, ...]
    main: Clause | None
    time: TimeExpression | None

    @property
    def start(self) -> int:
        return self.tokens[0].idx

    @property
    def end(self) -> int:
        return self.tokens[-1].idx + len(self.tokens[-1])


def clauses_of(reading: Reading, sent: Sentence, end: int) -> list[Clause]:
    """The unclaimed clauses of a sentence that start before ``end``."""
    return [c for c in reading.free if c.sent.start_char == sent.start_char and c.start < end]


def dated(
    reading: Reading, sent: Sentence, clauses: Sequence[Clause], end: int
) -> Iterator[tuple[Clause | None, TimeExpression]]:
    """Each time in the sentence with the clause that it stands in, ``None`` when that is no clause of its own."""
    taken: set[int] = set()
    for time in reading.times_in(sent.start_char, min(sent.end_char, end)):
        owner = next(
            (c for c in clauses if any(t.idx <= time.start < t.idx + len(t) for t in c.tokens)), None
        )
        if owner is not None and id(owner) in taken:
            continue
        taken.add(id(owner))
        yield owner, time


def assembled(
    sent: Sentence, main: Clause, others: Sequence[Clause], time: TimeExpression | None, limit: int, end: int
) -> Unit:
    """The main clause with those of ``others`` that hang on it, the nearest first, in at most ``limit`` words."""
    chosen = list(main.tokens)
    inside = {main.root.i}
    waiting = sorted(
        (c for c in others if c is not main and is_told(c)), key=lambda c: abs(c.root.i - main.root.i)
    )
    grew = True
    while grew:
        grew = False
        for clause in list(waiting):
            joined = clause.root.head.i in {t.i for t in chosen} or _owns(clause, inside)
            if joined and len([t for t in [*chosen, *clause.tokens] if t.is_alpha]) <= limit:
                chosen += clause.tokens
                inside.add(clause.root.i)
                waiting.remove(clause)
                grew = True
    tokens = tuple(sorted((t for t in chosen if t.idx < end), key=lambda t: t.i))
    return Unit(sent, tokens, main, time)


def _owns(clause: Clause, inside: set[int]) -> bool:
    """Whether an included clause hangs on this one, and this one says who did it."""
    return any(t.i in inside for t in clause.root.children) and subject_of(clause.root) is not None


def fragment(reading: Reading, sent: Sentence, time: TimeExpression, end: int) -> Unit | None:
    """The piece between commas that holds ``time``, when it names an occasion without a verb: "driving test on Monday"."""
    tokens = [t for t in sent if t.idx < end]
    place = next((n for n, t in enumerate(tokens) if t.idx <= time.start < t.idx + len(t)), None)
    if place is None:
        return None
    first = last = place
    while first > 0 and not _breaks(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and not (_breaks(tokens[last + 1]) and tokens[last + 1].idx >= time.end):
        last += 1
    piece = tuple(tokens[first : last + 1])
    return Unit(sent, piece, None, time) if any(t.pos_ in _CONTENT for t in piece) else None


def _breaks(token: Token) -> bool:
    return token.text in {",", ";", ".", "!", "?", ":", "-", "–", "—", "("} or token.lower_ in {
        "and",
        "but",
        "so",
    }
