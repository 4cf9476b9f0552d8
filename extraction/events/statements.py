"""What people tell one another of themselves that is neither a happening nor a relation: how things are and what they do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from spacy.tokens import Token

from user_memory.extraction.events.happenings import is_ours, is_past, leads, subject_of
from user_memory.extraction.events.pointing import is_further
from user_memory.extraction.events.words import listed
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.references import FIRST_PERSON, is_mine
from user_memory.extraction.stages import Clause

_MEAN = frozenset({"NOUN", "PROPN", "NUM"})
_ADVISED = re.compile(r"\b(?:tips?|advice|how (?:do|did|can|should|would) (?:you|i|we|one))\b", re.I)
_URGED = re.compile(
    r"(?:^|[.!?] +)(?:and |but |also,? )?(?:remember to|make sure|don't forget|be sure|try to|just be)\b",
    re.I,
)
SECOND = frozenset({"you", "your", "u", "ya", "yours", "yourself"})
_SINGULAR = FIRST_PERSON - {"us"}
POINTING = frozenset({"it", "they", "he", "she", "these", "those", "this", "that"})
"""Subjects that only the words before them explain."""


def tells(clause: Clause) -> bool:
    """Whether a clause tells something of the speaker or those around: not an answer, a compliment or a politeness."""
    subject = subject_of(clause.root)
    if subject is None:
        return leads(clause) and weight(clause) >= 1 and not is_polite(clause.root)
    if subject.lower_ in {*SECOND, "what", "this", "there", "nothing", "nobody"} or _explains(clause.root):
        return False
    if is_leaning(clause.root) or (subject.lower_ == "we" and _suggests(clause.root)):
        return False
    if subject.lower_ in FIRST_PERSON and (is_polite(clause.root) or _promises(clause.root)):
        return False
    second = any(t.lower_ in SECOND for t in clause.tokens)
    if (subject.lower_ not in FIRST_PERSON and second) or is_bare(clause.root):
        return False
    if subject.lower_ in POINTING:
        return weight(clause) >= 1
    return _ours(clause, subject) and weight(clause) >= 1


def weight(clause: Clause) -> int:
    """How many words of the clause name something; fewer when it speaks of the other person."""
    words = _words(clause)
    second = any(t.lower_ in SECOND for t in words)
    named = sum(t.pos_ in _MEAN and not listed(t.lower_, "light") for t in words)
    return named + any(map(is_further, words)) - second


def _words(clause: Clause) -> list[Token]:
    """The words of the clause and of what it says or lets be done: "nature helps me find peace"."""
    root = clause.root
    inner = [t for c in root.children if c.dep_ == "ccomp" and c.i > root.i for t in c.subtree]
    joined = [c for c in root.children if c.dep_ == "conj" and not any(g.dep_ == "nsubj" for g in c.children)]
    return [*clause.tokens, *inner, *(g for c in joined for g in (c, *c.children))]


def of_a_kind(tokens: Sequence[Token]) -> bool:
    """Whether the words say what is so of a kind at large, and nothing of anybody: "pets find their spots", "slowing down can help"."""
    if any(t.lower_ in FIRST_PERSON or t.ent_type_ == "PERSON" for t in tokens):
        return False
    first = next((t for t in tokens if t.dep_ in {"nsubj", "nsubjpass", "csubj"}), None)
    if first is None or first.head.tag_ not in {"VBP", "VBZ", "VB"} or first.pos_ == "PROPN":
        return False
    bare = not any(c.dep_ in {"det", "poss", "nummod"} for c in first.children)
    return bare and first.tag_ in {"NNS", "NN", "VBG"}


def of_the_other(tokens: Sequence[Token], addressee: str) -> bool:
    """Whether the words are about the person spoken to: their first subject is "you", a name that only calls left out."""
    called = addressee.casefold()
    first = next((t for t in tokens if t.dep_ in {"nsubj", "nsubjpass"} and t.lower_ != called), None)
    return first is not None and first.lower_ in SECOND


def points_back(tokens: Sequence[Token], names: Mapping[int, str]) -> bool:
    """Whether the first subject is a pronoun for something said before, and ``names`` does not tell for what."""
    first = next((t for t in tokens if t.dep_ in {"nsubj", "nsubjpass"}), None)
    return first is not None and first.lower_ in POINTING and first.i not in names


def _ours(clause: Clause, subject: Token) -> bool:
    """About the speaker or the speaker's people and things; "us" at large is nobody."""
    generic = subject.tag_ == "NNS" and not any(c.dep_ in {"det", "poss", "nummod"} for c in subject.children)
    if is_ours(subject) or (not generic and role_of(subject.lower_) is not None and is_mine(subject)):
        return True
    return (subject.ent_type_ == "PERSON" and subject.pos_ == "PROPN") or any(
        t.lower_ in _SINGULAR for t in _words(clause)
    )


