"""Slips put right in the same breath: of "we're moving to Cork, sorry, Kerry, in August" only Kerry is meant.

What stands on both sides of "sorry" or "I mean" must be of one shape: two names, two numbers, two nouns with their articles.
Words are only left out, so every other word keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.edits import Edit, Traced

_CAPITAL = r"(?-i:[A-ZÀ-ÖØ-ÞŠŽŚŻŁČĆ])"
_NO_DAY = (
    r"(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Today|Tomorrow|I\b))"
)
_NAME = rf"{_NO_DAY}{_CAPITAL}[\w'-]*(?: (?:(?:de|of|upon|am|sur|la|le) )?{_CAPITAL}[\w'-]*){{0,2}}"
_COUNT = r"(?:\d+(?:[.,]\d+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NOUN = r"(?:an?|the|my|our|his|her|their|some) (?:[a-z][\w'-]*)(?: [a-z][\w'-]*)?"
_SORRY = (
    r"(?:(?:er+m?|um+|oh|ah),? )?(?:(?:no,? )?(?:sorry|soz|wait|hang on|hold on|oops|whoops)(?:,? no|,? i mean(?:t)?)?|(?:no,? |or )?i mean(?:t)?|or rather|scratch that|strike that|make that"
    r"|correction|(?:my mistake|my bad)|no)"
)
_MILD = r"(?:well|actually|ok|or well)"
_STOP = r"(?:,|;|\.{2,}|…| ?[-–—]+| ?\()"
_AFTER = (
    r"(?=\W*$|[,.;:!?)\n]| [-–—]| (?:in|on|at|for|with|from|to|by|since|until|till|next|last|this|tomorrow|yesterday|today|tonight|and|but|because"
    r"|when|where|who|so|now|again|then|after|before|every|these)\b)"
)
_BEFORE = r"(?<![\w'@./-])(?<!hi )(?<!hey )(?<!hello )(?<!thanks )(?<!dear )(?<!oh )(?<!not )"
_SLIPS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_BEFORE}(?<=\w )(?P<slip>{_NAME}{_STOP} ?(?:{_SORRY}|{_MILD})[,.:!]? (?:(?:it's|that's) )?)(?={_NAME}{_AFTER})",
        rf"{_BEFORE}(?P<slip>{_NOUN}{_STOP} ?{_SORRY}[,.:!]? (?:(?:it's|that's) )?)(?={_NOUN}{_AFTER})",
        rf"(?:^|(?<=[.!?] ))(?P<slip>{_NOUN}{_STOP} ?{_SORRY}[,.:!]? (?:(?:it's|that's) )?)(?={_NOUN} [a-z'])",
        rf"{_BEFORE}(?P<slip>{_COUNT}(?: [a-z]+)?{_STOP} ?{_SORRY}[,.:!]? (?:(?:it's|that's) )?)(?={_COUNT}\b)",
    )
)
_RECOUNTED = re.compile(
    rf"{_BEFORE}(?P<slip>{_COUNT}(?P<noun>(?: [a-z]+){{1,2}}){_STOP} ?(?:{_SORRY}|{_MILD})[,.:!]? (?:(?:it's|that's|make that) )?)"
    rf"(?P<count>{_COUNT})(?=\W*$|[,.;!?]| (?:now|if|including|counting|with|and)\b)",
    re.I,
)
""" "two kids, oh wait, three": what is counted is said once."""
_LATE = re.compile(
    rf"{_BEFORE}(?<=\w )(?P<slip>{_NAME})(?: (?:tomorrow|today|tonight|(?:on|in|next|this) [\w-]+))(?P<marker>{_STOP} ?{_SORRY}[,.:!]? (?:to )?(?P<right>{_NAME}))(?=\W*$|[,.;!?])",
    re.I,
)
_MARKED = re.compile(rf"{_STOP} ?(?:{_SORRY}|{_MILD})\b", re.I)
_PREPOSED = re.compile(
    r"(?P<slip>\b(?P<cue>in|at|for|to|with|from|near) (?:the |an? )?(?-i:[A-ZÀ-Þ])[\w'-]*"
    rf"(?: (?-i:[A-ZÀ-Þ])[\w'-]*){{0,2}}{_STOP} ?(?:{_SORRY}|{_MILD})[,.:!]? )(?=(?P=cue) (?:the |an? )?{_NAME}{_AFTER})",
    re.I,
)


_SAID_TWICE = re.compile(
    r"(?:^|(?<=[.!?\n] ))(?:(?:no|nope|nah),? )?(?P<slip>(?P<word>[a-z]{3,}),? (?:er+m?,? |no,? )?)(?=(?:I|we) (?:[\w']+ ){0,3}(?P=word)\b)",
    re.I,
)
""" "walk, I walk to work": the answer in a word before the sentence that holds it."""


def put_right(text: Traced) -> Traced:
    """The text without what its writer at once took back for something of the same shape."""
    text = text.apply((*m.span("slip"), "") for m in _SAID_TWICE.finditer(text.text))
    return text.apply(sorted(_slips(text.text))) if _MARKED.search(text.text) else text


def _slips(text: str) -> Iterator[Edit]:
    for match in _RECOUNTED.finditer(text):
        yield match.start("slip"), match.end("slip"), ""
        yield match.end("count"), match.end("count"), match.group("noun")
    for pattern in (*_SLIPS, _PREPOSED):
        for match in pattern.finditer(text):
            yield match.start("slip"), match.end("slip"), ""
    for match in _LATE.finditer(text):
        yield *match.span("slip"), match.group("right")
        yield *match.span("marker"), ""
