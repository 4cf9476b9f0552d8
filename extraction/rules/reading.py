"""Reads one sentence as an instruction to the agent: lasting, for this session, or none."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from user_memory.extraction.rules.access import access, gated
from user_memory.extraction.rules.complaints import complaints
from user_memory.extraction.rules.conditions import (
    Bounds,
    Stated,
    is_idiom,
    leading,
    moved,
    occasion,
    topic,
    trailing,
)
from user_memory.extraction.rules.deciding import decide
from user_memory.extraction.rules.definitions import defined
from user_memory.extraction.rules.frames import frame
from user_memory.extraction.rules.fringes import LEAD, trimmed
from user_memory.extraction.rules.implied import implied
from user_memory.extraction.rules.order import Order
from user_memory.extraction.rules.orders import is_smuggled, read_order
from user_memory.extraction.rules.reasons import orders, without_reason
from user_memory.extraction.rules.scope import Scoped, read_scope
from user_memory.extraction.rules.style import has, is_stylistic, names_style
from user_memory.extraction.rules.verbs import Verbs
from user_memory.extraction.rules.wish import Wish

_CAUSE = re.compile(
    r"[,;]?\s+so (?:that )?(?:i|we) .*$|[,;]\s*(?:it|that|they|those|i|because|cos|cuz|since|as) .*$|\s(?:because|cos|cuz|'cause"
    r"|so that i|since i) .*$|\s-+\s.*$|\s—\s.*$",
    re.I,
)


_REMINDED = re.compile(
    r"\W*(?:remember|keep in mind|bear in mind|note)(?: that)?,? (?:i (?:want|like|prefer|need|read|hate)\b(?!.*\b(?:admin|root|owner|developer|access)\b)|[^.]*,? so (?!.*\b(?:admin|ignore|bypass|restrict)))",
    re.I,
)


_HANDED_OVER = re.compile(
    r"\W*(?:(?:please|pls|can you|could you) )*(?:fix|correct|proof-?read|translate|rewrite|rephrase|reword|paraphrase|shorten|edit|summari[sz]e|check|polish|improve|explain)\b[^:\"]{0,50}(?::\s|\")"
    r"|\W*asking for (?:a|my) (?:friend|mate|pal|colleague|neighbou?r)\b",
    re.I,
)
"""Words handed over to be worked on, and questions asked for others."""
_HOW_COME = re.compile(r"\W*how (?:come|do|does|did|is|are|can)\b", re.I)


_FAREWELL = re.compile(r"(?:[\s,;.!]+(?:please|pls|plz|thanks|thx|ta|cheers))*[\s,;:.!…]*$", re.I)
_CITED = re.compile(
    r"^\W*(?:the|this|that|our|his|her|an?) [\w' ]+ (?:says?|said|reads?|states?|wrote|writes|warns?|advises?)\b[^,:]*:|[,—-]\s*[\w' ]{2,20} (?:decided|decreed|ruled|insists|reckons|says)\W*$|[,—-]\s*(?:(?:said|says|sighs|goes) (?:my|the|no|a|an|he|she|they|everyone)\b|as (?:the|they) .*\b(?:goes|says?)\b|the [\w ]+ says?\b)",
    re.I,
)


_ASKS_AFTER = re.compile(
    r"[:,.]\s*(?:is (?:that|it|this|there)|what's|where's|which|how (?:many|much|do|long|come))\b", re.I
)


_EITHER = re.compile(r"\b(?:yes|no|only|first|never)\b", re.I)
_FINITE = re.compile(
    r"\b(?:i|i'm|i've|i'd|we|he|she|they|it|it's|you|there|is|are|was|were|am|has|have|had|does|did|will|would|can|could|which|who)\b|\b(?:he|she|that|there)'s\b",
    re.I,
)


_RELATIVE = re.compile(r"\b(?:that )?(?:you|u|i|we) (?:ever |always )?[\w-]+(?: for)?(?: me| us)?\b", re.I)


_ASKS = re.compile(
    r"\W*(?:how|why|where(?! (?:there|possible|relevant|appropriate|it)\b)|who|which|what|when (?:is|are|does|do|did|will|can|was))\b",
    re.I,
)


_SO = re.compile(
    r"[,;]?\s+(?:so|and so|hence|therefore)\s+(?:please\s+)?(?:(?:on|in|at|for|with) (?:those|such|these)(?: \w+)?,? |then,? |in that case,? )?(?:please\s+)?",
    re.I,
)


_ASIDE = re.compile(
    r"^[^,]*\b(?:i|i'm|we|we're|my)\b[^,]*,\s+(?P<wish>[\w' -]{3,40})\b(?:please|pls)\W*$", re.I
)


_LEADS = re.compile(
    r"^\W*(?:when|whenever|if|before|after|unless|every|each|any ?time|once|for|in|on|with)\b", re.I
)


_KEEP_THIS = re.compile(
    r"^\W*(?:let's |lets |please )*keep this (?:one|chat|thread|session|conversation|exchange) (?!in\b|for\b|safe\b|as\b|to\b)[\w-]+(?: and [\w-]+)?(?:,? please)?\W*$",
    re.I,
)
_NEEDED = re.compile(
    r"^\W*(?:(?P<what>.{4,40}?) is what this [\w-]+ (?:needs|calls for|wants|requires|demands)\b"
    r"|this [\w-]+(?: [\w-]+)? (?:needs|calls for|requires|demands) (?P<wanted>[^,;.]{4,40}))",
    re.I,
)


_WORDS = re.compile(r"\w")


def read_wish(sentence: str, verbs: Verbs) -> Wish | None:
    """The instruction to the agent that ``sentence`` gives, or ``None``.

    Words that give the scope ("from now on", "this
    once") are left out of the bounds by blanking, so every offset counts the sentence as it is.
    """
    if is_dictated(sentence):
        return None
    waits = gated(sentence.rstrip(" .!"))
    if waits is not None:
        return Wish("rule", waits[1], waits[0], waits[2], False, 0.85)
    scoped = read_scope(sentence)
    text = _without(sentence, scoped.spans)
    framed = frame(text)
    if framed is not None:
        text = " " * framed[0] + text[framed[0] :]
        scoped = (
            Scoped("policy", scoped.spans) if scoped.scope in {"none", "weak session", "lasting"} else scoped
        )
    kind: Literal["rule", "session"] = "session" if scoped.scope in {"session", "weak session"} else "rule"
    meant = defined(text)
    if meant is not None:
        return Wish(kind, meant[1], meant[0], "+", True, 0.9)
    stated = _stated(text)
    if stated is not None:
        condition, instruction, polarity = stated
        return Wish(kind, instruction, condition, polarity, False, 0.85)
    if scoped.scope == "session" and not _WORDS.search(text):
        text = _without(sentence, ())
    if _needs(text):
        return Wish("session", (0, len(text)), None, "+", True, 0.85)
    asks = framed is None and scoped.scope in {"none", "weak session"} and _ASKS.match(text)
    if asks and next(complaints(text[slice(*trimmed(text, 0, len(text)))]), None) is None:
        return None
    if _HANDED_OVER.match(text) and scoped.scope in {"none", "weak session"}:
        return None
    if _CITED.search(text) or _HOW_COME.match(text) or (scoped.scope == "none" and _ASKS_AFTER.search(text)):
        return None
    condition, body = _parts(text, verbs)
    body = trimmed(text, *body)
    if (condition is None and scoped.scope in {"none", "weak session"}) or body[0] == body[1]:
        cut = _CAUSE.search(text[body[0] : body[1]])
        if cut and cut.start() > 3:
            body = trimmed(text, body[0], body[0] + cut.start())
    body = without_reason(text, body, verbs)
    order = read_order(text, *body)
    if order is None or (
        order.form == "phrase"
        and _says(text, order, scoped if condition is None else Scoped("lasting", ()), verbs)
    ):
        return None
    if framed is not None and framed[1]:
        order = replace(order, polarity="-")
    return decide(text, sentence, scoped, condition, order)


def _stated(text: str) -> Stated | None:
    """What a plain statement asks, allows or forbids; no question does."""
    if text.rstrip().endswith("?"):
        return None
    lead = LEAD.match(text)
    start, end = lead.end() if lead else 0, _FAREWELL.search(text)
    said = text[start : end.start() if end else len(text)]
    found = implied(said) or access(said)
    if found is None:
        return None
    condition, instruction, polarity = found
    return moved(condition, start) if condition else None, moved(instruction, start), polarity


def _needs(text: str) -> bool:
    """Whether a manner is asked for one piece of work: "a formal tone is what this letter needs"."""
    if _KEEP_THIS.match(text):
        return True
    found = _NEEDED.match(text)
    wanted = (found["what"] or found["wanted"]) if found else ""
    return names_style(wanted) and has(wanted, "manner")


def is_dictated(sentence: str) -> bool:
    """Whether a sentence dictates what is to be remembered of the user, and asks for nothing."""
    return is_smuggled(LEAD.sub("", sentence)) and not _REMINDED.match(sentence)


def _parts(text: str, verbs: Verbs) -> tuple[Bounds | None, Bounds]:
    """The condition and the order: "… so <order>" tells the reason first, and a complaint's "when you" is no condition."""
    whole = trimmed(text, 0, len(text))
    complaint = next(complaints(text[slice(*whole)]), None)
    if complaint is not None:
        after = trailing(text[: whole[1]]) if complaint.form == "leave" else None
        return after or (None, whole)
    reason = next((m for m in _SO.finditer(text) if orders(text[m.end() :])), None)
    if reason is not None and not leading(
        text[: reason.start()].lstrip(), verbs.from_(len(text) - len(text.lstrip()))
    ):
        condition, body = condition_and_order(" " * reason.end() + text[reason.end() :], verbs)
        return condition or occasion(text), body
    asked = _ASIDE.search(text)
    if asked is not None and is_stylistic(asked["wish"]) and not _LEADS.match(text):
        return None, asked.span("wish")
    return condition_and_order(text, verbs)


def _says(text: str, order: Order, scoped: Scoped, verbs: Verbs) -> bool:
    """Whether a phrase is a sentence after all: a verb stands in it beyond its first word.

    The parser takes many a noun for a verb ("tables", "all amounts"): where the scope is stated, only a subject or an auxiliary counts.
    """
    said = text[order.start : order.end]
    few = len(said.split()) <= 8 and _EITHER.search(said) and not re.search(r"[\"“]", said)
    if few or scoped.scope in {"session", "lasting", "policy"}:
        return _FINITE.search(_RELATIVE.sub("", text[order.start : order.end])) is not None
    first = text.find(" ", order.start)
    return first >= 0 and verbs.within(first, order.end)


def _without(sentence: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The sentence with its scope words and opening fillers as spaces."""
    text = sentence
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    lead = LEAD.match(text)
    if lead and not re.search(r"\bno$", lead.group(), re.I):
        text = " " * lead.end() + text[lead.end() :]
    return re.sub(
        r"(?<=\s)(?:please|pls|plz|kindly)(?=[\s,])", lambda m: " " * len(m.group()), text, flags=re.I
    )


def condition_and_order(text: str, verbs: Verbs) -> tuple[Bounds | None, Bounds]:
    """Where the condition of an order and the order itself stand."""
    start = len(text) - len(text.lstrip(" ,:;-—"))
    found = leading(text[start:], verbs.from_(start))
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
