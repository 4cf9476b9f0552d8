"""Where a text holds words as they are: code, quotations, and words that it talks about rather than uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from user_memory.extraction.edits import Edit

_CODE = r"`[^`\n]{1,400}`"
_DOUBLE = r"(?<!\w)\"(?=\S)[^\"\n]{1,300}(?<=\S)\"(?!\w)"
_SINGLE = (
    r"(?<!\w)'(?!(?:cause|til|till|em|bout|tis|twas|cos|coz|cuz|round|n)\b|\d)(?=\S)"
    r"(?:[^'\n]|(?<=\w)'(?=\w)){1,200}(?<=\S)'(?!\w)"
)
_MARKED = re.compile(f"{_CODE}|{_DOUBLE}|{_SINGLE}")
_CODE_ONLY = re.compile(_CODE)
_NEAR = 80
"""Characters beside a word that tell whether it is talked about: no pattern needs more, and the time stays linear."""
_LIST = r"(?:[\w']+(?:,| or| and| nor|, or|, and) ){0,4}"
_TERM = r"(?:words?|abbreviations?|terms?|slang|phrases?|spellings?|contractions?|short forms?|letters?|expressions?)"
_SAYING = re.compile(
    rf"\b(?:say|saying|writ(?:e|ing)|typ(?:e|ing)|us(?:e|ing)|spell(?:ing)?)(?: the {_TERM})?(?: (?:things|stuff|{_TERM}) like)? {_LIST}$",
    re.I,
)
_NAMING = re.compile(
    rf"\b(?:(?:instead of|rather than|replac(?:e|ing)|swap(?:ping)?|as|avoid(?:ing)?|no|without|ban(?:ning)?|(?:spell|write|say|type) it) {_LIST}|(?:nickname|username|user name|handle|surname|last name|initials?|name)(?:'s| is) |(?:the )?{_TERM}(?: (?:like|such as))? {_LIST})$",
    re.I,
)
_ASKED = re.compile(r"\bwhat(?: does|'s) $", re.I)
_MEANING = re.compile(r" (?:mean|stand)\b|\W*$")
_STOP = r"\s*(?:$|[.,;:!?)\n]|(?:please|pls|anymore|any more|again|ever|or|nor|and)\b)"
_ENDS = re.compile(_STOP, re.I)
_ENDS_LOOSELY = re.compile(
    rf"{_STOP}|\s+(?:for|when|in|as|with|instead|rather|to me|at all|all the time|so much)\b", re.I
)
_EXPLAINED = re.compile(
    r"\s+(?:stands? for|is short for|is slang|(?:isn't|is not|is) (?:a (?:real |proper )?word|an abbreviation)|means? )",
    re.I,
)


def as_written(text: str) -> list[tuple[int, int]]:
    """The bounds of code and quotations, whose words are not mended."""
    return [m.span() for m in _MARKED.finditer(text)]


def code(text: str) -> list[tuple[int, int]]:
    """The bounds of code alone."""
    return [m.span() for m in _CODE_ONLY.finditer(text)]


def outside(edits: Iterable[Edit], kept: list[tuple[int, int]]) -> Iterator[Edit]:
    """The edits that touch none of the stretches."""
    return (e for e in edits if not any(start < e[1] and e[0] < end for start, end in kept))


def is_talked_about(text: str, start: int, end: int) -> bool:
    """Whether the word is meant as a word: "stop saying gonna", "instead of gonna", "rn stands for right now"."""
    near, after = (max(0, start - _NEAR), start), (end, min(len(text), end + _NEAR))
    if _SAYING.search(text, *near):
        plain = "'" not in text[start:end] and not text[start:end].lower().startswith(("im", "hes", "shes"))
        return (_ENDS_LOOSELY if plain else _ENDS).match(text, *after) is not None
    if _NAMING.search(text, *near):
        return _ENDS.match(text, *after) is not None
    if _ASKED.search(text, *near):
        return _MEANING.match(text, *after) is not None
    return _EXPLAINED.match(text, *after) is not None and text[start:end].lower() not in {"u", "r"}
