"""Clauses: the units in which something is asserted, asked, wished or ordered, each with its speaker, modality, polarity and tense."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Doc, Span, Token

from user_memory.extraction.authorship import fiction_from
from user_memory.extraction.forms import is_past_form
from user_memory.extraction.modality import clause_modality, sentence_modality
from user_memory.extraction.stages import Clause, Tense, Text
from user_memory.graph.candidates import Mention

_FUTURE = frozenset({"will", "'ll", "wo", "shall", "gonna"})
_NEGATIONS = frozenset({"never", "not", "n't", "no longer"})
_CLAUSAL = {"conj", "ccomp", "advcl", "relcl", "parataxis", "csubj", "acl"}


def read_clauses(doc: Doc, text: Text, speaker: Mention) -> tuple[Clause, ...]:
    """The clauses of ``doc`` in the order of their words; those in quotation marks have the modality ``quotation``."""
    return tuple(sorted(_clauses(doc, text, speaker), key=lambda c: c.start))


def _clauses(doc: Doc, text: Text, speaker: Mention) -> Iterator[Clause]:
    for sent, root, tokens, modality in _split(doc):
        words = [t for t in tokens if not t.is_space]
        if not words:
            continue
        start, end = words[0].idx, words[-1].idx + len(words[-1])
        if text.kind_at(root.idx) == "quotation":
            modality |= {"quotation"}
        yield Clause(
            sent, root, tuple(tokens), start, end, speaker, modality, "-" if _is_negative(root) else "+", _tense_of(root), doc.text[start:end]
        )  # fmt: skip


def _clause_roots(sent: Span) -> list[Token]:
    """The predicates that head a clause of their own, in order; the root of the sentence is always one."""
    return [t for t in sent if t.dep_ == "ROOT" or _heads_clause(t)]


def _heads_clause(token: Token) -> bool:
    if token.dep_ not in _CLAUSAL or token.pos_ not in {"VERB", "AUX"}:
        return False
    if token.dep_ == "conj":
        return token.head.pos_ in {"VERB", "AUX"} or _has_subject(token)
    if token.dep_ == "acl":
        return False
    return token.dep_ != "advcl" or _has_subject(token) or any(c.dep_ == "mark" for c in token.children)


def _has_subject(token: Token) -> bool:
    return any(c.dep_ in {"nsubj", "nsubjpass", "expl"} for c in token.children)


def _clause_tokens(root: Token, roots: list[Token]) -> list[Token]:
    """The words of the clause of ``root`` without those of the clauses inside it."""
    others = {r.i for r in roots if r != root and root in r.ancestors}
    tokens: list[Token] = []
    pending = [root]
    while pending:
        token = pending.pop()
        tokens.append(token)
        pending.extend(c for c in token.children if c.i not in others)
    return sorted(tokens, key=lambda t: t.i)


def _modality_of(
    root: Token, tokens: list[Token], shared: frozenset[str], fiction: int | None
) -> frozenset[str]:
    """The modality of a clause: its own, its sentence's, and quotation where the message's words are not the speaker's."""
    own = clause_modality(root, tokens) | shared
    if fiction is not None and root.idx >= fiction:
        return own | {"quotation"}
    return own


def _split(doc: Doc) -> Iterator[tuple[Span, Token, list[Token], frozenset[str]]]:
    """(sentence, root, tokens, modality) of every clause of a parsed message."""
    fiction = fiction_from(doc.text)
    for sent in doc.sents:
        roots = _clause_roots(sent)
        shared = sentence_modality(sent)
        for root in roots:
            tokens = _clause_tokens(root, roots)
            yield sent, root, tokens, _modality_of(root, tokens, shared, fiction)


def _is_negative(root: Token) -> bool:
    """Whether the predicate itself is denied."""
    return any(c.dep_ == "neg" or c.lower_ in _NEGATIONS for c in root.children)


def _tense_of(root: Token) -> Tense:
    """The tense of a predicate; a clause without a finite verb takes that of the clause it hangs on."""
    helpers = {c.lower_ for c in root.children if c.dep_ in {"aux", "auxpass"}}
    if helpers & _FUTURE or _going_to(root):
        return "future"
    if _has_got(root) or _goes_on(root):
        return "present"
    verbs = [root, *(c for c in root.children if c.dep_ in {"aux", "auxpass"})]
    if any(v.tag_ == "VBD" or v.lower_ in {"was", "were", "did", "had"} for v in verbs):
        return "past"
    if root.tag_ == "VBN" or (root.tag_ == "VB" and not helpers and is_past_form(root.text)):
        return "past"
    if root.tag_ == "VB" and root.dep_ == "conj" and root.head.tag_ in {"VBD", "VBN"} and not helpers:
        return "present"
    if (
        root.tag_ in {"VB", "VBG"}
        and not helpers
        and root.dep_ in {"xcomp", "advcl", "conj", "ccomp"}
        and root.head is not root
    ):
        return _tense_of(root.head)
    return "present"


def _has_got(root: Token) -> bool:
    """ "have got" is to have: "I've got an exam on Friday"."""
    helpers = {c.lower_ for c in root.children if c.dep_ == "aux"}
    owned = any(c.dep_ == "dobj" for c in root.children)
    return root.lower_ == "got" and owned and bool(helpers & {"have", "has", "'ve", "'s", "ve"})


def _goes_on(root: Token) -> bool:
    """ "is being collected", "are getting married": under way or arranged, though the verb is a participle."""
    helpers = {c.lower_ for c in root.children if c.dep_ in {"aux", "auxpass"}}
    return (
        root.tag_ == "VBN" and bool(helpers & {"being", "getting"}) and not helpers & {"was", "were", "been"}
    )


def _going_to(root: Token) -> bool:
    """ "going to move", "planning to move", "about to move"; the plan lies ahead."""
    ahead = {"go", "plan", "intend", "hope", "want", "aim", "expect", "need", "arrange", "book"}
    lemma = root.lemma_.lower()
    if lemma == "go" and root.tag_ == "VBG" and any(c.dep_ == "xcomp" for c in root.children):
        return True
    if root.dep_ == "xcomp" and root.tag_ == "VB" and root.head.lemma_.lower() in ahead:
        return root.head.tag_ not in {"VBD"} or root.head.lemma_ == "go"
    return lemma in ahead - {"go", "need", "want", "book"} and root.tag_ in {"VBG", "VBP", "VBZ"}
