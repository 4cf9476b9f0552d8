"""Sentences about a time told straight: clefts unfolded, times put right, so that what happened stands beside when it did.

"It was on Friday that we heard" becomes "on Friday we heard", "it's two years since I moved" becomes "two years ago I moved",
"on Monday, no, Tuesday" becomes "on Tuesday". Words are only left out or replaced, so every other word keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from user_memory.extraction.dates import find_times
from user_memory.extraction.dates.words import ANY_DAY, DAY_NUMBER, MONTH, NUMBER, ORDINAL, PART, YEAR
from user_memory.extraction.edits import Edit, Traced
from user_memory.extraction.forms import is_past_form
from user_memory.extraction.stages import TimeExpression

_BE = r"(?:'s|'ll be| is| was| will be| has been)"
_SUBJECT = r"(?:I|we|he|she|they|you|my|our|his|her|their|the|a|an|someone|[A-Z][\w']*)\b"
_ONLY = r"(?:(?:only|just|actually|back|around|about|really|not until|n't until|not till|n't till) ?)*"
_CLEFT = re.compile(
    rf"\bit(?:'s|'ll be| is| was| will be|'d be)(?:(?<=was)|(?<=is))(?P<not>n't|) ?{_ONLY} ?$|\bit(?:'s|'ll be| will be) {_ONLY}$",
    re.I,
)
_THAT = re.compile(
    rf",? (?:that|when) (?={_SUBJECT})| (?=(?:I|we|he|she|they|my|our)\b(?! (?:think|guess|suppose|believe|reckon|hope|know)\b))"
)
_WHEN = re.compile(rf"{_BE} when (?={_SUBJECT})")
_SINCE = re.compile(
    rf"(?:\bit(?:'s been|'ll be|'ll have been|'s| has been| will be| is| was) (?:only |just |almost |nearly |about |over |exactly |now |been )*|(?:^|(?<=[.!?] ))\W*)"
    rf"(?P<n>{NUMBER}) (?P<unit>days?|weeks?|months?|years?|yrs|decades?)(?P<middle>(?: [\w']+){{0,3}}?)(?: ago)?,? since (?={_SUBJECT}(?! (?:have|has|last)\b))(?!\w+'(?:ve|s been)\b)",
    re.I,
)
_AHEAD = re.compile(rf"^(?P<on> (?:on|in)) (?={ANY_DAY}|{MONTH})", re.I)
_TIME_WORDS = (
    rf"(?:(?:{ORDINAL}|{DAY_NUMBER})(?: of)? {MONTH}|{MONTH}(?: {ORDINAL}| {DAY_NUMBER}\b)?|{ORDINAL}"
    rf"|{ANY_DAY}|tomorrow|today|tonight|yesterday|week|month|weekend|year|{YEAR}\b|\d{{1,2}}(?::\d\d)? ?(?:am|pm)\b|(?<=at )\d{{1,2}}(?::\d\d)?\b)(?! of\b)(?: {PART})?"
)
_TIME = re.compile(rf"(?P<lead>(?:(?:on|in|at|by|over|the|this|next|last) )*){_TIME_WORDS}", re.I)
_MARK = re.compile(
    r"(?:,|\.+|!|;|…| ?[-–—]+| ?\()? ?"
    r"(?:(?:or |and )?(?:no|nope|wait|oh|er|erm|um|sorry|oops|whoops|actually|rather|correction|scratch that|make that|i mean|i meant|meant|hang on|hold on"
    r"|my mistake|my bad|that should be|should be|should say)[,.:!]? )+(?:(?:it|that)(?:'s| is| was) )?",
    re.I,
)
_ENDS = re.compile(r"\W*$|[,.;!?)]| (?:at|and|then|it was|it is|in the)\b", re.I)
_DENIED = re.compile(
    rf",? (?:and |but )?not (?:(?:on|in|at|by|the|this|next|last) )*{_TIME_WORDS}(?=\W*$|[,.;!?)]| as\b| like\b)",
    re.I,
)
_NOT_FIRST = re.compile(
    rf"(?:^|(?<=[.!?] ))not (?:(?:on|in|at|by|the|this|next|last) )*{_TIME_WORDS}(?:,| -| –| —) (?:but )?(?=(?:(?:on|in|at|by|the|this|next|last) )*{_TIME_WORDS})",
    re.I,
)
_LEAD = re.compile(r"(?:(?:on|in|at|by|for|over|from|the|this|next|last|coming|due) )*", re.I)
_SHOWN = re.compile(r"\)? (?:it|that) (?:was|is)\b(?=\W*$)|(?<=\w)\)", re.I)
_MOVED = re.compile(
    rf"\b(?:mov|push|postpon|delay|resched|slip|shift|brought|bring|chang|put back|switch|knock)\w*(?: \w+){{0,3}} (?P<from>from (?:(?:on|the|this|next|last) )*{_TIME_WORDS} )(?=(?:to|until|till) )",
    re.I,
)
_DROPPED = re.compile(
    r"(?:^|(?<=[.!?] )|(?<=\n))(?P<verb>[A-Za-z]+) (?=(?:(?:in|up|out|off|over|down|back) )?(?:all |both |half )?(?:my|our)\b(?! mind)|(?:the|a|an|some|his|her|their) (?!\w+,))",
    re.I,
)
"""A sentence that begins with its verb, before what was done."""
_NO_DOER = frozenset(
    "given based compared considered called named used thought felt left put born supposed".split()
)
_ANNOUNCED = re.compile(
    r"(?:^|(?<=[.!?\n] )|(?<=\n))(?:(?:ok|okay|so|well|hey|and|oh|right|now|but),? )*"
    r"(?:let me (?:just )?(?:tell you(?: (?:something|this|what|one thing|a secret))?|say (?:this|it|something)|be (?:clear|honest|frank|blunt|upfront))"
    r"|let'?s see|guess what|(?:do )?you know what|(?:i'?ll )?tell you what|(?:here'?s|here is) the (?:news|thing|deal)|(?:the )?thing is|mark my words|fun fact|news ?flash|big news|listen up)"
    r"(?:[:!?]| ?[-–—]+|,) (?=\S)",
    re.I,
)
"""What only announces that something will be told: "let me tell you: I moved"."""
_HINT = re.compile(
    r"\bit(?:'s|'ll|'d| is| was| will| has)|\bsince\b|(?:'s|is|was|be) when\b|\bfrom\b|\bnot\b|\b(?:no|nope|wait|sorry|oops|whoops|actually|rather|correction|scratch|make that|mean|meant|hang on|hold on|mistake|should)\b",
    re.I,
)
_NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""Only where the times stand matters here, not what they mean."""


