"""What is asked of the agent: orders, polite requests, preferences about its answers, bare style phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.rules.complaints import complains_of_agent, complaints
from user_memory.extraction.rules.order import Form, Order
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
_MIND = re.compile(r"^(?:would|do) you mind (?P<not>not )?(?P<vp>\w+ing\b.*)$", re.I)
_WISH = re.compile(
    r"^(?:i|we)(?P<would>'d|'ll| would)?(?: really| much| rather| also| just| generally| usually"
    r"| always| strongly| do| only| just)* (?P<verb>appreciate|like|love|prefer|want|need|expect"
    r"|ask|hate|rather)(?: (?:it|that))?\s+(?P<rest>.+)$",
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
    r"^(?:it(?:'s| is|'d be| would be|'d| would)|that'd be|would be) (?:really |so |very "
    r"|much )*(?:better|best|great|good|nice|helpful|easier|help|helps|lovely) (?:for me )?(?:if"
    r"|when) (?P<rest>you\b.+)$",
    re.I,
)
_DUTY = re.compile(
    r"^you(?:'d better| ought to| should| must| have to| need to| are to| may| can)(?: always"
    r"| please| just| only)*(?P<neg> not| never|n't)?\s+(?P<vp>.+)$|^you (?:don't (?:have|need) to"
    r"|needn't|shouldn't|mustn't|can't|may not) (?P<nvp>.+)$",
    re.I,
)
_LETS = re.compile(
    r"^(?:let's|lets|let us|we(?:'ll| will| should)|shall we)(?P<neg> not| don't)?(?: just| please"
    r"| only| all)* (?P<vp>.+)$",
    re.I,
)
_NEGATIVE = re.compile(
    r"^(?:(?:don't|do not|dont)(?: ever| you dare)?(?P<base> [\w-]+)"
    r"|never(?: ever)?(?P<base2> [\w-]+)|(?:(?:stop|quit)(?! and\b)|avoid|cease|refrain from|no need to"
    r"|no more)(?P<ing> [\w-]+)|(?:skip|omit|drop|leave out|leave off|cut out|cut|spare me|lose"
    r"|ditch|enough with|enough of|go easy on|lay off|hold)(?P<np> .+)|no(?P<no> (?!one\b|idea\b"
    r"|problem\b|worries\b|way\b|thanks\b|wonder\b|doubt\b|offense\b|offence\b|clue\b|rush\b"
    r"|luck\b|matter\b|biggie\b).+))",
    re.I,
)
_IDIOM = re.compile(
    r"^(?:don't|do not|dont|never) (?:worry|mind|get me wrong|know|think|you\b|be (?:silly|sorry"
    r"|sad|shy|afraid|scared|daft|fooled|put off|upset|offended|surprised|shocked|mad|angry|jealous)|judge|laugh|panic|care|ask why|ask me why|bother|give up|feel"
    r"|even|have|want|need|like|say never|look|believe)|^(?:no|stop) (?:it|that|lol|thanks|longer)\b|^end of(?: story| discussion)?$"
    r"|^give me .+ (?:over|any day)\b|^(?:say|think) what you\b"
    r"|^never (?:been|had|seen|heard|knew|thought|tried|again)\b|^no,",
    re.I,
)
_ONE_OFF = re.compile(
    r"\b(?:yet|this|these|that (?:one|part|file|line|email)|those|following|above|below|attached"
    r"|tomorrow|second one|first one|last one)\b",
    re.I,
)
_OTHERS = re.compile(r"\b(?:them|him|her)\b", re.I)
_TASK = re.compile(
    r"^(?:write|make|create|give|draft|show|list|tell|send|add|put|find|start|call|use)(?: me"
    r"| us)? (?:a|an|another|some|my|the)\b(?! (?:answer|reply|response)s? )",
    re.I,
)
_ARTICLE_TASK = re.compile(
    r"\b(?:this|these|those|my|his|her|it|the (?:above|following|text|email|code))\b", re.I
)
_QUOTED = re.compile(r"\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)")
_DEGREE = re.compile(
    r"^(?:not (?:so|too|that|as)(?: much)?|(?:a (?:bit|little|lot)|much|way)? ?(?:less|more|fewer))(?: of the)? (?P<manner>[\w-]+)$",
    re.I,
)
_MANNER = re.compile(
    r"^(?:talk|speak|write|reply|respond|explain (?:things|everything|stuff|it all|concepts))(?: to me| with me)? (?:like|as if|as though)\b"
    r"|^(?:assume|presume) (?:that )?(?:i|we|my|our)\b|^(?:lead|open|start|begin|finish|end|close) with (?:the|a|your) (?:\w+ )?(?:conclusion|answer|summary"
    r"|recommendation|bottom line|result|takeaway|punchline|verdict|question|short version)s?\b|\b(?:first|last|full|sur)[- ]?names?\b|\bsurname|\bnicknames?\b"
    r"|\bpronouns?\b|^(?:use|say|write|pick|choose|prefer) (?!the|this|that|my|it)[\w-]+(?: [\w-]+)? (?:instead of|rather than|over|not) (?!the|this|that|my|it)",
    re.I,
)
_BE = re.compile(
    r"^(?:be|stay|sound|try to be)(?: (?:a (?:bit|little)|much|very|really|more|less|extra|as"
    r"|super|so|nice and))* (?P<manner>[\w-]+)",
    re.I,
)
_KEEP = re.compile(
    r"^keep (?:it|things|everything|that|replies|them|your \w+|the \w+|all \w+"
    r"|\w+s) (?:\w+ )*?(?P<manner>[\w-]+)",
    re.I,
)
_PASSIVE = re.compile(
    r"^(?P<np>.+?) (?:should|must|need to|have to|has to|needs to|are to|shouldn't|mustn't"
    r"|can)(?: always| never| only| not)* (?:be|stay|remain|come|use|go|have|include|contain|end"
    r"|start|follow|get|serve|fit|show|say|mention|list|feed|last|take|cover|name|give|carry|open|close|rely|depend|contain|exceed|assume)\b",
    re.I,
)
_GOES = re.compile(
    r"^(?:my|all|any|our|your)? ?[\w ]+? (?:get|gets|go|goes|are|is|come|comes)(?: always| never"
    r"| only)? (?:\w+ed|\w+en|in|by|to|as|first|last|under|without|with|out)\b",
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


def is_smuggled(text: str) -> bool:
    """Whether the words try to change what the agent is or may do, or dictate a fact about the user as an order."""
    return bool(_SMUGGLED.search(text))


def read_order(text: str, start: int, end: int) -> Order | None:
    """The order that the words of ``text`` from ``start`` to ``end`` give, whatever it is about."""
    part = text[start:end]
    if _IDIOM.match(part) or len(part.split()) > 34:
        return None
    return next(
        (Order(start + o.start, start + o.end, o.form, o.polarity, o.base) for o in _readings(part)), None
    )


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
    if found := _LETS.match(part):
        yield Order(
            found.start("vp"),
            end,
            "let's",
            "-" if found["neg"] or _opens_negative(part[found.start("vp") :]) else "+",
        )
    if _NEGATIVE.match(part):
        yield Order(0, end, "negative", "-")
    yield from _positive(part)
    if _PASSIVE.match(part) and not re.match(
        r"(?:i|we|he|she|they|it|this|that|you|people|one)\b", part, re.I
    ):
        yield Order(
            0, end, "statement", "-" if re.search(r"\b(?:never|not|shouldn't|mustn't)\b", part, re.I) else "+"
        )
    if _GOES.match(part) and names_style(part):
        yield Order(0, end, "statement", "+")
    if len(part.split()) <= 10 and not re.match(r"(?:i|we|he|she|they|it|you|there)\b", part, re.I):
        yield Order(0, end, "phrase", "-" if re.match(r"not\b", part, re.I) else "+")


def _positive(part: str) -> Iterator[Order]:
    lead = re.match(
        r"(?:(?:please|just|always|only|try to|make sure (?:to|you|that you)"
        r"|remember to|be sure to|ensure (?:that )?you|don't forget to|do|also|feel free to|continue to|go ahead and)\s+)*",
        part,
        re.I,
    )
    begin = lead.end() if lead else 0
    first = words_of(part[begin:])[:1]
    if first and not first[0].endswith("ing") and is_verb(first[0], "order"):
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


def is_setting(text: str, order: Order) -> bool:
    """Whether an order without "always" and without a condition still sets a way of working, and not the task in hand."""
    words = text[order.start : order.end]
    if order.polarity == "-" and _QUOTED.search(words):
        return True
    if order.form in {"complaint", "praise", "leave"}:
        return not _ONE_OFF.search(words)
    if order.form == "phrase" and _DEGREE.match(words):
        return True
    if (
        order.form == "statement"
        and has(words, "product")
        and re.search(r"\b(?:must|mustn't|never|always)\b", words, re.I)
    ):
        return True
    if (
        order.form == "phrase"
        and has(words, "product")
        and re.match(r"(?:all )?\w+ (?:always |only )?(?:as|in) \S", words, re.I)
    ):
        return True
    if order.form == "statement" and has(words, "product") and has(words, "measure", "language", "manner"):
        return True
    if order.form in {"phrase", "statement"}:
        return names_style(words) or (has(words, "language", "measure") and has_only(words))
    if order.form == "negative":
        return _forbids_style(words)
    if _ONE_OFF.search(words) or (_TASK.match(words) and not names_style(words)):
        return False
    if order.form == "wish" and re.match(r"(?:everything|all \w+|every \w+)\b", words, re.I):
        return is_stylistic(words) or has(words, "product")
    if order.form == "wish":
        return names_style(words) and not re.match(r"(?:to|a|an)\b", words, re.I)
    return order.form in {"order", "request", "favour", "duty"} and _sets_style(words, order)


def _base(word: str) -> str:
    """The verb of an -ing form that is on the list of orders: "calling" is "call"."""
    if not word.endswith("ing") or not is_verb(word, "order"):
        return word
    stem = word.removesuffix("ing")
    return next(s for s in (stem, stem + "e", stem[:-1]) if is_verb(s, "order"))


def has_only(words: str) -> bool:
    """Whether the phrase is exclusive: "English only"."""
    return bool(re.search(r"\b(?:only|just|exclusively)\b", words, re.I))


def _sets_style(words: str, order: Order) -> bool:
    words = re.sub(r"^(?:not|never|don't|do not) (?:to )?", "", words, flags=re.I)
    if _MANNER.search(words):
        return True
    manner = _BE.match(words) or _KEEP.match(words)
    if manner:
        return has(words, "manner", "device", "language", "answer")
    first = [_base(w) for w in words_of(words)[:1]]
    if not first:
        return False
    if first[0] in {"stop", "avoid", "skip", "quit", "leave", "drop", "omit"}:
        return _forbids_style(words)
    if order.form == "favour":
        asked = is_stylistic(words) and not _ARTICLE_TASK.search(words)
        return asked or (order.polarity == "-" and is_verb(first[0], "conduct"))
    if first[0] in {"give", "show", "put", "make", "write", "include", "start", "end", "begin", "finish"}:
        measured = (
            has(words, "measure", "language")
            and has(words, "product")
            and not re.search(r"\b(?:the|a)\b", words)
        )
        return (names_style(words) or measured) and not _ARTICLE_TASK.search(words)
    if first[0] in {"call", "address", "refer", "treat"}:
        return bool(re.match(r"(?:call|address|treat|referr?(?:ing)? to)(?:ing)? (?:me|us)\b", words, re.I))
    return (
        is_verb(first[0], "setting")
        and is_stylistic(words)
        and not re.search(r"\b(?:it|that) (?:in|to|with)\b", words, re.I)
    )


def _forbids_style(words: str) -> bool:
    found = _NEGATIVE.match(words)
    if found is None or _ONE_OFF.search(words) or _OTHERS.search(words):
        return names_style(words) and not _ONE_OFF.search(words)
    verb = (found["base"] or found["base2"] or found["ing"] or "").strip()
    if verb:
        return (
            (is_verb(verb, "conduct") and not re.search(r"^(?:\S+ ){1,3}(?:it|that)$", words, re.I))
            or (is_stylistic(words) and is_verb(verb, "order"))
            or names_style(words)
        )
    return is_stylistic(words)
