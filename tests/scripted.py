"""An extractor that reads a small script instead of language, so that tests of the store say exactly what is stored.

One statement a line: ``user lives_in Oslo``, ``user not likes tea``, ``maybe user lives_in Oslo``, ``end user likes tea``,
``retract user pet cat``, ``since 2020-01-01 user lives_in Oslo``, ``user uses vim instead emacs``, ``event 2026-03-01 Anna
married``, ``rule be brief``, ``when coding: rule use tabs``, ``session no emojis``, ``secret``. Names take underscores
for spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from user_memory.graph.candidates import (
    USER,
    Background,
    Candidate,
    EventCandidate,
    Extraction,
    FactCandidate,
    Mention,
    RuleCandidate,
    Screening,
    SessionCandidate,
    Span,
)
from user_memory.graph.model import Interaction, Message, Refusal

SECRET = "sk-live-0123456789abcdef"
ADDRESS = "someone@mail.example"
"""Personal data of the category ``contact``, in texts that are screened."""


class ScriptedExtractor:
    """Reads the script of the module's docstring."""

    def extract(self, interaction: Interaction, background: Background) -> Extraction:
        candidates: list[Candidate] = []
        wishes: list[SessionCandidate] = []
        refused: list[Refusal] = []
        for message in interaction.messages:
            for line, span in _lines(message):
                if line == "secret":
                    refused.append(Refusal("secret", message.id, span.start, span.end))
                elif line.startswith("session "):
                    wishes.append(SessionCandidate(line.removeprefix("session "), span))
                else:
                    candidates.append(_candidate(line, span, message))
        return Extraction(tuple(candidates), tuple(wishes), tuple(refused))

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        refused = [Refusal("secret", "", 0, len(text))] if SECRET in text else []
        if ADDRESS in text and "contact" not in consents:
            refused.append(Refusal("consent", "", 0, len(text), "contact"))
        return Screening(text.replace(SECRET, "***"), tuple(refused))


def _lines(message: Message) -> Iterator[tuple[str, Span]]:
    for match in re.finditer(r"[^\n]+", message.content):
        yield match[0].strip(), Span(message.id, match.start(), match.end(), match[0].strip())


def _candidate(line: str, span: Span, message: Message) -> Candidate:
    if line.startswith("event "):
        return _event(line, span)
    if "rule " in line and (line.startswith(("rule", "when", "end rule"))):
        operation = "end" if line.startswith("end ") else "assert"
        condition, _, instruction = line.removeprefix("end ").rpartition("rule ")
        condition = condition.removeprefix("when ").rstrip(": ")
        return RuleCandidate(instruction, span, instruction, condition or None, operation=operation)
    fact = FactCandidate(USER, "attribute", USER, span, line)
    words = line.split()
    while words[0] in ("end", "retract", "maybe", "since"):
        first = words.pop(0)
        if first in ("end", "retract"):
            fact = replace(fact, operation=first)
        elif first == "maybe":
            fact = replace(fact, tentative=True, confidence=0.5)
        else:
            fact = replace(fact, valid_from=_day(words.pop(0)), precision="day")
    subject, words = words[0], words[1:]
    if words[0] == "not":
        fact, words = replace(fact, polarity="-"), words[1:]
    replaced = _mention(words[3]) if len(words) == 4 and words[2] == "instead" else None
    return replace(
        fact, subject=_mention(subject), predicate=words[0], object=_mention(words[1]), replaces=replaced
    )


def _event(line: str, span: Span) -> EventCandidate:
    _, day, *words = line.split()
    content = " ".join(words)
    people = tuple(_mention(w) for w in words if w[0].isupper())
    if day == "undated":
        return EventCandidate(content, span, involves=people)
    start = _day(day)
    return EventCandidate(content, span, start, start + timedelta(days=1), "day", people)


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _mention(name: str) -> Mention:
    if name == "user":
        return USER
    return Mention(name.replace("_", " "), "person" if name[0].isupper() and name.endswith("a") else "topic")
