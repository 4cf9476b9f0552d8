"""What is said of the agent itself: "you answer in Dutch", "you're my examiner", "the word 'delve' is banned"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.order import Order
from user_memory.extraction.rules.style import is_verb, names_style

_TOLD = re.compile(
    r"^(?:you|u|we)(?: always| just| only| please)?(?P<neg> never| do not| don't| dont| no longer)?(?: ever| only)*"
    r" (?P<vp>(?!make me\b|always\b|never\b|only\b|keep\b|know\b|see\b)(?P<verb>[\w-]+)\b.*)$",
    re.I,
)
_ROLE = re.compile(
    r"^(?:(?:and|so|but|then) )?(?:you're|you are|ur|youre|you be|you play|i'm|i am|[Ii]'m (?=.* and you're ))(?: now)? ?(?P<role>(?:my|the|an?|her|his|our) .+|[A-Z]\w+.*)$"
)
_BANNED = re.compile(
    r"^(?:the )?(?:words?|phrases?|terms?|expressions?)? *(?P<what>[\"'“][^\"”]+[\"'”]|[\w -]{3,40}?)(?:,? (?:is|are)|'s) (?:now |hereby )?"
    r"(?:banned|forbidden|off[- ]limits|out of bounds|a no-no|taboo|not allowed)\b.*$",
    re.I,
)
_CONTRAST = re.compile(
    r"\w,? (?:not|never|no) (?!(?:much|sure|yet|only|so|too|very|really|that|bad|long|far|even|just|all|any more|to worry|worries|problem)\b)\w|\w (?:instead of|rather than) \w|\w > \w",
    re.I,
)


def addressed(part: str) -> Iterator[Order]:
    """The orders in plain statements about the agent; only a stated scope or a condition makes most of them one."""
    found = _TOLD.match(part)
    acts = found and (found["neg"] or is_verb(found["verb"], "order") or is_verb(found["verb"], "conduct"))
    if found and acts and not found["verb"].lower().endswith("ing"):
        we = part[:2].lower() == "we"
        yield Order(found.start("vp"), len(part), "let's" if we else "told", "-" if found["neg"] else "+")
    if found := _ROLE.match(part):
        yield Order(0, len(part), "role", "+")
    if (found := _BANNED.match(part)) and (
        found["what"][0] in "\"'“"
        or names_style(found["what"])
        or part.lower().startswith(("the word", "the phrase"))
    ):
        yield Order(0, len(part), "banned", "-")


def is_contrast(words: str) -> bool:
    """Whether one way is set against another: "percentages, not fractions", "tabs instead of spaces"."""
    return _CONTRAST.search(words) is not None
