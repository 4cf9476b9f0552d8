"""What possessives take for granted: "my sister Anna …" says that the speaker has a sister."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Span, Token

from user_memory.extraction.entities import coordinated, phrase_text, possessor_of
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import grammar, is_job, role_of, words
from user_memory.extraction.references import is_mine, name_of, role_noun

_NOT_PRESUPPOSED = {"knows", "manager"}


def presupposed(sent: Span) -> Iterator[Draft]:
    """The relations that the possessives of a sentence presuppose, for the speaker and for others."""
    for token in sent:
        role = role_noun(token)
        if role is None:
            continue
        predicate = role_of(role)
        if _is_animal(token):
            yield Draft(token, None, "pet", token, name=_coated(token), kind="animal")
            continue
        if _vague(token, role, predicate) or token.dep_ in {"attr", "acomp"}:
            continue
        owner = possessor_of(_named(token))
        if owner is None and not _mine(token):
            continue
        subject = None if owner is None or owner.lower_ in {"my", "our"} else owner
        for member in coordinated(token):
            member_role = role_noun(member)
            if member_role is not None and predicate is not None:
                kind = "animal" if role_of(member_role) == "pet" else "person"
                yield Draft(token, subject, role_of(member_role) or predicate, member, name=None, kind=kind)  # type: ignore[arg-type]


def _is_animal(token: Token) -> bool:
    """ "my fur babies", "my furry friend": pets under the name of people; "our furry friends" are anybody's."""
    many = token.tag_ == "NNS" and role_of(token.lower_) == "friend"
    return is_mine(token) and not many and any(c.lower_ in grammar("coats") for c in token.children)


def _coated(token: Token) -> str:
    coat = next(c for c in token.children if c.lower_ in grammar("coats"))
    return str(token.doc[coat.i : token.i + 1].text)


def appositions(sent: Span) -> Iterator[Draft]:
    """ "my niece, a violinist, …": what someone with a role is."""
    for token in sent:
        if role_noun(token) is None or not is_mine(token):
            continue
        for child in token.children:
            article = any(c.lower_ in {"a", "an"} for c in child.children)
            if (
                child.dep_ == "appos"
                and article
                and is_job(phrase_text(child))
                and role_of(child.lower_) is None
            ):
                yield Draft(token, token, "job_title", child, kind="value")


def _named(token: Token) -> Token:
    """The head of "our cat Pickles", which the parser may find in the name."""
    return token.head if token.dep_ == "compound" and token.head.pos_ == "PROPN" else token


def _vague(token: Token, role: str, predicate: str | None) -> bool:
    """ "my friends", "my family": true of everyone."""
    if token.lower_ in {"date", "dates"} and any(c.dep_ in {"compound", "amod"} for c in token.children):
        return True  # "our coffee date"
    return role in {"family", "relatives"} or (
        predicate in {"friend", "colleague", "knows"} and token.tag_ == "NNS" and name_of(token) is None
    )


def _mine(token: Token) -> bool:
    """ "a friend of mine", and kin said as a name: "Grandma is 91"."""
    if any(
        c.lower_ == "of" and any(g.lower_ in {"mine", "ours"} for g in c.children) for c in token.children
    ):
        return True
    if token.dep_ in {"attr", "acomp", "ROOT", "appos", "compound"}:
        return False
    return token.lower_ in words("gender", "bare") and not any(
        c.dep_ in {"det", "poss", "amod"} for c in token.children
    )
