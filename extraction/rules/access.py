"""What the agent may and may not do with what is the user's: "my calendar is read-only for you", "you may delete spam"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.conditions import Stated
from user_memory.extraction.rules.style import is_verb

_THING = (
    r"(?:(?:calendar|inbox|mailbox|e-?mails?|messages|folders?|director(?:y|ies)|files?|drive|repos?(?:itory|itories)?|branch(?:es)?|main|master|prod|production|databases?|db"
    r"|servers?|staging|photos?|contacts|accounts?|cards?|wallet|notes|diary|journal|spreadsheets?|docs?|documents?|tables?|drafts|passwords?|vault|bucket|cluster|thermostat"
    r"|downloads|desktop|backups?|config|configs|secrets|chats?|credentials|notebooks?|to-?do list|scripts?|codebase|code|tests|migrations?)\b)|(?<!\w)~?/[\w./-]+"
)
_CLOSED = (
    r"(?:strictly |always |completely |totally |to stay |to be )*(?:read[- ]only|off[- ]limits|out of bounds|private|confidential|sensitive|classified|secret|hands[- ]off"
    r"|none of your business|for my eyes only|not (?:to be|for) \w+(?:ing|ed)?|not yours to \w+|not for you|untouchable|sacred|sacrosanct|look[, -]+don't[- ]touch)"
)
_TO_YOU = re.compile(
    rf"^(?:as far as (?:you're|you are) concerned|for you|to you|where (?:you're|you are) concerned),? (?P<what>(?:my|our|the|every|any|all)\b.+ (?:is|are|stays?) {_CLOSED}.*)$",
    re.I,
)
_FOR_YOU = re.compile(
    rf"^(?P<what>(?:my|our|the|all|any|every)\b[^,;]+ (?:is|are|stays?) {_CLOSED} (?:for|to) you)\b.*$", re.I
)
_ALL_IN = re.compile(
    rf"^(?P<what>(?:everything|anything|all (?:files|mails?|documents|notes|data)|what's|whatever(?:'s| is)|stuff|things) (?:that's |stored |saved |filed )?(?:in|under|inside|on|from|marked|labelled|tagged)"
    rf" (?:the |my |our |that )?(?P<place>[^,;]+?) (?:is|are|stays?|counts? as|remains?) {_CLOSED}.*)$",
    re.I,
)
_MINE = re.compile(
    rf"^(?P<what>(?:my|our) (?P<place>[\w' /-]{{2,40}}?) (?:is|are|stays?|remains?) {_CLOSED}.*)$", re.I
)
_AWAY = re.compile(
    r"^(?P<what>(?:please )?(?:hands off|(?:keep|stay|steer) (?:well )?(?:out of|away from|clear of)|keep your (?:hands|paws|nose|mitts|fingers) (?:off|out of)|don't go (?:near|into)|never go (?:near|into))"
    r" (?:my|the|our|any of my)? ?(?P<place>.+))$",
    re.I,
)
_MAY = re.compile(
    r"^(?P<what>(?:you|u)(?:(?: have|'ve| got| have got) (?:my |full |standing )*(?:permission|blessing|leave|consent|go-ahead|ok|okay|authority|clearance)|(?: are|'re|re)(?P<neg> not)?(?: always| fully)?"
    r" (?:allowed|permitted|authori[sz]ed|cleared|entitled)) to (?P<vp>\S+).*)$",
    re.I,
)
_MAY_ALONE = re.compile(
    r"^(?P<what>(?:you|u) (?:can|may)(?: always| freely)? (?P<vp>[\w-]+) .*(?:\bwithout (?:asking|telling|checking|consulting)\b.*|,? (?:(?:but|and) )?(?:nothing|not(?:hing)?|no(?:thing)?) (?:else|more|other|beyond)\b.*"
    r"|\bas you (?:like|see fit|please)\b.*|\bon your own\b.*))$",
    re.I,
)
_ONLY_THEN = re.compile(
    r"^(?P<cond>(?P<neg>not |never )?(?:only )?(?:ever )?(?:when(?:ever)?|if|once|after|before|until|unless|with)\b.+?),? (?:may|can|should|do|are|must|shall|will|could) (?:you|u)(?: ever| then)? (?P<vp>(?P<verb>[\w-]+)\b.*)$",
    re.I,
)
_OK = (
    r"(?:(?:my|me|our) (?:explicit |written |prior |clear |express )?(?:say-so|say so|ok|okay|permission|approval|consent|go-ahead|sign-off|knowledge|blessing|yes|word|confirmation|green light)"
    r"|(?:asking|telling|checking|consulting|warning|informing|notifying|running it|clearing it)(?: me| it| with me| by me| past me| first|$)+|letting me know|permission|approval)"
)
_I_HAVE = r"(?:unless|until|till|before) (?:i|we)(?:'ve| have|'d)? (?:\w+ )?(?:said|say|ok|okay|ok'd|okayed|approved?|asked?|confirm(?:ed)?|agreed?|signed|sign|read|checked?|seen|see|told|tell|cleared|given|give|reviewed|review)\b"
_UNASKED = re.compile(rf"^(?P<what>(?:don't|do not|dont|never|no|nothing|none)\b.+ without {_OK}.*)$", re.I)
_UNTIL_SAID = re.compile(
    rf"^(?P<what>(?:don't|do not|dont|never|no|nothing|none)\b.+?),? (?P<cond>{_I_HAVE}.*)$", re.I
)
_ANYTHING = re.compile(r"(?:nothing|never|none|no \w+ing)\b|(?:don't|do not|dont) \w+(?: \w+)? any", re.I)
_NEED_YES = re.compile(
    rf"^(?P<what>(?:(?:you|u)(?:'ll)? (?:always )?(?:need|must have|must get|require)|(?:always )?get|wait for|ask for) {_OK} (?P<cond>(?:before|to|for|if|when)\b.+))$",
    re.I,
)


_VETO = re.compile(
    r"^(?P<what>(?:i|we)(?:'d| would)? (?:want|need|like|expect|insist on|have) (?:to |being able to )?(?:approve|see|check|read|review|sign off(?: on)?|confirm|okay|ok|vet) (?:every|all|any|each|everything|anything)\b[^,;]*?)"
    r" (?P<cond>before .+)$",
    re.I,
)


def access(text: str) -> Stated | None:
    """What a statement allows the agent or keeps from it, ``None`` where it is of somebody else or of the world."""
    return next(_readings(text), None)


def gated(text: str) -> Stated | None:
    """What waits for the user's word, whatever it is: "nothing goes out until I've read it"."""
    found = _UNTIL_SAID.match(text)
    if found is None or not _ANYTHING.match(text):
        return None
    return found.span("cond"), found.span("what"), "-"


