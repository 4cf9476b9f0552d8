"""Repair of text as it is typed: Unicode, missing apostrophes, chat spellings, lost capitals. Offsets are kept throughout."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from user_memory.extraction.agreement import agreements
from user_memory.extraction.contractions import short_verbs
from user_memory.extraction.edits import Edit, Traced, traced
from user_memory.extraction.mentions import as_written, code, outside
from user_memory.extraction.namelists import names
from user_memory.extraction.spellings import dropped, spellings

_QUOTES = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u00b4": "'", "\u2032": "'", "\uff07": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\uff02": '"', "\u2033": '"',
        "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\u2009": " ", "\u3000": " ", "\u2028": "\n", "\u2029": "\n",
        "\u2010": "-", "\u2011": "-", "\t": " ", "\r": "\n", "\x0b": "\n", "\x0c": "\n",
    }
)  # fmt: skip
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0e\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]+"
)
_COMBINED = re.compile(r"[^\W\d_][\u0300-\u036f]+|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?")
_RUN = re.compile(r"([^\W\d])\1{3,}")
_MONTHS_DAYS = (
    "january february april june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday christmas easter halloween thanksgiving ramadan diwali"
).split()
_PEOPLES = (
    "english german french spanish italian portuguese dutch swedish norwegian danish finnish polish czech russian ukrainian greek turkish arabic "
    "hebrew hindi urdu bengali tamil japanese chinese korean vietnamese thai irish scottish welsh british american canadian australian mexican "
    "brazilian argentinian colombian indian pakistani nigerian kenyan egyptian moroccan swiss austrian belgian hungarian romanian european asian african "
    "mandarin cantonese catalan basque gaelic swahili filipino tagalog indonesian malay persian farsi muslim christian catholic jewish buddhist hindu"
).split()
_ACRONYMS = {"uk": "UK", "usa": "USA", "nyc": "NYC", "nhs": "NHS", "sf": "SF", "dc": "DC", "phd": "PhD", "css": "CSS", "html": "HTML", "sql": "SQL", "ibm": "IBM",
             "bbc": "BBC", "mit": "MIT", "aws": "AWS", "hr": "HR", "tv": "TV", "adhd": "ADHD", "ibs": "IBS", "lgbtq": "LGBTQ", "utc": "UTC", "gmt": "GMT"}  # fmt: skip
_LOCATIVE = r"(?:in|from|to|near|outside|leaving|left|visited|visit|around|of|for)"
_KIN = (
    r"(?:sister|brother|mum|mom|mother|dad|father|son|daughter|wife|husband|partner|boyfriend|girlfriend|fiance|fiancee|friend|cousin|aunt|uncle|boss|manager|"
    r"colleague|coworker|flatmate|roommate|neighbour|neighbor|nephew|niece|mate|dog|cat|puppy|kitten|grandma|grandpa|called|named|name is|name's|nickname is|ex)"
)
_VERBS = frozenset("bent can drew fed hung made may rose said sang sung tore will".split())
"""Names that are verbs in the past, or before another verb."""
_TOLD_OF = re.compile(
    r",? (?:is|was|has|had|lives|lived|works|worked|likes|loves|hates|moved|got|says|wants|plays|studies|turns|turned|comes|who|and (?:i|my|his|her|we))\b",
    re.I,
)
_PLACE_SLOT = re.compile(rf"\b{_LOCATIVE} ([a-z][\w'-]*)", re.I)
_NAME_SLOT = re.compile(rf"(?<!\bthe )\b{_KIN},? ([a-z][\w'-]*)", re.I)
_PRONOUN_I = re.compile(r"(?<![\w.@/'-])i(?=$|[\s,;:!?)]|'(?:m|ve|d|ll)\b|\.(?!\w))")
_WORD = re.compile(r"(?<![\w@./#-])[^\W\d_][\w'-]*(?![\w@/]|\.\w)")
_ON_SALE = re.compile(r"\b(?:for|on|of) $", re.I)
"""What stands before "sale" where it is no town."""
_LONGEST_NAME = 3
_LONGEST_RUN = 8
_SAME = re.compile(r"([\W_])\1{8,}")
"""The same sign again and again says nothing more; cut short, patterns that skip signs stay linear."""


def clean(content: str) -> Traced:
    """The text without invisible and broken characters, composed (NFC), with plain quotes and spaces."""
    text = traced(content)
    text = text.apply((m.start(), m.end(), "") for m in _INVISIBLE.finditer(content))
    text = text.with_text(text.text.translate(_QUOTES))
    text = text.apply((m.start() + _LONGEST_RUN, m.end(), "") for m in _SAME.finditer(text.text))
    return text.apply(_compositions(text.text))


def _compositions(text: str) -> Iterator[Edit]:
    for match in _COMBINED.finditer(text):
        yield match.start(), match.end(), unicodedata.normalize("NFC", match.group())


def repair(text: Traced) -> Traced:
    """Chat writing as an editor would write it: apostrophes, short forms, capitals of names."""
    text = _outside(text, [(m.start() + 3, m.end(), "") for m in _RUN.finditer(text.text)])
    shouting = _shouting(text.text)
    if shouting:
        text = text.with_text(_lower(text.text))
    text = _outside(text, dropped(text.text))
    text = _outside(text, spellings(text.text))
    capitals = sorted(_capitals(text.text, everything=shouting or not _has_capitals(text.text)))
    text = text.apply(outside(capitals, code(text.text)))
    text = _outside(text, agreements(text.text))
    text = _outside(text, short_verbs(text.text))
    text = text.sub(_PICTURES, ". ")
    inserted = [*_subjects(text.text), *_firstborn(text.text), *_parted(text.text), *_opened(text.text)]
    return _outside(text, sorted(inserted))


def _outside(text: Traced, edits: Iterable[Edit]) -> Traced:
    """The text after the edits that leave code and quotations as they are."""
    return text.apply(outside(edits, as_written(text.text)))


_PICTURE = "[\u2600-\u27bf\U0001f300-\U0001faff]"
_PICTURES = re.compile(
    rf"(?<=\w) ?(?={_PICTURE}(?:{_PICTURE}|[\s\u2640\u2642])*$)(?![^\w]*[\U0001f644\U0001f60f\U0001f612\U0001f643\U0001f609])"
)
"""Where pictures close a message, which the parser would read as its last noun; those of irony stay with what they mean."""
_CHILDREN = re.compile(
    r"\b(?:(?:have|'ve|had|got|raising|my|our|father of|mother of|mum of|dad of|mum to|dad to) )(?:[\w-]+ ){0,3}?(?:kids|children|sons|daughters|boys|girls|lads)\b",
    re.I,
)
_FIRSTBORN = re.compile(
    r"\b(?P<the>the) (?=(?:youngest|eldest|oldest)(?:'s| is| was| has| just| turned| will| starts?| goes| loves| plays| lives| works| studies)\b)",
    re.I,
)


_LEARNT = r"(?:maths?|physics|chemistry|biology|geography|economics|psychology|sociology|drama|computing)"
_UNPARTED = re.compile(
    rf"\b{_LEARNT}(?= (?:{_LEARNT}|history|english|art|music|french|spanish|german|philosophy)\b (?:and|&) )",
    re.I,
)


def _parted(text: str) -> Iterator[Edit]:
    """The comma between two of a list of school subjects: "maths physics and art"."""
    for match in _UNPARTED.finditer(text):
        yield match.end(), match.end(), ","


_OPENED = re.compile(
    r"(?:^|(?<=[.!?] ))(?:Miss(?= (?:being|having|seeing|going|my|our|the|her|him|them|those|that)\b)|Sat(?= (?:on|by|under|beside|next) ))"
    r"|\bpretend (?=(?:I|you|we|he|she|they)\b)"
)
"""Verbs that the parser takes for a title, a day or a noun: "Miss my garden", "Sat on a bench", "pretend I know nothing"."""


def _opened(text: str) -> Iterator[Edit]:
    """The subject before such a verb, or "that" after it."""
    for match in _OPENED.finditer(text):
        word = match.group()
        yield (match.end(), match.end(), "that ") if word[0] == "p" else (*match.span(), f"I {word.lower()}")


def _firstborn(text: str) -> Iterator[Edit]:
    """Of "three kids, the youngest is 4" the speaker's youngest."""
    told = _CHILDREN.search(text)
    for match in _FIRSTBORN.finditer(text, told.end() if told else len(text)):
        yield *match.span("the"), "our"