def unfolded(text: Traced) -> Traced:
    """The text with its clefts and its times put right told straight, and "I" before a past form that opens a sentence."""
    text = text.apply((m.start(), m.end(), "") for m in _ANNOUNCED.finditer(text.text))
    text = text.apply(
        (*m.span("verb"), f"I {m.group('verb').lower()}")
        for m in _DROPPED.finditer(text.text)
        if _is_done(m.group("verb"))
    )
    if not _HINT.search(text.text):
        return text
    times = find_times(text.text, _NEVER, UTC, lambda _: "present")
    return text.apply(
        sorted([*_since(text.text), *_not_first(text.text), *_moved(text.text), *_straight(text.text, times)])
    )


def _straight(text: str, times: Sequence[TimeExpression]) -> Iterator[Edit]:
    starts = {t.start: t.end for t in times}
    for time in times:
        yield from _cleft(text, time)
        yield from _righted(text, time, starts)


def _not_first(text: str) -> Iterator[Edit]:
    """Of "not Thursday, Friday" the day that counts."""
    for match in _NOT_FIRST.finditer(text):
        yield match.start(), match.end(), ""


def _moved(text: str) -> Iterator[Edit]:
    """Of "moved from Friday to Monday" the day that counts."""
    for match in _MOVED.finditer(text):
        yield match.start("from"), match.end(), ""


def _is_done(verb: str) -> bool:
    """Whether a word is a past form, and not one that a participle without a doer shares: "given the rain"."""
    return is_past_form(verb) and verb.lower() not in _NO_DOER


def _cleft(text: str, time: TimeExpression) -> Iterator[Edit]:
    """ "it was only yesterday that we heard", "yesterday was when we heard"."""
    before, that = _CLEFT.search(text, max(0, time.start - 40), time.start), _THAT.match(text, time.end)
    if before and that:
        yield before.start(), time.start, ""
        yield time.end, that.end(), " "
    when = _WHEN.match(text, time.end)
    if when:
        yield time.end, when.end(), ", "


def _since(text: str) -> Iterator[Edit]:
    """ "it'll be ten years this August since I moved" is "ten years ago this August I moved"."""
    for match in _SINCE.finditer(text):
        middle = match.group("middle")
        ahead = re.search(r"'ll|will", match.group()[: match.start("n") - match.start()], re.I)
        if ahead and _AHEAD.match(middle):
            middle = _AHEAD.sub(" this coming ", middle)
        if middle.strip().lower() in {"now", "already"}:
            middle = ""
        yield match.start(), match.end(), f"{match.group('n')} {match.group('unit')} ago{middle} "


def _righted(text: str, time: TimeExpression, starts: Mapping[int, int]) -> Iterator[Edit]:
    """ "on the 12th. Sorry, 13th" keeps the second time, "on the 5th, not the 6th" the first."""
    denied = _DENIED.match(text, time.end)
    if denied:
        yield time.end, denied.end(), ""
        return
    mark = _MARK.match(text, time.end)
    if mark is None:
        return
    said = _TIME.match(text, mark.end())
    end = said.end() if said else starts.get(mark.end())
    if end is None or ("." in mark.group() and not _ENDS.match(text, end)):
        return
    own = said is None or said.group("lead")
    yield time.start + (0 if own else _lead(time.text)), mark.end(), ""
    shown = _SHOWN.match(text, end)
    if shown:
        yield end, shown.end(), ""


def _lead(words: str) -> int:
    """The length of the prepositions and pointers before a time."""
    lead = _LEAD.match(words)
    return lead.end() if lead else 0
