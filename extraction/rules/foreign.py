"""Instructions in Spanish, French and German, by patterns over sentences; the words are kept as said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.rules.telling import content_of
from user_memory.extraction.stages import Reading
from user_memory.extraction.withheld import withheld
from user_memory.extraction.wording import shorten
from user_memory.graph.candidates import RuleCandidate, SessionCandidate

_LEAD = re.compile(
    r"^[\W_]*(?:(?:hola|oye|y|pero|también|ok|vale|por favor|salut|et|mais|aussi|s'il te plaît|stp"
    r"|hallo|hey|und|aber|auch|okay|bitte)[\s,:]+)*",
    re.I,
)
_TAIL = re.compile(
    r"[\s,.!]+(?:por favor|gracias|s'il te plaît|s'il vous plaît|merci|stp|svp|bitte|danke|ok|okay)?[\s.!]*$",
    re.I,
)
_HANDED_OVER = re.compile(
    r"(?:tradu|corrig|corrij|korrigier|übersetz|resum|résum|fass|reescrib|réécri)\w*\b[^:]{0,40}:(?:\s|$)",
    re.I,
)
"""An order to work on the words that follow."""
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class _Patterns:
    session: re.Pattern[str]
    lasting: re.Pattern[str]
    condition: re.Pattern[str]
    trailing: re.Pattern[str]
    order: re.Pattern[str]
    negative: re.Pattern[str]
    style: re.Pattern[str]


@cache
def _languages() -> Mapping[str, _Patterns]:
    return {name: _compiled(table) for name, table in toml_file("rules/foreign.toml").items()}


def _compiled(table: Mapping[str, str]) -> _Patterns:
    def words(name: str) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{table[name]})(?!\w)", re.I)

    return _Patterns(
        session=words("session"),
        lasting=words("lasting"),
        condition=re.compile(rf"^(?:{table['condition']})(?!\w)[^,]*,", re.I),
        trailing=re.compile(rf"\s(?P<cond>(?:{table['condition']})(?!\w)\s.+)$", re.I),
        order=re.compile(rf"^(?:{table['order']})", re.I),
        negative=re.compile(table["negative"], re.I),
        style=words("style"),
    )


def is_spoken(language: str) -> bool:
    """Whether there are patterns for the language (an ISO 639-1 code)."""
    return language in _languages()


def foreign_instructions(reading: Reading) -> Iterator[RuleCandidate | SessionCandidate]:
    """The instructions of a message in a language that ``is_spoken``; a sentence that names someone is passed over."""
    patterns = _languages()[reading.language]
    for sent in reading.doc.sents:
        start, end = sent.start_char, sent.end_char
        text = sent.text.strip()
        named = any(f.start < end and start < f.end for f in withheld(reading))
        if named or not text or len(text.split()) > _LONGEST or reading.text.kind_at(start) != "prose":
            continue
        span = reading.span(start, start + len(sent.text.rstrip()))
        found = _read(text, patterns)
        if found is None:
            continue
        session, condition, instruction = found
        once = reading.times_in(start, end) and not condition and not patterns.lasting.search(text)
        if once and not session:
            continue
        if session:
            yield SessionCandidate(shorten(_TAIL.sub("", text)), span)
            continue
        negative = patterns.negative.search(instruction) is not None
        yield RuleCandidate(
            shorten(instruction),
            span,
            content_of(condition, instruction),
            shorten(condition) if condition else None,
            "-" if negative else "+",
            confidence=0.8,
        )


def _read(text: str, patterns: _Patterns) -> tuple[bool, str | None, str] | None:
    """(for this session only, condition, instruction), or ``None`` when the sentence orders nothing."""
    body = _LEAD.sub("", text)
    if _HANDED_OVER.match(body):
        return None
    session = patterns.session.search(body)
    if session is not None:
        body = _LEAD.sub("", body[: session.start()] + body[session.end() :])
    condition = patterns.condition.match(body)
    after = None if condition else patterns.trailing.search(_TAIL.sub("", body))
    rest = _LEAD.sub("", body[condition.end() :] if condition else body[: after.start()] if after else body)
    lasting = patterns.lasting.search(rest) or patterns.lasting.search(body)
    if lasting is not None and not patterns.order.match(rest):
        rest = _LEAD.sub("", rest[: lasting.start()] + rest[lasting.end() :]) if lasting.start() < 3 else rest
    if not patterns.order.match(rest) or (text.rstrip().endswith("?") and not patterns.style.search(rest)):
        return None
    if (
        session is None
        and lasting is None
        and condition is None
        and after is None
        and not patterns.style.search(rest)
    ):
        return None
    if (
        session is None
        and condition is None
        and after is None
        and not (lasting and _imperative(rest))
        and not patterns.style.search(rest)
    ):
        return None
    said = condition.group().rstrip(",") if condition else after["cond"] if after else None
    return session is not None, said, _TAIL.sub("", rest)


def _imperative(text: str) -> bool:
    """Whether more than a bare noun follows: "siempre café" is no order."""
    return len(text.split()) > 1
