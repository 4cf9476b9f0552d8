"""What the first words of an object deny: "no piano", "no longer a piano"; what only looks like a denial: "no doubt a piano", a title."""

from __future__ import annotations

import re
from typing import Literal

Sense = Literal["told", "denied", "over"]

_ARTICLE = r"(?:(?:an?|any|a single|one|the) )?(?=\w)"
_DENIAL = re.compile(rf"^(?:n['’]t|not|no|zero) {_ARTICLE}", re.I)
_OVER = re.compile(rf"^(?:no longer|not (?:any ?more|any longer)) {_ARTICLE}", re.I)
_AFFIRMED = re.compile(
    rf"^(?:no doubt|without (?:a )?doubt|no question|not (?:only|just|merely|simply)) {_ARTICLE}", re.I
)


def undenied(name: str, titled: bool = False) -> tuple[str, Sense]:
    """A name without the denial that it begins with, and what that says of it; ``titled``: it is a title."""
    for words, sense in ((_AFFIRMED, "told"), (_OVER, "over")):
        bare = words.sub("", name)
        if bare != name:
            return bare, sense  # type: ignore[return-value]
    if titled:
        return name, "told"
    bare = _DENIAL.sub("", name)
    return bare, "told" if bare == name else "denied"
