"""Wishes told as facts: how the user takes things in ("I do best with one question at a time"), who reads what the agent
writes ("clients get these letters, so …"), what is not wanted ("what I never want to see in a reply is a table")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.conditions import Bounds, Stated
from user_memory.extraction.rules.style import names, words_of

_WELL = r"(?:best|better|most easily|more easily|well|fastest|faster|quicker|easier)"
_BEST = re.compile(
    r"^(?:i|we)(?: really| always| usually| tend to| generally| just)* (?:do|work|learn|think|follow(?: along)?|understand|concentrate|focus|process|absorb"
    r"|take (?:it |things |stuff |information )?in|retain|remember|get|cope|respond|react|read|function|manage|study)"
    rf"(?: things| it| stuff| info(?:rmation)?| everything)?(?: much| far| a lot| way)? {_WELL}(?P<how> (?:with|to|from|through|by|as|in|off)\b.+| (?:when|if) (?:you|u)\b.+)$",
    re.I,
)
_SUITS = re.compile(
    r"^(?P<what>.{4,60}?) (?:(?:(?:work|suit|go down|stick|land|fit)s?|(?:are|is)(?: so| much| a lot| far| way)?)(?: me)? "
    r"(?:best|better|easier|easiest|clearer|simpler|more (?:useful|helpful|readable))(?: for me| with me| to me)(?: to \w+)?"
    r"|suits? me(?: best| better)?|(?:really )?helps? me\b.*|makes? (?:it|things|life) (?:so much |a lot |much )?easier for me.*)$",
    re.I,
)
_LOSES = re.compile(
    r"^(?!you\b)(?P<what>.{4,60}?)(?: just| really| always| totally| completely)* (?:overwhelms?|confuses?|loses?|distracts?|annoys?|irritates?|bores?|tires?|stress(?:es)?|throws?"
    r"|puts?|drives?|bothers?|bugs?|grates? on|wears?|exhausts?|turns?|frustrates?) me(?: out| off| up| down| mad| crazy| nuts| up the wall)?$"
    r"|^(?P<ache>.{4,60}?)(?: just| really| always| totally| only)* (?:(?:gives?|causes?) me (?:a (?:\w+ )?(?:headache|migraine)|headaches|migraines|eye ?strain|anxiety)"
    r"|(?:hurts?|strains?|(?:is|are)(?: really| so| too| very| quite)* (?:hard|tough|rough) on) my (?:eyes|head|brain)|(?:does|do) my (?:head|nut) in|makes? my (?:eyes|head|brain) (?:hurt|ache|spin|swim|glaze over))$",
    re.I,
)
_LOST = re.compile(
    r"^(?:i|we)(?: just| always| really| often| tend to)* (?:(?:get|am|feel) (?:lost|overwhelmed|confused)|drown|lose track|lose the thread|switch off|zone out|struggle|can't (?:cope|deal|follow|read|process"
    r"|take in)|cannot (?:cope|deal|follow|read|process)|cant (?:cope|deal|follow|read|process|take in)|have (?:trouble|a hard time)|find it hard to (?:read|follow|process|take in)|never read)"
    r"(?: with| in| by| following| reading| processing| through)*(?P<what> .{4,60})$",
    re.I,
)
_HARD = re.compile(
    r"^(?:i|we)(?: really| just| always)* find (?P<what>.{4,50}?)(?: really| so| too| very| a bit| quite| much)* (?:(?P<bad>hard|difficult|tough|confusing|annoying|distracting|overwhelming|tiring|impossible|unreadable)"
    r"|(?P<good>easier|easiest|helpful|useful|clearer|clearest|best|simpler))(?: to \w+)?$",
    re.I,
)
_UNWANTED = re.compile(
    r"^(?:what|(?:the|one|a) (?P<last>last )?(?:one |only |single |other )?thing) (?:i|we)(?:'d)?(?P<neg> never| don't(?: ever)?| do not| can't| cannot| hate| dread| couldn't| really don't)*"
    r"(?: really| ever)* ?(?P<verb>want|need|like|stand|bear|care|abide|seeing|reading|getting|to see|to read|to get)?(?: to (?:see|hear|read|get|find))?(?P<place> from you| (?:in|at|from) [\w' ]{3,40}?)? (?:is|are|:) (?P<what>.+)$",
    re.I,
)
_POINTED = re.compile(r"[,;] ?(?:and |but )?(?:it|that|this|which)\W*$", re.I)
"""What is complained of is told in a clause of its own, of whoever it is: "my brother adds emojis, it (bugs me)"."""
_WALLS = re.compile(r"\bwalls? of text\b|\b(?:one|two|a few|few) (?:thing|\w+) at a time\b", re.I)
_READ_BY = re.compile(
    r"^(?P<reader>[\w' ]{2,40}?) (?:reads?|sees?|gets?|checks?|go(?:es)? (?:through|over|to)|receives?|uses?|(?:is|are) (?:going to )?read by|look(?:s)? at)"
    r" (?P<what>(?:these|those|my|our|the|all my|all our) [\w' -]*?(?<!s)s)\b[^,;]*?[,;]?\s+so (?:please )?"
    r"(?P<wish>(?:they|those|these)(?:'ve| have)? (?:got to|must|need to|have to|should|ought to|can't|mustn't|cannot|shouldn't|can never)(?: always| all)? (?:be|sound|look|stay|read|have|contain)\b.+"
    r"|(?:no|never|zero) .+? (?:in|on|to) them|(?:keep|make|write|phrase) (?:them|it all|everything) .+)$",
    re.I,
)
_PAPERS = re.compile(
    r"\b(?:minutes|letters|papers|decks|briefs|memos|newsletters|notices|statements|updates|handouts|bulletins)$",
    re.I,
)
_FORBIDS = re.compile(r"^(?:no|never|zero)\b|\b(?:can't|mustn't|cannot|shouldn't|can never|never)\b", re.I)


def implied(text: str) -> Stated | None:
    """What a statement about the user's ways asks of the agent, ``None`` where it is about something else."""
    return next(_readings(text), None)


