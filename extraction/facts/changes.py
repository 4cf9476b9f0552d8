"""What a message says has ended or become of the facts that are known: "sold the Skoda", "down to one coffee a day"."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from user_memory.extraction.facts.corrections import asserted, correction
from user_memory.extraction.facts.idioms import macro
from user_memory.extraction.facts.known import KnownFacts, about, loose, names
from user_memory.extraction.facts.revision_table import LASTING
from user_memory.extraction.facts.subjects import subjects_of
from user_memory.extraction.lexicon import singular
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import FactCandidate, KnownFact, Mention

_THING = (
    r"(?:the |my |our |his |her |their |that |those |this |all |old )*(?P<old>[^,.;:!?()\n—]{2,50}?)"
    + macro("end")
)
_ENDED = re.compile(
    r"\b(?:(?:just |finally |recently )*(?:sold|lost|binned|ditched|scrapped|junked|returned|gave away|given away|got rid of|gotten rid of|get rid of|said goodbye to|parted with"
    r"|(?:had to )?put down|left|quit|dropped|cancel?led|closed|gave up|given up|stopped|packed in|jacked in|chucked in|done with|finished with|through with|over|broke up with|broken up with|split (?:up )?with"
    r"|divorced|moved out of|moved on from|moved away from|uninstalled|deleted|unsubscribed from|retired from|(?:got |was |been )?(?:sacked|fired|laid off|let go) (?:from|by)|no longer (?:at|in|with|on)"
    r"|(?:not|n't) (?:at|in|with) (?=[^.;!?\n]*\bany ?more\b)|rehomed|re-homed|outgrew|kicked|sworn off|swore off)) (?:the (?:place|flat|house|apartment|job|gig|habit|subscription) (?:in|at|with|of|to) )?"
    + _THING,
    re.I,
)
_GONE = re.compile(
    r"\b(?:the|my|our|his|her|their) (?P<old>[\w' -]{2,40}?)(?:'s| is| has| was| got| have| are)? (?:just |finally |sadly |now |been )*"
    r"(?:died|passed away|stolen|gone|no more|sold|bit the dust|went to a new home|over and done with|closed down|totalled|written off|put to sleep|put down)\b(?! (?:to|there|here|out|off|home|for|by|mad|back)\b)",
    re.I,
)
_MORTAL = frozenset({"owns", "uses", "pet", "works_for", "member_of"})
"""What "died", "stolen" and "closed down" end; of a person who died, kinship stays."""
_THINGS = frozenset({"owns", "uses", "pet"})
_LEFT = frozenset(
    {"works_for", "studies_at", "member_of", "lives_in", "works_on", "job_title", "partner", "spouse"}
)
_TASTES = frozenset({"likes", "dislikes", "favorite", "wants"})
_COUNT = r"(?:\d+|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half a dozen|a dozen|an?)"
_RECOUNT = re.compile(
    rf"\b(?:make that|down to|up to|cut (?:down |back )?to|now(?: it's)?|it's(?: now)?|only|just|actually|we're at|i'm at|have|got) (?:just |only |about )*(?P<count>{_COUNT}) (?P<what>[a-z][\w'-]*(?: [a-z][\w'-]*){{0,4}}?)(?: now| these days|{macro('end')[3:]}",
    re.I,
)
_COUNTED = re.compile(rf"^(?P<count>{_COUNT}) (?P<what>.+)$", re.I)
_BECAME = re.compile(
    rf"\b(?P<old>{_COUNT}) (?P<what>[a-z][\w'-]*)(?: (?:a|per|each|every) [a-z]+| [a-z]+){{0,2}}? (?:(?:have|has)(?: now| since)? (?:become|turned into|gone (?:down|up) to|dropped to|grown to|been cut (?:down )?to)"
    rf"|(?:is|are)(?: now)? (?:down|up) to|(?:is|are) now|became|went (?:down|up) to) (?:just |only |about )*(?P<count>{_COUNT})(?=\s*(?:$|[,.;:!)—–])| (?:now|these|since|this|last|in|again|at)\b)",
    re.I,
)
""" "those three coffees a day have become one"."""
_TAKEN_BACK = re.compile(
    r"\b(?:take back|scratch|forget|ignore|disregard|strike) (?:everything|all|what|anything|whatever|the thing) (?:that )?(?:i|we)(?:'ve| have)? (?:ever )?(?:said|told you|wrote|mentioned)(?: to you)? (?:about|on|re|regarding) "
    + _THING,
    re.I,
)
_SPELT = re.compile(
    r"\b(?:it's|its|that's|spelled|spelt|spelling is|should be|with) (?P<new>[A-Z][\w'’-]{2,30})\b(?=[^.!?\n]*\b(?:letter|double|spelled|spelt|spelling|with (?:an?|two|one|no)|without|one|two|not|ending|[a-z])\b)"
)
_ALIKE = 0.75


def changes(reading: Reading, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    """The ends, retractions and new values of ``known`` facts; nothing where nothing known is meant."""
    text = reading.text.text
    for rule in (_ends, _losses, _recounts, _recounted, _withdrawals, _spellings):
        yield from rule(reading, text, known)


def may_change(text: str) -> bool:
    """Whether a text may change anything: a cheap test before earlier facts are gathered."""
    return any(p.search(text) for p in (_ENDED, _GONE, _RECOUNT, _BECAME, _TAKEN_BACK, _SPELT))


def _ends(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    for match in _ENDED.finditer(text):
        fact = KnownFacts(known, speaker=reading.speaker).named(match.group("old"), text, _ends_by(match))
        if fact is not None and asserted(reading, match.start()) and done_by(fact, reading, match):
            yield _ended(reading, match, fact)


def _ends_by(match: re.Match[str]) -> Callable[[KnownFact], bool]:
    """What the verb can end: one sells things, leaves places of work and study, and goes on liking either."""
    verb = match.group().lower()
    if re.match(r"(?:(?:just|finally|recently) )*(?:sold|returned|parted|lost|junked)\b", verb):
        return lambda f: f.predicate in _THINGS
    if re.match(r"(?:(?:just|finally|recently) )*left\b", verb):
        return lambda f: f.predicate in _LEFT
    return lambda f: f.predicate not in LASTING | _TASTES


def done_by(fact: KnownFact, reading: Reading, match: re.Match[str]) -> bool:
    """Whether who ended it is who the fact is about: "my neighbour sold the Saab" ends nothing of mine."""
    verb = next(
        (t for t in reading.doc if match.start() <= t.idx < match.end() and t.pos_ in {"VERB", "AUX"}), None
    )
    subjects, _ = subjects_of(verb) if verb is not None else ([], True)
    if not subjects or subjects[0].lower_ in {"it", "that", "this"}:
        return True
    if fact.subject.name == reading.speaker.name:
        return subjects[0].lower_ in FIRST_PERSON
    return subjects[0].lower_ in {
        "he",
        "she",
        "they",
        "who",
        fact.subject.name.lower(),
        (fact.subject.role or "").lower(),
    }


def _losses(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    for match in _GONE.finditer(text):
        fact = KnownFacts(known, speaker=reading.speaker).named(
            match.group("old"), text, lambda f: f.predicate in _MORTAL
        )
        if fact is not None and asserted(reading, match.start()):
            yield _ended(reading, match, fact)


def _ended(reading: Reading, match: re.Match[str], fact: KnownFact) -> FactCandidate:
    return correction(
        reading, match.span(), fact.subject, fact.predicate, fact.object, fact.qualifier, operation="end"
    )


def _recounts(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    """ "down to one coffee a day" where six coffees are known."""
    for match in _RECOUNT.finditer(text):
        new = f"{match.group('count')} {match.group('what')}"
        for fact in known:
            before = _COUNTED.match(fact.object.name)
            if (
                before is None
                or not _shares_noun(before.group("what"), match.group("what"))
                or loose(new) == loose(fact.object.name)
            ):
                continue
            if asserted(reading, match.start()) and about(fact, text, reading.speaker):
                target = Mention(new, fact.object.kind)
                yield correction(
                    reading, match.span(), fact.subject, fact.predicate, target, replaces=fact.object
                )
            break


def _recounted(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    """Of a number that has become another: the known thing with the new one."""
    for match in _BECAME.finditer(text):
        counted = f"{match.group('old')} {match.group('what')}"
        told = re.compile(rf"\b{re.escape(counted)}", re.I)
        fact = next((f for f in known if f.polarity == "+" and told.search(f.object.name)), None)
        if fact is None or not asserted(reading, match.start()):
            continue
        one = match.group("count").lower() in {"one", "1", "a", "an"}
        noun = singular(match.group("what")) if one else match.group("what")
        name = re.sub(re.escape(counted), f"{match.group('count')} {noun}", fact.object.name, flags=re.I)
        target = Mention(name, fact.object.kind)
        yield correction(reading, match.span(), fact.subject, fact.predicate, target, replaces=fact.object)
        yield _ended(reading, match, fact)


def _shares_noun(before: str, now: str) -> bool:
    return loose(before.split()[0]) == loose(now.split()[0])


def _withdrawals(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    for match in _TAKEN_BACK.finditer(text):
        meant = loose(match.group("old"))
        for fact in known:
            if meant and names(fact, meant) and asserted(reading, match.start()):
                yield replace(_ended(reading, match, fact), operation="retract", polarity=fact.polarity)


def _spellings(reading: Reading, text: str, known: Sequence[KnownFact]) -> Iterator[FactCandidate]:
    """ "it's Phillippa, double l" where a name much like it is known."""
    match = _SPELT.search(text)
    if match is None:
        return
    new = match.group("new")
    for fact in known:
        likeness = difflib.SequenceMatcher(None, fact.object.name.lower(), new.lower()).ratio()
        if fact.predicate in {"name", "nickname"} and _ALIKE <= likeness < 1.0:
            yield correction(
                reading,
                match.span(),
                fact.subject,
                fact.predicate,
                Mention(new, fact.object.kind),
                replaces=fact.object,
            )
            return
