"""Manners of answering that exclude each other."""

from __future__ import annotations

from user_memory.extraction.rules.style import words, words_of

_OPPOSITES = tuple(
    (frozenset(a.split()), frozenset(b.split()))
    for a, b in (
        (
            "short shorter brief concise briefly terse succinct",
            "long longer detailed verbose thorough lengthy",
        ),
        ("formal formally professional", "informal casual informally chatty casually"),
        ("bullet bullets bulleted list lists", "prose paragraph paragraphs"),
        ("metric kilometres kilometers km kilos celsius litres", "imperial miles pounds fahrenheit gallons"),
        ("tabs", "spaces"),
        ("british", "american"),
        ("24-hour 24h", "12-hour 12h"),
        ("blunt direct harsh strict", "gentle kind polite softly gently"),
        ("simple plain layman", "technical expert"),
    )
)
_EXCLUSIVE = ("language", "measure")


def opposite(old: str, new: str) -> bool:
    """Whether the words ask for opposite manners: short and long, tabs and spaces, French and German."""
    was, now = frozenset(words_of(old)), frozenset(words_of(new))
    if any(
        (a & was and b & now and not a & now) or (b & was and a & now and not b & now) for a, b in _OPPOSITES
    ):
        return True
    return any(was & words(k) and now & words(k) and not was & now & words(k) for k in _EXCLUSIVE)
