"""Dates of birth: "my birthday's October 3rd, 1987" to 1987-10-03."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.references import is_mine, role_noun

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(rf"\b(?:the )?{_DAY} (?:of )?{_MONTH},? (?P<year>\d{{4}})\b", re.I),
    re.compile(rf"\b{_MONTH} (?:the )?{_DAY},? (?P<year>\d{{4}})\b", re.I),
    re.compile(r"\b(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})\b"),
    re.compile(r"\b(?P<day>\d{1,2})[./](?P<number>\d{1,2})[./](?P<year>\d{4})\b"),
    re.compile(rf"\b(?:the )?{_DAY} (?:of )?{_MONTH}\b", re.I),
    re.compile(rf"\b{_MONTH} (?:the )?{_DAY}\b", re.I),
)
_CUE = re.compile(r"\b(?:birthday|b-?day|birth ?date|date of birth|d\.?o\.?b\.?|born)\b", re.I)


def birth_facts(sent: Span) -> Iterator[Draft]:
    """The date of birth that a sentence gives for the speaker or for someone with a role."""
    cue = _CUE.search(sent.text)
    date = _date(sent.text) if cue else None
    if cue is None or date is None or "?" in sent.text:
        return
    before = [t for t in sent if t.idx - sent.start_char < cue.start()]
    if not any(t.lower_ in {"my", "i", "our"} for t in before) and not re.match(r"\W*(?:d\.?o\.?b|born|date|birth)", sent.text, re.I):
        return
    person = next((t for t in reversed(before) if role_noun(t) and is_mine(t)), None)
    yield Draft(sent.root, person, "birth_date", None, name=date, kind="value")


def _date(text: str) -> str | None:
    """The date in ISO form, as much of it as is said (``--10-03`` without a year)."""
    for pattern in _DATES:
        match = pattern.search(text)
        if match is not None:
            parts = match.groupdict()
            month = int(parts["number"]) if parts.get("number") else _month(parts["month"])
            if 1 <= month <= 12 and 1 <= int(parts["day"]) <= 31:
                return f"{parts.get('year') or '-'}-{month:02d}-{int(parts['day']):02d}"
    return None


def _month(word: str) -> int:
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(word.lower()[:3]))
