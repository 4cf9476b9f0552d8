"""What the assistant supposes of the user, put as the user would say it, and whether the user's answer grants it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

Answer = Literal["yes", "no", "over"]

_LEAD = r"^\W*(?:(?:oh|ah|haha|well|um|uh|hmm|lol|sure|ok|okay)\W+)?"
_YES = re.compile(
    _LEAD
    + r"(?:yes|yep|yeah|yup|yea|ya|aye|exactly|correct|right|that's (?:right|correct|true|it|me|the one)|spot on|bang on|indeed|guilty"
    r"|affirmative|you got it|bingo|absolutely|definitely|precisely|true|totally|i (?:do|am|did|have)|you(?:'re| are) right"
    r"|you remember(?:ed)?(?: right(?:ly)?| correctly| well)?|good memory|well remembered|(?:sure|certainly) (?:do|am|have|did)|of course)\b(?P<rest>[^.!?\n]*)",
    re.I,
)
_NO = re.compile(
    _LEAD
    + r"(?:no|nope|nah|naw|negative|wrong|not (?:at all|true|really|me)|i(?:'m| am) not|i do(?:n't| not)|i have(?:n't| not)|that's (?:not (?:true|right|me)|wrong)"
    r"|where did you (?:get|hear) that|who told you that|since when|says who|never (?:have|did|was|am|had|been)|none|neither|you(?:'ve| have) got (?:that|it) wrong|you must be thinking)\b(?P<rest>[^.!?\n]*)",
    re.I,
)
_OVER = re.compile(
    _LEAD
    + r"(?:(?:no|nope|nah)\W+)?(?:not (?:any ?more|any longer|since\b|these days)|no longer|(?:i )?used to\b|(?:i )?(?:did|was|had)\W+(?:but|until|till|gave|stopped|quit|sold|left))",
    re.I,
)
_BUT = re.compile(
    r"\b(?:but|except|not|no|although|used to|actually|well|gave|given up|stopped|quit|sold|until|till|no longer|ages ago)\b",
    re.I,
)
_OPENING = re.compile(
    r"^\W*(?:(?:so|and|ah|oh|ok|okay|wait|right|got it|great|noted|let me guess|if (?:i remember|memory serves)[^,]*|from (?:memory|earlier)|as (?:i|you)[^,]*)\W+)*"
    r"(?:i (?:think|remember|recall|believe|guess|understand|gather|assume|take it|seem to remember|suppose)(?: that)? |(?P<since>since|given that|as|because|knowing that) )?",
    re.I,
)
_TAG = re.compile(
    r"\s*[,—–-]?\s*(?:right|correct|no|yes|yeah|isn't it|is that (?:right|correct|so)|if i(?:'m| am)? (?:remember(?:ing)?|recall)[^?]*|aren't you|are you|don't you|do you|haven't you|have you|didn't you|did you|am i right|from memory|as i recall)\s*\W*$",
    re.I,
)


def _named(match: re.Match[str]) -> str:
    return f"my {match.group(2)} {match.group(1).lower()} "


_INVERTED: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"^(?:do|did) you (?:still |also )?", re.I), "I "),
    (re.compile(r"^are you ", re.I), "I am "),
    (re.compile(r"^were you ", re.I), "I was "),
    (re.compile(r"^have you ", re.I), "I have "),
    (re.compile(r"^(is|are|was|has|does) your ((?:[\w'-]+ ){0,2}?[\w'-]+) ", re.I), _named),
)
_OPEN = re.compile(r"\b(?:or|what|which|who|where|when|how|why|would|could|should|shall|can|will|if)\b", re.I)
_PERSONS = (
    (r"\byou(?:'re| are)\b", "I'm"),
    (r"\byou(?:'ve| have)\b", "I've"),
    (r"\byou were\b", "I was"),
    (r"\byourself\b", "myself"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"(?<=\bfor )you\b|(?<=\bto )you\b|(?<=\bwith )you\b|(?<=\bof )you\b", "me"),
    (r"\byou\b", "I"),
)


def answer(text: str) -> Answer | None:
    """Whether a message begins with yes or no, and takes neither back: "yes, but …" is no answer; "over" where it was so once."""
    if _OVER.match(text) is not None:
        return "over"
    match = _YES.match(text)
    if match is not None:
        return None if _BUT.search(match.group("rest")) else "yes"
    match = _NO.match(text)
    return "no" if match is not None else None


def supposed_in(sentences: Sequence[str]) -> str | None:
    """What a turn supposes: in its last question, or where it asks nothing in its last sentence."""
    told = [s for s in sentences if any(c.isalpha() for c in s)]
    asked = [s for s in told if s.rstrip().endswith("?")]
    last = (asked or told)[-1:]
    return supposed(last[0]) if last else None


def supposed(sentence: str) -> str | None:
    """What a sentence of the assistant supposes of "you", in the first person; ``None`` where it asks openly or of something else.

    "You're on a Mac, right?" -> "I'm on a Mac."; "Since you're vegetarian, try …" -> "I'm vegetarian."
    """
    opening = _OPENING.match(sentence)
    rest = sentence[opening.end() if opening else 0 :]
    if opening is not None and opening.group("since"):
        rest = rest.partition(",")[0]
    rest = _TAG.sub("", rest).strip(" ?.!,")
    if not re.search(r"\byou(?:r|'\w+)?\b", rest, re.I) or _OPEN.search(rest):
        return None
    for pattern, said in _INVERTED:
        rest = pattern.sub(said, rest)
    for words, said in _PERSONS:
        rest = re.sub(words, said, rest, flags=re.I)
    return f"{rest[:1].upper()}{rest[1:]}."
