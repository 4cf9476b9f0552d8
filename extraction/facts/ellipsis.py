"""Clauses that leave their verb phrase out: "my wife's into podcasts, I'm really not", "he hates it and so do I"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Token

from user_memory.extraction.entities import phrase_bounds
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import OPPOSITE
from user_memory.extraction.lexicon import role_of

_LEAD = r"(?:^|[,;.:!—–-]|\b(?:but|and|though|while|whereas))\s*(?:but |and |though |whereas |while )?"
_WHO = r"(?P<who>i|we|(?:my|our) [\w-]+(?: [\w-]+)?)"
_DENIAL = re.compile(
    _LEAD + _WHO + r"(?: (?:really|definitely|certainly|personally|just|myself))*"
    r"(?: do not| don't| does not| doesn't|'m(?: \w+ly)? not|'m (?:so )?not| am(?: \w+ly)? not| is not| isn't| aren't|'re not| can't| haven't| hasn't)"
    r"(?: really| at all| though| tbh| anymore)?(?=\s*(?:$|[.,;!?)]))",
    re.I,
)
_NEITHER = re.compile(
    r"\b(?:neither|nor) (?:do|does|am|is|are|can|have|has) " + _WHO + r"\b|\b(?P<me>me neither|me either)\b",
    re.I,
)
_ALSO = re.compile(
    r"\b(?:so|as) (?:do|does|am|is|are|can|have|has) " + _WHO + r"(?=\s*(?:$|[.,;!?)]| and\b| but\b))"
    r"|\b(?P<me>me too|same here|likewise|ditto|same for me)\b",
    re.I,
)
_SHARED = frozenset({"likes", "dislikes", "hobby", "plays", "diet", "habit", "avoids", "owns", "uses", "speaks", "pet", "has_condition",
    "allergic_to", "skilled_in", "religion", "attribute", "prefers", "wants", "goal"})  # fmt: skip


_TURNED = re.compile(
    r"\b(?:but|and|now|these days|,)(?: now| these days|,)* (?P<who>i|we)(?: now| really| absolutely| just| actually)*"
    r" (?:(?P<hate>hate|loathe|detest|can't stand|cannot stand|dislike|don't like|can't bear)|(?P<love>love|adore|like|enjoy|crave))"
    r" (?:it|them)\b",
    re.I,
)


def elliptic_facts(doc: Doc, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """What clauses without a verb of their own say by the one before them. ``drafts`` are those of the whole message."""
    yield from _feelings_since(doc, drafts)
    for pattern, same in ((_DENIAL, False), (_NEITHER, True), (_ALSO, True)):
        for match in pattern.finditer(doc.text):
            yield from _resumed(doc, match, drafts, same)


_LESS = re.compile(
    r"^,? ?(?:not so much|not as much|less so|not really|not at all)(?=\W*$|[,.;!)]| (?:but|and|though)\b)",
    re.I,
)


def turned(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts, the contrary of those whose object is turned by the words after it: "I like jazz, rock not so much".

    Of "I love hiking, my wife not so much" nothing is said about her by the speaker's taste.
    """
    for draft in drafts:
        if draft.predicate not in OPPOSITE or draft.object is None or not _is_less(draft.object):
            yield draft
        elif role_of(draft.object.lower_) is None:
            yield replace(draft, predicate=OPPOSITE[draft.predicate])


def _is_less(token: Token) -> bool:
    return _LESS.match(token.doc[phrase_bounds(token)[1] : token.sent.end].text) is not None


def _feelings_since(doc: Doc, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """ "I used to love camping, now I hate it": what is felt today about the thing before."""
    for match in _TURNED.finditer(doc.text):
        said = [d for d in drafts if d.predicate in OPPOSITE and d.root.idx < match.start()]
        at = next((t for t in doc if t.idx >= match.start("who")), None)
        if said and at is not None and said[-1].subject is not None and _of(said[-1].subject) == "":
            predicate = "dislikes" if match.group("hate") else "likes"
            bounds = (match.start("who"), match.end())
            yield replace(
                said[-1],
                predicate=predicate,
                polarity="+",
                operation="assert",
                root=at,
                past=False,
                bounds=bounds,
            )


def _resumed(doc: Doc, match: re.Match[str], drafts: Sequence[Draft], same: bool) -> Iterator[Draft]:
    start = match.start("who") if match.groupdict().get("who") else match.start()
    at = next((t for t in doc if t.idx + len(t) > start), None)
    if at is None:
        return
    told = [d for d in drafts if d.predicate in _SHARED and d.root.i < at.i and d.operation == "assert"]
    if not told or at.i - told[-1].root.i > 16:
        return
    whom = _who(doc, match)
    for draft in (d for d in told if d.root == told[-1].root):
        if _of(draft.subject) != _of(whom):
            yield replace(_turned(draft, same), root=at, subject=whom, bounds=(start, match.end()))


def _who(doc: Doc, match: re.Match[str]) -> Token | None:
    """The subject of the elliptic clause; the speaker for "I", "we" and "me too"."""
    if not match.groupdict().get("who") or match.group("who").lower() in {"i", "we"}:
        return None
    inside = [t for t in doc if match.start("who") <= t.idx < match.end("who")]
    return next((t for t in reversed(inside) if role_of(t.lower_)), inside[-1])


def _of(subject: Token | None) -> str:
    return "" if subject is None or subject.lower_ in {"i", "we"} else subject.lower_


def _turned(draft: Draft, same: bool) -> Draft:
    if same:
        return draft
    if draft.predicate in OPPOSITE:
        return replace(draft, predicate=OPPOSITE[draft.predicate])
    return replace(draft, polarity="+" if draft.polarity == "-" else "-")
