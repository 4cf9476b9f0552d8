"""Whether an order is a rule, a wish for this session, or neither."""

from __future__ import annotations

import re
from typing import Literal

from user_memory.extraction.rules.addressed import is_contrast
from user_memory.extraction.rules.conditions import Bounds
from user_memory.extraction.rules.order import Order
from user_memory.extraction.rules.pieces import assigns
from user_memory.extraction.rules.scope import Scoped, is_of_agent, says_always
from user_memory.extraction.rules.setting import is_one_off, is_setting
from user_memory.extraction.rules.style import has, is_stylistic, is_verb, names, names_style, words_of
from user_memory.extraction.rules.wish import Wish

_POLITE = re.compile(r"\b(?:please|pls|plz|kindly)\b", re.I)


_GENERIC_IF = re.compile(
    r"\b(?:i|we|you|my|the user|someone|there|an?|any|anything|something|no)\b|\bit(?:'s| is) (?:after|before|late|past|early|raining|about|for|a|longer|shorter|bigger|more|less|over|under|too|unclear|urgent|ambiguous|medical|important|not clear)\b|\bin doubt\b|\b(?:unsure|unclear|not sure)\b",
    re.I,
)


_SPARING = re.compile(
    r"(?:no|just|only|max(?:imum)?|at most|up to|under)\b|(?:\d+|one|two|three|four|five|ten) [\w ]{1,30}\b(?:max(?:imum)?|tops|at most|only|each)\b",
    re.I,
)


_FROM_YOU = re.compile(
    r"^(?:to )?(?:hear|know|be (?:told|asked|warned|informed|reminded)|see)\b.*\b(?:you|straight away|right away|first|immediately|asap)\b",
    re.I,
)


_PAST = re.compile(
    r"^\W*(?:when|after|before|once) (?:i|we|he|she|they) (?:was|were|had|got|went|did|moved|\w+ed)\b", re.I
)


_EVERY_ONE = re.compile(r"\b(?:any|whatever|whichever|everything|anything) (?:[\w-]+ ){0,2}(?:you|i)\b", re.I)


_MEASURED = re.compile(
    r"\b(?:only|no|always|never|under|max|maximum|at most|first|last|yes|every|each|for all|in all|rather than|instead of|before|over|not|less|fewer|more|in (?:bullet|24h|km|celsius|euros|metric|imperial|bold|points|bullets|caps|full))\b|>",
    re.I,
)


_UNREAL = re.compile(r"\W*if (?:i|you|he|she|we|it|my \w+|they) (?:were|was|had)\b", re.I)


_STATE = re.compile(
    r"(?:you're|you are|ur|i'm|i am) (?:the best|a (?:star|legend|genius|lifesaver|gem|bit)|an? (?:angel|hero)|not|so)\b",
    re.I,
)


_LIMITS = re.compile(r"^(?:no|only|just)\b|\bonly(?=,|$)|\bat a time\b|\bmode on\b|\b(?:max|at most)\b", re.I)


_MODE = re.compile(
    r"(?:pretend|act|play|imagine|assume|ignore|forget|disregard|keep|stay|be|use|avoid|skip|stick|speak|talk|treat|quiz|interview|drill|test|just listen|listen|only|call me|rhyme|go|sort|humou?r|park|hold|take)\b",
    re.I,
)


_NO_THING = re.compile(r"no (?!need\b|more\b)", re.I)


_CAN_ALWAYS = re.compile(r"you can always$", re.I)


_OWN_DEED = re.compile(
    r"(?:to (?!be (?:told|asked|warned|informed|reminded|called)\b|hear\b|see\b|know\b)|have\b)", re.I
)


_ONLY = re.compile(r"\bonly\s*$", re.I)


_NO_MORE = re.compile(r"\b(?:any ?more|any longer|no longer)\b", re.I)
_LET_KNOW = re.compile(r"let me know\b", re.I)
"""What one says of the matter in hand ("let me know if it works"), unless an occasion comes first."""
_OF_OTHERS = re.compile(
    r"\W*(?:my|our|his|her|their) (?:[\w'-]+ ){1,4}?(?:never|always|only|just) [\w-]+s (?:the|my|our|me|us|to|at|on|a|an|any)\b",
    re.I,
)
"""What somebody of one's own does or never does: "our landlord in Trieste never answers the phone"."""

_OF_PROGRAM = re.compile(
    r"(?:the|an?|our|my) (?:[\w-]+ ){1,3}?(?:[\w-]+s|is|are|was|were|isn't|aren't|doesn't)\b", re.I
)
_ANY_USER = re.compile(r"\b(?:the|a|each|every|our|any) (?:user|customer|visitor|admin|caller)s?\b", re.I)
"""Both together tell what a program does for whoever uses it: "the app sends an email when the user signs up"."""


