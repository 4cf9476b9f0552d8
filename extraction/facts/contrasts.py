"""What a message denies of one by saying it of another: "it's Dijon my son lives in", "it's my cousin who's at the bank".

Such sentences name one value, or one person, and leave out every other; what is known of another is wrong then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from user_memory.extraction.facts.corrections import asserted, correction
from user_memory.extraction.facts.known import KnownFacts, loose, mentions, names
from user_memory.extraction.facts.predicates import PEOPLE, are_akin
from user_memory.extraction.facts.values import LIKELY, SURE, fit
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import FactCandidate, KnownFact, Mention, Operation
from user_memory.graph.vocabulary import vocabulary

_IS = r"(?:it's|it is|it was|its|that's)(?: actually| really| in fact| just| only)*"
_WHOSE = r"(?:i|we|he|she|they|(?:my|our|his|her|their) [\w-]+)"
_NOT_YET = r"(?!(?:'d)? (?:really |also |'d )?(?:want|wants|would|could|might|hope|hopes|plan|plans|wish|need|needs|miss|misses|was|were|used)\b)"
_HINT = re.compile(
    r"\b(?:it'?s|it is|it was|that's|is the one|are the ones|(?:is|'s|was) (?:what|where|who) )|\bnot (?:me|the one)\b|n't (?:me|the one)\b",
    re.I,
)
_MORE = re.compile(r"\b(?:also|too|as well|both|either|even)\b", re.I)
_NOW = re.compile(r"\b(?:now|these days|nowadays|any ?more|since|as of)\b", re.I)
_NOT_WHO = re.compile(
    r"(?:\b(?:it's|it is|that's|it was) not|\b(?:it|that) (?:isn't|wasn't|ain't)) (?P<wrong>me|us|my [\w-]+)(?: who| that|(?='s))(?P<told>[^,.;!?\n]{2,60})"
    r"[,;.–—-]+ ?(?:but )?(?:(?:it's|that's|it is|that is|that'd be|it'd be) )?(?P<right>my [\w-]+|next door|the neighbou?rs?|our neighbou?rs?)(?=\s*(?:$|[.,;!)])| who\b| that\b)",
    re.I,
)
_NOT_THE_ONE = re.compile(
    r"\b(?:(?P<wrong>i|we|my [\w-]+)(?:'m| am|'re| are|'s| is)(?: not|n't)|(?P<wrong2>my [\w-]+) isn't) the one (?:who|that)(?P<told>[^,.;!?\n]{2,60})"
    r"[,;.–—-]+ ?(?:but |it's |that's )?(?P<right>my [\w-]+|next door|the neighbou?rs?|our neighbou?rs?)(?: is| does| has)?(?=\s*(?:$|[.,;!)]))",
    re.I,
)
_TASTES = frozenset({"likes", "dislikes", "wants", "goal", "plans_to", "visited", "lived_in"}) | PEOPLE
"""One may like, want and have seen more than one thing, whichever a sentence picks out."""


@dataclass(slots=True)
class Contrasted:
    """The facts that a message denies or adds by contrast, and those read of it that it does not mean."""

    found: list[FactCandidate] = field(default_factory=list)
    withdrawn: list[FactCandidate] = field(default_factory=list)


def may_contrast(text: str) -> bool:
    """Whether a text may say one thing against another: a cheap test before earlier facts are gathered."""
    return _HINT.search(text) is not None


def contrasts(reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]) -> Contrasted:
    """What the clefts of a message make of ``earlier`` facts and of persons that it tells apart."""
    out = Contrasted()
    text = reading.text.text
    for pattern in (_NOT_WHO, _NOT_THE_ONE):
        for match in pattern.finditer(text):
            if asserted(reading, match.start()):
                _tell_apart(reading, match, said, out)
    asked = [f for f in said if re.search(rf"^\W*(?:the )?{re.escape(f.object.name)}\?", text, re.I)]
    stated = [f for f in said if f not in asked]
    for fact in stated:
        if fact.operation == "assert" and fact.polarity == "+" and not _MORE.search(text):
            found = list(_excluded(reading, fact, stated, earlier))
            out.found += found
            out.withdrawn += [a for a in asked if any(_slot_of(a) == _slot_of(f) for f in found)]
    return out


def _slot_of(fact: FactCandidate) -> tuple[str, str, str]:
    return fact.subject.name, fact.predicate, loose(fact.object.name)


def _tell_apart(
    reading: Reading, match: re.Match[str], said: Sequence[FactCandidate], out: Contrasted
) -> None:
    """Of "it's not me who's vegan, it's my brother": not I, but he."""
    told = [f for f in said if f.predicate not in PEOPLE and mentions(match.group("told"), f.object.name)]
    groups = match.groupdict()
    wrong, right = (
        _person(reading, groups.get("wrong") or groups["wrong2"]),
        _person(reading, groups["right"]),
    )
    for fact in told[:1]:
        out.withdrawn += [f for f in told if loose(f.object.name) == loose(fact.object.name)]
        made = [
            correction(reading, match.span(), who, fact.predicate, fact.object, fact.qualifier)
            for who in (wrong, right)
        ]
        out.found += [replace(made[0], polarity="-"), made[1]]


def _person(reading: Reading, words: str) -> Mention:
    """Who is meant by "me", "my sister", "next door"."""
    noun = words.lower().rpartition(" ")[2]
    if noun in {"i", "me", "we", "us"}:
        return reading.speaker
    noun = noun if role_of(noun) is not None else "neighbour"
    return Mention(noun, "animal" if role_of(noun) == "pet" else "person", noun)


def _excluded(
    reading: Reading, fact: FactCandidate, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]
) -> Iterator[FactCandidate]:
    """What is known of another value or another person than the one that a cleft picks out."""
    for pattern, other in ((_of_value(fact), _other_value), (_of_person(fact), _other_person)):
        match = re.search(pattern, reading.text.text, re.I)
        if match is None or not asserted(reading, match.start()):
            continue
        wrong = other(fact, earlier)
        if wrong is not None and not any(_is_same(f, wrong) for f in said if f.operation == "assert"):
            sentence = re.split(r"[.!?\n]", reading.text.text[match.start() :])[0]
            become: Operation = "end" if _NOW.search(sentence) else "retract"
            yield correction(
                reading,
                match.span(),
                wrong.subject,
                wrong.predicate,
                wrong.object,
                wrong.qualifier,
                operation=become,
            )


def _of_value(fact: FactCandidate) -> str:
    """ "it's Dijon that my son lives in", "Dijon is where my son lives"."""
    name = re.escape(fact.object.name)
    return (
        rf"\b{_IS} (?:(?:an?|the|my|in|at|for|to|with) )?{name} (?:(?:that|where|which|who) )?{_WHOSE}\b{_NOT_YET}"
        rf"|\b{name}(?:'s| is|'re| are) (?:what|where|who) {_WHOSE}\b{_NOT_YET}"
    )


def _of_person(fact: FactCandidate) -> str:
    """ "it's my cousin who's at the bank", "my cousin is the one at the bank"."""
    who = re.escape(fact.subject.role or fact.subject.name)
    return rf"\b{_IS} (?:(?:my|our) )?(?:[A-Z][\w'-]+,? )?{who} (?:who|that)\b|\b{who}(?:'s| is| was) the one (?:who|that|with|at|in|on)\b"


def _other_value(fact: FactCandidate, earlier: Sequence[KnownFact]) -> KnownFact | None:
    """The known value of the same relation whose place the new one can take."""
    held = [
        k
        for k in earlier
        if k.subject.name == fact.subject.name and k.predicate == fact.predicate and k.polarity == "+"
    ]
    if fact.predicate in _TASTES or any(loose(k.object.name) == loose(fact.object.name) for k in held):
        return None
    least = LIKELY if vocabulary()[fact.predicate].cardinality == "one" or held == earlier[:1] else SURE
    return next((k for k in held if fit(k, fact.object.name) >= least), None)


def _other_person(fact: FactCandidate, earlier: Sequence[KnownFact]) -> KnownFact | None:
    """Of whom the same is known."""
    name = loose(fact.object.name)
    return next(
        (
            k
            for k in KnownFacts(earlier).facts
            if k.polarity == "+"
            and k.subject.name != fact.subject.name
            and (k.predicate == fact.predicate or are_akin(k.predicate, fact.predicate))
            and (names(k, name) or loose(k.object.name) in name.split())
        ),
        None,
    )


def _is_same(fact: FactCandidate, wrong: KnownFact) -> bool:
    return _slot_of(fact) == (wrong.subject.name, wrong.predicate, loose(wrong.object.name))
