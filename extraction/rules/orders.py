"""What is asked of the agent: orders, polite requests, preferences about its answers, bare style phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.addressed import addressed
from user_memory.extraction.rules.complaints import complains_of_agent, complaints
from user_memory.extraction.rules.order import Form, Order
from user_memory.extraction.rules.patterns import EVERY, NEGATIVE, QUOTED
from user_memory.extraction.rules.pieces import assigns
from user_memory.extraction.rules.style import has, is_stylistic, is_verb, names_style, words_of
from user_memory.graph.model import Polarity

_SOFT = (
    r"(?:\s+(?:please|kindly|also|just|maybe|possibly|perhaps|try to|be sure to|make sure (?:to|you)"
    r"|start|really|all|simply))*"
)


_REQUEST = re.compile(
    rf"^(?:can|could|would|will|can't|won't) (?:you|u|ya)(?: guys)?{_SOFT}\s+(?P<vp>.+)$", re.I
)


_WE_DROP = re.compile(
    r"^(?:can|could|shall|may) we (?:please |just |maybe )*(?P<vp>(?:drop|skip|lose|ditch|cut|avoid|stop|leave out|not)\b.+)$",
    re.I,
)


_MIND = re.compile(
    r"^(?:would|do) you mind (?:always |just |please )*(?P<not>not )?(?P<vp>\w+ing\b.*)$", re.I
)


_WISH = re.compile(
    r"^(?:i|we)(?P<would>'d|'ll| would)?(?: really| much| rather| also| just| generally| usually"
    r"| always| strongly| do| only| just)* (?P<verb>appreciate|like|love|prefer|want|need|expect"
    r"|ask|hate|rather|sooner)(?: (?:it|that))?\s+(?P<rest>.+)$",
    re.I,
)


_RATHER = re.compile(
    r"^(?:i|we)(?:'d| would)(?: much| really)? (?:rather|sooner|prefer it if|prefer that"
    r"|prefer) (?P<rest>you\b.+|not .+)$",
    re.I,
)


_REFUSES = re.compile(
    r"^(?:i|we) (?:(?:don't|do not|dont|really don't|never) (?:want|like|need|wanna|care for"
    r"|enjoy)|can't stand|can't bear)\s+(?P<rest>.+)$",
    re.I,
)


_OF_YOU = re.compile(
    r"^(?:for |it |this |that )*(?:if |when |that )*(?:you|u)(?P<aux>'d| would| could| can| will"
    r"| to)?\s+(?P<neg>not to |not |didn't |don't |wouldn't |never )?(?P<vp>.+)$",
    re.I,
)


_HELPS = re.compile(
    r"^(?:it(?:'s| is|'d be| would be|'d| would)|that'd be|would be) (?:a |an |such a |of |really |so |very |much |a lot |big |great |huge |massive |real |enormous |more )*"
    r"(?:better|best|great|good|nice|helpful|easier|help|helps|lovely|useful|handy|relief|godsend|lifesaver|clearer)(?: a lot| loads| lots| a great deal)? (?:(?:for|to) me )?(?:if"
    r"|when) (?P<rest>(?:you|u)\b.+)$",
    re.I,
)


_DUTY = re.compile(
    r"^you(?:'d better| ought to| should| must| shall| have to| need to| are to|'re to| may| can)(?: always"
    r"| please| just| only| now)*(?P<neg> not| never|n't)?\s+(?P<vp>.+)$|^you(?:(?: don't (?:have|need) to"
    r"| needn't| shouldn't| mustn't| can't| may not| shall not| are not to)|'re not to) (?P<nvp>.+)$",
    re.I,
)


_LETS = re.compile(
    r"^(?:let's|lets|let us|we(?:'ll| will| should)|shall we|we(?:'re| are)(?= (?:only |just )?(?:doing|using|writing|sticking|keeping|practising|practicing|working|(?:speaking|talking)(?! (?:to|with|about)\b))\b.*\b(?:in|only|to|with)\b))(?P<neg> not| don't)?(?: just| please"
    r"| only| all)* (?P<vp>.+)$",
    re.I,
)


_OLD_FIGURE = re.compile(
    r"^(?:stop )?(?:say|tell|think|assum|putt)ing (?:me |people |everyone )?(?:that )?\d+\W*$",
    re.I,
)
"""What a correction lays to rest, "you can stop saying 29": no way of answering."""
_IDIOM = re.compile(
    r"^(?:don't|do not|dont|never) (?:tell me (?:you|he|she|they|that|it|we|i)\b|(?:ask|tell|get|let|make) \w+ to\b|(?:ask|talk to|tell|start) me (?:about|on|started)\b"
    r"|(?:own|eat|drink|drive|smoke|do|watch|sleep|wear|live|miss|mean|get on|snooze|work|speak (?!to\b)\w+(?: at all)?$|play(?: any| the|$))\b(?!.*\b(?:me|you|your|us)\b)"
    r"|use (?:[^\s@]+@|self|public|social)|touch (?!the\b|my\b|any of\b|any ?thing\b)|worry|mind|get me wrong|know|think|you\b|be (?:silly|sorry"
    r"|sad|shy|afraid|scared|daft|fooled|put off|upset|offended|surprised|shocked|mad|angry|jealous)|judge|laugh|panic|care|ask(?:$| why| me why| me$| when| how)|bother(?! (?:with|me|to (?:explain|ask|add|tell|greet|apolog)))|give up|feel"
    r"|even|have|want|need|like|say never|look|believe)|^(?:no|stop) (?:it|that|lol|thanks|longer)\b|^end of(?: story| discussion)?$"
    r"|^(?:put|mark|count|list|sign) me (?:down |in |up )?(?:as|for)\b|^no (?:joke|time)\b|^(?:take|mind|keep) (?:your (?:time|fingers)|all the time|yourself|care)\b|.*\byourself\b|^(?:tell me (?:more|something|i'm)|explain that)\b|^don't (?:play games|be too hard|give me the official)\b|^call me maybe|^hold your (?:horses|breath)|^say no more|^no (?:questions asked|contest|discussion|excuses|kidding)\b|^give me .+ (?:over|any day)\b|^(?:say|think) what you\b"
    r"|^never (?:been|had|seen|heard|knew|thought|tried|again|could|would|did|was|am|is|got|really|quite|once|a|an|the|learn(?:ed|t))\b|^no,"
    r"|^no (?:i|i'm|i've|we|she|he|it|they|one)\b|^call me (?:old[- ]?fashioned|crazy|cynical|picky|paranoid|biased|weird|silly|mad|na[iï]ve|fussy|boring|sentimental|lazy|a snob"
    r"|a (?:cynic|pessimist|romantic|prude)|an? \w+ but|when\b|on\b|at\b|tomorrow|later|back|if\b|what you)|^(?:permit|allow|let) me\b(?! know\b)|^trust me\b|^stop me\b|^mark my words|^go on then",
    re.I,
)


_PASSIVE = re.compile(
    r"^(?P<np>.+?) (?:should|must|need to|have to|has to|needs to|are to|shouldn't|mustn't"
    r"|can)(?: always| never| only| not)* (?:be|rhyme|sound|look|read|carry|rely|rest|work|keep|avoid|stay|remain|come|use|go|have|include|contain|end"
    r"|start|follow|get|serve|fit|show|say|mention|list|feed|last|take|cover|name|give|carry|open|close|rely|depend|contain|exceed|assume)\b",
    re.I,
)


_GOES = re.compile(
    r"^(?:my|all|any|our|your)? ?[\w ]+? (?:get|gets|go|goes|are|is|come|comes)(?: always| never"
    r"| only)? (?:\w+ed|\w+en|day\S*|month\S*|year\S*|before|in|by|to|as|first|last|under|without|with|out)\b",
    re.I,
)


_SMUGGLED = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget) (?:all |any |your |the |my )*(?:previous|prior"
    r"|earlier|above|system|safety|other)\b|\bdeveloper mode\b|\bjailbreak|\bsystem prompt\b"
    r"|\byou are now\b|\bi(?:'m| am) (?:an?|the|your) (?:admin|administrator|owner|developer|root"
    r"|superuser|operator)\b|\b(?:admin|root|sudo) (?:access|rights|privileges|mode)\b"
    r"|^(?:please )?(?:remember|note|know|keep in mind|bear in mind|store|save|record)(?: (?:that"
    r"|this|down))*[:,]? (?:i|my|we|our|the|he|she|they|user|it)\b"
    r"|\bno (?:content )?(?:restrictions|limits|filter)\b",
    re.I,
)


_GOES_ABOUT = re.compile(
    r"go (?:easy|easier|gentle|gently|slow|slower|slowly|steady) (?:on|with|for) (?:me|us)\b"
    r"|(?:double|triple|cross|sanity|spell|fact)[- ]check\b",
    re.I,
)


def is_smuggled(text: str) -> bool:
    """Whether the words try to change what the agent is or may do, or dictate a fact about the user as an order."""
    return bool(_SMUGGLED.search(text))


def read_order(text: str, start: int, end: int) -> Order | None:
    """The order that the words of ``text`` from ``start`` to ``end`` give, whatever it is about."""
    part = text[start:end]
    if _IDIOM.match(part) or len(part.split()) > 34:
        return None
    found = next(_readings(part), None)
    if found is None or _OLD_FIGURE.search(part[found.start : found.end]):
        return None
    return Order(start + found.start, start + found.end, found.form, found.polarity, found.base)


def _readings(part: str) -> Iterator[Order]:
    end = len(part)
    yield from (o for o in complaints(part) if complains_of_agent(part[o.start : o.end], o))
    if found := _WE_DROP.match(part):
        yield Order(found.start("vp"), end, "request", "-")
    if found := _REQUEST.match(part):
        yield from _inner(part, found.start("vp"), "request")
    if found := _MIND.match(part):
        yield Order(found.start("vp"), end, "request", "-" if found["not"] else "+", base=False)
    if found := _RATHER.match(part) or _HELPS.match(part):
        yield from _of_you(part, found.start("rest"), "+")
    if found := _REFUSES.match(part):
        yield from _of_you(part, found.start("rest"), "-")
        yield Order(0, end, "wish", "-")
    if found := _WISH.match(part):
        yield from _of_you(part, found.start("rest"), "-" if found["verb"].lower() == "hate" else "+")
        yield Order(found.start("rest"), end, "wish", "-" if found["verb"].lower() == "hate" else "+")
    if found := _DUTY.match(part):
        negative = bool(found["neg"] or found["nvp"])
        begin = found.start("nvp") if found["nvp"] else found.start("vp")
        yield Order(
            begin if not negative else 0,
            end,
            "duty",
            "-" if negative or _opens_negative(part[begin:]) else "+",
        )
    yield from addressed(part)
    if found := _LETS.match(part):
        yield Order(
            found.start("vp"),
            end,
            "let's",
            "-" if found["neg"] or _opens_negative(part[found.start("vp") :]) else "+",
        )
    if (forbids := NEGATIVE.match(part)) and _forbids(forbids, part):
        yield Order(0, end, "negative", "-")
    yield from _positive(part)
    if _PASSIVE.match(part) and not re.match(
        r"(?:i|we|he|she|they|it|this|that|you|people|one)\b", part, re.I
    ):
        yield Order(
            0, end, "statement", "-" if re.search(r"\b(?:never|not|shouldn't|mustn't)\b", part, re.I) else "+"
        )
    if (found := EVERY.match(part)) and has(found["np"], "answer", "device", "product"):
        yield Order(0, end, "statement", "+")
    if _GOES.match(part) and (
        names_style(part) or (has(part, "product") and re.search(r"\bwith me\b|^(?:all|any)\b", part, re.I))
    ):
        yield Order(0, end, "statement", "+")
    if (len(part.split()) <= 10 or assigns(part, (0, end))) and not re.match(
        r"(?:i|we|he|she|they|it|you|there)\b", part, re.I
    ):
        yield Order(0, end, "phrase", "-" if re.match(r"not\b", part, re.I) else "+")


def _forbids(found: re.Match[str], part: str) -> bool:
    """Whether "never" stands before a verb or a style word, not before a name or a place: "never James", "never home"."""
    verb = (found["base2"] or "").strip()
    return (
        not verb
        or is_verb(verb, "order")
        or is_verb(verb, "conduct")
        or is_stylistic(part)
        or bool(QUOTED.search(part))
    )


def _positive(part: str) -> Iterator[Order]:
    lead = re.match(
        r"(?:(?:please|just|always|only(?: ever)?|try to|make sure (?:to|you|that you)"
        r"|remember to|be sure to|ensure (?:that )?you|don't forget to|do|also|feel free to|continue to|go ahead and)\s+)*",
        part,
        re.I,
    )
    begin = lead.end() if lead else 0
    first = words_of(part[begin:])[:1]
    bare = (
        bool(first)
        and first[0] in {"prefer", "require", "reserve"}
        and re.search(r",|\b(?:the|an?)\b", part) is not None
        and not names_style(part)
    )
    if (
        first
        and not bare
        and not re.match(r"\w+:", part[begin:])
        and not first[0].endswith("ing")
        and (is_verb(first[0], "order") or _GOES_ABOUT.match(part, begin))
    ):
        yield Order(begin, len(part), "order", "+")
    if re.match(r"(?:just|only)\s", part, re.I) and is_stylistic(part):
        yield Order(0, len(part), "phrase", "+")


def _inner(part: str, begin: int, form: Form) -> Iterator[Order]:
    """The order inside a polite request."""
    rest = part[begin:]
    if _opens_negative(rest):
        yield Order(begin, len(part), form, "-")
        return
    for order in _positive(rest):
        yield Order(begin + order.start, len(part), form, "+")


def _opens_negative(text: str) -> bool:
    return bool(
        re.match(
            r"(?:not|never|don't|stop|avoid|skip|quit|leave out|drop|omit|no longer|refrain)\b", text, re.I
        )
    )


def _of_you(part: str, begin: int, polarity: Polarity) -> Iterator[Order]:
    """What the agent should do, after "I'd like", "I'd appreciate it if", "I hate when"."""
    found = _OF_YOU.match(part[begin:])
    if not found:
        return
    negative = (polarity == "-") != bool(found["neg"] or _opens_negative(found["vp"]))
    yield Order(
        begin + found.start("vp"), len(part), "favour", "-" if negative else "+", base=bool(found["aux"])
    )
