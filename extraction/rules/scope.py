"""For how long an instruction is meant: this session only, or from now on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_HERE = r"session|chat|conversation|thread|call|meeting|exercise|game|lesson|sitting|discussion|round|interaction|context"
_PIECE = (
    r"one|answer|question|reply|response|message|document|chapter|draft|task|part|bit|step|file|function"
    r"|email|essay|section|recipe|story|poem|letter|list|summary|translation|post|presentation|slide|problem|paragraph|report|round|exchange|review|ticket|bug"
    r"|text|case|job|trip|quiz|brainstorm|interview(?:\spractice)?|(?:mock|practice|trial|past)\s(?:exam|test|paper|trial|interview|run|quiz|debate)|exam|test|rehearsal|drill"
)
_SPAN = r"hours?|minutes?|mins?|days?|messages?|answers?|repl(?:y|ies)|questions?|turns?|half[ -](?:an )?hour|bit|while|round|lines?"
_COUNT = r"few|couple of|\d+|half|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|sixty"
_THIS = r"(?:(?:just|only|all\sof|the\srest\sof|the\sremainder\sof)\s)?(?:this|our|the\scurrent|the\spresent|today's|tonight's)\s(?:current\s)?"
_STOP = r"(?=[,.;!:]|$|\s(?:please\s|just\s)?(?:keep|be|use|no|don't|never|only|answer|call|text|quiz|skip|speak|talk|stay|let's|give|assume|reply|print|tell|treat|pretend)\b)"
_DAYTIME = r"today|tonight|(?:this|the) (?:evening|afternoon|morning|week|weekend)"
_STRONG = re.compile(
    rf"""\b(?:
    (?:just\s|only\s)?for\s(?:now|once|the\smoment|the\stime\sbeing|(?:just\s)?(?:today|tonight)(?!'s)|this\s(?:afternoon|evening|morning|weekend)(?!'s)
        |a\s(?:while|bit|minute|sec(?:ond)?))
    | (?:just\s|only\s)(?:for\s|on\s|in\s|with\s)?this(?:\s(?!only\b)[\w-]+){{1,3}}?(?=\s*(?:[,.!;:—-]|$))
    | (?:for|in|on|with)\s(?:this|tonight's|today's)(?:\s(?!only\b)[\w-]+){{1,3}}?\sonly | (?:tonight|today)'s\s\w+\sonly | (?:{_DAYTIME})\sonly | (?:just|only)\s(?:{_DAYTIME})
    | (?:just|only)\sfor\sthis(?:\sone)?\s[\w-]+
    | (?:just\s)?(?:the|this)\sone\stime | just\sthe\sone | just\shere | just\snow | rn | atm | one[\s-]off | (?:just\s)?one\stime\sonly
    | in\swhat\sfollows | at\sthis\s(?:stage|point(?!\son)) | for\s(?:the\s)?purposes?\sof\sthis\s\w+
    | (?:from\shere\s)?(?:to|until|till|til)\sthe\send\sof\s(?:this|the|our)\s\w+
    | for\sthe\s(?:whole|entire)\s(?:{_HERE})
    | (?:just\s|only\s)?(?:for\s)?this\sonce | just\s(?:this\s(?:one\s)?time|once|today|now|tonight)
        | this\s(?:one\s)?time(?:\s(?:only|around))?
    | (?:for|in|during|throughout|within|over)\s{_THIS}(?:{_HERE}) | (?:for|during|throughout|within|over)\s{_THIS}(?:(?:one|single)\s)?(?:{_PIECE})
    | in\s{_THIS}(?:answer|reply|response|message|part|bit|step|one) | in\sthis\sfirst\s(?:{_HERE}|{_PIECE})
    | (?:just\s|only\s)?(?:for\s)?this\s(?:{_HERE})(?:\sonly)?
    | for\sthe\s(?:rest|remainder)\sof\s(?:this|the|our|today|tonight)(?:\s[\w']+)?
    | (?:until|till|til)\s(?:we|i)(?:'re|\sare|'m|\sam|'ve|\shave)?\s(?!say\s(?:otherwise|differently|so)\b|tell\b)[^,.;!]+?{_STOP}
    | (?:until|till|til)\s(?:tonight|tomorrow|lunch(?:time)?|dinner(?:time)?|tea(?:time)?|bedtime|the\send\sof[^,.;!]+|noon|midnight|\d[\w:]*
        |(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:my|our|his|her)\s[\w-]+(?:'s|\sis|\shas|\sare|\shave)\s[\w-]+(?:\s(?:done|over|back|gone|to\sbed))?
        |the\s[\w-]+(?:'s|\s(?:is|are|has|have))\s[\w-]+|this\s[^,.;!]+?{_STOP}|the\s[^,.;!]+?{_STOP}|further\sdown\sin\sthis\s\w+|then)
    | (?:as\slong\sas|while|whilst)\s(?:we|i)(?:'re|\sare|'m|\sam)\s[^,.;!]+?{_STOP}
    | (?:as\slong\sas|while|whilst)\s(?:we|i|you)\s\w+\s[^,.;!]*\bthis\b[^,.;!]*
    | (?:while|whilst|as\slong\sas)\s(?:my|our|the)\s[\w-]+(?:'s|\s(?:is|are))\s[^,.;!]*?(?=,|$|\s(?:keep|be|use|don't|no|only|answer|speak)\b)
    | (?:during|throughout)\sthe\s(?:{_HERE}|{_PIECE})
    | (?:just\s|only\s)?for\sthe\s(?:length|duration|purposes?|course|remainder|remaining\stime)\sof\s(?:this|the|our|today)(?:'s)?(?:\s[\w']+)?
    | (?:(?:just\s)?(?:for|in|over|within)\s)?(?:the\s)?next(?:\s(?:{_COUNT}))?(?:\s(?:few))?\s(?:{_SPAN})
    | today\sonly | only\stoday
    | temporarily | momentarily | for\sa\smoment | in\syour\snext\s\w+
    )\b""",
    re.I | re.X,
)
_WEAK = re.compile(
    r"\b(?:(?:today|tonight)(?!'s)|currently|right now(?: only)?|at the moment|this (?:morning|afternoon|evening|week)(?!'s)|(?:today|tonight|this evening|this afternoon)'s(?= \w+)"
    r"|(?<!use )now (?=so\b)|(?:for|in|on|with) this(?: [\w-]+){1,3}?(?=\s*(?:,|[.!?]?$| (?:forget|use|keep|avoid|skip|ignore|don't|no)\b)))",
    re.I,
)
_POLICY = re.compile(
    r"\b(?:(?:that's|that is|it's|as|is)\s)?(?:a |the |my |our |one )?(?:standing|house|ground"
    r"|golden|hard|general|new) (?:policy|rule|order|instruction|preference)s?\b|\bthat's (?:the"
    r"|my|a) (?:policy|rule)\b|\bas a matter of (?:policy|habit|course)\b",
    re.I,
)
_LASTING = re.compile(
    r"""\b(?:from\s(?:now|here|this\spoint|today|here\son)\s(?:on(?:wards?)?|out|in|forward)(?:\sout)?
        | going\sforwards? | moving\sforwards? | henceforth
    | hereafter | henceforward | from\s(?:today|this\s(?:day|moment)|tomorrow)(?:\s(?:on(?:wards?)?|forth|forwards?))? | starting\s(?:today|now|tomorrow)
    | as\sof\s(?:now|today|this\smoment) | (?:each\sand\s)?every(?:\ssingle)?\stime(?!\s(?:i|we|you|he|she|they|the|my|a|an|it|there)\b)(?:\safter)? | each\stime(?=\W*$)
    | (?<!'re\s)(?<!are\s)forever | as\sstandard | at\sno\spoint | under\s(?:no|any)\scircumstances | at\sany\spoint | on\sno\saccount | (?:till|til)\sfurther\snotice
    | (?:for|in)\s(?:the\s)?future | make\sit\sa\shabit\sto | altogether(?=\W*$) | any\s?more(?=\W*$)
    | as\sa\s(?:general\s)?rule(?:\sof\sthumb)? | by\sdefault | at\sall\stimes
        | in\sgeneral | generally
    | until\sfurther\snotice | (?:until|till|unless)\si\s(?:say|tell\syou)\s(?:otherwise|differently|so)
    | across\s(?:all\s)?(?:our\s)?(?:sessions|chats|conversations) | no\smatter\swhat | without\sexception
        | no\sexceptions | permanently | for\sgood
    | (?:in|for|with|on)\s(?:all|every|each\sof)(?:\sof)?\s(?:your|our|my|future)\s\w+ | ever\sagain
        | all\sthe\stime | on\severy\s\w+ )\b
    | (?<=[.!,])\s*(?:like,\s)?\b(?:ever|always|never)(?=\s*(?:,|[.!]?\W*$))""",
    re.I | re.X,
)
_HABIT = re.compile(
    r"\b(?:in|for|with|on|of|to|from) (?:all|any|every|each|anything|everything|whatever)\b(?: [\w'-]+){0,5}? (?:you|i|we|u)\b"
    r"|(?<!could )(?<!can )(?<!would )(?<!will )(?<!did )(?<!should )\b(?:you|u) (?:ever )?(?:give|send|write|make|show|draft|generate|suggest|recommend|do|offer|tell|plan)(?: (?:for|to))? (?:me|us)\b"
    r"|\bin your (?:answers|replies|responses|messages|examples|charts|suggestions|explanations|emails|drafts|menus|plans|writing)\b"
    r"|\bwith (?:each|every|all) \w+|\bin (?:all|any|every|anything) \w+",
    re.I,
)
"""What the agent does again and again: an order about it is a lasting one, and its words stay in the order."""
_AGENT_WORK = re.compile(
    r"(?<!could )(?<!can )(?<!would )(?<!will )(?<!did )(?<!should )\b(?:you|u) (?:ever )?(?:give|send|write|make|show|draft|generate|suggest|recommend|offer|tell|plan|look|cite|change|use|answer|reply|explain|quote|mention|produce|book|list)\b"
    r"|\byour (?:answers?|repl(?:y|ies)|responses?|messages|examples|charts|suggestions|explanations|emails|drafts|menus|plans|writing)\b|\bwith me(?=\W*$|,|;| (?:please|always|from|in)\b)|\bin (?:all )?our chats?\b",
    re.I,
)
_ADVERB = re.compile(r"\b(?:always|never|ever|whenever|each|every)\b", re.I)

_QUOTATION = re.compile(r"[\"“](?:[^\"”]*\s){3}[^\"”]*[\"”]")

Scope = Literal["session", "weak session", "policy", "lasting", "none"]


@dataclass(frozen=True, slots=True)
class Scoped:
    """The scope of a sentence and where the words that say so stand."""

    scope: Scope
    spans: tuple[tuple[int, int], ...]


def read_scope(sentence: str) -> Scoped:
    """The scope that a sentence states outside its quotations; words for this session win over words for always."""
    text = _QUOTATION.sub(lambda m: '"' * len(m.group()), sentence)
    for scope, pattern in (
        ("session", _STRONG),
        ("policy", _POLICY),
        ("lasting", _LASTING),
        ("weak session", _WEAK),
    ):
        if scope == "weak session" and _HABIT.search(text):
            return Scoped("lasting", ())
        spans = tuple(m.span() for m in pattern.finditer(text))
        if spans:
            return Scoped(scope, spans)  # type: ignore[arg-type]
    return Scoped("lasting" if _HABIT.search(text) else "none", ())


def is_of_agent(text: str) -> bool:
    """Whether ``text`` names what the agent makes or does for the user: "in anything you write", "when you give me samples"."""
    return bool(_AGENT_WORK.search(text))


def says_always(text: str) -> bool:
    """Whether an adverb makes the order lasting: "always", "never"."""
    return bool(_ADVERB.search(_QUOTATION.sub("", text)))
