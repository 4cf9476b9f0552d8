"""The reason that goes before or after an instruction: "I use a screen reader, so …", "…, my eyes are bad"."""

from __future__ import annotations

import re

from user_memory.extraction.rules.complaints import complaints
from user_memory.extraction.rules.conditions import Bounds, opens_order
from user_memory.extraction.rules.fringes import trimmed
from user_memory.extraction.rules.orders import read_order
from user_memory.extraction.rules.style import is_stylistic, names_style
from user_memory.extraction.rules.verbs import Verbs

_ALLOWS = re.compile(
    r"(?:you|u) (?:can|may|should|must|needn't|don't (?:have|need))\b|(?:when|whenever|if|unless|before) [^,]+[, ].*\b(?:give|use|tell|show|keep|call|say|skip|write)\b|don't you (?!dare\b|think\b|know\b|just\b)",
    re.I,
)


_REASON = re.compile(
    r"^(?:(?:being|as) (?:an? |the |so )?[^,]*?(?=\bi (?:want|need|prefer)\b)|[\w\' -]{3,40} here,\s+(?=always|never|please|keep|no\b|leave|use|give|so\b)|(?:my|our|this|that) [^,;:]*\bmeans\s+(?=no\b|never|always|only)|(?:as (?:a|an|i|we|my|the|someone|somebody)\b|since (?:i|we|my|the|he|she)\b|because\b|being\b|given (?:that|my|our)\b|seeing (?:as|that)\b)[^,;]*[,;]\s+(?:so )?)",
    re.I,
)


_TELLS = re.compile(
    r"^(?:i|i'm|i've|i'd|we|we're|my|our|it|it's|this|that|that's|the|he|she|they|your|you|not a (?:big )?fan)\b[^,;:—]*(?:[,;:—]|\s-)\s*(?:and |but |so |then |hence )?",
    re.I,
)


_EXPLAINS = re.compile(
    r"(?:(?:and|but|as|since|because|cos|cuz|for) )?(?:i|i'm|i've|i'd|i'll|im|we|we're|we've|it|it's|its|that's|thats|he|he's|she|she's|they|they're|there's|the|my|our|his|her|mum|dad|fahrenheit|nothing|everyone|nobody|[A-Z]?[\w-]+(?:'s|s)?(?= (?:is|are|was|were|means?|makes?|needs?|has|have|chokes?|complains?|reads?|hates?)\b))\b",
    re.I,
)


_UNDER = re.compile(
    r"(?:if|when(?:ever)?|unless|before|after|once|for|in) [^,]{3,60}, [^,]{3,40}\b(?:please|pls)\W*$", re.I
)
_OWN = re.compile(
    r"^\W*(?P<reason>(?:(?:i'm|i am|i have|i've|i've got|we're|we have)\b|(?:i|we) (?:don't|do not|dont|never|can't|cannot|no longer) (?:eat|drink|smoke|drive|have|own|cook|swim|wear|fly|take|touch|work|live|do)\b)[^,;]*)[,;]? (?:and )?so (?:please )?",
    re.I,
)
_INSISTS = re.compile(
    r"(?:i|we) (?:never want|don't want|do not want|want|need|expect|prefer|'d like|would like|'d prefer)\b",
    re.I,
)


_SUBJECT = re.compile(r"(?:i|we|he|she|they|it|you|there|this|that|my|our)\b", re.I)


_OBLIGES = re.compile(
    r"(?!i\b|we\b|he\b|she\b|they\b|it\b|you\b)[\w-]+(?: [\w-]+)? (?:must|mustn't|should|shouldn't|need to|have to)\b",
    re.I,
)


def own_reason(text: str) -> int:
    """Where a reason ends that tells what the user is or has, and is a statement of its own: "I'm dyslexic(, so …)"; else 0."""
    found = _OWN.match(text)
    return found.end("reason") if found and orders(text[found.end() :]) else 0


def without_reason(text: str, body: Bounds, verbs: Verbs) -> Bounds:
    """The order without the reason that goes before or after it: "…, my screen reader chokes on asterisks"."""
    start, end = body
    if next(complaints(text[start:end]), None) is not None:
        return body
    ahead = _REASON.match(text[start:end]) or _TELLS.match(text[start:end])
    if ahead is not None and orders(text[start + ahead.end() : end]) and not _is_request(ahead.group()):
        start += ahead.end()
    for comma in re.finditer(r"[,;]\s|\s-+\s|\s?[—:]\s", text[start:end]):
        rest = start + comma.end()
        if (
            comma.start() > 3
            and _EXPLAINS.match(text[rest:end])
            and verbs.within(rest, end)
            and not opens_order(text[rest:end])
        ):
            end = start + comma.start()
            break
    return trimmed(text, start, end)


def orders(text: str) -> bool:
    return (
        _UNDER.match(text) is not None
        or opens_order(text)
        or _OBLIGES.match(text) is not None
        or _ALLOWS.match(text) is not None
        or _INSISTS.match(text) is not None
        or is_wanted(text)
    )


def is_wanted(text: str) -> bool:
    """Whether the words are a wish without a verb of its own: "short answers please", "only the final figure"."""
    if re.match(r"\s*(?:many|much|long|short|often|\w+ly)\b", text, re.I) and len(text.split()) <= 2:
        return False
    few, limited = (
        len(text.split()) <= 8,
        re.match(r"\s*(?:only|just|no)\b|.*\b(?:only|max|at most)\b", text, re.I),
    )
    return few and (names_style(text) or limited is not None) and not _SUBJECT.match(text.strip())


def _is_request(text: str) -> bool:
    """Whether the words before the order ask for something themselves, so that they are no reason."""
    order = read_order(text.rstrip(" ,;:—-"), 0, len(text.rstrip(" ,;:—-")))
    if order is not None and order.form == "wish" and not is_stylistic(text):
        return False
    return order is not None and order.form not in {"phrase", "statement", "told", "role", "let's"}
