"""Plain facts in Spanish, German and French, by the tables of ``tongues``: the words of one sentence, without a parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from spacy.tokens import Span

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import grammar, kin
from user_memory.extraction.namelists import names
from user_memory.extraction.personal.tongues import is_given_name
from user_memory.graph.candidates import Mention
from user_memory.graph.model import EntityKind

LANGUAGES = ("es", "de", "fr")
_OBJECT = r"(?P<o>[^,.;:!?()\n]{2,50}?)"
_QUALIFIER = r"(?P<q>[^,.;:!?()\n]{2,40}?)"
_END = (
    r"(?= *$| *[,.;:!?()\n]| (?:y|e|pero|porque|desde|con|todos|todas|cada|und|aber|weil|seit|mit|jede\w*|denn|et|mais"
    r"|parce|car|depuis|avec|tous|toutes|chaque|nicht|mehr|ahora|hace|jetzt|maintenant|comme|als|como|qui|que|namens|llamad[oa]s?|appelée?"
    r"|(?:una|dos|tres|une|deux|trois) (?:vez|veces|fois)|(?:ein|zwei|drei)mal)\b)"
)
_ADDRESSED = re.compile(
    r"^(?:tus?|ton|ta|tes|votre|vos|dein\w*|eure?\w*)\s|\s(?:tu|vous|usted)\s|^(?:dich|dir|euch|toi|ti|vous|es|ça|cela|eso|esto|alles|todo|tout|sie|ihn|mich)$",
    re.I,
)
_QUOTED = re.compile(r"[\"“„«»”]\s?[^\"“”„«»]*\s[^\"“”„«»]*\s?[\"“”«»]")
_CALLED = r"(?-i:[A-ZÁÉÍÓÚÄÖÜ][\w-]+)"
_CONJUNCTION = re.compile(r"(?:und|et|y|,)\s(?!moi\b|ich\b|yo\b)", re.I)
_AGE = r"(?P<o>\d{1,2})(?: (?:Jahre(?: alt)?|años|ans))?"
_WHERE = (
    r"(?: (?:autónom[oa]|jubilad[oa]|independiente|retirad[oa]|indépendante?|retraitée?|libérale?))?"
    r"(?: (?:de |d'|en )[a-zà-ÿ]+)?"
    r"(?: (?:à|au|aux|chez|dans|pour|en|bei|in|an|am|im|von|aus|del?) [^,.;:!?()\n]{2,50}?)?"
)
_ASKED = re.compile(
    r"[?¿]|\b(?:wenn|falls|ob)\b|\bsi (?:yo|tuviera|fuera|viviera|je|j')\b|\bojalá\b"
    r"|\bsupongamos\b|\bimagin\w+ (?:que|qu'|du|ich|wir)\b|\bnehmen wir an\b|\bangenommen\b|\bstell dir vor\b|\bsupposons\b|\bdisons que\b",
    re.I,
)
_LIST = re.compile(r"\s*,\s*|\s+(?:y|e|und|et|ou|oder|o)\s+")


_DURATION = re.compile(r"\b(?:seit|desde hace|depuis) \w+ (?:jahren?|monaten|años|meses|ans|mois)\b", re.I)
_PLACE = re.compile(r" (?:in|im|an der|an|à|au|en|dans|mit|con|avec) .*$")
_ELIDED = re.compile(r"^(?:de )?(?:l'|d')", re.I)
_PURPOSE = re.compile(r" (?:para|pour|für|zum|beim) .*$")
_PLACED = frozenset({"studies", "job_title", "plays"})


_JOINED = re.compile(
    r"(?:,? (?:y|e|und|et|ou|o) |, )(?:(?:un peu (?:d[e'] ?)?|un poco de |un|une|una|dos|tres|deux|trois|el|la|las|los|le|les|du|de la|des|mes|mis|al|einen|eine|ein|den|die|das|zwei|drei|meinen|meine|mein) [\w'-]+"
    r"|l'[\w-]+|[A-ZÄÖÜ][\w-]+)(?= *$| *[,.;!?]| (?:y|und|et|con|mit|avec)\b)"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One row of the table, compiled for the first and for the third person."""

    first: re.Pattern[str]
    third: re.Pattern[str] | None
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tongue:
    """The rows of one language with what they share."""

    phrases: tuple[Phrase, ...]
    articles: frozenset[str]
    often: re.Pattern[str]
    unasserted: re.Pattern[str]
    denied: re.Pattern[str] | None
    roles: Mapping[str, str]
    things: frozenset[str]
    fillers: re.Pattern[str]
    spelled: tuple[tuple[re.Pattern[str], str], ...]
    named: re.Pattern[str]
    named_role: re.Pattern[str]
    own: re.Pattern[str]


