"""Names of objects whole: nothing torn off at either end, no dash, no lone quotation mark."""

from __future__ import annotations

import re

from spacy.tokens import Span, Token

from user_memory.extraction.entities import phrase_bounds
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, role_of, singular

_DASHED = re.compile(r"\s+[-–—]+\s+.*$", re.S)
_QUOTES = re.compile(r"[\"“”]")
_LEVEL = re.compile(r"\s(?:in (?:particular|general)|more)$", re.I)
_POINTED = re.compile(
    r"\s(?:through|with|for|to|of|about|from|in|on|at|by) (?:it|them|him|her|that|this)$", re.I
)
_MODIFIERS = frozenset({"amod", "nummod", "det", "poss"})
_JOINED = frozenset({"compound", "nmod"})
_AFTER = frozenset({"of", "with", "in", "at", "on", "near", "about", "by", "for", "from", "under", "between"})
"""Prepositions that tell which one: "the smell of coffee", "a park with a lake"."""
_FIELDS = frozenset({"studies", "plays", "skilled_in"})
"""Predicates whose objects may stand before another noun: "an engineering class"."""
_NAMING = frozenset({"call", "name", "title"})
_FAR = 4
"""Words between a torn modifier and its noun, at most."""


def trimmed(name: str) -> str:
    """A name without what a cut has left at its end: "go hiking with" -> "go hiking", "joy - their luck" -> "joy"."""
    name = _DASHED.sub("", name)
    if len(_QUOTES.findall(name)) % 2:
        name = " ".join(_QUOTES.sub("", name).split())
    words = _POINTED.sub("", _LEVEL.sub("", name)).split()
    while len(words) > 1 and words[-1].lower() in grammar("stranded"):
        words.pop()
    return " ".join(words)


def alone(name: str) -> str:
    """A pastime without "together", which says with whom only where they are named: "painting together" -> "painting"."""
    said = name.removesuffix(" together")
    verb, _, rest = said.partition(" ")
    joins = verb.lower() in grammar("joining") or said.endswith(" time")
    return name if said == name or joins or (not rest and not in_list(verb, "hobby", "hobby")) else said


def uncapitalised(name: str, token: Token) -> str:
    """A name without the capital that only its sentence gives it: "Clay" of "Clay calms me", not "Rome"."""
    place = place_of(name, token)
    first = place[0] if place is not None else token
    if not name.startswith(first.text) or not first.text[1:].islower() or not _is_common(first):
        return name
    after = name.split()[1:2] or [t.text for t in first.doc[first.i + 1 : first.i + 2]]
    return name if after and (after[0][:1].isupper() or after[0] == ":") else name[0].lower() + name[1:]


def _is_common(first: Token) -> bool:
    """Whether a capitalised word is no name: a common one at the head of its sentence, or one that lists know as such."""
    before = first.doc[first.i - 1] if first.i else None
    if before is not None and before.text in {'"', "“", "'", "‘"}:
        return False
    if first.lower_ in grammar("colours"):
        return True
    if is_exactly(first.text, "tech", "name"):
        return False
    listed = role_of(first.text) == "pet" or any(
        in_list(first.text, kind, kind) for kind in ("hobby", "instrument")
    )
    opens = before is None or before.is_punct or before.is_space
    common = first.tag_ in {"NN", "NNS", "VBG", "VB", "JJ"} and first.ent_type_ in {"", "PERSON"}
    return listed or (common and (opens or first.tag_ in {"NNS", "JJ"}))


def impersonal(name: str) -> str:
    """A name without the speaker's "my" and "our": "train my dogs" -> "train dogs", "run my own shop" -> "run their own shop"."""
    return re.sub(r"\b(?:my|our) (?=\w)", "", _theirs(name), flags=re.I)


def told_whole(name: str) -> str:
    """A name as it is told of somebody else: "quit my job" -> "quit their job", "train my dogs" -> "train dogs"."""
    name = re.sub(r"^(?:my|our) (?=\w)", "", _theirs(name), flags=re.I)
    return _MINE.sub(lambda m: "" if _names_several(name[m.end() :]) else "their ", name)


def _theirs(name: str) -> str:
    name = re.sub(r"\b(of|all|both|half) (?:my|our)\b", r"\1 their", name, flags=re.I)
    return re.sub(r"\b(?:my|our) own\b", "their own", name, flags=re.I)


_MINE = re.compile(r"(?<= )(?:my|our) (?=\w)", re.I)


def _names_several(words: str) -> bool:
    """Whether the noun after a possessive is told of several, so that it needs no other word: "(train my) dogs"."""
    noun = re.split(r"[^\w'-]", words)[0].lower()
    return singular(noun) != noun or noun in {"children", "people", "hair"}


