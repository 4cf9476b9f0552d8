"""The wording of an event: its clauses in the third person, without the time that is kept beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spacy.tokens import Token

from user_memory.extraction.dates.holidays import is_holiday
from user_memory.extraction.events.happenings import leads, subject_of
from user_memory.extraction.events.units import Unit
from user_memory.extraction.events.words import listed
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading, TimeExpression
from user_memory.extraction.withheld import hidden
from user_memory.extraction.wording import Voice, retell
from user_memory.graph.times import cut

_FULL = {"'re": " are", "'ve": " have", "'ll": " will", "’re": " are", "’ve": " have", "’ll": " will"}
_RELATIVE = {"who", "which", "that", "whom"}


def content_of(reading: Reading, unit: Unit, voice: Voice, names: Mapping[int, str]) -> str:
    """What the unit tells, at most 200 code points; ``names`` says whom a pronoun stands for."""
    tokens = [t for t in unit.tokens if not _loose_mark(t, unit)]
    said = {**_full(tokens, names), **names, **hidden(reading, tokens)}
    if unit.time is not None:
        said = {**_timeless(tokens, unit, unit.time), **said}
    said |= _decided(unit, reading)
    subject, speaker = _left_out(unit, tokens)
    if speaker:
        return retell(tokens, voice, said, subject=True)
    inside = {t.i for t in tokens}
    done = _described(unit, tokens)
    if done:
        said |= {t.i: "" for t in tokens if t.lower_ in _RELATIVE and t.dep_ == "dobj"}
        return retell([*tokens, *done], voice, said | hidden(reading, done))
    before = [t for t in subject.subtree if t.i not in inside] if subject is not None else []
    if len(before) > 8:
        before = [t for t in before if t.head is subject or t is subject][:8]
    said |= hidden(reading, before)
    relative = next(
        (t for t in tokens[:2] if t.lower_ in _RELATIVE and t.dep_ in {"nsubj", "nsubjpass"}), None
    )
    if relative is not None and before:
        said[relative.i] = ""
    text = retell([*before, *tokens], voice, said)
    return f"for {voice.speaker}, {text}" if _has_no_doer(unit, tokens) else text


def _has_no_doer(unit: Unit, tokens: Sequence[Token]) -> bool:
    """Whether the subject is a doing of the speaker, who is not named: "hosting the fair (on Friday) was tiring"."""
    assert unit.main is not None
    doing = subject_of(unit.main.root)
    if doing is None or doing.tag_ != "VBG" or doing.dep_ != "csubj" or unit.main.root.tag_ != "VBD":
        return False
    return not any(t.lower_ in FIRST_PERSON or t.dep_ == "nsubj" for t in tokens)


def _decided(unit: Unit, reading: Reading) -> dict[int, str]:
    """ "have" before what was decided and has been done by now: "I've decided to skip work yesterday"."""
    assert unit.main is not None
    root = unit.main.root
    if root.lemma_ != "decide" or unit.time is None or unit.time.to > reading.message.at:
        return {}
    return {c.i: "" for c in root.children if c.dep_ == "aux" and c.lower_ in {"have", "'ve", "’ve", "has"}}


def _full(tokens: Sequence[Token], names: Mapping[int, str]) -> dict[int, str]:
    """The short verbs after a pronoun that is told as a name: "they've" -> "the hens have"."""
    return {t.i: _FULL[t.lower_] for t in tokens if t.i - 1 in names and t.lower_ in _FULL}


def _described(unit: Unit, tokens: Sequence[Token]) -> list[Token]:
    """The thing that a clause about it leaves out: "the coat (that I ordered in May)" was ordered."""
    assert unit.main is not None
    root = unit.main.root
    subject = next((c for c in root.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if root.dep_ != "relcl" or root.head in tokens or subject is None or subject.lower_ in _RELATIVE:
        return []
    if root.head.head.lower_ == "as":  # "as a child I …", which the parser may read so
        return []
    if any(c.dep_ == "dobj" and c.lower_ not in _RELATIVE for c in root.children):
        return []
    return [t for t in root.head.subtree if t.i <= root.head.i]


def _loose_mark(token: Token, unit: Unit) -> bool:
    """ "that", "because", "when" in front of what is told by itself."""
    if (
        token.i != unit.tokens[0].i
        or not listed(token.lower_, "mark")
        or token.dep_ not in {"mark", "advmod", "cc"}
    ):
        return False
    return token.dep_ == "cc" or unit.main is None or token.head.i == unit.main.root.i


def _left_out(unit: Unit, tokens: Sequence[Token]) -> tuple[Token | None, bool]:
    """The subject that the words leave out: another's, or the speaker."""
    assert unit.main is not None
    root = unit.main.root
    inside = {t.i for t in tokens}
    subject = subject_of(root)
    if subject is None:
        return None, leads(unit.main)
    if subject.lower_ in _RELATIVE and root.dep_ == "relcl":
        return (root.head if root.head.i not in inside else None), False
    if subject.i in inside:
        return None, False
    return (None, True) if subject.lower_ in FIRST_PERSON else (subject, False)