@cache
def tongues() -> Mapping[str, Tongue]:
    """The languages with rules, by ISO 639-1 code."""
    return {code: _tongue(toml_file(f"facts/tongues/{code}.toml")) for code in LANGUAGES}


def _split(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(","))


def _roles(table: Mapping[str, Any]) -> Mapping[str, str]:
    pairs = (pair.split("=") for pair in table["roles"].split(","))
    return {role.strip(): english.strip() for role, english in pairs}


def _tongue(table: Mapping[str, Any]) -> Tongue:
    denied = re.compile(table["denied"], re.I) if "denied" in table else None
    return Tongue(
        tuple(_phrase(row, table) for row in table["rows"]), _split(table["articles"]), re.compile(table["often"], re.I),
        re.compile(table["not"], re.I), denied, _roles(table), _split(table.get("things", "")),
        re.compile(rf"(?<!\w)(?:{table['fillers']})(?!\w) ?", re.I),
        tuple((re.compile(said, re.I), plain) for said, plain in table["spelled"]),
        re.compile(rf"{_someone(table)} (?P<called>{_CALLED})", re.I), re.compile(_someone(table), re.I),
        re.compile(table["own"], re.I),
    )  # fmt: skip


def _someone(table: Mapping[str, Any]) -> str:
    who = "|".join(sorted(map(re.escape, _roles(table)), key=len, reverse=True))
    return rf"(?<!\w)(?:{table['possessives']}) (?P<who>{who})(?!\w)(?: {table['elder']})?"


def _phrase(row: Mapping[str, Any], table: Mapping[str, Any]) -> Phrase:
    say = row["say"] + (_WHERE if row["predicate"] == "job_title" else "")
    filled = say.replace("{o}", _OBJECT).replace("{q}", _QUALIFIER).replace("{n}", _AGE)
    first = re.compile(rf"(?<!\w){row.get('me', table['me'])}{table['no']}{filled}{_END}", re.I)
    third = None
    if "third" in row:
        value = _AGE if "{n}" in row["say"] else _named_group(say) or _OBJECT
        third = re.compile(
            rf"{_someone(table)}(?: (?P<called>{_CALLED}))? (?:[^,.;!?]+ (?:y|und|et) (?:(?:il|elle|ils|elles|er|sie|él|ella|ellos|ellas) )?)?{table['no']}(?:{row['third']}) {value}{_END}",
            re.I,
        )
    return Phrase(first, third, row)


def _named_group(say: str) -> str | None:
    start = say.find("(?P<o>")
    return say[start:] if start >= 0 else None


def foreign_drafts(sent: Span, language: str, named: bool = False) -> Iterator[tuple[Mention | None, Draft]]:
    """(the subject, ``None`` for the speaker; the draft) of every phrase in a sentence; nothing from questions, hypotheses and quotes.

    ``named``: names of people may be kept, so that a relation and its facts carry them.
    """
    tongue = tongues()[language]
    if _ASKED.search(sent.text):
        return
    text = _plain(sent.text, tongue)
    asserted = not tongue.unasserted.search(text)
    if named and asserted:
        yield from _relations(sent, text, tongue)
    taken: set[int] = set()
    for phrase, match in _matches(text, tongue):
        if match.start("o") not in taken and (asserted or phrase.row.get("stated")):
            read = list(_read(sent, tongue, phrase, match, named))
            taken |= {match.start("o")} if read else set()
            yield from read


def _matches(text: str, tongue: Tongue) -> Iterator[tuple[Phrase, re.Match[str]]]:
    often = tongue.often.search(text) is not None
    for phrase in tongue.phrases:
        if phrase.row.get("often") and not often:
            continue
        match = phrase.first.search(text)
        if match is not None and not _of_another(match, tongue):
            yield phrase, match
        match = phrase.third.search(text) if phrase.third is not None else None
        if match is not None:
            yield phrase, match


def _of_another(match: re.Match[str], tongue: Tongue) -> bool:
    """Whether the phrase goes on with what somebody else does: "my brother lives here and plays the piano"."""
    if not _CONJUNCTION.match(match.group()):
        return False
    who = tongue.named_role.search(match.string, 0, match.start())
    return who is not None and not tongue.own.search(match.string, who.end(), match.start())


def _relations(sent: Span, text: str, tongue: Tongue) -> Iterator[tuple[Mention | None, Draft]]:
    for match in tongue.named.finditer(text):
        predicate = kin().get(tongue.roles[match.group("who").lower()])
        if predicate is not None and is_given_name(match.group("called")):
            kind: EntityKind = "animal" if predicate == "pet" else "person"
            yield None, Draft(sent.root, None, predicate, None, name=match.group("called"), kind=kind)


