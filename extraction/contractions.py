"""The short "is" and "has" after a noun, written out: the parser reads "Denver's home" as a possessive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.lexicon import words

_IS = (
    r"(?:my|our|your|his|their|a|an|the|not|in|at|on|from|with|into|like|next|always|never|still|now|just|really|so"
    r"|too|also|home|all|kinda|kind of|more|"
    r"probably|definitely|actually|basically|currently|only|over|been|got|gone|moved|started|become|had|lived"
    r"|worked|scheduled|booked|due(?! dates?\b)|planned|cancelled|canceled|delayed|confirmed|arranged|tomorrow|today|happening|expecting|pregnant|called|named|allergic|afraid|pretty much|where|what|who|going to|gonna)"
)
_TRAIT = (
    rf"(?:{'|'.join(sorted(words('nationality', 'nationality')))}|\d{{1,3}}|[a-z]+ty(?:-[a-z]+)?|[a-z]*teen|eleven|twelve|seven"
    r"|fluent|vegan|vegetarian|veggie|coeliac|celiac|autistic|diabetic|asthmatic|epileptic|dyslexic|pregnant|retired|divorced"
    r"|single|married|engaged|obsessed|mad|crazy|keen|scared|terrified|deaf|blind|bilingual|unemployed|self-employed)"
    r"(?= ?$|[,.;:!?)]| (?:and|but|so|about|on|of|with|to|now|too|since|for|because|though|as|or|in)\b)"
)
_SHORT = re.compile(rf"(?<=[^\W\d_])(?P<mark>['’]s) (?=(?P<next>{_IS})\b|(?P<trait>{_TRAIT}))", re.I)
_HAS = {"been", "got", "gone", "moved", "started", "become", "had", "lived", "worked"}
_PRONOUNS = re.compile(
    r"\b(?:it|he|she|that|this|what|who|where|there|here|how|when|let|one|everyone|someone|nobody)$", re.I
)
_DEGREE = re.compile(r"\b(?:master|bachelor)$", re.I)
_AT_PLACE = re.compile(r"\b(?:at|to|from|near|round|by) (?:my |our |the )?[\w&-]+$", re.I)
"""Before "'s" there is a place that bears a name: "lunch at Nando's on Friday"."""
_BEFORE = 60
"""Characters before "'s" that are looked at: no word that decides is longer, and the time stays linear."""
_POSSESSIVE_FIRST = {"a", "an", "the", "my", "our", "your", "his", "their"}


def short_verbs(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, replacement) of every "'s" after a noun that is short for "is" or "has"."""
    for match in _SHORT.finditer(text):
        place = (max(0, match.start() - _BEFORE), match.start())
        if any(before.search(text, *place) for before in (_PRONOUNS, _DEGREE, _AT_PLACE)):
            continue
        has = (match.group("next") or "").lower() in _HAS
        yield match.start("mark"), match.end("mark"), " has" if has else " is"


def expand(text: str) -> str:
    """The text with those verbs written out."""
    parts: list[str] = []
    done = 0
    for start, end, verb in short_verbs(text):
        parts += [text[done:start], verb]
        done = end
    return "".join([*parts, text[done:]])
