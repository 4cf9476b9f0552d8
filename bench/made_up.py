"""A made-up user with as many memories as wanted, learnt through the service as any user's are."""

from __future__ import annotations

import random
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
    Span,
)
from user_memory.graph.memory.user import User
from user_memory.graph.model import Interaction, Message

START = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 50
SESSION = 20
"""Messages of one session."""
PEOPLE = ("Anna", "Ben", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hana")
VERBS = ("likes", "owns", "hobby", "plays", "visited")
THINGS = (
    "pottery",
    "guitar",
    "Leeds",
    "Berlin",
    "Acme",
    "coffee",
    "bicycle",
    "garden",
    "piano",
    "swimming",
    "chess",
    "novels",
    "sourdough",
    "violin",
    "hiking",
    "painting",
    "Lisbon",
    "kayak",
    "beehive",
    "telescope",
    "accordion",
    "marathon",
    "orchard",
    "ceramics",
    "origami",
)
MOODS = ("old", "blue", "quiet", "borrowed", "wooden", "northern", "early", "second", "famous", "secret")


class MadeUp:
    """An extractor that reads no language: every message is the number of the memory that it leaves."""

    def extract(self, interaction: Interaction, background: Background) -> Extraction:
        return Extraction(tuple(_candidate(m) for m in interaction.messages))

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        return Screening(text)


def learn(user: User, size: int) -> None:
    """Have the user say ``size`` different things, in sessions of twenty messages."""
    user.grant("name")
    for start in range(0, size, SESSION):
        numbers = range(start, min(size, start + SESSION))
        user.remember([_said(n) for n in numbers], session_id=f"s{start}")


def say(user: User, number: int) -> None:
    """Have the user say one thing more, which no smaller number said."""
    user.remember([_said(number)], session_id="more")


def questions(count: int) -> list[str]:
    """``count`` questions about such a user."""
    chance = random.Random(7)
    return [f"What does {chance.choice(PEOPLE)} think of {chance.choice(THINGS)}?" for _ in range(count)]


def _said(number: int) -> dict[str, object]:
    at = START + timedelta(minutes=number)
    return {"id": f"m{number}", "role": "user", "content": str(number), "at": at}


def _candidate(message: Message) -> Candidate:
    number = int(message.content)
    chance = random.Random(number)
    who = chance.choice((USER, *(Mention(name, "person") for name in PEOPLE)))
    thing = f"{chance.choice(MOODS)} {chance.choice(THINGS)} {number}"
    span = Span(message.id, 0, len(message.content), f"{who.name} told about the {thing}")
    kind = chance.random()
    if kind < 0.6:
        verb = chance.choice(VERBS)
        return FactCandidate(who, verb, Mention(thing, "topic"), span, f"{who.name} {verb} the {thing}")
    if kind < 0.95:
        day = message.at.replace(hour=0)
        told = f"{who.name} went to see the {thing} with {chance.choice(PEOPLE)}"
        return EventCandidate(told, span, day, day + timedelta(days=1), "day", (who,))
    return RuleCandidate(f"Mention the {thing}", span, f"Mention the {thing}", f"{who.name} is the topic")
