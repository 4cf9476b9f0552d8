"""Units of telling: the clauses of a sentence that make one event, with its time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.events.happenings import fills_in, is_told, subject_of
from user_memory.extraction.events.statements import SECOND
from user_memory.extraction.events.wholeness import is_bare_being
from user_memory.extraction.events.words import listed
from user_memory.extraction.stages import Clause, Reading, TimeExpression

_MOST_WORDS = 32
_FEWEST_LIMIT = 15
_SHARE = 0.7
"""Of a long message an event has at most seven words in ten."""
_FURTHER = frozenset({"xcomp", "ccomp", "conj", "prep", "relcl", "acl", "compound", "appos"})
"""What says more of something announced."""
_GOING_ON = frozenset({"happen", "go", "occur"})
_THEMES = frozenset({"nsubj", "nsubjpass", "dobj", "poss"})


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


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence as events are read from it: only what stands before ``end``, at most ``limit`` words to an event."""

    sent: Sentence
    end: int
    limit: int
    clauses: tuple[Clause, ...]
    told: tuple[Clause, ...]
    times: tuple[TimeExpression, ...]


def passages(reading: Reading, end: int) -> Iterator[Passage]:
    """The sentences of prose that start before ``end``, each with its unclaimed clauses and its times."""
    clauses, times = _by_sentence(reading)
    limit = min(_MOST_WORDS, max(_FEWEST_LIMIT, int(_SHARE * len(reading.text.text.split()))))
    for sent in reading.doc.sents:
        start = sent.start_char
        if start >= end:
            return
        if reading.text.kind_at(start) == "prose":
            own = tuple(c for c in clauses.get(start, ()) if c.start < end)
            told = tuple(c for c in own if is_told(c))
            yield Passage(sent, min(sent.end_char, end), limit, own, told, tuple(times.get(start, ())))


def _by_sentence(reading: Reading) -> tuple[dict[int, list[Clause]], dict[int, list[TimeExpression]]]:
    """Clauses and times by the start of their sentence, without those of instructions."""
    orders = [c for c in reading.clauses if c.start in reading.claimed]
    clauses: dict[int, list[Clause]] = {}
    for clause in reading.free:
        clauses.setdefault(clause.sent.start_char, []).append(clause)
    starts = [sent.start_char for sent in reading.doc.sents]
    times: dict[int, list[TimeExpression]] = {}
    for time in reading.times:
        if any(c.start <= time.start < c.end for c in orders):
            continue
        times.setdefault(starts[max(0, bisect_right(starts, time.start) - 1)], []).append(time)
    return clauses, times


def dated(place: Passage) -> Iterator[tuple[Clause | None, TimeExpression]]:
    """Each time in the sentence with the clause that it stands in, ``None`` when that is no clause of its own.

    Those that are themselves what the clause is about come last: "celebrated Eid on Friday".
    """
    times = [t for t in place.times if t.end <= place.end]
    for time in sorted(times, key=lambda t: (is_theme(place, t), t.start)):
        yield _owner(place, time), time


def _owner(place: Passage, time: TimeExpression) -> Clause | None:
    """The clause of a time; one that a comma parts from the clause after it belongs to what stands before it."""
    owner = next((c for c in place.clauses if any(_holds(t, time.start) for t in c.tokens)), None)
    text = place.sent.doc.text
    if owner is None or owner.start < time.start or text[time.end : time.end + 1] != ",":
        return owner
    first = owner.tokens[0]
    before = first.nbor(-1) if first.i > place.sent.start else None
    if before is None or before.is_punct or before.lower_ in {"and", "but", "so"}:
        return owner
    return next((c for c in place.clauses if before in c.tokens), owner)


def is_theme(place: Passage, time: TimeExpression) -> bool:
    """Whether a time is the subject or object of its sentence, or owns it: "hosting Christmas", "Monday was hard", "Friday's talk was moved to May"."""
    return any(t.dep_ in _THEMES for t in place.sent if time.start <= t.idx < time.end)


def _holds(token: Token, at: int) -> bool:
    return bool(token.idx <= at < token.idx + len(token))


def assembled(place: Passage, main: Clause, others: Sequence[Clause], time: TimeExpression | None) -> Unit:
    """The main clause with those of ``others`` that hang on it, the nearest first, as far as the limit allows."""
    chosen = list(main.tokens)
    roots = {main.root.i}
    chosen += _subject_clause(main)
    bare = subject_of(main.root) is None
    waiting = sorted(
        (
            c
            for c in others
            if c is not main and not (bare and c.root.i < main.root.i) and not fills_in(c, since_only=True)
        ),
        key=lambda c: abs(c.root.i - main.root.i),
    )
    while True:
        clause = next((c for c in waiting if _hangs(c, chosen, roots) and _fits(place, chosen, c)), None)
        if clause is None:
            break
        waiting.remove(clause)
        chosen += [*clause.tokens, *_subject_clause(clause)]
        roots.add(clause.root.i)
    tokens = sorted({t.i: t for t in chosen if t.idx < place.end}.values(), key=lambda t: t.i)
    return Unit(place.sent, tuple(tokens), main, time)


def _subject_clause(clause: Clause) -> list[Token]:
    """The words of a clause that is the subject: "losing my job was hard"."""
    return [t for c in clause.root.children if c.dep_ == "csubj" for t in c.subtree]