def place_of(name: str, token: Token) -> Span | None:
    """Where the words of a name stand that hold ``token``; a verb may stand there in another form."""
    sent = token.sent
    for found in re.finditer(re.escape(name), sent.text):
        start, end = found.start() + sent.start_char, found.end() + sent.start_char
        if start <= token.idx < end:
            return token.doc.char_span(start, end, alignment_mode="expand")
    rest = name.partition(" ")[2]
    after = token.doc.text[token.idx + len(token) :]
    if token.pos_ in {"VERB", "AUX"} and after.lstrip().startswith(rest):
        end = token.idx + len(token) + (len(after) - len(after.lstrip()) if rest else 0) + len(rest)
        return token.doc.char_span(token.idx, end, alignment_mode="expand")
    return None


def article_of(token: Token | None, name: str) -> str:
    """The "a" or "an" that stands before a name, "their" for "my" and "our" before somebody; empty where none does."""
    if token is None or token.tag_ not in {"NN", "NNS", "JJ"}:
        return ""
    place = place_of(name, token)
    start = token.i if place is None else place.start
    between = start > token.sent.start and token.doc[start - 1].lower_ in grammar("dropped_adjectives")
    start -= between
    before = token.doc[start - 1].lower_ if start > token.sent.start else ""
    if (between and before in {"a", "an"}) or (before == "another" and token.tag_ == "NN"):
        return article(name)
    if before in {"my", "our"}:
        return "their"
    return before if before in {"a", "an"} else ""


def article(name: str) -> str:
    """ "an" before a vowel, and before letters that are spelt out and begin with one: "an LGBTQ group"."""
    first = name.split()[0]
    spelt = len(first) > 1 and first.isupper() and first[0] in "AEFHILMNORSX"
    return "an" if spelt or first[:1].lower() in "aeiou" else "a"


def completed(name: str, place: Span, draft: Draft) -> str:
    """A name with the noun that its last word goes with: "a safe and loving" -> "a safe and loving home"."""
    if draft.predicate in _FIELDS:
        return name
    last, end = place[-1], place.end
    head = last.head
    if (
        (last.dep_ in _MODIFIERS or (last.dep_ in _JOINED and place[0].pos_ == "VERB"))
        and head.pos_ in {"NOUN", "PROPN"}
        and end <= head.i < end + _FAR
        and _is_open(last, head)
    ):
        name += place.doc[end - 1 : head.i + 1].text[len(last) :]
    left = place.doc[place.start - 1] if place.start > place.sent.start + 1 else None
    if left is not None and left.text == "-" and not left.whitespace_ and not left.nbor(-1).whitespace_:
        return f"{left.nbor(-1).text}-{name}"
    if draft.seen and place[0].pos_ == "NOUN" and not name.endswith("ing"):
        start = phrase_bounds(place[-1])[0]
        joined = (
            start < place.start
            and role_of(place.doc[start].lower_) is None
            and place.doc[place.start - 1].dep_ == "compound"
        )
        return f"{place.doc[start : place.start].text} {name}" if joined else name
    return name


def _is_open(last: Token, head: Token) -> bool:
    """Whether only words of one phrase stand between."""
    between = last.doc[last.i + 1 : head.i]
    return all(
        t.is_alpha or (t.text == "-" and not t.whitespace_ and not t.nbor(-1).whitespace_) for t in between
    )


def told_apart(token: Token) -> str | None:
    """What tells a noun from others of its kind: its title, or the words after it; ``None`` where nothing does."""
    for child in token.children:
        if child.dep_ in {"acl", "relcl"} and child.lemma_ in _NAMING:
            titled = next(
                (c for c in child.children if c.i > child.i and c.dep_ in {"oprd", "dobj", "attr"}), None
            )
            if titled is not None:
                return _QUOTES.sub("", _phrase(titled)).strip(" .,!?")
    for child in token.children:
        if child.dep_ == "appos" and child.pos_ in {"NOUN", "PROPN"}:
            return _phrase(child)
        if child.dep_ == "prep" and child.lower_ in _AFTER and child.i == token.i + 1:
            told = next((c for c in child.children if c.dep_ == "pobj" and c.pos_ in {"NOUN", "PROPN"}), None)
            if told is not None:
                start = phrase_bounds(token)[0]
                return str(token.doc[start : phrase_bounds(told)[1]].text)
    return None


def _phrase(token: Token) -> str:
    start, end = phrase_bounds(token)
    return str(token.doc[start:end].text)


_FIRMS = frozenset({"company", "firm", "business", "place", "startup", "agency", "outfit"})
_CLAUSE = 7
"""Words of a clause that may tell which firm is meant."""


def firm_told(name: str, token: Token) -> str:
    """A firm without a name by what it does: "company that does solar panels"."""
    clause = next((c for c in token.children if c.dep_ == "relcl" and c.i > token.i), None)
    if name.lower() not in _FIRMS or clause is None:
        return name
    words = [t for t in clause.subtree if t.i > token.i and t.sent == token.sent]
    told = token.doc[token.i : words[-1].i + 1] if words else token.doc[token.i : token.i + 1]
    whole = len(words) in range(2, _CLAUSE + 1) and words[0].lower_ in {"that", "which"}
    return f"{name} {told[1:].text}" if whole else name
