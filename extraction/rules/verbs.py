"""Where the verbs of a sentence stand, as far as reading an instruction needs to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of a sentence by the character they start at; ``bases`` are those in the base form."""

    starts: frozenset[int]
    bases: frozenset[int]
    offset: int = 0

    @classmethod
    def of(cls, starts: Iterable[int], bases: Iterable[int]) -> Verbs:
        """The verbs that start at ``starts``."""
        return cls(frozenset(starts), frozenset(bases))

    def within(self, start: int, end: int) -> bool:
        """Whether a verb starts in [start, end)."""
        return any(start + self.offset <= v < end + self.offset for v in self.starts)

    def is_base(self, start: int) -> bool:
        """Whether a verb in its base form starts at ``start``."""
        return start + self.offset in self.bases

    def from_(self, offset: int) -> Verbs:
        """The same verbs, counted from the character ``offset`` on."""
        return Verbs(self.starts, self.bases, self.offset + offset)
