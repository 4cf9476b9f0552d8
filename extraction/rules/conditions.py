"""Under what condition an order holds: "when I paste a stack trace, …", "… unless I ask for detail"."""

from __future__ import annotations

import re

from user_memory.extraction.rules.style import is_stylistic, is_verb, names_style, words
from user_memory.extraction.rules.verbs import Verbs
from user_memory.graph.model import Polarity

Bounds = tuple[int, int]
Stated = tuple[Bounds | None, Bounds, Polarity]
"""(condition, instruction, polarity) of what a statement asks; bounds count characters of its text."""

_LEAD = re.compile(
    r"^\W*(?:when(?:ever)?|if|before|after|every time|each time|any ?time|once|unless|as soon as"
    r"|wherever|where (?=there|it|possible|relevant|appropriate)|should (?:i|we|anyone) (?:ever |happen to )?(?:ask|mention|need|want|forget|say|send|sound|seem|be|start|try|get|write|paste)|should (?:an?|any|my|the|there|something|anything)(?: [\w-]+){0,3} (?:be|come|get|go|arrive|fail|ever|arise|happen|change|turn|need)(?=\b[^,?]*,)|in case|whichever|whatever|whoever|no matter|upon|anything(?=[^,]*\b(?:i|you|we|u|longer|shorter|more|less|over|above|under|academic|legal|medical)\b)|any (?!chance|idea|advice|tips?|thoughts?|more)|as for|regarding|the (?:moment|minute|second)|for|in|on|with|at(?: the (?:end"
    r"|start|beginning) of)?|during|(?:first thing )?every|each|as long as|while)\b",
    re.I,
)
_PHRASE = re.compile(r"^\W*(?:for|in|on|with|at|during)\b", re.I)
_TRAIL = re.compile(
    r"[,;\s(]\s*(?P<cond>(?:when(?:ever)?|(?<!as )(?<!even )if|before|after|unless|every time|each time|any ?time"
    r"|until|once|except(?: when| if| for| in)?|as soon as|wherever|where(?= (?:there|possible|relevant|appropriate|it makes))|whatever i|while|(?:at"
    r"|in) the (?:end|start|beginning) of (?:each|every)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:on|at) weekends|in the mornings|(?:after|before) (?:each|every"
    r"|any))\b.+)$",
    re.I,
)
_IDIOM = re.compile(
    r"^\W*(?:before anything else|if (?:you (?:can|could|don't mind|please|want|like)|possible"
    r"|that's ok|that works|not|only|so|ok)\b|(?:when|once) you(?:(?:'re| are) (?:ready|done|finished|free|back|around|able|up|there|online|in|at it|happy|good)\b| can\b| get\b| have\b)"
    r"|if you (?:can|get a chance|have (?:time|a))\b|after all\b|once (?:more|again)\b"
    r"|once and for all|as long as you (?:can|like)|if it's not too much)",
    re.I,
)
_COMPLEMENT = re.compile(
    r"\b(?:(?:appreciate|like|love|hate|prefer|enjoy|dislike|stand)(?: it| that)?|"
    r"(?:great|good|nice|helpful|better|best|lovely|easier|help|helps|mind)(?: for me)?)\s*$",
    re.I,
)
_ASKED = re.compile(r"\b(?:ask|asks|see|check|wonder|know(?<!let me know)|sure|ask me|whether)\s*$", re.I)
_WHETHER = re.compile(r"^\W*(?:if|whether|when)\b", re.I)
_CLOCK = re.compile(
    r"^\W*\w+ (?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|lunch|dinner|dark|dying|that)$|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s))",
    re.I,
)
_WORD = re.compile(r"[^\s,;:—]+")
_WANTS = re.compile(
    r"\s*\b(?:i|we)(?:'d| would)(?: much| really)? (?:rather|like|prefer|love)\b|\s*\b(?:i|we) (?:want|need|expect) you\b",
    re.I,
)
_LIKES = re.compile(r"\b(?:i|we)(?:'d| would)? (?:always |usually |really )?(?:want|need|like|prefer) ", re.I)
_YOU_DO = re.compile(
    r"\s*(?:you|u) (?:never|always|do not|don't|must|should|may|just|only|answer|give|say|tell|reply|ask|call|use)\b",
    re.I,
)
_NEVER = frozenset({"don't", "dont", "never"})
_FILLER = frozenset({"always", "please", "just", "never", "also", "only"})
_OBJECTS = frozenset({"it", "me", "them", "this", "that", "you", "i"}) - {"i", "you"}
_GENERIC = re.compile(r"\W*(?:for|in|on|with|at|during|once) (?!the\b|my\b|our\b|this\b|that\b)", re.I)
_CONTEXT = re.compile(r"^\W*(?:for|in|on|with)\b", re.I)
_OFTEN = re.compile(
    r"^\W*(?:if|when) (?:in doubt|unsure|not sure|unclear)\b|^\W*(?:after|before|at the (?:end|start) of) (?:each|every) [\w-]+|^\W*(?:every|each) (?:\w+day|morning|evening|day|week|month|night|hour|weekend|year|time zone)\b",
    re.I,
)
_DAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|evening|afternoon")
_DONE = re.compile(
    r"\W*(?:once|when(?:ever)?|if|as soon as|after|every time) [^,]{3,60}?(?:'s|'re|'ve|\bis|\bare|\bhas|\bhave|\bgets?|\bcomes?|\bgoes) (?:[\w-]+ )??[\w-]+ (?P<verb>[\w-]+) (?:it|them|me|the|a|an|my|that|to|us)\b",
    re.I,
)
_DENIED = re.compile(
    r"(?<!\bI )(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\byou )(?<!\bu )\b(?:don't|do not|dont|never) (?=[a-z]+ (?:it|them|me|the|a|an|any|that)\b)"
)
""" "if there's a bug don't fix it, just …": where the order begins that a comma parts."""
_ACTS_ON = re.compile(r" (?:the|a|an|my|me|us|it|them|all|any)\b", re.I)
_LET_ME = re.compile(
    r"(?<!\bto )(?<!\bi )(?<!\byou )(?<!\bu )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\band )(?<!\bnot )(?<!n't )(?<!\bwill )(?<!\bcan )(?<!ould )(?<!\bthat )(?<!\bwho )"
    r"(?<![,;] )\b(?:let me know|(?:tell|warn|remind|ping|nudge|alert|notify|message|text|send|give|ask) me)\b",
    re.I,
)
_OCCASION = re.compile(
    r"^\W*(?P<when>(?:(?:in|on|at|for|with|during) (?!the\b|this\b|my\b|that\b|those\b|these\b)(?:all )?(?:[\w-]+ ){0,3}?[\w-]+s|(?:on |in the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|afternoons|weekends"
    r"|weekdays|nights)|(?:on |at |in )?(?:every|each|most) [\w-]+(?: [\w-]+)?)),? (?=(?:i|i'm|i've|we|we're|it's|it|my|our|are|is|there's|there)\b)",
    re.I,
)
_SPARES = re.compile(r"\b(?:only|no|max(?:imum)?|always|never)\b|\b(?:please|pls)\W*$", re.I)
_TOPIC = re.compile(
    r"^\s*(?P<topic>(?![^:]*\b(?:my|i|me|says?|said|reads?|tells?|told|states?|wrote|writes)\b)(?!(?:also|and|but|so|please|instead|otherwise|again|ps|update|edit|from|sent|subject|to|re|of|plans?|[\w -]*\b(?:plans?|goals?|ambitions?|aims?|dreams?|missions?|allerg\w+|languages|instruments|hobbies|to|last year)|task|todo|today|tomorrow|tonight|step|question|answer)\b)"
    r"[a-z][\w-]+(?: [\w-]+){0,3}?)\s*:\s+",
    re.I,
)
_FILLERS = re.compile(
    r"^(?:[\s,:—-]+|(?:and|so|then)\b(?=\s(?:please |just )*(?:don't|never|no|[a-z]+)\b)|(?:please|pls|plz|kindly|just|always|also|then|only|first|immediately|simply"
    r"|automatically)\b|(?:i|we)(?:'d| would)? (?:like|want|need|expect|prefer) you to\b"
    r"|you (?:should|must|can|need to|have to)\b|(?:can|could|would) you\b|make sure (?:to|you"
    r"|that you)\b|remember to\b|be sure to\b|try to\b|do\b(?! not))+",
    re.I,
)
_NEGATIVE = re.compile(r"^(?:don't|do not|dont|never|no (?:need|more)|avoid|stop|skip|no)\b", re.I)


