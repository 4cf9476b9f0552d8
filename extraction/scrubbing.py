"""Names without consent taken out of candidates: a role stands for the person, else "someone"; the rest is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from user_memory.extraction.lexicon import kin
from user_memory.extraction.personal.names import is_also_word
from user_memory.graph.candidates import (
    Candidate,
    EventCandidate,
    FactCandidate,
    Mention,
    RuleCandidate,
    SessionCandidate,
)

_SOMEONE = "someone"


class NameKept(Exception):
    """The candidate says nothing without the name."""


class Scrubber:
    """Takes ``names`` out of texts and candidates."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = frozenset(n for n in names if n.strip())

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        every = [
            f"(?-i:{re.escape(name)})" if is_also_word(name) else re.escape(name)
            for name in sorted(self._names, key=len, reverse=True)
        ]
        return re.compile(rf"(?:(?P<role>[\w-]+),? )?(?<![\w-])(?P<name>{'|'.join(every)})(?![\w-])", re.I)

    def text(self, words: str) -> str:
        """The words without the names."""
        if not self._names:
            return words
        return self._pattern.sub(_without, words)

    def _holds(self, words: str | None) -> bool:
        return bool(words) and bool(self._names) and self._pattern.search(words or "") is not None

    def scrub(self, item: Candidate | SessionCandidate) -> Candidate | SessionCandidate:
        """The candidate without the names.

        Raises:
            NameKept: nothing would be left of it.
        """
        if not self._names:
            return item
        match item:
            case FactCandidate():
                return self._fact(item)
            case EventCandidate():
                people = tuple(m for m in map(self._optional, item.involves) if m is not None)
                return replace(item, content=self.text(item.content), involves=people)
            case RuleCandidate():
                condition = self.text(item.condition) if item.condition else None
                return replace(
                    item,
                    content=self.text(item.content),
                    instruction=self.text(item.instruction),
                    condition=condition,
                )
            case SessionCandidate():
                return replace(item, instruction=self.text(item.instruction))

    def _fact(self, fact: FactCandidate) -> FactCandidate:
        return replace(
            fact,
            subject=self._mention(fact.subject),
            object=self._mention(fact.object),
            replaces=self._optional(fact.replaces) if fact.replaces else None,
            qualifier=self.text(fact.qualifier) if fact.qualifier else None,
            content=self.text(fact.content),
        )

    def _optional(self, mention: Mention) -> Mention | None:
        try:
            return self._mention(mention)
        except NameKept:
            return None

    def _mention(self, mention: Mention) -> Mention:
        if self._holds(mention.possessor):
            raise NameKept
        aliases = tuple(a for a in mention.aliases if not self._holds(a))
        if not self._holds(mention.name):
            return replace(mention, aliases=aliases)
        if mention.role is not None and not self._holds(mention.role):
            return replace(mention, name=mention.role, aliases=aliases)
        left = self.text(mention.name)
        if mention.kind in {"person", "animal"} or left in {_SOMEONE, ""}:
            raise NameKept
        return replace(mention, name=left, aliases=aliases)


def _without(match: re.Match[str]) -> str:
    """Nothing beside a role ("sister Anna"), else "someone"."""
    role = match.group("role")
    if role is None:
        return _SOMEONE
    return (
        role if kin().get(role.lower()) else f"{match.string[match.start() : match.start('name')]}{_SOMEONE}"
    )
