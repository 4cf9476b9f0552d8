"""Instructions in words that no pattern knows, where the tagger sees that a sentence gives one."""

from __future__ import annotations

import re

from spacy.tokens import Span

from user_memory.extraction.rules.complaints import describes_habit
from user_memory.extraction.rules.reading import condition_and_order, is_dictated
from user_memory.extraction.rules.style import is_forbidding
from user_memory.extraction.rules.verbs import Verbs
from user_memory.extraction.rules.wish import Wish
from user_memory.extraction.tagging.tagger import kinds_of
from user_memory.graph.model import Polarity

_LEAST = 0.98
"""Likelihood from which a sentence is taken to give an instruction."""
_ERRAND = re.compile(r"\bremind me\b(?! (?:that|of|not)\b)", re.I)
"""Asks for one piece of work, not for a manner of working."""
_WHY = re.compile(r"\W*(?:i|we)(?:'m|'d|'ll)? (?!want\b|need\b)[^,;:]+ (?:otherwise|or else)\W*$", re.I)
"""What comes of it if not: the reason of the order before it."""
_ANY_USER = re.compile(r"\b(?:the|a|each|every|our|any) (?:user|customer|visitor|admin|caller)s?\b", re.I)
_ASKING = frozenset({"tell", "ask", "say", "want", "insist", "demand", "decide"})
_TURNS = frozenset("stop start begin quit cease finish".split())
_FEWEST = 2
"""Different words of an instruction."""
_CONFIDENCE = 0.8


def seen_wish(sent: Span, verbs: Verbs) -> Wish | None:
    """The lasting instruction that a sentence gives as a whole; ``verbs`` are those of the sentence."""
    told = kinds_of(sent)
    if told is None or told.rule < _LEAST or is_dictated(sent.text):
        return None
    if (
        len({t.lower_ for t in sent if t.is_alpha}) < _FEWEST
        or _ERRAND.search(sent.text)
        or _of_another(sent)
        or _is_report(sent)
        or _is_of_software(sent)
        or _WHY.match(sent.text)
        or describes_habit(sent.text)
    ):
        return None
    condition, order = condition_and_order(sent.text, verbs)
    polarity: Polarity = "-" if is_forbidding(sent.text[slice(*order)]) else "+"
    return Wish("rule", order, condition, polarity, False, _CONFIDENCE)


def _is_report(sent: Span) -> bool:
    """Whether the speakers tell what they have begun or given up themselves: "I stopped using bullet points"."""
    done = sent.root.lemma_ in _TURNS and sent.root.tag_ in {"VBD", "VBN"}
    own = any(t.dep_ == "nsubj" and t.lower_ in {"i", "we"} for t in sent.root.children)
    return done and own and not any(t.lower_ in {"you", "your", "please"} for t in sent)


def _is_of_software(sent: Span) -> bool:
    """Whether it is told what a program does for whoever uses it: "the app sends an email when the user signs up"."""
    subjects = [t for t in sent.root.children if t.dep_ in {"nsubj", "nsubjpass"}]
    others = bool(subjects) and all(t.lower_ not in {"you", "u"} for t in subjects)
    told = sent.root.tag_ in {"VBZ", "VBP", "VBD", "VBN"} and not any(
        t.tag_ == "MD" for t in sent.root.children
    )
    return others and told and _ANY_USER.search(sent.text) is not None


def _of_another(sent: Span) -> bool:
    """Whether somebody else's order or custom is told: "my boss always tells me to keep it short", "we never shout here"."""
    subjects = (t for t in sent.root.children if t.dep_ == "nsubj")
    told = [t.lower_ for t in subjects]
    if "we" in told and not any(t.lower_ in {"you", "your"} for t in sent):
        return True
    return sent.root.lemma_ in _ASKING and any(t not in {"i", "we", "you"} for t in told)