def _timeless(tokens: Sequence[Token], unit: Unit, time: TimeExpression) -> dict[int, str]:
    """Leave the time out, with the preposition before it; say it as a date where the sentence needs it."""
    inside = [t for t in tokens if time.start <= t.idx < time.end]
    if not inside or is_holiday(time.text):
        return {}
    first = inside[0].i
    before = [t for t in tokens if t.i < first]
    said = {t.i: "" for t in inside}
    owned = [t for t in tokens if t.tag_ == "POS" and t.i - 1 in said]
    said |= {t.i: "" for t in owned}
    if owned:
        said[first] = "the"
        return said
    if time.since:
        said[first] = ("since " if inside[0].lower_ == "since" else "") + cut(time.from_, time.precision)
        return said
    if first and inside[0].nbor(-1).pos_ in {"NOUN", "PROPN"} and _opens_be(unit, inside):
        said[first] = "" if inside[0].nbor(-1) in tokens else inside[0].nbor(-1).text
        return said  # "Rome last year was wet"
    leads_on = inside[0].i < tokens[-1].i and tokens[-1] not in inside
    if (leads_on and any(t.dep_ in {"nsubj", "nsubjpass"} for t in inside)) or _opens_be(unit, inside):
        said[first] = f"the {time.precision}" if time.precision != "minute" else "the time"
        return said
    if _needed(unit, tokens, inside):
        said[first] = cut(time.from_, time.precision)
        return said
    while (
        before
        and before[-1].i == first - 1
        and before[-1].pos_ != "NOUN"
        and listed(before[-1].lower_, "leading")
        and not _goes_back(before)
    ):
        said[before[-1].i] = ""
        first = before.pop().i
    return said


def _goes_back(before: Sequence[Token]) -> bool:
    """Whether the last word belongs to its verb: "came back (this morning)", not "back (in May)"."""
    last = before[-1]
    return last.lower_ == "back" and len(before) > 1 and before[-2].pos_ == "VERB" and last.head == before[-2]


def _opens_be(unit: Unit, inside: Sequence[Token]) -> bool:
    """Whether the time is what "be" tells of, whatever the parser calls it: "tomorrow is my first day"."""
    assert unit.main is not None
    subject = subject_of(unit.main.root)
    return unit.main.root.lemma_ == "be" and subject in inside


def _needed(unit: Unit, tokens: Sequence[Token], inside: Sequence[Token]) -> bool:
    """Whether nothing would be left of the predicate: "the flight is on …"."""
    assert unit.main is not None
    root = unit.main.root
    if inside[0].i and inside[0].nbor(-1).lower_ == "to" and inside[0].i > root.i:
        return True
    gone = {t.i for t in inside}
    rest = [t for t in tokens if t.i > root.i and t.i not in gone and t.pos_ not in {"ADP", "PUNCT", "PART"}]
    return root.lemma_ == "be" and inside[0].i > root.i and (not rest or rest[0].i > max(gone))
