"""What is spoken as one word: "gotta", "hafta", "wanna" and "gonna" written out to agree with their subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from user_memory.extraction.edits import Edit
from user_memory.extraction.lexicon import words
from user_memory.extraction.mentions import is_talked_about
from user_memory.extraction.namelists import names

_MERGED = re.compile(r"(?<![\w'’@./#$=-])(?P<word>gotta|hafta|wanna|gonna)(?![\w'’@/#(=-]|\.\w)", re.I)
_FORMS = {
    "gotta": ("have to", "has to"),
    "hafta": ("have to", "has to"),
    "wanna": ("want to", "wants to"),
    "gonna": ("are going to", "is going to"),
}
_NEAR = 80
"""Characters before the verb in which its subject is looked for, so that the time stays linear."""
_BREAK = re.compile(r"[.!?;:,\n()\"]|\s[-–—]\s")
_HELD = re.compile(r"(?:['’](?:ve|s)|\b(?:have|has|had))(?: (?:really|just|also|always|only|still))? $", re.I)
_BE = re.compile(
    r"(?:['’](?:m|re|s)|\b(?:am|are|is|was|were|be|been|not|ain['’]t|aren['’]t|isn['’]t|wasn['’]t|weren['’]t))\b",
    re.I,
)
_SKIPPED = frozenset(
    "just really still also always now probably totally seriously only even then never definitely def probs honestly actually basically "
    "literally kinda sometimes often usually finally so too clearly both all prolly surely maybe".split()
)
_MANY = frozenset(
    "i we you they u ya yall y'all these those people ppl kids children parents folks guys men women police".split()
)
_ONE = frozenset(
    "he she it someone somebody everyone everybody nobody anyone anybody something nothing everything this one".split()
)
_BASE = frozenset(
    "don't doesn't didn't dont doesnt didnt do does did will would might may must should could can can't won't to i'll you'll we'll they'll".split()
)
_INVERTED = frozenset(
    "do does did don't doesn't didn't dont doesnt didnt will would should could can".split()
)
_LINKS = frozenset(
    "and but or so because cos cause since if when that while though although than as who which lol yeah yes yep ok okay well sorry oh hey".split()
)
_DETERMINERS = frozenset("my our his her your ur their the a an this that another each every".split())
_TIMES = frozenset(
    "today tomorrow tonight later monday tuesday wednesday thursday friday saturday sunday week month year".split()
)


def agreements(text: str) -> Iterator[Edit]:
    """The merged verbs written out; those whose subject is not clear stay as they are."""
    for match in _MERGED.finditer(text):
        new = None if _is_named(text, match) else _written(text, match)
        if new is not None and not is_talked_about(text, *match.span()):
            yield *match.span(), new[0].upper() + new[1:] if match["word"].istitle() else new


def _is_named(text: str, match: re.Match[str]) -> bool:
    """Whether a capital may be that of a name: within a sentence, or before another."""
    word = match["word"]
    if not word[0].isupper() or word.isupper():
        return word.isupper() and len(word) < 4
    inside = re.search(r"(?:^|[.!?:\n])[^\w]*$", text[max(0, match.start() - 10) : match.start()]) is None
    return inside or re.match(r" (?!I\b)[A-Z]", text[match.end() : match.end() + 2]) is not None


def _written(text: str, match: re.Match[str]) -> str | None:
    low, before = match["word"].lower(), text[max(0, match.start() - _NEAR) : match.start()]
    if low != "gonna" and _HELD.search(before):
        return "got to" if low == "gotta" else None
    said = _BREAK.split(before)[-1].split()
    many, one = _FORMS[low]
    number = _number(said, opens=match.start() <= len(before) or _BREAK.search(before) is not None)
    if low == "gonna":
        return _ahead(said, number)
    return {"many": many, "one": one}.get(number or "")


def _ahead(said: Sequence[str], number: str | None) -> str:
    """ "going to", with the "be" that speech leaves out after a subject."""
    subject = next((w.lower() for w in reversed(said) if w.lower() not in _SKIPPED), "")
    if number is None or _BE.search(" ".join(said[-5:])) or subject in _TIMES | _LINKS | _BASE | {""}:
        return "going to"
    many, one = _FORMS["gonna"]
    return "am going to" if subject == "i" else many if number == "many" else one


def _number(said: Sequence[str], opens: bool) -> str | None:
    """Whether the subject that ends the words is "one" or "many"; the speaker is meant where there is none."""
    while said and said[-1].lower() in _SKIPPED:
        said = said[:-1]
    if not said:
        return "many" if opens else None
    last = said[-1].lower().replace("’", "'")
    if last in _BASE or any(w.lower() in _INVERTED for w in said[-3:-1]):
        return "many"
    if last in _MANY or last in _TIMES:
        return "many"
    if last in {"and", "but", "or"}:
        return _shared(said[:-1])
    if last in _LINKS:
        return "many" if last not in {"that", "than", "as", "who", "which"} else None
    return "one" if last in _ONE and said[-2:-1] != ["no"] else _noun(said)


def _shared(said: Sequence[str]) -> str | None:
    """The number of the subject that the verb before "and" has."""
    lows = [w.lower().split("'")[0] for w in said]
    if not lows:
        return "many"
    if any(w in lows[1:] for w in ("he", "she", "it", "they", "we", "i", "you")):
        return None
    return "many" if lows[0] in _MANY else "one" if lows[0] in _ONE else None


def _noun(said: Sequence[str]) -> str | None:
    """The number of a name, or of a noun behind its determiner."""
    last = said[-1]
    low = last.lower()
    if "and" in (w.lower() for w in said[-4:-1]):
        return "many" if said[-2].lower() == "and" else None
    if low in words("gender", "plural"):
        return "many"
    named = low in names("given_names") and (last[0].isupper() or names("given_names")[low][1])
    if named or (last[0].isupper() and last[1:].islower() and not low.endswith("s") and len(said) > 1):
        return "one"
    if not any(w.lower() in _DETERMINERS for w in said[-3:-1]):
        return None
    return "many" if low.endswith("s") and not low.endswith(("ss", "us", "is")) else "one"