def moved(bounds: Bounds, by: int) -> Bounds:
    """The same stretch of a text with ``by`` more characters before it."""
    return bounds[0] + by, bounds[1] + by


def opens_order(text: str) -> bool:
    """Whether ``text`` starts like an order to the agent, after words such as "please just"."""
    rest = _FILLERS.sub("", text.strip())
    if _NEGATIVE.match(rest):
        return True
    first = _WORD.match(rest)
    return (
        first is not None
        and not first.group().endswith("ing")
        and is_verb(first.group().rstrip(".!?"), "order")
    )


def leading(text: str, verbs: Verbs) -> tuple[Bounds, Bounds] | None:
    """(condition, order) bounds of a sentence that starts with its condition.

    Without a comma the condition ends before the first
    order verb that follows a whole clause ("whenever I log a meal | give me the calories").
    """
    if not _LEAD.match(text):
        return None
    for comma in re.finditer(
        r"[,:—]|\s-\s|\bthen\b|\bjust (?=listen|say|tell|ask|stop|give|show|send|let|call|answer|reply)", text
    ):
        if (
            opens_order(text[comma.end() :])
            or _WANTS.match(text[comma.end() :])
            or _YOU_DO.match(text[comma.end() :])
            or (
                (_CONTEXT.match(text) or verbs.within(0, comma.start()))
                and _is_terse(_piece(text, comma.end()))
            )
        ):
            start = _order_before(text, comma.start(), verbs)
            return _trim(text, 0, start), _trim(text, start, len(text))
    liked = _LIKES.search(text, 4)
    if liked is not None and _GENERIC.match(text) and names_style(text[liked.end() :]):
        return _trim(text, 0, liked.start()), _trim(text, liked.start(), len(text))
    if _PHRASE.match(text) or _OFTEN.match(text):
        return _phrase_then_order(text, verbs)
    wanted = _WANTS.search(text, 6)
    if wanted is not None and verbs.within(0, wanted.start()) and not _WANTS.match(text.lstrip()):
        return _trim(text, 0, wanted.start()), _trim(text, wanted.start(), len(text))
    previous = ""
    for word in _WORD.finditer(text):
        before = previous
        previous = word.group().lower()
        if (
            (before in words("bound") and not (before in _OBJECTS and verbs.is_base(word.start())))
            or before.endswith(("'d", "'ll", "'m", "'re", "'ve"))
            or word.start() < 6
            or not verbs.within(0, word.start())
        ):
            continue
        start = _with_fillers(text, word.start())
        if (is_verb(previous, "order") and not previous.endswith("ing")) or _NEGATIVE.match(
            text[word.start() :]
        ):
            return _trim(text, 0, start), _trim(text, start, len(text))
        if previous in {"just", "please", "always"} and opens_order(text[word.start() :]):
            return _trim(text, 0, word.start()), _trim(text, word.start(), len(text))
    told = _LET_ME.search(text, 12)
    return (_trim(text, 0, told.start()), _trim(text, told.start(), len(text))) if told else None