def _hangs(clause: Clause, chosen: Sequence[Token], roots: set[int]) -> bool:
    """Whether the clause hangs on the chosen words, or says who did what they tell."""
    if _is_aside(clause) or _is_courtesy(clause) or announces(clause):
        return False
    if clause.root.head.i in {t.i for t in chosen}:
        return True
    if listed(clause.root.lemma_.lower(), "polite"):
        return False
    if main_leans(clause, chosen, roots):
        return True
    if is_bare_being(clause.root):
        return False
    return any(c.i in roots for c in clause.root.children) and subject_of(clause.root) is not None


def _is_aside(clause: Clause) -> bool:
    """What only turns to the other person: "as you might be able to tell"."""
    subject = subject_of(clause.root)
    marks = {c.lower_ for c in clause.root.children if c.dep_ == "mark"}
    return subject is not None and subject.lower_ in SECOND and "as" in marks


def _is_courtesy(clause: Clause) -> bool:
    """Thanks or good wishes beside what is told: "congrats on the shop"."""
    words = [t for t in clause.tokens if t.is_alpha]
    named = [n for n, t in enumerate(words[:3]) if listed(t.lower_, "courtesy")]
    return bool(named) and clause.root.pos_ not in {"VERB", "AUX"}


def main_leans(clause: Clause, chosen: Sequence[Token], roots: set[int]) -> bool:
    """Whether "he", "she" or "they" of the chosen words is explained by this clause: "the plumber rang to say he's coming"."""
    main = next((t for t in chosen if t.i in roots), None)
    subject = subject_of(main) if main is not None else None
    if main is None or subject is None or subject.lower_ not in {"he", "she", "they", "it"}:
        return False
    return main.dep_ == "ccomp" and main.head.i in {t.i for t in clause.tokens}


def _fits(place: Passage, chosen: Sequence[Token], clause: Clause) -> bool:
    return sum(t.is_alpha for t in (*chosen, *clause.tokens)) <= place.limit


def announces(clause: Clause) -> bool:
    """Whether the words only say that there is something to tell: "so much has happened", "I had a setback", "I've got news"."""
    root = _being(clause.root)
    going_on = [c for c in root.children if c.dep_ == "ccomp" and c.lemma_ in _GOING_ON]
    if root.lemma_ == "have" and going_on:
        return any(c.dep_ == "nsubj" and _is_announced(c) for c in going_on[0].children)
    if root.lemma_ in {"happen", "occur", "change"} and not any(c.dep_ == "dobj" for c in root.children):
        subject = subject_of(root)
        return subject is not None and (subject.pos_ == "PRON" or listed(subject.lower_, "announced"))
    if root.lemma_ not in {"have", "get", "be"} or any(c.dep_ in _FURTHER for c in root.children):
        return False
    wanted = "attr" if any(c.dep_ == "expl" for c in clause.root.children) else "dobj"
    thing = next((c for c in root.children if c.dep_ == wanted), None)
    return thing is not None and _is_announced(thing)


def _being(root: Token) -> Token:
    """The verb "be" of what is going to be, else the verb itself."""
    if root.lemma_ != "go":
        return root
    return next((c for c in root.children if c.dep_ == "xcomp" and c.lemma_ == "be"), root)


def _is_announced(thing: Token) -> bool:
    """Whether a noun says nothing but that something is: "news", "a lot of things happening to me"."""
    further = [c for c in thing.children if c.dep_ in _FURTHER]
    if not listed(thing.lower_, "announced"):
        return False
    of = [g for c in further if c.lower_ == "of" for g in c.children]
    return all(_is_announced(t) for t in of) and all(
        c.lower_ == "of" or c.lemma_ in _GOING_ON for c in further
    )


def _only_says_so(unit: Unit) -> bool:
    """ "I wanted to tell you about my trip", which is told next."""
    words = [t.lower_ for t in unit.tokens if t.is_alpha]
    return any(
        told[0] == "to" and told[1] in {"tell", "show", "ask"} and told[2] in SECOND
        for told in zip(words, words[1:], words[2:], strict=False)
    )


def _only_waits(unit: Unit) -> bool:
    """ "I can't wait!", "I can't wait for the weekend"."""
    assert unit.main is not None
    root = unit.main.root
    if root.lemma_ != "wait" or not any(c.dep_ == "neg" for c in root.children):
        return False
    awaited = [t for t in root.subtree if t.i > root.i and t.pos_ in {"NOUN", "PROPN", "VERB"}]
    return all(unit.time is not None and unit.time.start <= t.idx < unit.time.end for t in awaited)


def is_empty(unit: Unit) -> bool:
    """Whether nothing is named beside the time: "got it", "just did it yesterday", or only announced: "something great happened"."""
    if unit.main is None:
        return False
    if announces(unit.main) or _only_waits(unit) or _only_says_so(unit):
        return True
    if not listed(unit.main.root.lemma_.lower(), "slight"):
        return False
    subject = subject_of(unit.main.root)
    if subject is not None and subject not in unit.tokens and subject.pos_ in {"NOUN", "PROPN"}:
        return False
    told = [t for t in unit.tokens if unit.time is None or not unit.time.start <= t.idx < unit.time.end]
    return not any(
        t.pos_ in {"NOUN", "PROPN", "ADJ", "NUM"}
        or (t.pos_ == "VERB" and not listed(t.lemma_.lower(), "slight"))
        for t in told
    )
