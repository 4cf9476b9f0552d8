"""How a rule is told: its one line, and the stretch of the message that it is cited by."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Span, Token

from user_memory.extraction.rules.conditions import Bounds
from user_memory.extraction.wording import shorten


def content_of(condition: str | None, instruction: str) -> str:
    """A rule in one line, at most as long as a memory may be."""
    return shorten(f"{condition}: {instruction}" if condition else instruction)


def bounds_of(sent: Span) -> Bounds:
    """A sentence without the space around it, in characters of its text."""
    text = sent.text
    start = sent.start_char + len(text) - len(text.lstrip())
    return start, sent.start_char + len(text.rstrip())


_MARKS = frozenset({'"', "'", "`", "“", "”", "‘", "’"})
_STANDING_FOR = frozenset({"for", "as", "of", "with", "than"})


def words_as_words(tokens: Sequence[Token]) -> dict[int, str]:
    """The words that a rule quotes, and what they stand for, as they are: 'never use "u" for you' does not mean the agent."""
    kept: dict[int, str] = {}
    mark, closed = None, -9
    for token in tokens:
        if token.text == mark and not _apostrophe(token):
            mark, closed = None, token.i
        elif mark is None and token.text in _MARKS and not _apostrophe(token):
            mark = token.text
        elif mark is not None or (0 < token.i - closed <= 3 and token.nbor(-1).lower_ in _STANDING_FOR):
            kept[token.i] = token.text
    return kept if mark is None else {}


def _apostrophe(token: Token) -> bool:
    """Whether a mark belongs to a word: "the users' names"."""
    return token.text in {"'", "’"} and token.tag_ == "POS"
