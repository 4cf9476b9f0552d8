"""For how long an instruction is meant: this session only, or from now on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_HERE = r"session|chat|conversation|thread|call|meeting|exercise|game|lesson|sitting|discussion"
_PIECE = (
    r"one|answer|question|reply|response|message|document|chapter|draft|task|part|bit|step|file|function"
    r"|email|essay|section|recipe|story|poem|letter|list|summary|translation|post|presentation|slide|problem|paragraph|report|round|exchange|review|ticket|bug"
)
_STRONG = re.compile(
    rf"""\b(?:
    (?:just\s|only\s)?for\s(?:now|the\smoment|the\stime\sbeing|today|tonight|a\s(?:while|bit|minute
        |sec(?:ond)?))
    | (?:just\s|only\s)?(?:for\s)?this\sonce | just\s(?:this\s(?:one\s)?time|once|today|now|tonight)
        | this\s(?:one\s)?time(?:\s(?:only|around))?
    | (?:for|in|during|throughout|within|over)\s(?:(?:just|only|all\sof|the\srest\sof
        |the\sremainder\sof)\s)?(?:this|our|the\scurrent|the\spresent|today's)\s(?:current\s)?(?:{_HERE}
        |{_PIECE})
    | (?:just\s|only\s)?(?:for\s)?this\s(?:{_HERE})(?:\sonly)?
    | for\sthe\s(?:rest|remainder)\sof\s(?:this|the|our|today|tonight)(?:\s[\w']+)?
    | (?:until|till|til)\s(?:we|i)(?:'re|\sare|'m|\sam|'ve|\shave)?\s(?!say\s(?:otherwise|differently|so)\b|tell\b)[^,.;!]+
    | (?:until|till|til)\s(?:tonight|tomorrow|lunch|dinner|the\send\sof[^,.;!]+|noon|midnight|\d[\w:]*
        |this\s[^,.;!]+|the\s[^,.;!]+)
    | (?:as\slong\sas|while|whilst)\s(?:we|i)(?:'re|\sare|'m|\sam)\s[^,.;!]+
    | (?:as\slong\sas|while|whilst)\s(?:we|i|you)\s\w+\s[^,.;!]*\bthis\b[^,.;!]*
    | (?:just\s|only\s)?for\sthe\s(?:length|duration|purposes?|course|remainder|remaining\stime)\sof\s(?:this|the|our|today)(?:'s)?(?:\s[\w']+)?
    | (?:for|in|over)\sthe\snext(?:\s(?:few|couple\sof|\d+|half|two|three|four|five|ten))?\s(?:hours?
        |minutes?|mins?|days?|messages?|answers?|repl(?:y|ies)|questions?|turns?|half\shour)
    | today\sonly | only\stoday
    | temporarily | momentarily | for\sa\smoment | in\syour\snext\s\w+
    )\b""",
    re.I | re.X,
)
_WEAK = re.compile(
    r"\b(?:today|tonight|currently|right now|at the moment|this (?:morning|afternoon|evening|week))\b", re.I
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
    | in\s(?:the\s)?future | as\sa\s(?:general\s)?rule(?:\sof\sthumb)? | by\sdefault | at\sall\stimes
        | in\sgeneral | generally
    | until\sfurther\snotice | (?:until|till|unless)\si\s(?:say|tell\syou)\s(?:otherwise|differently|so)
    | across\s(?:all\s)?(?:our\s)?(?:sessions|chats|conversations) | no\smatter\swhat | without\sexception
        | no\sexceptions | permanently | for\sgood
    | (?:in|for|with|on)\s(?:all|every|each\sof)(?:\sof)?\s(?:your|our|my|future)\s\w+ | ever\sagain
        | all\sthe\stime | on\severy\s\w+ )\b""",
    re.I | re.X,
)
_ADVERB = re.compile(r"\b(?:always|never|ever|whenever|each|every)\b", re.I)

Scope = Literal["session", "weak session", "policy", "lasting", "none"]


@dataclass(frozen=True, slots=True)
class Scoped:
    """The scope of a sentence and where the words that say so stand."""

    scope: Scope
    spans: tuple[tuple[int, int], ...]


def read_scope(text: str) -> Scoped:
    """The scope that ``text`` states; words for this session win over words for always."""
    for scope, pattern in (
        ("session", _STRONG),
        ("policy", _POLICY),
        ("lasting", _LASTING),
        ("weak session", _WEAK),
    ):
        spans = tuple(m.span() for m in pattern.finditer(text))
        if spans:
            return Scoped(scope, spans)  # type: ignore[arg-type]
    return Scoped("none", ())


def says_always(text: str) -> bool:
    """Whether an adverb makes the order lasting: "always", "never"."""
    return bool(_ADVERB.search(text))
