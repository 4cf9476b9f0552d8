"""What the assistant offered to do from now on, and the user's answer makes a rule: "Shall I …?" "Yes please, every time"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.rules.conditions import Bounds, moved, trailing
from user_memory.extraction.rules.scope import read_scope
from user_memory.extraction.rules.telling import bounds_of, content_of
from user_memory.extraction.stages import Reading
from user_memory.extraction.supposition import answer
from user_memory.extraction.withheld import hidden
from user_memory.extraction.wording import Voice, retell
from user_memory.graph.candidates import RuleCandidate, SessionCandidate
from user_memory.graph.model import Polarity

_VOICE = Voice("the agent", "the user")
_OFFERS = re.compile(
    r"(?:^|[,;:.!—-]\s*|\bso )(?:(?:shall|should|can|could|may|how about|what if) I(?: just| also)?|(?:do|would) you (?:want|like|prefer)(?: it if I| me to| that I)|want me to|would it help if I|is it ok(?:ay)? if I"
    r"|I (?:can|could|'ll|will)|I'll|happy to|would you rather I)(?: also| just)? (?P<vp>[^?]+?)(?:,? (?:if you(?:'d)? (?:like|want|prefer)|would that help|ok|okay|right|instead))?\s*[?.!]*$",
    re.I,
)
_YES = re.compile(
    r"\W*(?:(?:oh|ooh|ah|mm|god|hell|lol|haha|ok|okay)\W+)?(?:yes|yeah|yep|yup|ya|aye|sure|please do|do (?:it|that|so)|go (?:for it|ahead|on)|that(?:'d| would) be|sounds|perfect|love (?:it|that)|absolutely|definitely|of course|always|by all means)\b",
    re.I,
)
_NO = re.compile(
    r"\W*(?:(?:oh|god|hell|dear god|good god|lord|christ|ugh|please|lol|haha)\W+)?(?:no|nope|nah|naw|never|don't|please don't|absolutely not|definitely not|rather not|not ever|hell no)\b",
    re.I,
)
_TAKEN_BACK = re.compile(r"\b(?:but|except|although|unless|only|just for|actually|depends|rather)\b", re.I)
_LASTS = re.compile(
    r"\b(?:always|(?:every|each) (?!word\b|line\b|bit\b|one\b|detail\b|page\b|item\b|step\b|penny\b|of\b)\w+|whenever|from now on|going forward|in (?:the )?future|by default"
    r"|automatically|keep \w+ing|continue to|carry on \w+ing|stop \w+ing|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings)\b",
    re.I,
)
_LED = re.compile(r"^(?:always|also|just) ", re.I)
_THIS_TIME = re.compile(
    r"\b(?:this time|for now|just (?:this )?once|today|tonight|this (?:one|evening|session|chat))\b", re.I
)


@dataclass(frozen=True, slots=True)
class Offer:
    """What the assistant offered: a stretch of its turn, and whether it was meant for good."""

    bounds: Bounds
    lasting: bool


def offered(sentence: str) -> Offer | None:
    """What a sentence of the assistant offers to do; bounds count its characters."""
    found = _OFFERS.search(sentence)
    return Offer(found.span("vp"), _LASTS.search(found["vp"]) is not None) if found else None


def reply(text: str) -> Polarity | None:
    """Whether an answer takes an offer or turns it down; ``None`` where it does neither plainly."""
    if _TAKEN_BACK.search(text):
        return None
    if _NO.match(text):
        return "-"
    return "+" if _YES.match(text) or answer(text) == "yes" else None


def granted(reading: Reading, sent: Sentence) -> Iterator[RuleCandidate | SessionCandidate]:
    """The rule that ``sent``, the first of a message, makes of the assistant's offer before it."""
    before = reading.previous[-1] if reading.previous else None
    polarity = reply(sent.text)
    if before is None or before.message.role != "assistant" or polarity is None:
        return
    asked = [s for s in before.doc.sents if s.text.strip()][-1:]
    offer = offered(asked[0].text) if asked else None
    if offer is None:
        return
    lasting = _LASTS.search(sent.text) is not None or read_scope(sent.text).scope == "lasting"
    once = _THIS_TIME.search(sent.text) is not None
    if once and polarity == "+" and not lasting:
        yield SessionCandidate(_told(before, asked[0], offer.bounds), reading.span(*bounds_of(sent)))
    elif not once and (lasting or offer.lasting):
        yield _rule(reading, sent, before, asked[0], offer, polarity, tentative=not lasting)


def _rule(
    reading: Reading,
    sent: Sentence,
    before: Reading,
    asked: Sentence,
    offer: Offer,
    polarity: Polarity,
    *,
    tentative: bool,
) -> RuleCandidate:
    start, end = offer.bounds
    split = trailing(asked.text[start:end])
    condition = _told(before, asked, moved(split[0], start)) if split else None
    instruction = _told(before, asked, moved(split[1], start) if split else offer.bounds)
    if polarity == "-":
        instruction = f"never {_LED.sub('', instruction)}"
    return RuleCandidate(
        instruction,
        reading.span(*bounds_of(sent)),
        content_of(condition, instruction),
        condition,
        polarity,
        tentative=tentative,
        confidence=0.85,
    )


def _told(before: Reading, asked: Sentence, bounds: Bounds) -> str:
    """The words of the offer, told of the agent: "remind you" is "remind the user"."""
    tokens: list[Token] = [t for t in asked if bounds[0] <= t.idx - asked.start_char < bounds[1]]
    plain = {t.i: t.lemma_ for t in tokens[:1] if t.tag_ == "VBD"}
    return retell(tokens, _VOICE, {**plain, **hidden(before, tokens)})