def decide(text: str, sentence: str, scoped: Scoped, condition: Bounds | None, order: Order) -> Wish | None:
    kind: Literal["rule", "session"] | None
    if order.form == "phrase" and (_OF_OTHERS.match(sentence) or _of_program(text[order.start :], sentence)):
        return None
    if order.form == "let's" and order.polarity == "-" and _is_given_up(text[order.start :], sentence):
        return None
    if _LET_KNOW.match(text[order.start : order.end]) and (condition is None or condition[0] > order.start):
        return None
    if scoped.scope == "session":
        kind = "session" if _for_session(text, sentence, order) else None
    elif scoped.scope == "weak session":
        kind = "session" if _for_now(text, sentence, order) else None
    elif _lasts(text, sentence, scoped, condition, order):
        kind = "rule"
    else:
        kind = None
    if kind is None:
        return None
    return Wish(
        kind,
        (order.start, order.end),
        condition,
        order.polarity,
        order.base,
        _confidence(scoped, condition, order),
    )


def _is_given_up(asked: str, sentence: str) -> bool:
    """What "we don't do any more", unless an agent does it: "we don't use yarn any more" is a rule, "live in Bristol" is none."""
    verb = asked.split()[0]
    return _NO_MORE.search(sentence) is not None and not (is_verb(verb, "order") or names_style(asked))


def _for_session(text: str, sentence: str, order: Order) -> bool:
    """Whether words said for this session order something: a part to play, a way of working, or a few words that forbid or limit."""
    asked = text[order.start : order.end]
    if order.form == "role":
        return not _STATE.match(asked)
    if order.form == "phrase":
        return _asks(text, order, firm=True, scoped="none") or bool(
            _POLITE.search(sentence) or _limits(asked)
        )
    if order.form == "negative" and _NO_THING.match(asked):
        return (
            _asks(text, order, firm=True)
            or bool(_POLITE.search(sentence))
            or re.match(r"no [\w-]+(?:,|$)", asked) is not None
        )
    return order.form == "negative" or _asks(text, order, firm=True)


def _no_saying(asked: str) -> bool:
    """ "no guessing": what an agent says or does too often."""
    return any(w.endswith("ing") and is_verb(w, "saying") for w in words_of(asked)[1:2])


def _limits(asked: str) -> bool:
    """Whether a phrase allows or forbids something: "only comedies", "text only", and not the company: "just me"."""
    return _LIMITS.search(asked) is not None and not re.search(r"\b(?:me|us|i|my)\b", asked, re.I)


def _for_now(text: str, sentence: str, order: Order) -> bool:
    """Whether words said today, or of this one piece of work, order something for the session and are not the task itself."""
    asked = text[order.start : order.end]
    if order.form == "role":
        return asked.lower().startswith(("you", "ur")) and not _STATE.match(asked)
    if order.form in {"phrase", "wish"}:
        limits = _limits(asked) or re.search(r"\bonly (?:want|need)\b", text, re.I)
        return (
            is_setting(text, order)
            or bool(limits)
            or (
                is_stylistic(asked)
                and order.form == "phrase"
                and bool(_POLITE.search(sentence) or _MEASURED.search(asked) or names_style(asked))
            )
        )
    if order.form == "negative":
        talk = has(asked, "talk", "product")
        return (
            is_setting(text, order)
            or talk
            or (bool(_NO_THING.match(asked)) and bool(_POLITE.search(sentence)))
        )
    if order.form in {"let's", "told"}:
        return is_stylistic(asked) or has(asked, "talk") or asked.lower().startswith("have no ")
    return is_setting(text, order) or (
        order.form in {"order", "request", "duty"} and (_MODE.match(asked) is not None or is_stylistic(asked))
    )


def _of_program(asked: str, sentence: str) -> bool:
    return _OF_PROGRAM.match(asked) is not None and _ANY_USER.search(sentence) is not None


def _asks(text: str, order: Order, firm: bool, scoped: str = "lasting") -> bool:
    """Whether words with a stated scope are an order at all: bare phrases and wishes must still be about answers."""
    asked = text[order.start : order.end]
    if order.form == "phrase":
        product = scoped != "none" and (has(asked, "product") or _measures_talk(asked))
        return is_stylistic(asked) or product or _SPARING.match(asked) is not None or is_of_agent(text)
    if order.form == "role":
        return False
    if order.form == "negative" and _NO_THING.match(asked):
        return is_stylistic(asked) or has(asked, "product", "talk") or is_of_agent(text) or _no_saying(asked)
    if order.form == "duty" and _CAN_ALWAYS.match(text[: order.start].strip()):
        return is_stylistic(asked)
    if order.form == "statement":
        return is_stylistic(asked) or names(asked, "device", "product") or is_of_agent(text)
    if order.form == "wish":
        wanted = is_stylistic(asked) or (is_contrast(asked) and has(asked, "product"))
        return not _OWN_DEED.match(asked) and (
            wanted or _FROM_YOU.search(asked) is not None or is_of_agent(text)
        )
    if order.form == "let's":
        return firm
    return True


