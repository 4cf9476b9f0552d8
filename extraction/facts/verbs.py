"""Verb frames to facts, by the table ``verbs.toml``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from spacy.tokens import Token

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.entities import coordinated, phrase_text, real_head
from user_memory.extraction.facts.checks import passes
from user_memory.extraction.facts.drafts import Draft, ended, used_to
from user_memory.extraction.facts.frames import Frame, is_intended
from user_memory.extraction.facts.phrases import activity, frequency, gerund_of
from user_memory.extraction.lexicon import grammar, role_of
from user_memory.graph.model import EntityKind


@dataclass(frozen=True, slots=True)
class VerbRule:
    """One row of the table; the head of ``verbs.toml`` says what each field means."""

    slots: tuple[str, ...]
    predicate: str
    kind: EntityKind = "topic"
    past: str = "skip"
    present: str = "same"
    negative: str | None = None
    check: str | None = None
    voice: str | None = None
    progressive: bool | None = None
    self: str | None = None
    only: str | None = None
    versus: tuple[str, ...] = ()
    modal: str | None = None
    adverb: tuple[str, ...] = ()
    present_with: str | None = None
    beside: str | None = None
    reading: str | None = None
    phrase: str | None = None


def _many(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _rule(row: Mapping[str, Any]) -> VerbRule:
    renamed = {"slot": "slots", "is": "check", "with": "present_with"}
    lists = {"slot", "versus", "adverb"}
    fields = {renamed.get(k, k): _many(v) if k in lists else v for k, v in row.items() if k != "lemma"}
    return VerbRule(**cast("dict[str, Any]", fields))


@cache
def verb_rules() -> Mapping[str, tuple[VerbRule, ...]]:
    """The rules by verb, in the order of the table."""
    table: dict[str, list[VerbRule]] = defaultdict(list)
    for row in toml_file("facts/verbs.toml")["verb"]:
        for lemma in _many(row["lemma"]):
            table[lemma].append(_rule(row))
    return {lemma: tuple(rules) for lemma, rules in table.items()}


def verb_facts(frame: Frame) -> Iterator[Draft]:
    """What the verb of the frame says, by the first rule that takes each word."""
    taken: set[int] = set()
    rules = verb_rules()
    if frame.adverbs & _SELDOM or (
        is_intended(frame.root) and frame.root.head.lemma_ not in {"try", "learn"}
    ):
        return
    stranded = frame.root.lemma_ if frame.verb.rpartition(" ")[2] in _STRANDED else ""
    for rule in rules.get(frame.verb) or rules.get(stranded, ()):
        if not _fits(frame, rule):
            continue
        for token in _objects(frame, rule):
            if token.i not in taken and (passes(rule.check, token) or _there(rule, token)):
                drafts = list(_drafts(frame, rule, token))
                if drafts:
                    taken.add(token.i)
                yield from drafts


def _there(rule: VerbRule, token: Token) -> bool:
    """ "there" stands for a place or an organisation said before."""
    return token.lower_ == "there" and rule.predicate in {
        "lives_in",
        "lived_in",
        "visited",
        "works_for",
        "studies_at",
        "birth_place",
    }


def _fits(frame: Frame, rule: VerbRule) -> bool:
    if rule.voice is not None and (rule.voice == "passive") != (frame.passive or frame.root.tag_ == "VBN"):
        return False
    if rule.progressive is not None and rule.progressive != frame.progressive:
        return False
    if rule.only and not _denied_now(frame, rule):
        return False
    if frame.negated and {"as", "much"} <= {t.lower_ for t in frame.root.subtree}:
        return False
    if rule.adverb and not _has_adverb(frame, rule.adverb):
        return False
    if rule.present_with is not None and rule.present_with not in frame.slots:
        return False
    if rule.beside is not None and not any(passes(rule.beside, t) for t in frame.all("obj")):
        return False
    if rule.reading is not None and frame.tense != rule.reading:
        return False
    if rule.check == "there" and {t.lower_ for t in frame.root.subtree} & {"since", "for", "living", "ever"}:
        return False  # "been there since May" is a stay
    if rule.modal is None and frame.modal in {
        "can",
        "could",
        "would",
        "'d",
        "should",
        "might",
        "may",
        "must",
        "ca",
    }:
        return _modal_fits(frame, rule)
    return rule.modal is None or frame.modal == rule.modal


def _denied_now(frame: Frame, rule: VerbRule) -> bool:
    """ "don't eat meat"; where the table takes the denial for the fact itself, "no longer eat meat" as well."""
    if rule.only == "negated" and ended(frame) and not used_to(frame):
        return frame.tense == "present" and frame.root.dep_ not in {"xcomp", "pcomp"}
    return frame.negated and frame.tense == "present"


def _has_adverb(frame: Frame, adverbs: tuple[str, ...]) -> bool:
    return any(t.lower_ in adverbs for t in frame.root.subtree)


def _modal_fits(frame: Frame, rule: VerbRule) -> bool:
    if frame.modal in {"would", "'d"}:
        return rule.predicate in {"likes", "prefers"} and frame.root.lemma_ in {"love", "prefer", "like"}
    if frame.modal in {"can", "ca"}:
        return (
            rule.only is not None
            or rule.predicate in {"speaks", "plays"}
            or (frame.negated and rule.negative == "dislikes")
        )
    return frame.modal in {"must"} and rule.predicate == "avoids"


def _objects(frame: Frame, rule: VerbRule) -> list[Token]:
    found: list[Token] = []
    for slot in rule.slots:
        tokens = (
            [m for s in frame.subjects for m in coordinated(real_head(s))]
            if slot == "subj"
            else frame.all(slot)
        )
        if rule.kind == "place":
            tokens = [_precise(t) for t in tokens]
        found += [t for t in tokens if t not in found]
        if slot == "comp":
            found += [t for t in _gerunds(frame) if t not in found]
    return found


def _precise(token: Token) -> Token:
    """The named place inside an unnamed one: "a small flat in Lisbon"."""
    if token.pos_ == "PROPN":
        return token
    inner = [
        c
        for p in token.children
        if p.lower_ in {"in", "outside", "near", "of"}
        for c in p.children
        if c.dep_ == "pobj" and c.pos_ == "PROPN"
    ]
    return inner[0] if inner else token


def _gerunds(frame: Frame) -> list[Token]:
    return [
        t
        for t in frame.slots.get("comp", [])
        if t.tag_ == "VBG" or (t.tag_ == "VB" and any(c.tag_ == "TO" for c in t.children))
    ]


def _drafts(frame: Frame, rule: VerbRule, token: Token) -> Iterator[Draft]:
    predicate = _predicate(frame, rule, token)
    if predicate == "likes" and frame.modal in {"would", "'d"} and token.pos_ == "VERB":
        return
    if predicate is None or (is_intended(frame.root) and predicate != "avoids" and not _learning(frame)):
        return
    over = ended(frame)
    for subject in _people(frame, rule):
        draft = Draft(
            frame.root, subject, predicate, token, kind=rule.kind, qualifier=_qualifier(frame, rule, token)
        )
        draft.name = _name(frame, rule, token)
        _polarise(draft, frame, rule, over)
        if predicate == "likes" and frame.modal in {"would", "'d"}:
            draft.predicate = "wants"
        if predicate == "pet":
            draft.kind = "animal"
        yield draft
        if predicate == "job_title" and not over:
            yield from _employer(frame, subject, token, draft)


def _learning(frame: Frame) -> bool:
    """ "I'm learning to play the piano": one plays it already."""
    above = frame.root.head
    return above.lemma_ == "learn" and above.tag_ in {"VBG", "VBP", "VBZ"} and not frame.negated


def _employer(frame: Frame, subject: Token | None, job: Token, like: Draft) -> Iterator[Draft]:
    """ "as a bookkeeper for a small charity": the charity."""
    for prep in job.children:
        for target in (c for c in prep.children if prep.lower_ in {"at", "for", "with"} and c.dep_ == "pobj"):
            if passes("employer", target):
                yield Draft(
                    frame.root,
                    subject,
                    "works_for",
                    target,
                    kind="organisation",
                    past=like.past,
                    operation=like.operation,
                    polarity=like.polarity,
                )


def _name(frame: Frame, rule: VerbRule, token: Token) -> str | None:
    if token.pos_ in {"VERB", "AUX"} and token.dep_ in {"xcomp", "ccomp", "pcomp", "conj", "csubj"}:
        if _misread_noun(token):
            return phrase_text(token)
        other = _versus_inside(rule, token)
        done = activity(token, gerund=True)
        return done if other is None else done.partition(f" {other.lower_} ")[0]
    if rule.phrase == "gerund":
        return f"{gerund_of(frame.verb)} {phrase_text(token)}"
    if rule.phrase == "agent":
        return f"{_of_the_kind(token)} {_AGENTS[frame.root.lemma_]}"
    if rule.check == "venture":
        return _with_goal(token)
    if rule.predicate == "uses":
        return _SERVICE.sub("", phrase_text(token))
    return None


_AGENTS = MappingProxyType({"teach": "teacher", "drive": "driver", "fly": "pilot"})
"""Who does for a living what a verb says."""


def _of_the_kind(token: Token) -> str:
    """What is taught or driven, as the first part of a calling: "bus" of "the number 9 bus", "lorry" of "lorries"."""
    text = phrase_text(token)
    if token.tag_ in {"NNS", "NNP"} and token.lower_ in grammar("work_vehicles") | grammar("aircraft"):
        return token.lemma_.lower()
    return token.text if any(c.isdigit() for c in text) and token.tag_ == "NN" else text


def _with_goal(trip: Token) -> str:
    """ "a trip to Malta": where it goes is part of it."""
    goal = next(
        (
            g
            for p in trip.children
            if p.lower_ in {"to", "around", "across"}
            for g in p.children
            if g.dep_ == "pobj"
        ),
        None,
    )
    return phrase_text(trip) + (f" {goal.head.text} {phrase_text(goal)}" if goal is not None else "")


_SERVICE = re.compile(r" (?:subscription|account|membership|plan)$", re.I)


def _misread_noun(token: Token) -> bool:
    """ "I like indie": no gerund, no infinitive, nothing of a clause around it."""
    return token.tag_ != "VBG" and not any(
        c.tag_ == "TO" or c.dep_ in {"nsubj", "dobj", "aux", "prt", "prep", "mark"} for c in token.children
    )


def _versus_inside(rule: VerbRule, token: Token) -> Token | None:
    """The "to" or "over" before what is liked less, where the parser hung it on what is liked more: "cycling to driving"."""
    return next(
        (
            prep
            for prep in token.children
            if prep.i > token.i
            and prep.dep_ == "prep"
            and prep.lower_ in rule.versus
            and (prep.lower_ != "to" or any(c.tag_ == "VBG" for c in prep.children))
        ),
        None,
    )


_STRANDED = {"on", "in", "with", "for", "at", "to", "of", "about"}
_FEELINGS = {"likes", "dislikes"}
_SELDOM = {"rarely", "hardly", "barely", "seldom", "almost"}
ACQUIRING = frozenset({"get", "adopt", "rescue", "buy", "purchase"})
"""Verbs that in the progressive tell what is to come: "we're getting a kitten"."""
_MOVES = {"move", "relocate", "emigrate", "retire", "move back"}


_LIFELONG = re.compile(r"\b(?:all|whole|entire) (?:of )?(?:my |our |her |his |their )?(?:life|lives)\b", re.I)


def _goes_on(frame: Frame) -> bool:
    """ "for nine years", "since 2018", "always": it began in the past and holds."""
    return bool({"for", "since"} & set(frame.slots)) or bool(
        frame.adverbs & {"always", "here", "now", "since"} or _LIFELONG.search(frame.root.sent.text)
    )


def _predicate(frame: Frame, rule: VerbRule, token: Token) -> str | None:
    predicate = rule.predicate
    if predicate == "@role":
        spelt = "pet" if token.lower_ in {"pet", "pets"} else None
        predicate = spelt or role_of(phrase_text(token)) or role_of(token.lower_) or "knows"
    if rule.phrase and predicate == "hobby" and not ended(frame) and frequency(frame.root):
        return None  # "I bake bread on Sundays" is a habit
    if ended(frame) and rule.only != "negated":
        return "lived_in" if predicate == "lives_in" and not frame.negated else predicate
    if (
        predicate == "lives_in"
        and frame.tense == "perfect"
        and frame.verb == "live"
        and not frame.progressive
        and not _goes_on(frame)
    ):
        return "lived_in"
    coming = frame.progressive and frame.tense == "present"
    if frame.tense == "future" or (coming and frame.verb in _MOVES):
        return None
    if frame.progressive and frame.verb in ACQUIRING and predicate in {"pet", "owns", "works_for"}:
        return None  # "I'm getting a kitten": not yet; "I was getting one": not now either
    if frame.tense == "past":
        if rule.past == "skip":
            return None
        return predicate if rule.past in {"same", "ended", "end"} else rule.past
    return None if rule.present == "skip" and frame.tense == "present" else predicate


def _polarise(draft: Draft, frame: Frame, rule: VerbRule, over: bool) -> None:
    if over and rule.only != "negated":
        if draft.predicate != "lived_in":
            draft.operation = "end"
        return
    if rule.past == "end":
        draft.operation = "end"
    elif rule.past == "ended" and frame.tense == "past":
        draft.past = True
    if frame.negated and rule.only != "negated":
        if rule.negative is not None:
            draft.predicate = rule.negative
        else:
            draft.polarity = "-"


def _people(frame: Frame, rule: VerbRule) -> list[Token | None]:
    if rule.self is not None:
        return list(frame.all(rule.self))
    return [None] if frame.implied else list(frame.subjects)


def _qualifier(frame: Frame, rule: VerbRule, token: Token) -> str | None:
    for slot in rule.versus:
        others = frame.all(slot)
        if others:
            return phrase_text(others[0])
    inside = _versus_inside(rule, token) if rule.versus else None
    if inside is not None:
        return " ".join(t.text for t in inside.subtree if t.i > inside.i)
    return None if rule.predicate in _FEELINGS else frequency(frame.root)
