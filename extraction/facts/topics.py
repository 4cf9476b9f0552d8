"""A topic and a verdict on it: "Marmite? love it", "opera – not for me", "Pineapple on pizza? No thanks."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from spacy.tokens import Doc, Span, Token

from user_memory.extraction.entities import coordinated, phrase_bounds, phrase_text
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.worth import is_likable
from user_memory.extraction.lexicon import grammar

_DEGREE = r"(?:i |we )?(?:really |just |absolutely |totally |honestly |actually |do |always |still |simply )*"
_VERDICT = re.compile(
    r"^\W*(?:(?:oh|ugh|hmm|mmm|ah|well|honestly|yes|yeah|nah|no|nope|but|and|God,?|man,?),? )*(?:"
    rf"(?P<likes>{_DEGREE}(?:love|adore|like|enjoy) (?:it|them|that)\b(?! (?:here|when|that|how|if))|yes,? please|"
    r"(?:can't|cannot) (?:get enough|(?:live|do|function|cope) without (?:it|them))|(?:a |i'm a )?(?:huge|big|massive) fan|my favou?rite|yum+\b|count me in)"
    rf"|(?P<dislikes>{_DEGREE}(?:hate|loathe|detest|despise) (?:it|them|that)\b|{_DEGREE}(?:can't|cannot) (?:stand|bear|do|stomach)"
    r"(?: (?:it|them))?\b|(?:definitely |really |just )?(?:not|never)(?: really)? (?:for me|my (?:thing|cup of tea|jam|bag|scene)|"
    r"a (?:huge |big )?fan|into (?:it|them)|keen)|no,? thank(?:s| you)|(?:hard|big) (?:pass|no)\b|yuck|ew+\b|bleh|blegh|gross\b|no way|not a chance)"
    r")",
    re.I,
)
_PAUSE = re.compile(r"\s*(?:\?+|\.{2,3}|…|,|:|[-–—]+)\s*")
_LONGEST = 6


def topic_facts(doc: Doc) -> Iterator[Draft]:
    """What the speaker thinks of a topic that a fragment has just named, in the same sentence or the one before."""
    sents = list(doc.sents)
    for sent, after in zip_longest(sents, sents[1:]):
        for pause in _PAUSE.finditer(sent.text):
            verdict = _VERDICT.match(sent.text, pause.end())
            if verdict is not None and pause.start():
                yield from _drafts(_words(sent, pause.start()), sent, verdict)
                break
        else:
            verdict = (
                _VERDICT.match(after.text) if after is not None and sent.text.rstrip()[-1:] in "?.…" else None
            )
            if verdict is not None and sent.text.rstrip().endswith(("?", "...", "…")):
                yield from _drafts(list(sent), after, verdict)


def _words(sent: Span, end: int) -> list[Token]:
    return [t for t in sent if t.idx - sent.start_char < end]


def _drafts(words: list[Token], verdict: Span | None, match: re.Match[str]) -> Iterator[Draft]:
    """One draft for each thing that the fragment names, when it is no clause."""
    words = [t for t in words if t.is_alpha or t.text in {"-", "&", "'s"} or any(c.isalnum() for c in t.text)]
    lead = [t for t in words if t.lower_ not in _LEADS]
    if (
        verdict is None
        or not 1 <= len(lead) <= _LONGEST
        or any(t.pos_ == "AUX" or t.lower_ in _CLAUSAL for t in lead)
    ):
        return
    head = _head(lead)
    if head is None:
        return
    predicate = "likes" if match.group("likes") else "dislikes"
    bounds = (lead[0].idx, verdict.end_char)
    whole = len(list(coordinated(head))) == 1
    for item in coordinated(head):
        name = _name(lead, item) if whole else phrase_text(item)
        yield Draft(verdict.root, None, predicate, item, name=name, bounds=bounds, order=True)


_LEADS = frozenset(
    {
        "and",
        "but",
        "so",
        "as",
        "for",
        "about",
        "what",
        "re",
        "regarding",
        "oh",
        "also",
        "honestly",
        "personally",
    }
)
_CLAUSAL = frozenset({"i", "we", "you", "he", "she", "they", "it", "this", "that", "these", "those", "your", "who", "how",
    "why", "when", "where", "which", "thanks", "thank", "please", "ok", "okay", "great", "sorry", "wow", "hey", "hi"})  # fmt: skip


def _head(words: list[Token]) -> Token | None:
    inside = {t.i for t in words}
    heads = [t for t in words if t.head.i not in inside or t.head == t]
    head = next((t for t in heads if t.pos_ in {"NOUN", "PROPN"} or t.tag_ == "VBG"), None)
    if head is None and len(words) == 1 and words[0].pos_ in {"VERB", "ADJ", "X"}:
        return words[0]
    if head is None or (
        any(c.lower_ == "the" for c in head.children) and head.pos_ != "PROPN" and head.tag_ == "NN"
    ):
        return None
    fits = is_likable(head, phrase_text(head)) and phrase_text(head).lower() not in grammar("abstract")
    return head if fits else None


def _name(words: list[Token], head: Token) -> str:
    """The fragment as said, from the name of its head on: "pineapple on pizza"."""
    start = min(phrase_bounds(head)[0], head.i)
    return head.doc[start : words[-1].i + 1].text.strip(" ?,.:-–—…")
