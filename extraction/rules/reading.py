"""Reads one sentence as an instruction to the agent: lasting, for this session, or none."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from user_memory.extraction.rules.complaints import complaints
from user_memory.extraction.rules.conditions import Bounds, is_idiom, leading, opens_order, topic, trailing
from user_memory.extraction.rules.order import Order
from user_memory.extraction.rules.orders import is_setting, is_smuggled, read_order
from user_memory.extraction.rules.scope import Scoped, read_scope, says_always
from user_memory.extraction.rules.style import has, is_stylistic
from user_memory.graph.model import Polarity

_LEAD = re.compile(
    r"^(?:[\W_]|(?:hey|hi|hello|ok|okay|k|so|and|but|also|btw|by the way|oh|well|alright|all right"
    r"|right|fyi|one (?:more |last |other )?thing|quick (?:note|one|thing)|note(?: to self)?"
    r"|reminder|heads up|please|pls|plz|kindly|um|listen|look|yeah|yes|yep|no worries|thanks"
    r"|thank you|cool|great|actually|again|seriously|honestly|preferably|ideally|and another thing"
    r"|another thing|my preference|preference|rule|new rule|house rule|instruction|request"
    r"|small request|one request|if you (?:can|could|don't mind)|when you (?:can|reply|answer"
    r"|respond)(?= please))(?=[\s,:!.;—-])|(?:remember|important|reminder)(?=\s*[:,!—-]))+",
    re.I,
)
_TAIL = re.compile(
    r"(?:[\s,;:—-]+(?:please|pls|plz|thanks|thx|thank you|ok|okay|yeah|alright|will you|would you"
    r"|could you|can you|lol|haha|k|right|if (?:you can|you could|possible|that's ok"
    r"|you don't mind)|for me|though|tho|from you|i beg (?:of )?you|i'm begging you|for the love of god|for god's sake|for crying out loud|seriously|if you would)|,\s*(?:cheers|ta)|[\s.!?,;:—-]"
    r"""|[^\w\s.'\"()%$€£#+]+)+$""",
    re.I,
)
_POLITE = re.compile(r"\b(?:please|pls|plz|kindly)\b", re.I)
_GENERIC_IF = re.compile(r"\b(?:i|we|you|my|the user|someone|there|an?|any|anything|something|no)\b", re.I)
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
_CAUSE = re.compile(
    r"[,;]\s*(?:it|that|they|those|i|because|cos|cuz|since|as) .*$|\s(?:because|cos|cuz|'cause"
    r"|so that i|since i) .*$|\s-+\s.*$|\s—\s.*$",
    re.I,
)
_EVERY_ONE = re.compile(r"\b(?:any|whatever|whichever|everything|anything) (?:[\w-]+ ){0,2}(?:you|i)\b", re.I)
_SO = re.compile(r"[,;]?\s+(?:so|and so|hence|therefore)\s+(?:please\s+)?", re.I)
_ASIDE = re.compile(
    r"^[^,]*\b(?:i|i'm|we|we're|my)\b[^,]*,\s+(?P<wish>[\w' -]{3,40})\b(?:please|pls)\W*$", re.I
)
_LEADS = re.compile(
    r"^\W*(?:when|whenever|if|before|after|unless|every|each|any ?time|once|for|in|on|with)\b", re.I
)
_OBLIGES = re.compile(
    r"(?!i\b|we\b|he\b|she\b|they\b|it\b|you\b)[\w-]+(?: [\w-]+)? (?:must|mustn't|should|shouldn't|need to|have to)\b",
    re.I,
)
_WORDS = re.compile(r"\w")
_ONLY = re.compile(r"\bonly\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Wish:
    """An instruction found in a sentence; bounds count characters of that sentence."""

    kind: Literal["rule", "session"]
    instruction: Bounds
    condition: Bounds | None
    polarity: Polarity
    base: bool
    confidence: float


def read_wish(sentence: str, has_verb: Callable[[int, int], bool]) -> Wish | None:
    """The instruction to the agent that ``sentence`` gives, or ``None``.

    ``has_verb(start, end)`` tells whether the characters between hold a verb. Words that give the scope ("from now on", "this
    once") are left out of the bounds by blanking, so every offset counts the sentence as it is.
    """
    if is_smuggled(_LEAD.sub("", sentence)):
        return None
    scoped = read_scope(sentence)
    text = _without(sentence, scoped.spans)
    if scoped.scope == "session" and not _WORDS.search(text):
        text = _without(sentence, ())
    condition, body = _parts(text, has_verb)
    body = _trimmed(text, *body)
    if (condition is None and scoped.scope in {"none", "weak session"}) or body[0] == body[1]:
        cut = _CAUSE.search(text[body[0] : body[1]])
        if cut and cut.start() > 3:
            body = _trimmed(text, body[0], body[0] + cut.start())
    order = read_order(text, *body)
    if order is None or (order.form == "phrase" and _says(text, order, has_verb)):
        return None
    return _decide(text, sentence, scoped, condition, order)


def _parts(text: str, has_verb: Callable[[int, int], bool]) -> tuple[Bounds | None, Bounds]:
    """The condition and the order: "… so <order>" tells the reason first, and a complaint's "when you" is no condition."""
    whole = _trimmed(text, 0, len(text))
    if next(complaints(text[slice(*whole)]), None) is not None:
        return None, whole
    reason = next(
        (m for m in _SO.finditer(text) if opens_order(text[m.end() :]) or _OBLIGES.match(text[m.end() :])),
        None,
    )
    if reason is not None and not leading(text[: reason.start()].lstrip(), has_verb):
        condition, body = _split(" " * reason.end() + text[reason.end() :], has_verb)
        return condition, body
    asked = _ASIDE.search(text)
    if asked is not None and is_stylistic(asked["wish"]) and not _LEADS.match(text):
        return None, asked.span("wish")
    return _split(text, has_verb)


def _says(text: str, order: Order, has_verb: Callable[[int, int], bool]) -> bool:
    """Whether a phrase is a sentence after all: a verb stands in it beyond its first word."""
    first = text.find(" ", order.start)
    return first >= 0 and has_verb(first, order.end)


def _without(sentence: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The sentence with its scope words and opening fillers as spaces."""
    text = sentence
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    lead = _LEAD.match(text)
    if lead and not re.search(r"\bno$", lead.group(), re.I):
        text = " " * lead.end() + text[lead.end() :]
    return re.sub(
        r"(?<=\s)(?:please|pls|plz|kindly)(?=[\s,])", lambda m: " " * len(m.group()), text, flags=re.I
    )


def _split(text: str, has_verb: Callable[[int, int], bool]) -> tuple[Bounds | None, Bounds]:
    start = len(text) - len(text.lstrip(" ,:;-—"))
    found = leading(text[start:], lambda a, b: has_verb(start + a, start + b))
    if found:
        condition, body = ((a + start, b + start) for a, b in found)
        if is_idiom(text[condition[0] : condition[1]]):
            return None, body
        return condition, body
    about = topic(text[start:])
    if about:
        return tuple(b + start for b in about[0]), tuple(b + start for b in about[1])  # type: ignore[return-value]
    after = trailing(text)
    if after:
        return after[0], after[1]
    return None, (start, len(text))


def _trimmed(text: str, start: int, end: int) -> Bounds:
    lead = _LEAD.match(text[start:end])
    if lead and lead.end() < end - start:
        start += lead.end()
    tail = _TAIL.search(text[start:end])
    if tail:
        end = start + tail.start()
    while start < end and text[start] in " ,:;-—":
        start += 1
    return start, end


def _decide(text: str, sentence: str, scoped: Scoped, condition: Bounds | None, order: Order) -> Wish | None:
    asked = text[order.start : order.end]
    kind: Literal["rule", "session"] | None
    if scoped.scope == "session":
        kind = "session" if _asks(text, order, firm=True) else None
    elif scoped.scope == "weak session":
        kind = (
            "session" if is_setting(text, order) or (order.form == "let's" and is_stylistic(asked)) else None
        )
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


def _asks(text: str, order: Order, firm: bool) -> bool:
    """Whether words with a stated scope are an order at all: bare phrases and wishes must still be about answers."""
    asked = text[order.start : order.end]
    if order.form == "phrase":
        return is_stylistic(asked) or _SPARING.match(asked) is not None
    if order.form == "statement":
        return is_stylistic(asked) or has(asked, "product")
    if order.form == "wish":
        return is_stylistic(asked) or _FROM_YOU.search(asked) is not None
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
    if lasting:
        return _asks(text, order, firm=scoped.scope == "lasting")
    if condition is not None and order.form != "let's":
        return _general(text[condition[0] : condition[1]]) and _asks(text, order, firm=False)
    if order.form == "request" and sentence.rstrip().endswith("?"):
        return is_setting(text, order) and (
            order.polarity == "-" or bool(re.search(r"\b(?:more|less|keep|stop|start)\b", sentence, re.I))
        )
    if order.form == "phrase":
        return is_setting(text, order) and bool(
            _POLITE.search(sentence)
            or re.search(r"\b(?:only|no|always|under|max|maximum|at most)\b", sentence, re.I)
        )
    return is_setting(text, order)


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


def _general(condition: str) -> bool:
    """Whether a condition can come true again and again, so that an order under it is a lasting one."""
    if _PAST.match(condition) or re.search(
        r"\b(?:tomorrow|today|tonight|yesterday|this|next week|next month|o'clock|at \d|\d(?:am|pm))\b",
        condition,
        re.I,
    ):
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