def _readings(text: str) -> Iterator[Stated]:
    if (found := _BEST.match(text)) and _of_answers(found["how"]):
        yield None, found.span("how"), "+"
    if (found := _SUITS.match(text)) and names(found["what"], "answer", "device", "talk"):
        yield None, found.span("what"), "+"
    for pattern in (_LOSES, _LOST):
        if (found := pattern.match(text)) and _of_writing(_blamed(found)):
            yield None, _worded(found), "-"
    if (found := _HARD.match(text)) and _of_writing(found["what"]):
        yield None, found.span("what"), "-" if found["bad"] else "+"
    if (found := _UNWANTED.match(text)) and (found["neg"] or found["last"]) and _is_unwanted(found):
        yield None, found.span("what"), "-"
    if (found := _READ_BY.match(text)) and (
        _PAPERS.search(found["what"]) or names(found["what"], "answer", "product")
    ):
        yield found.span("what"), found.span("wish"), "-" if _FORBIDS.search(found["wish"]) else "+"


def _blamed(found: re.Match[str]) -> str:
    """What is complained of."""
    return str(found[found.lastgroup or "what"])


def _worded(found: re.Match[str]) -> Bounds:
    start, end = found.span(found.lastgroup or "what")
    return start + len(_blamed(found)) - len(_blamed(found).lstrip()), end


def _of_answers(how: str) -> bool:
    """Whether the words say how to be told things: "with one step at a time", "when you quiz me"."""
    if re.match(r" (?:when|if) (?:you|u)\b", how, re.I):
        return True
    return _WALLS.search(how) is not None or names(how, "answer", "device", "talk", "manner")


def _of_writing(what: str) -> bool:
    pointed = _POINTED.search(what) is not None
    return not pointed and (_WALLS.search(what) is not None or names(what, "answer", "device"))


def _is_unwanted(found: re.Match[str]) -> bool:
    place = found["place"] or ""
    if re.search(r"\bmy\b", f"{place} {found['what']}", re.I) or len(words_of(found["what"])) > 10:
        return False
    return place.strip().lower() == "from you" or names(f"{place} {found['what']}", "answer", "device")
