"""Which known rules a sentence ends: "you can use emojis again", "forget the rule about French"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from user_memory.extraction.rules.opposites import opposite
from user_memory.extraction.rules.style import words, words_of
from user_memory.graph.candidates import KnownRule

_ALLOWED = re.compile(
    r"\b(?:you (?:can|may|could|are (?:free|allowed|welcome) to)|feel free to|it's (?:ok|okay"
    r"|fine) to|go ahead and)\b.*\b(?:again|now|after all|from now on)\b|\b(?:is|are)(?: totally"
    r"| perfectly| all)? (?:fine|ok|okay|allowed|welcome|good|back) (?:again|now|after all)\b"
    r"|^\W*(?:you (?:can|may) )(?:use|add|write|include|call|say)\b.*\bagain\b",
    re.I,
)
_DROPPED = re.compile(
    r"\b(?:you (?:don't|do not) (?:have|need) to|(?:there's )?no need to|you needn't|i (?:don't"
    r"|do not) (?:need|want|care)(?: you to)?)\b.*\b(?:any ?more|any longer|now)\b|\b(?:forget"
    r"|scrap|drop|cancel|ignore|remove|delete|lift|undo|disregard|lose) (?:about )?(?:the|my|that"
    r"|our)(?: [\w-]+){0,3} (?:rule|instruction|preference|request|thing|policy)\b|\b(?:forget"
    r"|ignore|scrap|never mind|disregard) (?:what|when) i (?:said|told you|asked)\b"
    r"|\bi no longer (?:need|want|mind|care)\b|\bno longer (?:need|have) to\b|\bstop (?:\w+ing)\b",
    re.I,
)


def ended(sentence: str, rules: Sequence[KnownRule]) -> Iterator[KnownRule]:
    """The rules among ``rules`` that ``sentence`` takes back: those it shares most words with."""
    allowed, dropped = bool(_ALLOWED.search(sentence)), bool(_DROPPED.search(sentence))
    if not (allowed or dropped):
        return
    said = stems(sentence)
    for rule in rules:
        if allowed and not dropped and rule.polarity != "-":
            if opposite(rule.instruction, sentence):
                yield rule
            continue
        if _stops(sentence) and rule.polarity == "-":
            continue
        known = stems(f"{rule.instruction} {rule.condition or ''}")
        if known and len(known & said) / min(len(known), len(said) or 1) >= 0.5:
            yield rule


def _stops(sentence: str) -> bool:
    """Whether the words only say "stop doing": that ends a rule to do so, and repeats one not to."""
    return bool(re.search(r"\bstop \w+ing\b", sentence, re.I))


def stems(text: str) -> frozenset[str]:
    """The words of ``text`` that tell one rule from another, without their endings."""
    return frozenset(_stem(w) for w in words_of(text) if w not in words("empty") and len(w) > 2)


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
