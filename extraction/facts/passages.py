"""The words of a message as the rows of ``revisions.toml`` look at them: what is stated, of whom, and what names a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.facts.corrections import asserted
from user_memory.extraction.facts.idioms import tidy
from user_memory.extraction.facts.known import POINTING, loose, mentions, persons
from user_memory.extraction.facts.revision_table import Revision, rows
from user_memory.extraction.modality import NOT_STATED
from user_memory.extraction.stages import Reading

_ONLY_THERE = re.compile(
    r"\b(?:this week|today only|for (?:a|an|the|\w+) (?:\w+ )?(?:days?|weeks?|weekend|months?|night|trip|conference|wedding|meeting|holiday|visit)|until|till|on holiday|visiting|for now|temporarily|on a trip|still)\b",
    re.I,
)
"""Where somebody is for a while, or still is, is no new home and no new employer."""
_LOATHES = re.compile(
    r"\b(?:hate|loathe|detest|despise|dislike|can't stand|can't bear|don't like|do not like)\b", re.I
)
_OF_TODAY = re.compile(
    r"\b(?:today|tonight|this (?:week|morning|afternoon|evening)|for (?:an?|the) (?:day|week|weekend|meeting|visit|wedding|conference|trip|match|gig))\b|\bnot (?:only|just|even|always)\b",
    re.I,
)
"""What holds for a day, or beside what is known, puts nothing right."""
_TO_YOU = re.compile(
    r"\b(?:you|u) (?:believed|fell|thought|think|said|told|actually)|\b(?:could|can|would|will) (?:you|u)\b|\bi (?:said|say|think|guess|suppose|told|mean|meant)\b",
    re.I,
)
_WORDING = re.compile(r"\bwould be (?:more|closer|nearer|truer|better|right)\b", re.I)
"""What would be the better word is so."""
_WHENCE = re.compile(r"(?:who|where|says who|since when|what makes)\b", re.I)
"""Questions that deny what they ask about."""
_VERBS = {"VERB", "AUX", "PRON", "ADV", "SCONJ"}
_AROUND = {"VERB", "AUX", "PRON", "CCONJ", "SCONJ", "ADP", "ADV", "PART", "INTJ", "DET"}
_NO_NAMES = {
    "i",
    "it",
    "he",
    "she",
    "they",
    "we",
    "it's",
    "'s",
    "so",
    "but",
    "she's",
    "he's",
    "meant",
    "mean",
    "said",
}


class Passage:
    """One message, and where the rows of a table stand in it."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.text = reading.text.text
        self._low = self.text.lower()

    def matches(self, kind: str) -> Iterator[tuple[Revision, re.Match[str]]]:
        """Where rows of a kind are found in what the speaker states."""
        for row in rows(kind):
            for match in row.found(self.text, self._low):
                if self._stated(match) and not self._asked(match):
                    yield row, match

    def _stated(self, match: re.Match[str]) -> bool:
        """Whether the words are the speaker's own; a request or a "you believed me" beside them takes nothing away."""
        if asserted(self.reading, match.start()):
            return True
        clause = next((c for c in self.reading.clauses if c.start <= match.start() < c.end), None)
        barred = set(clause.modality) if clause is not None else set()
        if "?" in match.group():
            barred -= {"question"}
        if _WORDING.search(match.group()):
            barred -= {"hypothetical"}
        if _TO_YOU.search(self._whole(match)) or _WHENCE.match(match.group()):
            barred -= {"question", "reported"}
        return not barred & NOT_STATED

    def _asked(self, match: re.Match[str]) -> bool:
        """Whether the words stand in a question, which denies nothing."""
        rest = re.match(r"[^.!?\n]*(\??)", self.text[match.end() :])
        return (
            rest is not None
            and rest.group(1) == "?"
            and "?" not in match.group()
            and not _WHENCE.match(match.group())
        )

    def _whole(self, match: re.Match[str]) -> str:
        """The sentence that the words stand in."""
        before = re.split(r"[.!?\n]", self.text[: match.start()])[-1]
        return before + match.group() + re.split(r"[.!?\n]", self.text[match.end() :])[0]

    def is_for_a_while(self) -> bool:
        """Whether the message tells where somebody is for a time only."""
        return _ONLY_THERE.search(self.text) is not None

    def loathes(self, name: str) -> bool:
        """Whether the message says that something is loathed."""
        return any(mentions(self.text[m.end() : m.end() + 40], name) for m in _LOATHES.finditer(self.text))

    def is_of_today(self, match: re.Match[str]) -> bool:
        """Whether the words found tell how it is on one day, or what else is so."""
        return _OF_TODAY.search(match.group() + self.text[match.end() : match.end() + 25]) is not None

    def sentence(self, start: int) -> str:
        """The words that tell of whom something at ``start`` is said: its clause, or what stands before it in the sentence."""
        place = start + len(self.text[start:]) - len(self.text[start:].lstrip(" ,.;:!?—–-"))
        before = re.split(r"[.!?\n]", self.text[:place])[-1]
        clause = re.split(r"[,;:—–]", before)[-1] + re.split(r"[,.;:!?\n—–]", self.text[place:])[0]
        return clause if persons(clause) else before + clause

    def value(self, match: re.Match[str]) -> str:
        """The name in the words found for the new value: without the clause it may stand in ("I drive a Polo")."""
        start, end = match.span("new")
        inside = [t for t in self.reading.doc if start <= t.idx < end and "/" not in match.group("new")]
        for token in inside[:-1]:
            if (
                token.pos_ in _AROUND and (token.text.islower() or token.is_sent_start)
            ) or token.lower_ in _NO_NAMES:
                start = token.idx + len(token.text)
        return tidy(self.text[start:end])

    def runs(self, value: re.Match[str]) -> bool:
        """Whether the words are a clause and no name of a value."""
        start, end = value.span("new")
        return any(t.pos_ in _VERBS for t in self.reading.doc if start <= t.idx < end)

    def is_noun(self, match: re.Match[str]) -> bool:
        """Whether the words for the new value end in a name, a noun or a number."""
        start, end = match.span("new")
        last = [t for t in self.reading.doc if start <= t.idx < end and t.is_alpha][-1:]
        return bool(last) and last[0].pos_ in {"NOUN", "PROPN", "NUM"}

    def points_back(self, match: re.Match[str]) -> bool:
        """Whether "it" is a thing that this message has named itself."""
        if old_of(match).lower() not in POINTING:
            return False
        return any(t.pos_ in {"NOUN", "PROPN"} for t in self.reading.doc if t.idx < match.start())


def old_of(match: re.Match[str]) -> str:
    """The words for what is known, by whichever of a row's forms they were found."""
    return next(words for name, words in match.groupdict().items() if name.startswith("old") and words)


def owner_in(match: re.Match[str]) -> tuple[str, str | None, str]:
    """Who is right, who was wrong where that is said, and of what thing where one is named: "the Golf is my brother's"."""
    groups = match.groupdict()
    return groups["who"] or groups.get("owner") or "", groups.get("wrong"), loose(groups.get("thing") or "")
