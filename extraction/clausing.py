"""The clauses of a parsed message as the producers read them: bounds, speaker, modality, polarity and tense."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Doc, Token

from user_memory.extraction.clauses import split
from user_memory.extraction.forms import is_past_form
from user_memory.extraction.stages import Clause, Tense, Text
from user_memory.graph.candidates import Mention

_FUTURE = frozenset({"will", "'ll", "wo", "shall", "gonna"})
_NEGATIONS = frozenset({"never", "not", "n't", "no longer"})


def read_clauses(doc: Doc, text: Text, speaker: Mention) -> tuple[Clause, ...]:
    """The clauses of ``doc`` in the order of their words; those in quotation marks have the modality ``quotation``."""
    return tuple(sorted(_clauses(doc, text, speaker), key=lambda c: c.start))


def _clauses(doc: Doc, text: Text, speaker: Mention) -> Iterator[Clause]:
    for sent, root, tokens, modality in split(doc):
        words = [t for t in tokens if not t.is_space]
        if not words:
            continue
        start, end = words[0].idx, words[-1].idx + len(words[-1])
        if text.kind_at(root.idx) == "quotation":
            modality |= {"quotation"}
        yield Clause(
            sent, root, tuple(tokens), start, end, speaker, modality, "-" if is_negative(root) else "+", tense_of(root), doc.text[start:end]
        )  # fmt: skip


def is_negative(root: Token) -> bool:
    """Whether the predicate itself is denied."""
    return any(c.dep_ == "neg" or c.lower_ in _NEGATIONS for c in root.children)


def tense_of(root: Token) -> Tense:
    """The tense of a predicate; a clause without a finite verb takes that of the clause it hangs on."""
    helpers = {c.lower_ for c in root.children if c.dep_ in {"aux", "auxpass"}}
    if helpers & _FUTURE or _going_to(root):
        return "future"
    if _has_got(root):
        return "present"
    verbs = [root, *(c for c in root.children if c.dep_ in {"aux", "auxpass"})]
    if any(v.tag_ == "VBD" or v.lower_ in {"was", "were", "did", "had"} for v in verbs):
        return "past"
    if root.tag_ == "VBN" or (root.tag_ == "VB" and not helpers and is_past_form(root.text)):
        return "past"
    if root.tag_ == "VB" and root.dep_ == "conj" and root.head.tag_ == "VBD" and not helpers:
        return "present"
    if (
        root.tag_ in {"VB", "VBG"}
        and not helpers
        and root.dep_ in {"xcomp", "advcl", "conj", "ccomp"}
        and root.head is not root
    ):
        return tense_of(root.head)
    return "present"


def _has_got(root: Token) -> bool:
    """ "have got" is to have: "I've got an exam on Friday"."""
    helpers = {c.lower_ for c in root.children if c.dep_ == "aux"}
    owned = any(c.dep_ == "dobj" for c in root.children)
    return root.lower_ == "got" and owned and bool(helpers & {"have", "has", "'ve", "'s", "ve"})


def _going_to(root: Token) -> bool:
    """ "going to move", "planning to move", "about to move"; the plan lies ahead."""
    ahead = {"go", "plan", "intend", "hope", "want", "aim", "expect", "need", "arrange", "book"}
    lemma = root.lemma_.lower()
    if lemma == "go" and root.tag_ == "VBG" and any(c.dep_ == "xcomp" for c in root.children):
        return True
    if root.dep_ == "xcomp" and root.tag_ == "VB" and root.head.lemma_.lower() in ahead:
        return root.head.tag_ not in {"VBD"} or root.head.lemma_ == "go"
    return lemma in ahead - {"go", "need", "want", "book"} and root.tag_ in {"VBG", "VBP", "VBZ"}
