"""What the user means by a word: "when I say 'the shop' I mean the one in Ennis"."""

from __future__ import annotations

import re

_DEFINED = re.compile(
    r"^\W*(?P<cond>(?:when(?:ever)?|if|every time|any time|anytime|where) (?:i|we) (?:say|write|type|mention|talk about|use|put|call)\b[^.?!]*?),?"
    r" (?P<mean>(?:(?:i|we) (?:always )?mean|(?:i'm|i am|we're) (?:always )?(?:talking about|referring to)|(?:that|it) (?:means|refers to|stands for)|read it as"
    r"|take it to mean)\b.+?)[\s.!]*$",
    re.I,
)
Bounds = tuple[int, int]


def defined(text: str) -> tuple[Bounds | None, Bounds] | None:
    """(condition, meaning) bounds of a sentence that says what a word of the user's stands for; no question is one."""
    if text.rstrip().endswith("?"):
        return None
    found = _DEFINED.match(text)
    if found is not None:
        return found.span("cond"), found.span("mean")
    return None
