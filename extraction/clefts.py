"""Clefts told straight: "it's Kyoto I want to visit" becomes "I want to visit Kyoto".

What is picked out goes back to the place that it left empty, at the end of the clause; the offsets of the clause stay its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.edits import Edit, Traced

_START = r"(?:^|(?<=[.!?;\n(] )|(?<=[,–—-] )|(?<=\band )|(?<=\bbut )|(?<=\bno )|(?<=\bactually )|(?<=\byes ))"
_BE = r"(?:it's|it is|its|it was)(?: actually| really| just| only)*"
_WHO = r"(?:I|we|he|she|they|(?:my|our|his|her|their) [a-z][\w-]*)"
_END = r"(?=\s*(?:$|[,.;:!?\n)]|[–—] | - )| (?:and|but|not|now|these days|nowadays|because|so|though|actually|instead)\b)"
_PICKED = (
    r"(?P<picked>(?:(?:a|an|the|my|our|his|her) )?(?!(?:a|an|the|my|our|so|like|no|not|because|when|how|why|what|who|where|true|lucky|possible|likely|sad|good|great|nice"
    r"|odd|strange|weird|funny|clear|obvious|fine|ok|okay|cool|amazing|rare|often|rarely|seldom|time|shame|pity|truth|said|way|just|only|me|him|us|them|I)\b)"
    r"[\w'&.-]+(?: (?!(?:I|we|he|she|they|my|our|his|her|their|that|which|where|who|time|way|reason|thing|day|week|month|year|first|last)\b)[\w'&.-]+){0,2}?)"
)
_GAP = (
    r"(?:\w+ ){0,4}?(?:want(?:s|ed)? to|need(?:s|ed)? to|hope(?:s|d)? to|(?:'d|would) (?:like|love) to|plan(?:s|ned|ning)? to|learning to)"
    r" (?:visit|learn|study|see|play|speak|buy|read|try|make|do|master|drive)"
)
_OF_OBJECT = re.compile(
    rf"{_START}{_BE} {_PICKED} (?:(?:that|which) )?(?P<clause>{_WHO}(?:'m|'d|'re)? ?(?:{_GAP})){_END}", re.I
)
_OF_PLACE = re.compile(
    rf"{_START}{_BE} (?P<picked>(?:in|at|from|to|for|with|near) (?:(?:the|a|an|my|our) )?[\w'&.-]+(?: [\w'&.-]+)??) that (?P<clause>{_WHO} [^,.;:!?\n–—]{{2,60}}?){_END}",
    re.I,
)


def unfolded_clefts(text: Traced) -> Traced:
    """The text with what "it's … that" picks out put back into its clause."""
    for pattern in (_OF_PLACE, _OF_OBJECT):
        text = text.apply(edit for match in pattern.finditer(text.text) for edit in _told(match))
    return text


def _told(match: re.Match[str]) -> Iterator[Edit]:
    """The clause with its end mapped to the end of the cleft, so that what supports it stays all of it."""
    words = f"{match.group('clause')} {match.group('picked')}"
    yield match.start(), match.end() - 1, words[:-1]
    yield match.end() - 1, match.end(), words[-1:]