def _order_before(text: str, comma: int, verbs: Verbs) -> int:
    """Where an order begins before the comma already ("once it's done move it to the archive, don't …"), else ``comma``."""
    denied = _DENIED.search(text, 8, comma)
    if denied is not None and text[8 : denied.start()].count(" ") > 1:
        return denied.start()
    found = _DONE.match(text, 0, comma)
    if found is not None and is_verb(found["verb"], "order") and verbs.is_base(found.start("verb")):
        return found.start("verb")
    return comma


def _piece(text: str, start: int) -> str:
    """The words from ``start`` to the next comma."""
    return re.split(r"[,;]", text[start:], maxsplit=1)[0]


def _is_terse(text: str) -> bool:
    """Whether the words are a wish without a verb: "metric units only"."""
    if re.match(r"\s*(?:i|we|he|she|they|it|you|there|that's|how|what|why|my|our)\b", text, re.I):
        return False
    return len(text.split()) <= 6 and (is_stylistic(text) or _SPARES.search(text) is not None)


def _phrase_then_order(text: str, verbs: Verbs) -> tuple[Bounds, Bounds] | None:
    """ "for work emails use a formal tone", "every Monday give me a summary": the order follows at once."""
    previous = ""
    for word in _WORD.finditer(text):
        if previous and word.group().lower() in _FILLER:
            continue
        before, previous = previous, word.group().lower()
        if (
            previous in _NEVER
            and word.start() > 6
            and not _CLOCK.match(text)
            and not verbs.within(0, word.start())
        ):
            return _trim(text, 0, word.start()), _trim(text, word.start(), len(text))
        if (
            before in words("bound")
            or word.start() < 6
            or not is_verb(previous, "order")
            or previous.endswith("ing")
        ):
            continue
        if (
            before.endswith("s")
            or (_OFTEN.match(text) and (verbs.is_base(word.start()) or _ACTS_ON.match(text, word.end())))
            or (verbs.is_base(word.start()) and _GENERIC.match(text))
            or before
            in {"morning", "evening", "week", "day", "month", "code", "email", "work", "hour", "night"}
            or _DAY.fullmatch(before)
        ):
            start = _with_fillers(text, word.start())
            return _trim(text, 0, start), _trim(text, start, len(text))
    return None


