"""Forms of English verbs."""

from __future__ import annotations

_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes", "am": "is", "are": "is"}
_PAST = frozenset(
    "ate became began bent blew bought broke brought built burnt came caught chose did dreamt drank drew drove fell felt flew "
    "forgot fought found froze gave got grew had heard held hid hung kept knew laid learnt led left lent lost made meant met "
    "paid rang ran rode rose said sang sat saw sent shook shot shrank slept slid smelt sold spent spoilt spoke stole stood "
    "struck stuck swam swept swung taught told thought threw took tore understood went woke won wore wrote".split()
)
_NOT_PAST = frozenset("need feed speed bleed breed weed seed embed proceed exceed succeed indeed".split())


def third_person(verb: str) -> str:
    """The third person singular, simple present, of a verb in its base form: ``carry`` -> ``carries``."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith(("s", "sh", "ch", "x", "z", "o")):
        return low + "es"
    if low.endswith("y") and low[-2:-1] not in set("aeiou"):
        return low[:-1] + "ies"
    return low + "s"


def is_past_form(verb: str) -> bool:
    """Whether a word is a past form that no bare verb shares: "broke", "booked"; not "put"."""
    low = verb.lower()
    return low in _PAST or (low.endswith("ed") and low not in _NOT_PAST)
