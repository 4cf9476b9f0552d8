"""Which known rules a sentence ends: "you can use emojis again", "forget the rule about French"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from user_memory.extraction.rules.style import words_of
from user_memory.graph.candidates import KnownRule

_ALLOWED = re.compile(
    r"\b(?:you (?:can|may|could|are (?:free|allowed|welcome) to)|feel free to|it's (?:ok|okay|fine) to|go ahead and)\b.*\b(?:again|now|after all|from now on)\b"
    r"|\b(?:is|are)(?: totally| perfectly| all)? (?:fine|ok|okay|allowed|welcome|good|back) (?:again|now|after all)\b|^\W*(?:you (?:can|may) )(?:use|add|write|include|call|say)\b.*\bagain\b",
    re.I,
)
_DROPPED = re.compile(
    r"\b(?:you (?:don't|do not) (?:have|need) to|(?:there's )?no need to|you needn't|i (?:don't|do not) (?:need|want|care)(?: you to)?)\b.*\b(?:any ?more|any longer|now)\b"
    r"|\b(?:forget|scrap|drop|cancel|ignore|remove|delete|lift|undo|disregard|lose) (?:about )?(?:the|my|that|our)(?: [\w-]+){0,3} (?:rule|instruction|preference|request|thing|policy)\b"
    r"|\b(?:forget|ignore|scrap|never mind|disregard) (?:what|when) i (?:said|told you|asked)\b|\bi no longer (?:need|want|mind|care)\b|\bno longer (?:need|have) to\b|\bstop (?:\w+ing)\b",
    re.I,
)
_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "to",
        "of",
        "in",
        "on",
        "for",
        "with",
        "and",
        "or",
        "my",
        "your",
        "me",
        "i",
        "you",
        "it",
        "is",
        "are",
        "be",
        "can",
        "may",
        "again",
        "now",
        "about",
        "rule",
        "that",
        "this",
        "from",
        "any",
        "more",
        "anymore",
        "need",
        "don't",
        "do",
        "not",
        "use",
        "using",
        "never",
        "always",
        "no",
        "stop",
        "please",
        "have",
        "when",
        "if",
        "all",
        "so",
        "just",
        "don't",
        "the",
        "user",
        "agent",
        "user's",
        "user",
        "agent's",
        "them",
        "their",
        "what",
        "said",
        "told",
        "forget",
    ]
)


def ended(sentence: str, rules: Sequence[KnownRule]) -> Iterator[KnownRule]:
    """The rules among ``rules`` that ``sentence`` takes back: those it shares most words with."""
    allowed, dropped = bool(_ALLOWED.search(sentence)), bool(_DROPPED.search(sentence))
    if not (allowed or dropped):
        return
    said = _stems(sentence)
    for rule in rules:
        if (allowed and not dropped and rule.polarity != "-") or (_stops(sentence) and rule.polarity == "-"):
            continue
        known = _stems(f"{rule.instruction} {rule.condition or ''}")
        if known and len(known & said) / min(len(known), len(said) or 1) >= 0.5:
            yield rule


def _stops(sentence: str) -> bool:
    """Whether the words only say "stop doing": that ends a rule to do so, and repeats one not to."""
    return bool(re.search(r"\bstop \w+ing\b", sentence, re.I))


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(w) for w in words_of(text) if w not in _STOP and len(w) > 2)


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
