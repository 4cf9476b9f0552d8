"""What takes earlier words back or puts others in their place: "scratch that", "sorry, meant Ericsson"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from user_memory.extraction.facts.idioms import macro, tidy
from user_memory.extraction.facts.known import KnownFacts, known
from user_memory.extraction.facts.predicates import HOMES, PEOPLE
from user_memory.extraction.facts.sentences import sentence
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, role_of
from user_memory.extraction.modality import NOT_STATED
from user_memory.extraction.namelists import names
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import FactCandidate, KnownFact, Mention
from user_memory.graph.model import EntityKind

_END = macro("end")
_NAME = r"(?:the |an? |my )?(?P<{0}>[^,.;:!?()\n—]{{1,50}}?)"
_RETRACT = re.compile(
    r"\b(?:scratch that|forget (?:that|what i said)|disregard that|ignore that|strike that|never ?mind that"
    r"|i take that back|i was (?:just )?(?:joking|kidding|lying|wrong|mistaken)"
    r"|that(?:'s| is| was) (?:not true|wrong|a lie|a joke|incorrect|a mistake)|i lied|i never said|i made that up"
    r"|i misspoke|not true)\b(?: (?:about|that|on))?"
    r"(?: (?:the |my |having |a |an |being |i )*(?!any ?more\b|any longer\b|now\b|at all\b)(?P<about>[^,.;:!?\n]{2,40}))?",
    re.I,
)
_FROM_TO = re.compile(
    r"\b(?:switch(?:ed|ing)?|moved|migrated|changed|converted|transitioned|upgraded|swapped|shifted|gone|went"
    r"|jumped|transferred) (?:over |jobs |majors? |careers |degrees |courses? |teams |diets? )?from "
    + _NAME.format("old")
    + r" (?:over )?to "
    + _NAME.format("new")
    + _END,
    re.I,
)
_FOR = re.compile(
    r"\b(?:ditched|dropped|swapped(?: out)?|replaced|traded(?: in)?|gave up|given up|left|quit|dumped|abandoned|exchanged) "
    + _NAME.format("old")
    + r" (?:for|with) "
    + _NAME.format("new")
    + _END,
    re.I,
)
_SWITCHED_TO = re.compile(
    r"\b(?:switched|migrated|moved over|moved|changed|converted)(?: over)? to "
    + _NAME.format("new")
    + r" (?:from|instead of) "
    + _NAME.format("old")
    + _END,
    re.I,
)
_STUDYING = re.compile(
    r"\b(?:degree|major|course|uni|university|college|studies|studying|student|minor|masters?)\b", re.I
)
_NO_LONGER = re.compile(r"\btrue (?:any ?more|any longer|now)\b", re.I)


def corrections(
    reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]
) -> list[FactCandidate]:
    """The values that took the place of others, and the facts that the message takes back."""
    memory = KnownFacts((*(known(f) for f in reversed(said)), *earlier))
    replaced = [fact for pair in _replacements(reading, memory) for fact in pair if fact is not None]
    return [*replaced, *_retractions(reading, said, earlier)]


def corrects(text: str) -> bool:
    """Whether a text may take anything back: a cheap test before the facts of earlier messages are gathered."""
    return any(p.search(text) for p in (_RETRACT, _FROM_TO, _FOR, _SWITCHED_TO))


def asserted(reading: Reading, start: int) -> bool:
    """Whether the clause at ``start`` is stated by the speaker."""
    clause = next((c for c in reading.clauses if c.start <= start < c.end), None)
    return clause is None or not clause.modality & NOT_STATED


def _replacements(
    reading: Reading, memory: KnownFacts
) -> Iterator[tuple[FactCandidate, FactCandidate | None]]:
    """ "switched from X to Y": the new value with the one it replaces, and the end of the old when it was unknown."""
    for pattern in (_FROM_TO, _FOR, _SWITCHED_TO):
        for match in pattern.finditer(reading.text.text):
            if not asserted(reading, match.start()) or not _first_person(reading, match.start()):
                continue
            old, new = tidy(match.group("old")), tidy(match.group("new"))
            held = memory.matching(old)
            if held is not None and held.predicate in HOMES:
                continue
            predicate, kind = (
                (held.predicate, held.object.kind)
                if held
                else _guess(old, new, _STUDYING.search(reading.text.text) is not None)
            )
            if predicate is None or not new or (predicate not in PEOPLE and role_of(new.lower()) is not None):
                continue  # "I quit the choir with my wife": together, not for her
            subject = held.subject if held else reading.speaker
            fact = correction(
                reading,
                match.span(),
                subject,
                predicate,
                Mention(new, kind),
                replaces=held.object if held else Mention(old, kind),
            )
            yield (
                fact,
                None
                if held
                else correction(
                    reading, match.span(), subject, predicate, Mention(old, kind), operation="end"
                ),
            )


def _first_person(reading: Reading, start: int) -> bool:
    """Whether the verb at ``start`` has the speaker for its subject, said or left out."""
    before = reading.text.text[max(0, start - 60) : start].rsplit(".", 1)[-1].lower().split()
    if not before or before[-1] in (grammar("before_verb") | {","}):
        return True
    return before[-1].endswith((",", ":", "!", ".", "ly"))


def _guess(old: str, new: str, studying: bool) -> tuple[str | None, EntityKind]:
    """The relation of a replacement by the kind of the two values."""
    tests: tuple[tuple[str, EntityKind, bool], ...] = (
        ("studies", "topic", in_list(old, "study", "field") and in_list(new, "study", "field") and studying),
        ("diet", "topic", is_exactly(new, "diet", "diet")),
        (
            "plays",
            "topic",
            in_list(old, "instrument", "instrument") and in_list(new, "instrument", "instrument"),
        ),
        ("job_title", "value", is_job(old) and is_job(new)),
        ("lives_in", "place", old.lower() in names("places") and new.lower() in names("places")),
        ("owns", "product", _is_thing(old) and not any(c.isdigit() for c in new)),
        ("uses", "product", any(c.isupper() for c in old) and any(c.isupper() for c in new)),
    )
    return next(((predicate, kind) for predicate, kind, fits in tests if fits), (None, "topic"))


def _is_thing(name: str) -> bool:
    """Something one owns, not the system it runs."""
    return in_list(name, "thing", "owned") and name.lower() not in {
        "android",
        "iphone",
        "mac",
        "pc",
        "pixel",
        "galaxy",
    }


def _retractions(
    reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]
) -> Iterator[FactCandidate]:
    """ "scratch that, I was joking about the cat": of what was said before these words."""
    matches = [
        m
        for m in _RETRACT.finditer(reading.text.text)
        if asserted(reading, m.start()) or "joking" in m.group() or "never said" in m.group().lower()
    ]
    if not matches:
        return
    place = reading.text.to_raw(matches[0].start(), matches[0].end())[0]
    memory = KnownFacts((*(known(f) for f in reversed(said) if f.span.end <= place), *earlier))
    about = next((m for m in matches if m.group("about") and memory.matching(m.group("about"))), None)
    if about is not None:
        held = memory.matching(about.group("about"))
    else:
        held = memory.facts[0] if memory.facts and not any(m.group("about") for m in matches) else None
    if held is not None:
        match = about or matches[0]
        yield replace(
            correction(
                reading,
                match.span(),
                held.subject,
                held.predicate,
                held.object,
                held.qualifier,
                operation="end"
                if _NO_LONGER.search(reading.text.text, match.start(), match.end() + 20)
                else "retract",
            ),
            polarity=held.polarity,
        )


def correction(
    reading: Reading,
    place: tuple[int, int],
    subject: Mention,
    predicate: str,
    target: Mention,
    qualifier: str | None = None,
    **more: object,
) -> FactCandidate:
    """The fact that the words at ``place`` of the text put in the place of another, end or take back."""
    span = reading.span(*place)
    fact = FactCandidate(subject, predicate, target, span, "", qualifier=qualifier, importance=7.0, **more)  # type: ignore[arg-type]
    return replace(fact, content=sentence(fact))