def _readings(text: str) -> Iterator[Stated]:
    if (found := _ONLY_THEN.match(text)) and _is_deed(found["verb"]):
        start = found.start("cond") + len(found["neg"] or "")
        yield (start, found.end("cond")), found.span("vp"), "-" if found["neg"] else "+"
    for pattern in (_TO_YOU, _FOR_YOU):
        if found := pattern.match(text):
            yield None, found.span("what"), "+"
    for pattern in (_ALL_IN, _MINE, _AWAY):
        if (found := pattern.match(text)) and re.search(_THING, found["place"], re.I):
            yield None, found.span("what"), "+"
    for pattern in (_MAY, _MAY_ALONE):
        if (found := pattern.match(text)) and _is_deed(found["vp"]):
            yield None, found.span("what"), "-" if found.groupdict().get("neg") else "+"
    if found := _VETO.match(text):
        yield None, (found.start("what"), found.end("cond")), "+"
    if found := _NEED_YES.match(text):
        yield None, found.span("what"), "+"
    if found := _UNASKED.match(text):
        yield None, found.span("what"), "-"
    if found := _UNTIL_SAID.match(text):
        yield found.span("cond"), found.span("what"), "-"


def _is_deed(verb: str) -> bool:
    """Whether the verb is of what an agent does."""
    return is_verb(verb, "order") or is_verb(verb, "conduct")
