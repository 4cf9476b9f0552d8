"""Forms of English verbs."""

from __future__ import annotations

from user_memory.extraction.datafiles import word_sets

_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes", "am": "is", "are": "is"}


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
    words, low = word_sets("wording.toml"), verb.lower()
    return low in words["past"] or (low.endswith("ed") and low not in words["not_past"])
