"""What takes earlier words back or puts others in their place: "scratch that", "sorry, meant Ericsson"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from user_memory.extraction.facts.idioms import macro, tidy
from user_memory.extraction.facts.sentences import sentence
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, singular
from user_memory.extraction.stages import Reading
from user_memory.extraction.wordlists import names
from user_memory.graph.candidates import FactCandidate, KnownFact, Mention
from user_memory.graph.keys import entity_key
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
_INSTEAD = re.compile(
    r"\b(?:sorry|oops|whoops|wait|no|correction|typo|scratch that|actually|my bad|er|erm|um|i mean"
    r"|or rather)\W{0,3}(?:no\W{0,3})?(?:i )?(?:meant|mean|make that|make it|should be|that should be|it's"
    r"|i should say|to say)"
    r"(?: to (?:say|write|type))? "
    + _NAME.format("new")
    + _END
    + r"|\b(?:make that|i meant(?: to say| to write)?|i mean(?! to\b)|correction:) "
    + _NAME.format("other")
    + _END,
    re.I,
)
_NOW = re.compile(
    r"\b(?:it's|it is|make it|now it's|that's) (?:actually |now |really )?"
    + _NAME.format("new")
    + r"(?: now| instead| these days| actually)(?=$|[,.;:!?\n ])",
    re.I,
)
_CHANGED = re.compile(
    r"\b(?:changed my mind|correction|i mean|i meant|scratch that|actually|i was wrong|not any ?more|wait|oops|sorry)\b",
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
_BARRED = {"question", "hypothetical", "quotation", "sarcasm", "wish", "reported"}


@dataclass(frozen=True, slots=True)
class Memory:
    """The facts that a correction may be about, most recently said first."""

    facts: Sequence[KnownFact]

    def matching(self, words: str) -> KnownFact | None:
        """The newest fact whose object, or qualifier, is what the words name."""
        key = loose(words)
        return next((f for f in self.facts if key and _same(key, loose(f.object.name))), None)


def loose(words: str) -> str:
    """Words as they are compared: folded, without articles, in the singular."""
    return " ".join(singular(w) for w in entity_key(tidy(words)).split())


def _same(one: str, other: str) -> bool:
    return one == other or f" {other} " in f" {one} " or f" {one} " in f" {other} "


def corrections(
    reading: Reading, said: Sequence[FactCandidate], earlier: Sequence[KnownFact]
) -> tuple[list[FactCandidate], list[FactCandidate]]:
    """(corrections, facts of this very message that they take back)."""
    memory = Memory((*(_known(f) for f in reversed(said)), *earlier))
    found: list[FactCandidate] = []
    withdrawn: list[FactCandidate] = []
    for new, old in _replacements(reading, memory):
        found.append(new)
        if old is not None:
            found.append(old)
    _slips(reading, said, memory, found, withdrawn)
    found += _retractions(reading, said, earlier)
    return found, withdrawn


def _known(fact: FactCandidate) -> KnownFact:
    return KnownFact(fact.subject, fact.predicate, fact.object, fact.polarity, fact.qualifier)


def corrects(text: str) -> bool:
    """Whether a text may take anything back: a cheap test before the facts of earlier messages are gathered."""
    return any(p.search(text) for p in (_RETRACT, _INSTEAD, _FROM_TO, _FOR, _SWITCHED_TO)) or (
        _CHANGED.search(text) is not None and _NOW.search(text) is not None
    )


def asserted(reading: Reading, start: int) -> bool:
    """Whether the clause at ``start`` is stated by the speaker."""
    clause = next((c for c in reading.clauses if c.start <= start < c.end), None)
    return clause is None or not clause.modality & _BARRED


def _replacements(reading: Reading, memory: Memory) -> Iterator[tuple[FactCandidate, FactCandidate | None]]:
    """ "switched from X to Y": the new value with the one it replaces, and the end of the old when it was unknown."""
    for pattern in (_FROM_TO, _FOR, _SWITCHED_TO):
        for match in pattern.finditer(reading.text.text):
            if not asserted(reading, match.start()) or not _first_person(reading, match.start()):
                continue
            old, new = tidy(match.group("old")), tidy(match.group("new"))
            known = memory.matching(old)
            if known is not None and known.predicate in {"lived_in", "lives_in", "birth_place", "visited"}:
                continue
            predicate, kind = (
                (known.predicate, known.object.kind)
                if known
                else _guess(old, new, _STUDYING.search(reading.text.text) is not None)
            )
            if predicate is None or not new:
                continue
            subject = known.subject if known else reading.speaker
            fact = correction(
                reading,
                match,
                subject,
                predicate,
                Mention(new, kind),
                replaces=known.object if known else Mention(old, kind),
            )
            yield (
                fact,
                None
                if known
                else correction(reading, match, subject, predicate, Mention(old, kind), operation="end"),
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


def _slips(
    reading: Reading,
    said: Sequence[FactCandidate],
    memory: Memory,
    found: list[FactCandidate],
    withdrawn: list[FactCandidate],
) -> None:
    """ "I work at Nokia, sorry, meant Ericsson"; "changed my mind, it's green now"."""
    text = reading.text.text
    match = _INSTEAD.search(text) or (_NOW.search(text) if _CHANGED.search(text) else None)
    if match is None or not asserted(reading, match.start()):
        return
    new = tidy(match.groupdict().get("new") or match.groupdict().get("other") or "")
    before = [
        f
        for f in said
        if f.span.end <= reading.text.to_raw(match.start(), match.end())[1]
        and entity_key(f.object.name) != entity_key(new)
    ]
    target = _known(before[-1]) if before and _INSTEAD.search(text) else _mentioned(text, memory)
    if target is None or not new or _shape(new) != _shape(target.object.name):
        return
    replaced = Mention(target.object.name, target.object.kind, target.object.role)
    found.append(
        correction(
            reading,
            match,
            target.subject,
            target.predicate,
            Mention(new, target.object.kind),
            target.qualifier,
            replaces=replaced,
        )
    )
    withdrawn += [f for f in said if f.predicate == target.predicate and f.object.name == target.object.name]


def _shape(name: str) -> tuple[bool, bool]:
    """What a correction must share with what it corrects: a number for a number, a name for a name."""
    return name.replace(".", "").isdigit(), name[:1].isupper()


def _mentioned(text: str, memory: Memory) -> KnownFact | None:
    """The fact whose matter the text names ("my favorite color"), else the newest one of the kind that has a single value."""
    low = text.lower()
    named = next((f for f in memory.facts if f.qualifier and f.qualifier.lower() in low), None)
    if named is not None:
        return named
    return next(
        (f for f in memory.facts if f.polarity == "+" and f.object.kind not in {"person", "animal"}), None
    )


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
    memory = Memory((*(_known(f) for f in reversed(said) if f.span.end <= place), *earlier))
    about = next((m for m in matches if m.group("about") and memory.matching(m.group("about"))), None)
    if about is not None:
        known = memory.matching(about.group("about"))
    else:
        known = memory.facts[0] if memory.facts and not any(m.group("about") for m in matches) else None
    if known is not None:
        match = about or matches[0]
        yield replace(
            correction(
                reading,
                match,
                known.subject,
                known.predicate,
                known.object,
                known.qualifier,
                operation="end"
                if _NO_LONGER.search(reading.text.text, match.start(), match.end() + 20)
                else "retract",
            ),
            polarity=known.polarity,
        )


def correction(
    reading: Reading,
    match: re.Match[str],
    subject: Mention,
    predicate: str,
    target: Mention,
    qualifier: str | None = None,
    **more: object,
) -> FactCandidate:
    """The fact that the words of ``match`` put in the place of another, end or take back."""
    span = reading.span(match.start(), match.end())
    fact = FactCandidate(subject, predicate, target, span, "", qualifier=qualifier, importance=7.0, **more)  # type: ignore[arg-type]
    return replace(fact, content=sentence(fact))
