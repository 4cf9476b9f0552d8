"""Clauses: the units in which something is asserted, asked, wished or ordered, each with its speaker and modality."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spacy.tokens import Doc, Span, Token

from user_memory.extraction.authorship import fiction_from
from user_memory.extraction.modality import clause_modality, sentence_modality

_CLAUSAL = {"conj", "ccomp", "advcl", "relcl", "parataxis", "csubj", "acl"}


def clause_roots(sent: Span) -> list[Token]:
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


def clause_tokens(root: Token, roots: list[Token]) -> list[Token]:
    """The words of the clause of ``root`` without those of the clauses inside it."""
    others = {r.i for r in roots if r != root and root in r.ancestors}
    tokens: list[Token] = []
    pending = [root]
    while pending:
        token = pending.pop()
        tokens.append(token)
        pending.extend(c for c in token.children if c.i not in others)
    return sorted(tokens, key=lambda t: t.i)


def owner_of(token: Token, roots: list[Token]) -> Token:
    """The clause root that ``token`` belongs to."""
    heads = {r.i for r in roots}
    while token.i not in heads:
        token = token.head
    return token


def modality_of(
    root: Token, tokens: list[Token], shared: frozenset[str], fiction: int | None
) -> frozenset[str]:
    """The modality of a clause: its own, its sentence's, and quotation where the message's words are not the speaker's."""
    own = clause_modality(root, tokens) | shared
    if fiction is not None and root.idx >= fiction:
        return own | {"quotation"}
    return own


def split(doc: Doc) -> Iterator[tuple[Span, Token, list[Token], frozenset[str]]]:
    """(sentence, root, tokens, modality) of every clause of a parsed message."""
    fiction = fiction_from(doc.text)
    for sent in doc.sents:
        roots = clause_roots(sent)
        shared = sentence_modality(sent)
        for root in roots:
            tokens = clause_tokens(root, roots)
            yield sent, root, tokens, modality_of(root, tokens, shared, fiction)


Marker = Callable[[Token], bool]
