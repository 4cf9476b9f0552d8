"""The facts that are known when something is said, and which of them the words may mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from user_memory.extraction.facts.idioms import tidy
from user_memory.extraction.facts.values import SURE, fit, of_kind, shape
from user_memory.extraction.lexicon import role_of, singular
from user_memory.graph.candidates import USER, FactCandidate, KnownFact, Mention
from user_memory.graph.keys import entity_key

_FILLER = re.compile(
    r"(?: (?:idea|plan|thing|habit|membership|subscription|dream|phase|account|job|class|lesson|stuff|gig|contract"
    r"|project|course|practice|kick|craze|obsession|diet|role|post|position|allergy|intolerance|app))+$"
)
_LATER = re.compile(
    r"\s(?:in|on|at|last|this|yesterday|today|since|for|after|to|over|a|two|three|few|months?|years?|ages|ago|back|earlier|altogether|completely|entirely|for good|then|too|lately|recently|now|tbh)\b.*$",
    re.I,
)
"""When, where and why it ended."""
POINTING = frozenset({"it", "them", "that", "thing", "that one", "one", "those", "both", "things"})
"""Words that name what was said last."""
_LIGHT = frozenset(
    "a an the my our his her their in at to of for on and with do some any it that this them one me you about through by up out go get good".split()
)
_MARKS = re.compile(r"[^\w'’+#/&.-]+|[.'’](?=\s|$|s\b)")
_SPEECH = re.compile(
    r"\b(?:i|you)(?:'ve| have| was)? (?:never |only |just )?(?:wrote|said|say|meant|mean|typed|told you|told|put|got|thought|think|take it|lied|misspoke|tell a lie)\b",
    re.I,
)
"""Who speaks of the saying itself is not who is spoken of."""
_SELF = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|me|us|my|mine|our)\b", re.I)
_THIRD = re.compile(r"\b(?:he|she|he's|she's|they|they're|they've|him|her|his|their)\b", re.I)


def loose(words: str) -> str:
    """Words as they are compared: folded, without articles, in the singular."""
    return " ".join(singular(w) for w in entity_key(tidy(words)).split())


def mentions(text: str, name: str) -> bool:
    """Whether a text says a name, in either number."""
    key = loose(name)
    return bool(key) and f" {key} " in f" {loose(_MARKS.sub(' ', text))} "


def known(fact: FactCandidate) -> KnownFact:
    """A fact just read, as one that what follows may correct."""
    return KnownFact(fact.subject, fact.predicate, fact.object, fact.polarity, fact.qualifier)


def about(fact: KnownFact, words: str, speaker: Mention = USER) -> bool:
    """Whether ``speaker`` can speak of whom the fact is about: another's facts are meant where he is named or is "he"."""
    text = unsaid(words)
    if fact.subject.name != speaker.name:
        named = loose(fact.subject.role or fact.subject.name) in f" {loose(text)} "
        return named or (_THIRD.search(text) is not None and not _SELF.search(text)) or not persons(text)
    others = (role_of(w) for w in re.findall(r"\bmy (\w+)", text.lower()))
    if re.search(r"\b(?:i|i'm|i've|i'd|we|we've|we're|me|us)\b", text, re.I):
        return True
    return not any(o is not None and o != "pet" for o in others) and not re.match(
        r"\W*(?:s?he|s?he's)\b", text, re.I
    )


def unsaid(text: str) -> str:
    """A text without what it says of its own saying: "I wrote"."""
    return _SPEECH.sub(" ", text)


def persons(text: str) -> bool:
    """Whether a text speaks of somebody."""
    return _SELF.search(text) is not None or _THIRD.search(text) is not None


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts that a message may mean, most recently said first; ``heard`` is what the assistant said just before."""

    facts: Sequence[KnownFact]
    heard: str = ""
    speaker: Mention = USER

    def matching(self, words: str) -> KnownFact | None:
        """The newest fact whose object is what the words name, in whole or in part."""
        key = loose(words)
        return next((f for f in self.facts if key and _same(key, loose(f.object.name))), None)

    def named(
        self, words: str, text: str, fits: Callable[[KnownFact], bool] = lambda _: True
    ) -> KnownFact | None:
        """The newest fact of whom ``text`` speaks whose object the words name; what is denied already is not meant.

        "It" and "the thing" name what was said last.
        """
        meant: Iterable[KnownFact] = (f for name in _readings(words) for f in self.facts if names(f, name))
        if words.lower().strip() in POINTING:
            meant = self.facts[:1]
        return next(
            (f for f in meant if f.polarity == "+" and fits(f) and about(f, text, self.speaker)), None
        )

    def valued(
        self,
        value: str,
        cue: str,
        text: str,
        least: int = SURE,
        fits: Callable[[KnownFact], bool] = lambda _: True,
    ) -> KnownFact | None:
        """The newest fact whose place ``value`` can take at least so well."""
        can = [f for f in self.facts if f.polarity == "+" and fits(f) and about(f, text, self.speaker)]
        scored = [(fit(f, value, cue), f) for f in _asked_first(can, text)]
        best = max((score for score, _ in scored), default=0)
        return next((f for score, f in scored if score == best), None) if best >= least else None

    def told(self) -> Iterator[KnownFact]:
        """The facts that the assistant's last words tell."""
        for fact in self.facts:
            if mentions(self.heard, fact.object.name):
                yield fact


def _asked_first(facts: Sequence[KnownFact], text: str) -> list[KnownFact]:
    """The facts whose matter the text names ("my favourite colour") before the others."""
    low = text.lower()
    return sorted(facts, key=lambda f: not (f.qualifier and f.qualifier.lower() in low))


def _same(one: str, other: str) -> bool:
    return one == other or f" {other} " in f" {one} " or f" {one} " in f" {other} "


def _readings(words: str) -> list[str]:
    """The words as said, and without what tells when, or of what kind it is ("the triathlon idea")."""
    whole = loose(words)
    bare = loose(_LATER.sub("", words))
    every = [whole, bare, _FILLER.sub("", whole), _FILLER.sub("", bare)]
    return [name for name in dict.fromkeys(every) if name]


def names(fact: KnownFact, meant: str) -> bool:
    """Whether loose words are the object or a part of it ("Skoda" of "Skoda Octavia"), or a common noun for it."""
    said, wanted = loose(fact.object.name).split(), meant.split()
    if not said or _LIGHT.issuperset(wanted):
        return False
    if any(said[i : i + len(wanted)] == wanted for i in range(len(said))):
        return True
    if len(wanted) == 1 and of_kind(fact, wanted[0]):
        return True
    content = [w for w in said if w not in _LIGHT]
    return (
        bool(content) and len(wanted) <= len(said) + 1 and content == [w for w in wanted if w not in _LIGHT]
    )


def like(fact: KnownFact, new: str) -> bool:
    """Whether a value said beside the old one may be of the same kind: no clause, and a name for a name."""
    return shape(new) == shape(fact.object.name) and loose(new) != loose(fact.object.name)


def alike(one: str, other: str) -> bool:
    """Whether two words for a matter are one, in either spelling: "favourite colour" and "color"."""
    fold = [loose(words).replace("our", "or") for words in (one, other)]
    return bool(fold[1]) and (fold[0] in fold[1] or fold[1] in fold[0])
