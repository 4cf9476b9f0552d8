"""Whether an order sets a way of working, without "always" and without a condition, or is the task in hand."""

from __future__ import annotations

import re

from user_memory.extraction.rules.addressed import is_contrast
from user_memory.extraction.rules.order import Order
from user_memory.extraction.rules.patterns import EVERY, NEGATIVE, QUOTED
from user_memory.extraction.rules.scope import is_of_agent
from user_memory.extraction.rules.style import has, is_stylistic, is_verb, names, names_style, words_of

_ONE_OFF = re.compile(
    r"\b(?:yet|this|these|that (?:one|part|file|line|email)|those|following|above|below|attached"
    r"|tomorrow|second one|first one|last one|the (?:last|next|second|first|third) (?:sentence|line|paragraph|word|bit)|the (?:title|body))\b|\b(?:here|that)\W*$"
    r"|\bin (?:the|that|my) (?:[\w-]+ )?(?:letter|text|email|title|label|quote|body|caption|report|poem|essay|paragraph|sentence|table|file|headline|version|list|draft|chart|mail|card|invitation|speech)\b",
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


_DEGREE = re.compile(
    r"^(?:not (?:so|too|that|as)(?: much)?|(?:a (?:bit|little|lot)|much|way)? ?(?:less|more|fewer))(?: of the)? (?P<manner>[\w-]+)$",
    re.I,
)


_MANNER = re.compile(
    r"^(?:talk|speak|write|reply|respond|explain (?:things|everything|stuff|it all|concepts))(?: to me| with me)? (?:like|as if|as though)\b"
    r"|^(?:assume|presume) (?:that )?(?:i|we|my|our)\b|^(?:lead|open|start|begin|finish|end|close) with (?:the|a|your) (?:\w+ )?(?:conclusion|answer|summary"
    r"|recommendation|bottom line|result|takeaway|punchline|verdict|question|short version)s?\b|\b(?:first|last|full|sur)[- ]?names?\b|\bsurname|\bnicknames?\b"
    r"|^keep (?:my |all |every )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings|afternoons|evenings|weekends|lunchtimes) (?:free|clear|open|quiet)\b"
    r"|^(?:use|say|write) (?:she|he|they)(?:/\w+)? for\b|^refer to (?:my [\w-]+|her|him|them|[A-Z]\w+) (?:as|with|by)\b"
    r"|^(?:use|remember|get|respect) .*\bpronouns?\b|^(?:use|say|write|pick|choose|prefer) (?!the|this|that|my|it)[\w-]+(?: [\w-]+)? (?:instead of|rather than|over|not) (?!the|this|that|my|it)",
    re.I,
)


_CONDUCT = re.compile(
    r"^(?:speak|talk|write|answer|reply|respond|explain (?:things|everything|stuff|concepts|words|terms)|teach me|treat me|address me|greet me|correct (?:me|my (?:spelling|grammar|\w+)))\b"
    r"(?! (?:to|for|about) (?:this|that|the|him|her|them|it|my|[A-Z]\w+)\b| (?:an?|the|my|some)\b| [\"'“])(?:(?<=write|nswer|reply|spond) (?:to|with) me| (?:to|with) me|(?<!write)(?<!nswer)(?<!reply)(?<!spond)).*\b(?:\w{3,}ly|with \w+|as if|like|first|before|instead)\b(?!.*\b(?:this|that|these|the (?:bank|letter|email|council|landlord))\b)"
    r"|^(?:default to|assume (?!the\b|this\b|for)|stick (?:to|with) (?!the\b|this\b|it\b)|sign (?:off|my|all|every|everything)|ask (?:me )?(?:first )?before (?:you|\w+ing)\b|check with me\b)"
    r"|^(?:teach|tutor|coach) me (?:that|this) way",
    re.I,
)
"""Orders about how the agent goes about its work, whatever the matter: "speak plainly to me", "default to trains"."""


_BE = re.compile(
    r"^(?:be|stay|sound|try to be)(?: (?:a (?:bit|little)|much|very|really|more|less|extra|as"
    r"|super|so|nice and))* (?P<manner>[\w-]+)",
    re.I,
)


_MOOD = re.compile(
    r"be (?:very |really |so )?(?:honest|gentle|quick|patient|kind|nice|careful|brave|good|serious|frank|direct)(?: but .*| with me)?$",
    re.I,
)
"""What is asked of a friend for the moment, and no way of working."""


_KEEP = re.compile(
    r"^keep (?:it|things|everything|that|replies|them|your \w+|the \w+|all \w+"
    r"|\w+s) (?:\w+ )*?(?P<manner>[\w-]+)",
    re.I,
)


_FORMATS = re.compile(
    r"^(?:write|quote|state|read|spell|express|print|round|number|list) (?:all |any |out )?(?!the\b|this\b|that\b|these\b|my\b|me\b|an?\b|some\b)[\w-]+s\b.* (?:in|as|with|per|by|to|out)\b",
    re.I,
)
"""An order about things in general: "quote times in Nairobi time", "write numbers under ten as words"."""


_MORE_OF_IT = re.compile(r"^\w+ (?:with )?me (?:\w+ )?(?:more|less|harder|sooner|earlier)(?: often)?$", re.I)
_THAT_WAY = re.compile(
    r"\b(?:me|us|them|everything|things|all \w+) (?:\w+ )?(?:that way|like that|accordingly)$|\bout of (?:any|every|all)\b",
    re.I,
)
_TO_BE = re.compile(r"(?:all |any |my |our )?[\w-]+s are (?:always |never |not )?to (?:be )?\w", re.I)
_IN_KIND = re.compile(
    r"\b(?:in|for|on) (?P<kind>(?:[\w-]+ )?(?<!the )(?<!my )(?<!these )(?<!those )(?<!this )(?:how-tos?|[\w-]+s))$",
    re.I,
)


def is_one_off(words: str) -> bool:
    """Whether the words speak of the matter in hand: "this file", "the next paragraph"."""
    return _ONE_OFF.search(words) is not None


def is_setting(text: str, order: Order) -> bool:
    """Whether an order without "always" and without a condition still sets a way of working, and not the task in hand."""
    words = text[order.start : order.end]
    if order.polarity == "-" and QUOTED.search(words):
        return True
    if order.form == "banned":
        return True
    if order.form in {"told", "role"}:
        return False
    if order.form in {"complaint", "praise", "leave"}:
        return not _ONE_OFF.search(words)
    if order.form == "statement" and has(words, "product", "answer") and _TO_BE.match(words):
        return True
    if order.form == "duty" and _MORE_OF_IT.search(words):
        return True
    if order.form == "order" and _THAT_WAY.search(words):
        return True
    if order.form in {"favour", "order"} and _of_a_kind(words):
        return True
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
    if order.form == "statement" and EVERY.match(words):
        return True
    if order.form == "statement" and has(words, "product") and is_of_agent(words):
        return True
    if order.form == "phrase" and has(words, "talk") and re.match(r"(?:fewer|less|more|no)\b", words, re.I):
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
        contrast = is_contrast(words) and has(words, "product", "measure", "device")
        return (names_style(words) or contrast) and not re.match(r"(?:to|a|an|some)\b", words, re.I)
    return order.form in {"order", "request", "favour", "duty"} and _sets_style(text, words, order)


def _of_a_kind(words: str) -> bool:
    """Whether an order is for a whole kind of writing: "number the steps in how-tos"."""
    found = _IN_KIND.search(words)
    return found is not None and names(found["kind"], "answer", "product") and not _ONE_OFF.search(words)


def _base(word: str) -> str:
    """The verb of an -ing form that is on the list of orders: "calling" is "call"."""
    if not word.endswith("ing") or not is_verb(word, "order"):
        return word
    stem = word.removesuffix("ing")
    return next(s for s in (stem, stem + "e", stem[:-1]) if is_verb(s, "order"))


def has_only(words: str) -> bool:
    """Whether the phrase is exclusive: "English only"."""
    return bool(re.search(r"\b(?:only|just|exclusively)\b", words, re.I))


_TASKS = frozenset("check fix proofread edit rewrite translate summarise summarize find help".split())
"""What is done once, to one text."""
_MAKING = frozenset("ensure give show put make write include start end begin finish".split())


def _sets_style(text: str, words: str, order: Order) -> bool:
    words = re.sub(r"^(?:not|never|don't|do not) (?:to )?", "", words, flags=re.I)
    if (
        _MANNER.search(words)
        or _CONDUCT.match(words)
        or (is_contrast(words) and not _ARTICLE_TASK.search(words))
    ):
        return True
    manner = _BE.match(words) or _KEEP.match(words)
    if manner and _MOOD.match(words):
        return False
    if manner and text[: order.start].strip() and len(words.split()) <= 3:
        return False
    if manner:
        return has(words, "manner", "device", "language", "answer")
    first = [_base(w) for w in words_of(words)[:1]]
    if not first:
        return False
    if first[0] in {"stop", "avoid", "skip", "quit", "leave", "drop", "omit"}:
        return _forbids_style(words)
    if order.form == "favour" and first[0] in _TASKS:
        return False
    if order.form == "favour":
        asked = is_stylistic(words) and not _ARTICLE_TASK.search(words)
        return asked or (order.polarity == "-" and is_verb(first[0], "conduct"))
    if _FORMATS.match(words) and has(words, "product") and not _ONE_OFF.search(words):
        return True
    if first[0] in _MAKING:
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
    found = NEGATIVE.match(words)
    if found is None or _ONE_OFF.search(words) or _OTHERS.search(words):
        return names_style(words) and not _ONE_OFF.search(words)
    verb = (found["base"] or found["base2"] or found["ing"] or "").strip()
    if re.match(
        r"(?:stop|quit|don't|dont|do not|never) (?:tell|telling|giv|give|ask|asking|send|sending|treat|treating|show|showing|remind|call)\w* (?:me|us)\b",
        words,
        re.I,
    ):
        return not re.search(r"\b(?:ing|it|that)$", words)
    if verb:
        return (
            (is_verb(verb, "conduct") and not re.search(r"^(?:\S+ ){1,3}(?:it|that)$", words, re.I))
            or (is_stylistic(words) and is_verb(verb, "order"))
            or names_style(words)
        )
    return is_stylistic(words) or has(words, "talk")