def topic(text: str) -> tuple[Bounds, Bounds] | None:
    """(condition, order) bounds of "code reviews: be blunt"."""
    found = _TOPIC.match(text)
    if found is None or not (opens_order(text[found.end() :]) or _is_terse(text[found.end() :])):
        return None
    return _trim(text, *found.span("topic")), _trim(text, found.end(), len(text))


def trailing(text: str) -> tuple[Bounds, Bounds] | None:
    """(condition, order) bounds of a sentence that ends with its condition."""
    match = _TRAIL.search(text)
    while match is not None:
        start, begin = match.start("cond"), match.start()
        match = _TRAIL.search(text, start)
        if (
            _IDIOM.match(text[start:])
            or _CLOCK.match(text[start:])
            or _COMPLEMENT.search(text[:begin])
            or (_ASKED.search(text[:begin]) and _WHETHER.match(text[start:]))
            or len(text[:start].split()) < 2
        ):
            continue
        return _trim(text, start, len(text)), _trim(text, 0, begin)
    return None


def is_idiom(text: str) -> bool:
    """Whether the condition is a mere politeness ("when you can") or about one occasion."""
    return bool(_IDIOM.match(text))


def occasion(text: str) -> Bounds | None:
    """What a reason opens with where it comes round again: "Tuesdays (it's my turn to cook)", "in formal letters (I go by Dr)"."""
    found = _OCCASION.match(text)
    return found.span("when") if found else None


def _with_fillers(text: str, start: int) -> int:
    head = re.search(r"(?:\b(?:please|just|always|also)\s+)+$", text[:start], re.I)
    return head.start() if head else start


def _trim(text: str, start: int, end: int) -> Bounds:
    while start < end and not (text[start].isalnum() or text[start] in "\"'(#"):
        start += 1
    while end > start and text[end - 1] in " ,;:.!?-—\t\n":
        end -= 1
    return start, end
