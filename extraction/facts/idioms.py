"""Turns of phrase and verbless statements to facts, by ``idioms.toml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from spacy.tokens import Span, Token

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.facts.captured import fits
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import in_list, role_of, words
from user_memory.graph.candidates import Operation
from user_memory.graph.model import EntityKind

_LIST = re.compile(r"\s*(?:,\s*(?:and|or|&)?\s*|;\s*|\s+(?:and|or|&|plus|nor)\s+)", re.I)
_LEAD = re.compile(
    r"^(?:(?:a|an|the|any|some|my|our|all|both|just|really|also|even|only|mostly|things like|stuff like|like"
    r"|actually|definitely|probably|still|always|and|well|i|two|three|pretty much|basically|absolutely|literally"
    r"|this|that|these|those|your|btw|honestly|of|in|then|before that|later|after that|the) )+",
    re.I,
)
_TRIES = 6


@dataclass(frozen=True, slots=True)
class Idiom:
    """One row of the table; the head of ``idioms.toml`` says what each field means."""

    pattern: re.Pattern[str]
    cues: tuple[str, ...]
    predicate: str
    kind: EntityKind = "topic"
    check: str | None = None
    negated: bool = False
    operation: Operation = "assert"
    as_: str | None = None
    needs: re.Pattern[str] | None = None
    first_person: bool = False
    order: bool = False


@cache
def _last_words(section: str, key: str) -> frozenset[str]:
    lasts = {word.rsplit(" ", 1)[-1] for word in words(section, key)}
    return frozenset(lasts | {f"{word}s" for word in lasts})


_LISTED: dict[str, Callable[[], frozenset[str]]] = {
    "@diet": lambda: _last_words("diet", "diet"),
    "@condition": lambda: _last_words("health", "condition"),
    "@game": lambda: _last_words("game", "game") | _last_words("instrument", "instrument"),
}


@cache
def _table() -> Mapping[str, Any]:
    return toml_file("facts/idioms.toml")


def macro(name: str) -> str:
    """The pattern that a name in braces stands for."""
    return str(_table()["macros"][name])


@cache
def idioms() -> tuple[Idiom, ...]:
    """The rows of the table, compiled."""
    return tuple(_compiled(row) for row in _table()["idiom"])


def _compiled(row: Mapping[str, Any]) -> Idiom:
    pattern = str(row["pattern"])
    for _ in range(2):
        for name, regex in _table()["macros"].items():
            pattern = pattern.replace(f"{{{name}}}", regex)
    needs = re.compile(str(row["needs"]), re.I) if "needs" in row else None
    return Idiom(
        re.compile(pattern, re.I),
        tuple(str(row["cue"]).split("|")),
        str(row["predicate"]),
        row.get("kind", "topic"),
        row.get("is"),
        bool(row.get("negated")),
        row.get("operation", "assert"),
        row.get("as"),
        needs,
        bool(row.get("first_person")),
        bool(row.get("order")),
    )


def idiom_facts(sent: Span) -> Iterator[Draft]:
    """What the turns of phrase in a sentence say of the speaker."""
    text = sent.text
    low = text.lower()
    if len(text) > 400:
        return
    for idiom in _cued(low):
        if idiom.needs is not None and not idiom.needs.search(sent.doc.text):
            continue
        if idiom.first_person and not re.search(r"\b(?:i|i'm|i've|i'd|we|me|my|we're)\b", low):
            continue
        yield from _first_that_fits(sent, idiom, text)


def _cued(low: str) -> Iterator[Idiom]:
    """The idioms of which a cue stands in the text, in the order of the table."""
    spoken = frozenset(re.findall(r"[\w'-]+", low))
    by_cue = _by_cue()
    present = (by_cue[cue] for cue in by_cue if (cue in low if cue[0] != "@" else _LISTED[cue]() & spoken))
    table = idioms()
    return (table[number] for number in sorted({number for numbers in present for number in numbers}))


@cache
def _by_cue() -> Mapping[str, tuple[int, ...]]:
    """The numbers of the idioms that have each cue."""
    found: dict[str, list[int]] = {}
    for number, idiom in enumerate(idioms()):
        for cue in idiom.cues:
            found.setdefault(cue, []).append(number)
    return {cue: tuple(numbers) for cue, numbers in found.items()}


def _first_that_fits(sent: Span, idiom: Idiom, text: str) -> Iterator[Draft]:
    """The drafts of the first place where the pattern matches and its names pass the test."""
    position = 0
    for _ in range(_TRIES):
        match = idiom.pattern.search(text, position)
        if match is None:
            return
        drafts = list(_drafts(sent, idiom, match))
        if drafts:
            yield from drafts
            return
        position = match.start() + 1


def _drafts(sent: Span, idiom: Idiom, match: re.Match[str]) -> Iterator[Draft]:
    qualifier = tidy(match.group("q")) if "q" in match.re.groupindex and match.group("q") else None
    anchor = _token_at(sent, match.end() - 1)
    subject = _subject(sent, match)
    if idiom.as_ is not None:
        yield _denied(_fixed(idiom, match, anchor, subject), idiom)
        return
    names = list(_names(sent, idiom, match))
    for name, token in names:
        if not _accepts(idiom, name, token):
            continue
        predicate = _predicate(idiom, name)
        if predicate == "favorite" and len(names) > 1:
            predicate, qualifier = "likes", None
        kind: EntityKind = (
            "animal"
            if predicate == "pet" or role_of(name) == "pet"
            else "person"
            if role_of(name)
            else idiom.kind
        )
        draft = Draft(
            token,
            subject,
            predicate,
            token,
            name=name,
            kind=kind,
            qualifier=qualifier,
            operation=idiom.operation,
            order=idiom.order,
        )
        yield _denied(draft, idiom)


def _fixed(idiom: Idiom, match: re.Match[str], anchor: Token, subject: Token | None) -> Draft:
    """The draft whose name the table gives: whole ("sweets"), or made of the slots ("{q} {o}")."""
    name = re.sub(r"\{(\w+)\}", lambda slot: match.group(slot.group(1)), idiom.as_ or "")
    return Draft(anchor, subject, idiom.predicate, None, name=name, kind=idiom.kind)


def _subject(sent: Span, match: re.Match[str]) -> Token | None:
    """The subject in the slot, or before the match, when the phrase goes on from it: "my dad has a soft spot for …"."""
    if "s" in match.re.groupindex:
        return _token_at(sent, match.end("s") - 1)
    if match.group().lower().startswith(("my ", "our ")):
        return None
    first = _token_at(sent, match.start() + len(match.group()) - len(match.group().lstrip()))
    for verb in (first, *first.ancestors):
        said = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
        if said is not None:
            outside = said.idx + len(said) <= sent.start_char + match.start() and said.i < first.i
            return said if outside else None
        if verb.dep_ in {"advcl", "ccomp", "parataxis", "ROOT"}:
            return None
    return None


def _denied(draft: Draft, idiom: Idiom) -> Draft:
    if idiom.negated:
        draft.polarity = "-"
    return draft


def _predicate(idiom: Idiom, name: str) -> str:
    if idiom.predicate == "skilled_in" and in_list(name, "language", "language"):
        return "speaks"
    if not idiom.predicate.startswith("@"):
        return idiom.predicate
    low = name.lower().split()[-1]
    if low in {"pets", "pet"}:
        return "pet"
    return role_of(low) or ("owns" if idiom.predicate == "@owned" else "knows")


def _names(sent: Span, idiom: Idiom, match: re.Match[str]) -> Iterator[tuple[str, Token]]:
    for group in ("o", "o2"):
        if group not in match.re.groupindex or not match.group(group):
            continue
        at = match.start(group)
        for part in _parts(match.group(group)):
            place = match.string.find(part, at)
            name = part if idiom.predicate == "timezone" else tidy(part)
            name = name.replace("-", "") if idiom.predicate == "age" else name  # "the big 4-0"
            if name:
                yield name, _token_at(sent, place + len(part) - 1)


def named_parts(sent: Span, phrase: Span) -> Iterator[tuple[str, Token]]:
    """The names in a phrase or list, each with its last word."""
    if phrase[-1].pos_ == "CCONJ":  # "my husband and I"
        return
    text, at = phrase.text, 0
    for part in _parts(text):
        at = text.find(part, at)
        name = tidy(part)
        if name:
            yield name, _token_at(sent, phrase.start_char - sent.start_char + at + len(part) - 1)


def _parts(text: str) -> list[str]:
    return [p for p in _LIST.split(text) if p and p.strip()]


def tidy(text: str) -> str:
    """A captured name without articles, adverbs, quotation marks and pictures around it; nothing of a lone article."""
    if text.lower().strip() in {"the", "a", "an", "my", "our", "some", "any"}:
        return ""
    return re.sub(r"^[^\w+#$£€]+|[^\w+#%)]+$", "", _LEAD.sub("", re.sub(r"^[^\w+#$£€]+", "", text)))


def _token_at(sent: Span, offset: int) -> Token:
    """The word at a character of the sentence."""
    place = sent.start_char + offset
    return next((t for t in sent if t.idx <= place < t.idx + len(t.text_with_ws)), sent[-1])


def _accepts(idiom: Idiom, name: str, token: Token) -> bool:
    return idiom.check is None or fits(idiom.check, name, token)
