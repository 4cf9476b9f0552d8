"""Which clauses tell of something that happened or will happen, and to whom."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from user_memory.extraction.events.words import listed
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause

_SUBJECTS = {"nsubj", "nsubjpass", "csubj", "expl"}
_NOT_TOLD = frozenset(
    {"question", "hypothetical", "wish", "quotation", "sarcasm", "instruction", "session", "reported"}
)
_PEOPLE = frozenset({"he", "she", "they"})
_GENERIC = frozenset(
    {
        "you",
        "people",
        "everyone",
        "someone",
        "one",
        "nobody",
        "everybody",
        "anyone",
        "u",
        "ya",
        "life",
        "it",
        "that",
        "this",
        "there",
        "what",
        "which",
    }
)
_FUTURE = frozenset({"will", "'ll", "’ll", "wo", "shall", "gonna"})


def is_told(clause: Clause) -> bool:
    """Whether the clause is asserted by the speaker: neither asked, supposed, wished, ordered, quoted nor ironic."""
    return not clause.modality & _NOT_TOLD


def subject_of(root: Token) -> Token | None:
    """The subject of a clause, its own or the one it shares with the clause it is joined to."""
    verb = root
    while True:
        own = next((c for c in verb.children if c.dep_ in _SUBJECTS), None)
        if own is not None:
            return own
        if (
            verb.dep_ not in {"conj", "xcomp", "advcl"}
            or verb.head is verb
            or verb.head.pos_ not in {"VERB", "AUX"}
        ):
            return None
        verb = verb.head


def is_past(root: Token) -> bool:
    """Simple past, perfect, or a passive of either."""
    auxiliaries = {c.lower_ for c in root.children if c.dep_ in {"aux", "auxpass"}}
    if root.tag_ == "VBD" or auxiliaries & {"did", "was", "were", "got", "had"}:
        return not auxiliaries & {"would", "could", "might", "may", "should"}
    if root.tag_ == "VBN":
        return (
            bool(auxiliaries & {"have", "has", "'ve", "’ve", "'s", "had", "been", "ve"})
            or subject_of(root) is None
        )
    return False


def is_future(root: Token) -> bool:
    """ "will", "going to", or a plan in the progressive."""
    auxiliaries = {c.lower_ for c in root.children if c.dep_ == "aux"}
    going = (
        root.dep_ == "xcomp"
        and root.head.lower_ in {"going", "gon"}
        and any(c.lower_ in {"to", "na"} for c in root.children)
    )
    return bool(auxiliaries & _FUTURE) or going


def is_negated(root: Token) -> bool:
    """Whether the clause denies: "didn't", "never"."""
    return any(c.dep_ == "neg" for c in root.children)


def concerns_people(clause: Clause) -> bool:
    """Whether the clause is about the speaker, someone around the speaker or something of theirs."""
    subject = subject_of(clause.root)
    if subject is None:
        return clause.root.tag_ in {"VBD", "VBN", "VBG"}
    return (
        is_ours(subject)
        or subject.lower_ in _PEOPLE
        or subject.ent_type_ == "PERSON"
        or role_of(subject.lower_) is not None
    )


def is_ours(noun: Token) -> bool:
    """The first person, or what belongs to it: "I", "my knee", "the roof of our house"."""
    return noun.lower_ in FIRST_PERSON or any(t.lower_ in FIRST_PERSON for t in noun.subtree)


def is_generic(clause: Clause) -> bool:
    """Whether the clause is about people at large or points at nothing: "you never know", "that is great"."""
    subject = subject_of(clause.root)
    return (
        subject is not None
        and subject.lower_ in _GENERIC
        and not any(t.lower_ in FIRST_PERSON for t in clause.tokens)
    )


def happens(clause: Clause) -> bool:
    """Whether the clause alone, without a time, tells of a finished happening around the speaker."""
    root = clause.root
    if is_negated(root) or not concerns_people(clause) or listed(root.lemma_.lower(), "stative"):
        return False
    return root.pos_ == "VERB" and is_past(root) and _full(clause.tokens)


def _full(tokens: Sequence[Token]) -> bool:
    """Whether the words say what it was, beyond a verb: "I laughed" does not."""
    return sum(t.pos_ in {"NOUN", "PROPN", "VERB", "NUM"} for t in tokens) >= 2
