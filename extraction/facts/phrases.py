"""Verb phrases as names of activities, goals and habits, and how often something is done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.tokens import Token

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.lexicon import grammar

_FREQUENCY = re.compile(
    r"\b((?:every|each|most|some) (?:single |other |second )?(?:day|morning|evening|night|afternoon|week|weekend"
    r"|month|year|summer|winter|spring|autumn|fall|hour|lunchtime"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?(?: (?:morning|evening|night|afternoon)s?)?"
    r"|(?:once|twice|thrice|(?:two|three|four|five|six|seven|ten|\d+)(?: or \w+)? times|a (?:few"
    r"|couple of) times) (?:a|an|per|each|every) (?:day|week|month|year|night|fortnight)"
    r"|daily|nightly|weekly|fortnightly|monthly|yearly|annually|biweekly|usually|normally|regularly|religiously"
    r"|whenever (?:possible|i can|we can)|as often as (?:i|we) can|most of the time|all the time|every (?:so often|now and (?:then|again)|christmas|easter|chance i get)"
    r"|once in a while|from time to time|often|occasionally|always|first thing|(?:over|at|on my) (?:breakfast|lunch(?:time| break)?|dinner)"
    r"|in (?:the )?(?:mornings|evenings|summers?|winters?|afternoons)|at night"
    r"|(?:on |at )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays|weeknights)"
    r"|on the commute|before (?:work|bed|breakfast)|after (?:work|dinner|school)|(?:on|at|over) (?:the )?weekends?"
    r"|at weekends)\b",
    re.I,
)
_LIMIT = 12
"""Words of a verb phrase, at most."""
_SHORTEST = 3
_TALKING = frozenset({"i", "we", "you", "me", "us", "it", "them", "this", "that's"})
_PARTICLES = grammar("particles")
_OUTSIDE = {"advcl", "npadvmod", "cc", "punct", "relcl", "parataxis", "mark", "neg", "advmod", "intj", "aux"}
_GERUND_E = re.compile(r"[^aeiou]e$|[aeiou][^aeiou]e$")


def frequency(root: Token) -> str | None:
    """How often, in the words of the clause: "twice a week", "on Thursdays"; ``None`` when nothing is said."""
    tokens = sorted(root.subtree, key=lambda t: t.i)
    start, end = tokens[0].i, tokens[-1].i + 1
    found = _FREQUENCY.search(root.doc[start:end].text)
    if found is None:
        return None
    return re.sub(r"^(?:on|at) (?=\w+s$)", "", found.group(1), flags=re.I)


def verb_phrase(root: Token) -> str:
    """The verb with its objects and phrases, as said, without what comes before it: "run a marathon"."""
    words = [t for t in root.subtree if t.i >= root.i and _inside(t, root)]
    words.sort(key=lambda t: t.i)
    cut: list[Token] = []
    for token in words:
        if cut and token.i != cut[-1].i + 1:
            break
        cut.append(token)
    while len(cut) > 1 and (
        (cut[-1].ent_type_ == "DATE" and cut[-1].dep_ not in {"dobj", "compound"})
        or (cut[-1].pos_ == "ADP" and cut[-1].dep_ == "prep")
    ):
        cut.pop()
    text = root.doc[cut[0].i : _end(cut)].text
    return re.sub(r"[^\w)%+#]+$", "", " ".join(_no_frequency(text).split()))


def _end(words: Sequence[Token]) -> int:
    """Where a verb phrase ends that is not too long to name anything; a long one before its last phrase that fits."""
    start, end = words[0].i, words[-1].i + 1
    if end - start <= _LIMIT:
        return end
    joints = [t.i for t in words[_SHORTEST:_LIMIT] if t.pos_ in {"ADP", "CCONJ"} and t.dep_ in {"prep", "cc"}]
    return max(joints) if joints else start + _LIMIT


def _no_frequency(text: str) -> str:
    return _FREQUENCY.sub("", text)


def _inside(token: Token, root: Token) -> bool:
    while token != root:
        if token.dep_ in _OUTSIDE and token.head == root:
            turned = token.i == root.i + 1 and root.lemma_ in {
                "go",
                "work",
                "live",
                "turn",
                "get",
                "travel",
                "eat",
            }
            return token.dep_ == "advmod" and (token.pos_ == "ADP" or token.lower_ in _PARTICLES or turned)
        if token.dep_ == "relcl" and _is_needed(token):
            token = token.head
            continue
        if token.dep_ in {"relcl", "advcl", "parataxis"} or (token.dep_ == "conj" and token.head == root):
            return False
        token = token.head
    return True


def _is_needed(clause: Token) -> bool:
    """Whether a clause tells what a noun is that says nothing alone, of nobody in the talk: "projects that help schools"."""
    told = clause.head.lower_ in grammar("told_by_clauses") and clause.i > clause.head.i
    return told and not any(t.lower_ in _TALKING for t in clause.subtree)


def activity(root: Token, gerund: bool = False) -> str:
    """A verb phrase as the name of what is done: "go fishing" -> "fishing" (light "go" and "do" dropped)."""
    if root.lemma_ in {"go", "do"}:
        inner = next(
            (
                c
                for c in root.children
                if c.dep_ in {"xcomp", "dobj", "advcl"} and (c.tag_ == "VBG" or c.dep_ == "dobj")
            ),
            None,
        )
        if inner is not None and inner.i > root.i:
            return activity(inner) if inner.pos_ == "VERB" else phrase_text(inner)
    text = verb_phrase(root)
    rest = text.partition(" ")[2]
    if gerund and root.tag_ != "VBG":
        return f"{gerund_of(root.lemma_)} {rest}".strip()
    if root.tag_ in {"VBZ", "VBP", "VBD", "VBN"}:
        _rest = text.partition(" ")[2]
        return f"{root.lemma_} {rest}".strip()
    return text


def gerund_of(lemma: str) -> str:
    """The -ing form of a verb: "run" -> "running", "take" -> "taking"."""
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and lemma != "be":
        return lemma[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", lemma) and lemma not in {"look", "cook", "read"}:
        return lemma + lemma[-1] + "ing"
    return lemma + "ing"
