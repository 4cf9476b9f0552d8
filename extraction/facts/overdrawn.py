"""What a row of a table makes too much of: what is not over yet, only left behind for an hour, or no home but a stay."""

from __future__ import annotations

import re

from spacy.tokens import Token

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.revision_table import macro
from user_memory.extraction.lexicon import role_of

_BONDS = frozenset({"spouse", "partner"})
_PARTING = frozenset({"leave", "dump", "ditch", "chuck", "drop", "walk", "bin"})
_HELD = _BONDS | {"owns", "pet", "lives_in", "works_for", "studies_at", "member_of", "job_title", "attribute"}
_GIVING_UP = frozenset(
    "sell flog trade scrap write total get give donate part let offload hand leave quit resign move vacate divorce split dump lose retire rehome".split()
)
"""What is still so while it is done: "I'm selling my car"."""
_BE = frozenset("am 'm ’m are 're ’re is 's ’s was were".split())
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_ARRIVING = frozenset({"end", "wind", "wound", "land", "settle", "wash", "fetch", "turn"})
"""What tells a home only where nothing says that one went on."""
_JOURNEY = frozenset(
    "take miss drive walk fly get lose go catch board ride sail travel follow drink sleep fall hitchhike cycle wander run".split()
)
_BLOOD = frozenset({"parent", "sibling", "child"})
_IN_LAW = re.compile(r"\b[a-z]+[ -]+in[ -]+laws?\b", re.I)
_SPAN = r"(?:an?|one|two|three|four|five|six|a few|a couple of|several|\d+|the|that|some)"
_PASSING = re.compile(
    rf"\bfor (?:{_SPAN} )?(?:\w+ )?(?:minutes?|hours?|evenings?|afternoons?|nights?|weekends?|days?|fortnights?|weeks?|months?|while|bit|years?)\b"
    rf"|\bfor (?:an?|the|my|his|her|our|their) (?:[\w'-]+ )?(?:conference|wedding|gig|concert|meeting|trip|match|game|show|party|funeral|festival|holiday|vacation|interview|tour|race|stag|hen|birthday|course)\b"
    r"|\bfor (?:lunch|dinner|breakfast|drinks|brunch|tea|new year|christmas|easter)\b"
    r"|\bbecause of\b|\bat \d{1,2}(?::\d\d)? ?[ap]m\b|\b(?:almost|nearly) (?:ended|wound)\b"
    r"|\bby (?:accident|mistake|chance)\b|\bon (?:holiday|vacation|a (?:trip|stag|hen|date|business trip)|the (?:way|train|bus))\b"
    r"|\b(?:last night|tonight|yesterday|today|this (?:morning|afternoon|evening)|overnight|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|at the weekend|over the weekend)\b"
    r"|\b(?:always|usually|often|sometimes|nearly|almost) (?:end|ended|wind|wound) up\b|\bwrong (?:train|bus|turn|flight|exit|plane|way)\b",
    re.I,
)
_GETTING = re.compile(
    r"(?:\b(?:am|are|is|was|were)|['’](?:m|re|s)) (?:\w+ )?getting (?:rid of|divorced|a divorce)\b", re.I
)
_MISSED = re.compile(r"\b(?:almost|nearly) \w+(?:ed|t|nt)\b", re.I)
"""What all but happened."""
_UNSAID = re.compile(
    r"(?:n['’]t|\b(?:not|never|cannot|hardly|barely|scarcely|rarely))(?: (?:really|just|quite|even|exactly))?$",
    re.I,
)


def is_overdrawn(draft: Draft) -> bool:
    """Whether the words around a draft say less than the row that read it."""
    if _UNSAID.search(draft.said):
        return True  # "Jazz doesn't": torn off a denial
    if draft.operation == "end" and draft.predicate in _HELD:
        return _is_under_way(draft) or (draft.predicate in _BONDS and _is_left_behind(draft))
    if draft.predicate == "lived_in" or (draft.predicate, draft.said) == ("attribute", "divorced"):
        return _is_under_way(draft)
    if draft.predicate in _BLOOD:
        return _is_in_law(draft)
    if draft.predicate == "visited":
        return _MISSED.search(draft.root.sent.text) is not None
    at_home = draft.predicate == "lives_in" and draft.operation == "assert"
    return at_home and (_is_stay(draft) or _is_under_way(draft))


def _verbs(draft: Draft) -> list[Token]:
    """The verbs that the object hangs on, the nearest first."""
    token = draft.object if draft.object is not None else draft.root
    return [t for t in (token, *token.ancestors) if t.pos_ in {"VERB", "AUX"}]


def _is_under_way(draft: Draft) -> bool:
    if _GETTING.search(draft.root.sent.text):
        return True
    for verb in _verbs(draft):
        if verb.tag_ == "VBG" and verb.lemma_ in _GIVING_UP:
            return any(c.lower_ in _BE and c.dep_ == "aux" for c in verb.children)
        if verb.tag_ in _FINITE:
            return False
    return False


def _is_in_law(draft: Draft) -> bool:
    """ "Tom is my brother-in-law" tells of no brother."""
    said = draft.root.sent.text
    rest = _IN_LAW.sub("", said).lower()
    return rest != said.lower() and not any(
        role_of(w) == draft.predicate for w in re.findall(r"[\w']+", rest)
    )


def _is_left_behind(draft: Draft) -> bool:
    """Whether somebody was left somewhere or with something: "left me a note", "left my wife at the airport"."""
    verb = next((v for v in _verbs(draft) if v.lemma_ in _PARTING), None)
    if verb is None or draft.object is None:
        return False
    me = [t for t in verb.sent if t.i > verb.i and t.lower_ in {"me", "us"}]
    last = me[0] if draft.object.i < verb.i and me else draft.object
    text = verb.sent.text[last.idx + len(last) - verb.sent.start_char :]
    return macro("parted").match(text) is None


def _is_stay(draft: Draft) -> bool:
    verb = next(iter(_verbs(draft)), None)
    if verb is None or verb.lemma_.lower() not in _ARRIVING:
        return False
    journey = verb.dep_ == "conj" and verb.head.lemma_ in _JOURNEY
    return journey or _PASSING.search(verb.sent.text) is not None
