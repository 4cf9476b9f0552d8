"""Chat spellings written out, where the place shows that they are meant: "gonna" as "going to", "rn" as "right now"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from user_memory.extraction.datafiles import text_file, toml_file
from user_memory.extraction.edits import Edit
from user_memory.extraction.mentions import is_talked_about
from user_memory.extraction.namelists import names

_TABLE = "data/chat.toml"
_NEAR = 40
"""Characters beside a word that are looked at, so that the time stays linear."""
_SENTENCE = re.compile(r"(?:^|[.!?…:\n]|[\u2600-\u27bf\U0001f300-\U0001faff])[^\w]*$")
_CLAUSE = re.compile(r"(?:^|[.!?…:;,(\n\"]|\s[-–—]|[\u2600-\u27bf\U0001f300-\U0001faff])[^\w]*$")
_NAME_NEXT = re.compile(r"\s+(?!I\b)[^\W\d_a-z]\w", re.A)
_NAMED = re.compile(
    r"\b(?:sister|brother|mum|mom|mother|dad|father|son|daughter|wife|husband|partner|boyfriend|girlfriend|friend|cousin|aunt|uncle|boss|manager"
    r"|colleague|flatmate|roommate|neighbou?r|nephew|niece|dog|cat|puppy|kitten|called|named|name is|name's|met),? $",
    re.I,
)
_SURNAMED = re.compile(
    r"(?!(?:And|But|So|Hi|Hey|Yes|No|Ok|Well|Because|Then|Now|Also|Since|When|If|As|Oh)\b)(?-i:[A-Z])[a-z]+ $"
)
_CLAUSE_END = re.compile(r"\s*(?:$|[.,;:!?)\n]|(?:and|or)\b)", re.I)
_DROPPED = re.compile(r"(?<![\w'-])([^\W\d_]{3,})['’](?![\w'’])")
"""The apostrophe of a lost "g", and the word before it."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What a word that has another reading stands for, and where."""

    to: str
    opens: re.Pattern[str] | None
    after: re.Pattern[str] | None
    before: re.Pattern[str] | None
    not_after: re.Pattern[str] | None
    not_before: re.Pattern[str] | None
    ends: bool

    def allows(self, text: str, start: int, end: int) -> bool:
        """Whether the word at this place is the one that is meant."""
        left, right = (max(0, start - _NEAR), start), (end, min(len(text), end + _NEAR))
        placed = [p for p in (self.opens, self.after) if p is not None]
        if placed and not any(p.search(text, *left) for p in placed):
            return False
        if self.before is not None and not self.before.match(text, *right):
            return False
        if not self.ends and _CLAUSE_END.match(text, *right):
            return False
        return not (
            (self.not_after is not None and self.not_after.search(text, *left))
            or (self.not_before is not None and self.not_before.match(text, *right))
        )


@cache
def _guards() -> Mapping[str, tuple[Guard, ...]]:
    found: dict[str, tuple[Guard, ...]] = {}
    for row in toml_file(_TABLE)["guarded"]:
        found[row["word"]] = (*found.get(row["word"], ()), _guard(row))
    return found


def _guard(row: Mapping[str, str | bool]) -> Guard:
    opens = {"sentence": _SENTENCE, "clause": _CLAUSE}.get(str(row.get("starts")))
    left, right = r"(?:^|(?<![\w'’-])){}\s+$", r"\s+{}(?![\w-])"
    return Guard(
        str(row["to"]),
        opens,
        _pattern(left, row.get("after")),
        _pattern(right, row.get("before")),
        _pattern(left, row.get("not_after")),
        _pattern(right, row.get("not_before")),
        bool(row.get("ends", True)),
    )


def _pattern(frame: str, words: str | bool | None) -> re.Pattern[str] | None:
    if words is None:
        return None
    said = str(words)
    for name, part in toml_file(_TABLE)["parts"].items():
        said = said.replace(f"{{{name}}}", part)
    return re.compile(frame.replace("{}", f"(?:{said})"), re.I)


@cache
def _plain() -> Mapping[str, str]:
    return {**toml_file(_TABLE)["words"], **toml_file(_TABLE)["spoken"]}


@cache
def _words(table: str) -> frozenset[str]:
    return frozenset(toml_file(_TABLE)[table]["words"].split(", "))


@cache
def _chat_word() -> re.Pattern[str]:
    words = sorted((re.escape(w) for w in {*_plain(), *_guards()}), key=len, reverse=True)
    return re.compile(rf"(?<![\w'@./#$=&%\\-])(?:{'|'.join(words)})(?![\w'@/#(-]|\.\w|\s?=)", re.I)


def spellings(text: str) -> Iterator[Edit]:
    """The chat spellings of a text and what they stand for, but for names, abbreviations and words under discussion."""
    for match in _chat_word().finditer(text):
        new = _meant(text, *match.span())
        if new is not None and not is_talked_about(text, *match.span()):
            yield match.start(), match.end(), new


def _meant(text: str, start: int, end: int) -> str | None:
    """What the word at this place stands for, in its letter case; ``None`` where it may be another word."""
    said = text[start:end]
    low = said.lower()
    new = _plain().get(low) or next((g.to for g in _guards()[low] if g.allows(text, start, end)), None)
    if new is None or (low in _may_name() and said.islower() and _NAMED.search(text, 0, start)):
        return None
    opens = _SENTENCE.search(text, max(0, start - _NEAR), start) is not None
    if said[0].isupper() and not _is_no_name(text, start, end, new, opens):
        return None
    return new[0].upper() + new[1:] if said[0].isupper() and opens else new


@cache
def _may_name() -> frozenset[str]:
    listed = {w for w in {*_plain(), *_guards()} if w in names("given_names") or w in names("places")}
    return _words("names") | listed


def _is_no_name(text: str, start: int, end: int, new: str, opens: bool) -> bool:
    """Whether a word with a capital has it for its place or for its loudness."""
    said = text[start:end]
    low = said.lower()
    if said.isupper() and len(said) > 1:
        return low in _words("shouted") or (
            len(said) > 3 and ("'" in new or low in toml_file(_TABLE)["spoken"])
        )
    if low == "u":
        return True
    if len(said) == 1 or low in _words("names"):
        return False
    if not opens and (low in _may_name() or _SURNAMED.search(text, max(0, start - _NEAR), start)):
        return False
    if "'" in new or new[0].isupper():
        return True
    return opens and not (_is_speech(low) and _NAME_NEXT.match(text, end))


def _is_speech(low: str) -> bool:
    """Whether the word is one of those that titles and bands bear: "Gimme Shelter", "Def Leppard"."""
    return low in toml_file(_TABLE)["spoken"] or low in _words("titles")


@cache
def _participles() -> frozenset[str]:
    lines = text_file("data/participles.txt").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def dropped(text: str) -> Iterator[Edit]:
    """ "livin'" as "living"; not the end of a quotation, nor "Kevin' bike"."""
    for match in _DROPPED.finditer(text):
        said, (start, end) = match.group(1), match.span()
        small = said.islower() or _SENTENCE.search(text, max(0, start - _NEAR), start)
        if small and said.lower() in _participles():
            yield end - 1, end, "g"