_FELT = r"(?:love|like|hate|enjoy|adore|prefer|dislike|loathe|detest|despise|can't stand|don't like)"
_DEGREE = r"(?:(?:really|absolutely|just|also|totally|quite|always|still|kinda|do|secretly) )*"
_FELT_TWICE = re.compile(
    rf"\b(?P<who>i|we) {_DEGREE}{_FELT}\b(?: [^\s.!?;,]+){{1,8}}?,? (?:and|but) (?={_DEGREE}{_FELT} (?!and\b|of\b|for\b|about\b|to each)\w)",
    re.I,
)


def _subjects(text: str) -> Iterator[Edit]:
    """The subject said again before a second feeling: the parser takes "espresso and hate mushrooms" for one thing."""
    for match in _FELT_TWICE.finditer(text):
        who = match.group("who")
        yield match.end(), match.end(), f"{'I' if who in 'Ii' else 'we'} "


def _shouting(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return (
        len(letters) > 12 and sum(c.isupper() for c in letters) > 0.8 * len(letters) and " " in text.strip()
    )


def _lower(text: str) -> str:
    small = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for start, end in code(text):
        small = small[:start] + text[start:end] + small[end:]
    return small


def _has_capitals(text: str) -> bool:
    """Whether the writer capitalises names: some capital that is neither "I" nor the first letter of a sentence."""
    return re.search(r"[^\W\d_a-z][a-z]{2,}", re.sub(r"(?:^|[.!?\n]\s*)\W*\w+", "", text)) is not None


def _capitals(text: str, everything: bool) -> Iterator[Edit]:
    """Capitals of "I", and, where the writer uses none, of names of places, people, days and languages."""
    for match in _PRONOUN_I.finditer(text):
        yield match.start(), match.end(), "I"
    if not everything:
        return
    slots = {m.start(1): "place" for m in _PLACE_SLOT.finditer(text)} | {
        m.start(1): "name" for m in _NAME_SLOT.finditer(text) if not _is_deed(text, m)
    }
    done = 0
    tokens = list(_WORD.finditer(text))
    for index, match in enumerate(tokens):
        if match.start() < done:
            continue
        for size in range(min(_LONGEST_NAME, len(tokens) - index), 0, -1):
            end = tokens[index + size - 1].end()
            new = _named(text[match.start() : end], slots.get(match.start()))
            if new == "Sale" and _ON_SALE.search(text, max(0, match.start() - 5), match.start()):
                break
            if new is not None:
                done = end
                yield match.start(), end, new
                break


def _is_deed(text: str, slot: re.Match[str]) -> bool:
    """Whether a name that is a verb too is the verb: "my mum made a cake", but "my aunt rose lives here"."""
    called = slot.group().lower().startswith(("called", "named", "name", "nickname"))
    told = slot.group(1).lower() in _VERBS and not called
    return told and _TOLD_OF.match(text, slot.end(1)) is None


def _named(words: str, slot: str | None) -> str | None:
    low = words.lower()
    tail = next((t for t in ("'s", "s'") if low.endswith(t)), "")
    low = low.removesuffix(tail)
    if low in _simple():
        return _simple()[low] + tail
    for file, wanted in (("places", "place"), ("given_names", "name")):
        found = names(file).get(low)
        if found is not None and (found[1] or slot == wanted):
            return found[0] + tail
    return None


@cache
def _simple() -> dict[str, str]:
    return {w: w.capitalize() for w in (*_MONTHS_DAYS, *_PEOPLES)} | _ACRONYMS
