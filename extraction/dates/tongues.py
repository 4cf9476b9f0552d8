"""Times in Spanish, German and French, said over in English and resolved by its grammar of times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cache
from typing import Any

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.dates.find import find_times
from user_memory.extraction.dates.intervals import Tense
from user_memory.extraction.stages import TimeExpression

_SENTENCE = re.compile(r"(?:(?<=\d)\.|[^.!?\n])+")
_SLOTS = {"d": r"3[01]|[12]\d|0?[1-9]", "e": r"3[01]|[12]\d|0?[1-9]", "y": r"(?:19|20)\d\d"}


@dataclass(frozen=True, slots=True)
class _Tongue:
    words: Mapping[str, Mapping[str, str]]
    phrases: tuple[tuple[re.Pattern[str], str], ...]
    past: re.Pattern[str]
    future: re.Pattern[str]


@cache
def _tongues() -> Mapping[str, _Tongue]:
    return {language: _tongue(table) for language, table in toml_file("dates/tongues.toml").items()}


def _tongue(table: Mapping[str, Any]) -> _Tongue:
    names = {"n": "numbers", "unit": "units", "day": "days", "month": "months", "season": "seasons"}
    words = {
        slot: dict(pair.split(" = ") for pair in table[name].split(", ")) for slot, name in names.items()
    }
    slots = {
        slot: "|".join(sorted(map(re.escape, said), key=len, reverse=True)) for slot, said in words.items()
    }
    slots["n"] = rf"\d{{1,3}}|{slots['n']}"
    phrases = tuple((_pattern(said, slots | _SLOTS), english) for said, english in table["phrases"])
    return _Tongue(words, phrases, re.compile(table["past"], re.I), re.compile(table["future"], re.I))


def _pattern(said: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    """The phrase with its slots as groups; a slot may stand in two alternatives, of which one is heard."""
    counts: dict[str, int] = {}

    def group(match: re.Match[str]) -> str:
        slot = match.group(1)
        counts[slot] = counts.get(slot, 0) + 1
        return f"(?P<{slot}_{counts[slot]}>{slots[slot]})"

    return re.compile(rf"(?<![\w'])(?:{re.sub(r'{([a-z]+)}', group, said)})(?!\w)", re.I)


def is_spoken(language: str) -> bool:
    """Whether times of the language (an ISO 639-1 code) are read here."""
    return language in _tongues()


def tense_of(sentence: str, language: str) -> Tense:
    """Whether a sentence tells of the past; words that tell nothing look ahead."""
    tongue = _tongues()[language]
    if tongue.future.search(sentence):
        return "future"
    return "past" if tongue.past.search(sentence) else "present"


def find_spoken_times(
    text: str, reference: datetime, zone: tzinfo, language: str
) -> tuple[TimeExpression, ...]:
    """The times that ``text`` names in a language that ``is_spoken``, in order and apart from each other, in UTC."""
    kept: list[TimeExpression] = []
    for time in sorted(_all(text, reference, zone, language), key=lambda t: (t.start, -t.end)):
        if not kept or time.start >= kept[-1].end:
            kept.append(time)
    return tuple(kept)


def _all(text: str, reference: datetime, zone: tzinfo, language: str) -> Iterator[TimeExpression]:
    tongue = _tongues()[language]
    for sentence in _SENTENCE.finditer(text):
        tense = tense_of(sentence.group(), language)
        for pattern, template in tongue.phrases:
            for match in pattern.finditer(text, sentence.start(), sentence.end()):
                yield from _read(match, _english(match, template, tongue), reference, zone, tense)


def _english(match: re.Match[str], template: str, tongue: _Tongue) -> str:
    said = {slot.split("_")[0]: word for slot, word in match.groupdict().items() if word}
    words = {slot: tongue.words.get(slot, {}).get(word.lower(), word) for slot, word in said.items()}
    return re.sub(r"{([a-z]+)}", lambda m: words.get(m.group(1), ""), template).strip()


def _read(
    match: re.Match[str], english: str, reference: datetime, zone: tzinfo, tense: Tense
) -> Iterator[TimeExpression]:
    found = find_times(english, reference, zone, lambda _: tense)
    if len(found) == 1:
        yield replace(found[0], start=match.start(), end=match.end(), text=match.group())