def _plain(text: str, tongue: Tongue) -> str:
    """The sentence in plain spelling and order, without quotes and the words that may stand anywhere."""
    text = _QUOTED.sub(" ", text.replace("’", "'"))
    text = " ".join(tongue.fillers.sub("", text).split())
    for said, plain in tongue.spelled:
        text = said.sub(plain, text)
    return text


def _read(
    sent: Span, tongue: Tongue, phrase: Phrase, match: re.Match[str], named: bool
) -> Iterator[tuple[Mention | None, Draft]]:
    subject = _subject(tongue, match, named)
    groups = match.groupdict()
    often = tongue.often.search(sent.text)
    qualifier = _tidy(groups["q"], tongue) if groups.get("q") else (often.group() if often else None)
    stated = phrase.row.get("stated", False)
    no = "" if stated else (groups.get("no") or "") + (_denial(tongue, match.string, match) or "")
    listed = "" if phrase.row.get("alone") else _listed(match)
    for part in _LIST.split(match.group("o") + listed):
        name = _tidy(_cut(part, phrase.row["predicate"]), tongue)
        if not name or not _fits(phrase.row, part, name, tongue):
            continue
        draft = Draft(
            sent.root,
            None,
            phrase.row["predicate"],
            None,
            name=phrase.row.get("wrap", "{o}").replace("{o}", name),
            kind=phrase.row.get("kind", "topic"),
            qualifier=qualifier,
            tentative=phrase.row.get("tentative", False),
        )
        _deny(draft, no, phrase.row)
        if draft.predicate in {"studies"}:
            yield from _school(subject, sent, groups, tongue)
            draft.qualifier = None
        role = subject.role if subject is not None else None
        if draft.predicate == "name" and role is not None and role in kin():
            yield None, Draft(sent.root, None, kin()[role], None, name=role, kind="person")
        yield subject, draft


def _cut(part: str, predicate: str) -> str:
    """The words for a thing without where it is done or what for."""
    if predicate in _PLACED:
        return _PLACE.sub("", part)
    return _PURPOSE.sub("", part) if predicate in {"uses", "owns"} else part


def _listed(match: re.Match[str]) -> str:
    """What "and" joins to the object: things with an article or, in German, a capital; not another statement."""
    more = _JOINED.match(match.string, match.end("o"))
    return more.group() if more is not None else ""


def _school(
    subject: Mention | None, sent: Span, groups: Mapping[str, str | None], tongue: Tongue
) -> Iterator[tuple[Mention | None, Draft]]:
    place = groups.get("q")
    if place and re.search(r"\buni|hochschule|école|escuela|institut", place, re.I):
        yield (
            subject,
            Draft(sent.root, None, "studies_at", None, name=_tidy(place, tongue), kind="organisation"),
        )


def _subject(tongue: Tongue, match: re.Match[str], named: bool) -> Mention | None:
    who, called = match.groupdict().get("who"), match.groupdict().get("called")
    if not who:
        return None
    role = tongue.roles[who.lower()]
    name = called if called and named and is_given_name(called) else role
    return Mention(name, "animal" if role in {"dog", "cat"} else "person", role)


def _denial(tongue: Tongue, text: str, match: re.Match[str]) -> str | None:
    if tongue.denied is None:
        return None
    found = tongue.denied.search(text, match.start(), min(len(text), match.end() + 12))
    return found.group() if found else None


def _deny(draft: Draft, no: str, row: Mapping[str, Any]) -> None:
    low = no.lower()
    if row.get("end"):
        draft.operation = "end"
    elif row.get("denies"):
        draft.polarity = "-"
    elif any(word in low for word in ("ya no", "nicht mehr", "plus")):
        draft.operation = "end"
    elif low.strip():
        if "negative" in row:
            draft.predicate = row["negative"]
        else:
            draft.polarity = "-"


def _fits(row: Mapping[str, Any], part: str, name: str, tongue: Tongue) -> bool:
    if _ADDRESSED.search(" ".join(part.split())) or _ADDRESSED.search(name):
        return False
    if row.get("ownable"):
        return (
            bool(set(name.lower().split()) & tongue.things)
            or any(w[:1].isupper() for w in name.split())
            or name.lower().split()[0] in tongue.things
        )
    if row.get("unplaced") and (name.lower() in names("places") or is_given_name(name)):
        return False
    return not row.get("named") or any(c.isupper() for c in name)


def _tidy(text: str, tongue: Tongue) -> str:
    bare = _DURATION.sub("", tongue.often.sub("", text)).strip()
    words = _ELIDED.sub("", bare).split()
    while words and words[0].lower() in tongue.articles:
        words.pop(0)
    while words and words[-1].lower() in grammar("foreign_tails"):
        words.pop()
    return " ".join(words).strip(" .,!?")
