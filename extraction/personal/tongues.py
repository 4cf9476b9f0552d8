"""Names of private people, and words on health, beliefs and sexuality, in Spanish, German and French."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.lexicon import words
from user_memory.extraction.namelists import names
from user_memory.extraction.personal.people import figures
from user_memory.extraction.stages import Finding

_NAME = r"(?-i:[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ][\w’-]*)"
_CATEGORIES = ("health", "beliefs", "sexuality")


@dataclass(frozen=True, slots=True)
class _Patterns:
    beside_role: re.Pattern[str]
    before_role: re.Pattern[str]
    told: re.Pattern[str]
    dealt_with: re.Pattern[str]
    role: re.Pattern[str]
    sensitive: Mapping[str, re.Pattern[str]]


@cache
def _languages() -> Mapping[str, _Patterns]:
    return {code: _compiled(table) for code, table in toml_file("personal/tongues.toml").items()}


def _compiled(table: Mapping[str, str]) -> _Patterns:
    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w-]){text}(?![\w-])", re.I)

    full = rf"{_NAME}(?: {_NAME})?"
    many = rf"(?P<name>{full}(?:(?:{table['join']}){full})*)"
    role = rf"(?:{table['whose']}) (?:[\wáéíóúñäöüß]+ ){{0,2}}?(?:{table['role']})"
    return _Patterns(
        beside_role=pattern(rf"{role},? {many}"),
        before_role=pattern(rf"(?P<name>{full}),? (?:es |ist |est )?{role}"),
        told=pattern(rf"(?:{table['told']}) (?P<name>{_NAME}(?: {_NAME})?)"),
        dealt_with=pattern(rf"(?:{table['with']}|(?:{table['of']}) (?:de |d'|von )) ?(?P<name>{full})"),
        role=re.compile(rf"(?<![\w-])(?:{table['role']}),? $", re.I),
        sensitive={category: pattern(rf"(?:{table[category]})") for category in _CATEGORIES},
    )


def find_sensitive_in(text: str, language: str) -> Iterator[Finding]:
    """What a text in ``language`` (an ISO 639-1 code) tells of health, beliefs and sexuality; nothing in a language without patterns."""
    patterns = _languages().get(language)
    for category, pattern in patterns.sensitive.items() if patterns is not None else ():
        for match in pattern.finditer(text):
            yield Finding(match.start(), match.end(), category, category, match.group().lower())


def find_names_in(text: str, language: str) -> Iterator[Finding]:
    """Names of private people in a text in ``language``: told, beside a role, or of somebody one deals with."""
    patterns = _languages().get(language)
    if patterns is None:
        return
    for pattern in (patterns.beside_role, patterns.before_role, patterns.told, patterns.dealt_with):
        for match in pattern.finditer(text):
            sure = pattern is patterns.beside_role
            if (sure and not _is_place(match.group("name"))) or is_given_name(match.group("name")):
                yield from _single(text, *match.span("name"))


def is_beside_role(text: str, start: int, language: str) -> bool:
    """Whether a role ("my sister") stands right before the place ``start`` of a text in a language with patterns."""
    return _languages()[language].role.search(text, 0, start) is not None


def _single(text: str, start: int, end: int) -> Iterator[Finding]:
    for part in re.finditer(rf"{_NAME}(?: {_NAME})*", text[start:end]):
        yield Finding(start + part.start(), start + part.end(), "name", "name", part.group())


def _is_place(name: str) -> bool:
    return name.lower() in names("places")


def is_given_name(name: str) -> bool:
    """Whether the first word is a given name, no place or nationality, and the whole no public figure."""
    first = name.split()[0].lower()
    found = names("given_names").get(first)
    return (
        found is not None
        and first not in names("places")
        and first not in words("nationality", "nationality")
        and name.lower() not in figures()
    )