def is_advice(root: Token, asked: str) -> bool:
    """Whether a bare -ing form only answers how one does something: "any tips?" - "cutting slowly, and remember to …"."""
    if root.tag_ != "VBG" or any(c.dep_ in {"aux", "nsubj"} for c in root.children):
        return False
    if any(t.lower_ in FIRST_PERSON for t in root.sent):
        return False
    return _ADVISED.search(asked) is not None or _URGED.search(root.doc.text) is not None


def _explains(root: Token) -> bool:
    """Whether the clause only fills in another: "let me know how they are", "since we last talked"."""
    if root.dep_ in {"ccomp", "pcomp", "csubj"} and root.i > root.head.i:
        return root.head.lemma_.lower() in {
            "know",
            "let",
            "see",
            "tell",
            "make",
            "help",
            "wonder",
            "hear",
            "show",
            "love",
            "like",
            "mean",
            "glad",
        }
    return root.dep_ in {"advcl", "relcl"}


def is_polite(root: Token) -> bool:
    """Whether the verb thanks, agrees or reacts: said of the first person it tells nothing."""
    if is_past(root) and not listed(root.lemma_.lower(), "opinion"):
        return False
    if _lasts_so_far(root):
        return False
    if listed(root.lemma_.lower(), "polite"):
        return True
    complement = next((c for c in root.children if c.dep_ == "acomp"), None)
    return complement is not None and listed(complement.lower_, "reaction") and not _says_why(complement)


def _lasts_so_far(root: Token) -> bool:
    """What goes on, or has gone on for long, with something that is named: "I'm getting them mugs", "I've known Tom for years"."""
    helpers = {c.lower_ for c in root.children if c.dep_ == "aux"}
    named = any(c.dep_ == "dobj" and c.pos_ in _MEAN and not listed(c.lower_, "light") for c in root.children)
    if root.tag_ == "VBN" and helpers & {"have", "'ve", "’ve"}:
        return named and any(c.lower_ in {"for", "since"} for c in root.children)
    return named and root.tag_ == "VBG" and bool(helpers & {"am", "'m", "’m", "are", "'re", "’re", "been"})


def _says_why(adjective: Token) -> bool:
    """Whether a feeling has its reason beside it: "I'm thrilled to make a family for kids who need one"."""
    plan = next((c for c in adjective.children if c.dep_ == "xcomp" and c.pos_ == "VERB"), None)
    if plan is None or listed(plan.lemma_.lower(), "polite") or any(t.lower_ in SECOND for t in plan.subtree):
        return False
    return any(t.pos_ in _MEAN and not listed(t.lower_, "light") for t in plan.subtree)


def is_leaning(root: Token) -> bool:
    """Whether a bare -ing form goes on with a verb before it: "(they love playing and) exploring the house"."""
    return (
        root.tag_ == "VBG"
        and root.dep_ == "conj"
        and not any(c.dep_ in {"aux", "nsubj"} for c in root.children)
    )


def _suggests(root: Token) -> bool:
    """ "we can plan a trip": a proposal to the other person."""
    return any(c.dep_ == "aux" and c.lower_ in {"can", "could", "should"} for c in root.children)


def is_bare(root: Token) -> bool:
    """Whether the verb leans on one before it for its tense: "(I'm gonna stay and) make my own path"."""
    return root.tag_ == "VB" and not any(c.dep_ in {"aux", "nsubj"} for c in root.children)


def _promises(root: Token) -> bool:
    """ "I'll give it a try": an answer to the other person."""
    return any(c.dep_ == "aux" and c.lower_ in {"will", "'ll", "’ll", "wo"} for c in root.children)
