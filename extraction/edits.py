"""A text under repair, which remembers where each of its characters came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Edit = tuple[int, int, str]
"""[start, end) of the text and what takes its place."""


@dataclass(frozen=True, slots=True)
class Traced:
    """``text`` with ``offsets[i]``, the place in the original of its i-th character; one more offset for the end."""

    text: str
    offsets: Sequence[int]

    def apply(self, edits: Iterable[Edit]) -> Traced:
        """The text after all ``edits``, which are in order; one that overlaps an earlier one is left out."""
        parts: list[str] = []
        offsets: list[int] = []
        done = 0
        for start, end, new in edits:
            if start < done:
                continue
            parts += [self.text[done:start], new]
            offsets += self.offsets[done:start]
            offsets += [self.offsets[min(start + i, max(start, end - 1))] for i in range(len(new))]
            done = end
        if not parts:
            return self
        parts.append(self.text[done:])
        offsets += self.offsets[done:]
        return Traced("".join(parts), offsets)

    def sub(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> Traced:
        """The text with every match of ``pattern`` replaced."""
        make = new if callable(new) else (lambda match: match.expand(new))
        return self.apply((m.start(), m.end(), make(m)) for m in pattern.finditer(self.text))

    def with_text(self, text: str) -> Traced:
        """Another text of the same length, character for character."""
        if len(text) != len(self.text):
            raise ValueError("The new text has another length: use apply().")
        return Traced(text, self.offsets)


def traced(text: str) -> Traced:
    """A text before any repair."""
    return Traced(text, range(len(text) + 1))