def _lasts(text: str, sentence: str, scoped: Scoped, condition: Bounds | None, order: Order) -> bool:
    if scoped.scope == "policy":
        return _asks(text, order, firm=False)
    asking = sentence.rstrip().endswith("?") and order.form != "request"
    if asking:
        return False
    if order.form in {"complaint", "praise", "leave"}:
        return is_setting(text, order)
    lasting = scoped.scope == "lasting" or _always(text, order)
    if order.form == "phrase" and lasting and scoped.scope == "lasting" and _POLITE.search(sentence):
        return True
    if order.form == "phrase" and condition is not None and _is_of_product(text, condition, order):
        return True
    if lasting:
        return _asks(text, order, firm=scoped.scope == "lasting")
    if condition is not None and order.form != "let's":
        return _general(text[condition[0] : condition[1]]) and _asks(
            text, order, firm=False, scoped=_recurs(text[condition[0] : condition[1]])
        )
    if (
        order.form in {"order", "negative", "duty"}
        and is_of_agent(text[order.start : order.end])
        and not is_one_off(text[order.start : order.end])
    ):
        return order.form == "negative" or not sentence.rstrip().endswith("?")
    if order.form == "request" and sentence.rstrip().endswith("?"):
        return is_setting(text, order) and (
            order.polarity == "-" or bool(re.search(r"\b(?:more|less|keep|stop|start)\b", sentence, re.I))
        )
    if order.form == "phrase" and assigns(text, (order.start, order.end)):
        return True
    if order.form == "phrase":
        return is_setting(text, order) and bool(
            _POLITE.search(sentence) or _MEASURED.search(text[order.start : order.end])
        )
    return is_setting(text, order)


def _measures_talk(asked: str) -> bool:
    """ "more of the dry humour, less of the cheerleading"."""
    return (
        has(asked, "talk")
        and re.match(r"(?:a (?:bit|little|lot) )?(?:more|less|fewer|no)\b", asked, re.I) is not None
    )


def _is_of_product(text: str, condition: Bounds, order: Order) -> bool:
    """ "recipes: always for two people"."""
    about = text[slice(*condition)]
    return (
        len(about.split()) <= 3
        and has(about, "product", "answer", "device")
        and says_always(text[order.start : order.end])
    )


def _always(text: str, order: Order) -> bool:
    """ "always" or "never" that belongs to the order itself."""
    before = text[: order.start]
    if (order.form in {"order", "negative"} and _EVERY_ONE.search(text)) or (
        order.form == "order" and _ONLY.search(before)
    ):
        return True
    return (
        order.form not in {"wish", "phrase"}
        and says_always(before.rsplit(",", 1)[-1] + text[order.start : order.end])
    ) or (order.form == "phrase" and is_stylistic(text) and says_always(text))


def _recurs(condition: str) -> str:
    return (
        "lasting"
        if re.match(r"\W*(?:when|whenever|every|each|any|unless|if i|for|in)\b", condition, re.I)
        else "none"
    )


def _general(condition: str) -> bool:
    """Whether a condition can come true again and again, so that an order under it is a lasting one."""
    if _PAST.match(condition) or re.search(
        r"\b(?:tomorrow|today|tonight|yesterday|this|next week|next month|o'clock|at \d|\d(?:am|pm))\b",
        condition,
        re.I,
    ):
        return False
    if re.match(
        r"\W*(?:in|on|at|for|with|after|before) .*(?:\b(?:it|he|she|they|we|i) \w|\w(?:'s|'re) |\b(?:is|are|was|were)\b)",
        condition,
        re.I,
    ):
        return bool(
            re.search(r"\b(?:you|i|we) (?!am\b|was\b|were\b|are\b)", condition, re.I)
        ) and not re.search(r"\b(?:says|'s|'re|is|was)\b", condition)
    if _UNREAL.match(condition):
        return False
    if re.match(r"\W*if\b", condition, re.I):
        return bool(_GENERIC_IF.search(condition)) or is_stylistic(condition)
    if re.match(r"\W*(?:until|once|while)\b", condition, re.I):
        return bool(re.search(r"\b(?:i|we|you|a|an|any)\b", condition, re.I))
    return True


def _confidence(scoped: Scoped, condition: Bounds | None, order: Order) -> float:
    if scoped.scope in {"session", "lasting", "policy"} or condition is not None:
        return 0.9
    return 0.8 if order.form in {"phrase", "wish"} else 0.85
