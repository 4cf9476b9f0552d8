"""People and animals as objects: who may be somebody's friend, child or pet, and who is only got, called or likened."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.entities import is_determined
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.getting import is_only_got
from user_memory.extraction.lexicon import grammar, is_job, role_of
from user_memory.extraction.references import FIRST_PERSON

_WORKMEN = frozenset(
    "builder plumber decorator electrician workman painter plasterer roofer carpenter joiner visitor guest surveyor"
    " tiler fitter engineer cleaner mover exterminator contractor inspector".split()
)
_OF_CHILDREN = frozenset(
    "school nursery mum mom mommy daddy husband wife kindergarten homework bedtime".split()
)
_GETTING = frozenset({"buy", "get", "make", "order", "knit", "build", "find", "purchase", "pick"})


def is_pet(name: str, token: Token, draft: Draft) -> bool:
    if name.lower() in grammar("coats") or (
        draft.seen and any(c.lower_ in grammar("coats") for c in token.children)
    ):
        return False
    if any(t.lower_ == "childhood" for t in token.sent):
        return False  # long dead
    if is_only_got(token) and not is_determined_by_me(token):
        return False
    if any(t.lower_ in grammar("unreal_animals") for t in token.subtree if t.i < token.i):
        return False
    known = "pet" in {role_of(name), role_of(token.lower_)} or token.pos_ == "PROPN" or not is_job(name)
    return known and is_person(name, token, draft)


def is_person(name: str, token: Token, draft: Draft) -> bool:
    """No relation is with an item of a list: "my girlfriend, Rex and I"."""
    if token.pos_ not in {"NOUN", "PROPN"} and role_of(name) is None and role_of(token.lower_) is None:
        return False
    role = role_of(name)
    if (
        draft.seen
        and role is not None
        and draft.predicate in {"manager", "colleague"}
        and role != draft.predicate
    ):
        return False
    if _was_had(token, draft) or _are_anyones(name, token, draft):
        return False
    if is_had_in(token) or (draft.predicate == "friend" and _is_manner_of_speaking(name, token)):
        return False
    others = draft.subject is not None and draft.subject.lower_ not in FIRST_PERSON
    if (others and is_determined_by_me(token)) or _is_given(token) or (draft.seen and _is_likened(token)):
        return False
    if draft.seen and _is_addressed(token):
        return False
    after = token.doc[token.i + 1 : min(token.i + 3, token.sent.end)]
    before = token.nbor(-1).text if token.i > token.sent.start else ""
    return not (draft.seen and before == "," and any(t.lower_ in {"and", "&"} for t in after))


def _is_manner_of_speaking(name: str, token: Token) -> bool:
    """ "he's my buddy", "they're my little friends": of a dog, or of plants."""
    said = [c for c in token.head.children if c.dep_ == "nsubj"]
    return token.dep_ == "attr" and name.islower() and any(c.pos_ == "PRON" for c in said)


def _is_addressed(token: Token) -> bool:
    """Whether a name after a comma ends the sentence: "I won't give up, Nina!"."""
    last = token.i + 1 >= token.sent.end or token.nbor(1).is_punct
    first = token.i > token.sent.start and token.nbor(-1).text == ","
    return first and last and token.pos_ == "PROPN" and token.dep_ != "conj"


def _is_given(token: Token) -> bool:
    """Whether somebody is got for others: "I got the hens a new friend"."""
    return token.dep_ == "dobj" and is_for_others(token.head)


def is_for_others(verb: Token) -> bool:
    """Whether something is got for somebody else: "bought my mum a scarf"."""
    whom = (c for c in verb.children if c.dep_ == "dative")
    return any(c.lower_ not in FIRST_PERSON for c in whom) or _is_present(verb)


def _is_present(verb: Token) -> bool:
    """Whether it is got as a present, or for a person: "bought a kettle for my dad as a gift"."""
    if verb.lemma_ not in _GETTING:
        return False
    below = [
        p
        for c in (verb, *verb.children)
        if c is verb or c.dep_ == "dobj"
        for p in c.children
        if p.dep_ in {"prep", "dative"}
    ]
    for prep in below:
        for whom in prep.children:
            if whom.dep_ != "pobj":
                continue
            if prep.lower_ == "as" and whom.lower_ in {"gift", "present", "surprise"}:
                return True
            if prep.lower_ == "for" and whom.lower_ not in FIRST_PERSON and _is_somebody(whom):
                return True
    return False


def _is_somebody(token: Token) -> bool:
    role = role_of(token.lower_)
    return (
        token.lower_ in {"him", "her", "them", "someone"}
        or token.ent_type_ == "PERSON"
        or role not in {None, "pet"}
    )


def _is_likened(token: Token) -> bool:
    """ "for a collie like Rex"."""
    return token.i + 1 < len(token.doc) and token.nbor(1).lower_ == "like"


def _was_had(token: Token, draft: Draft) -> bool:
    """ "I had a mentor": whom one had once is nobody one knows now; a child is born for good."""
    had = token.dep_ == "dobj" and token.head.lemma_ == "have" and token.head.tag_ == "VBD"
    return had and draft.predicate in {"knows", "friend", "colleague", "manager"}


def _are_anyones(name: str, token: Token, draft: Draft) -> bool:
    """ "my little ones" are animals as often as children: children only beside a word of them."""
    if draft.predicate != "child" or not name.lower().startswith("little one"):
        return False
    return not any(
        role_of(t.lower_) == "child" or t.lower_ in _OF_CHILDREN
        for t in token.doc
        if t.i != token.i and t.lower_ not in {"ones", "one"}
    )


def is_had_in(token: Token) -> bool:
    """Whether people have come to do work: "we've had the decorators in all week"."""
    after = token.doc[token.i + 1 : token.i + 2].text.lower()
    return (
        token.head.lemma_ in {"have", "get"} and after in {"in", "round"} and token.lemma_.lower() in _WORKMEN
    )


def is_determined_by_me(token: Token) -> bool:
    """Whether "my" or "our" stands before a noun."""
    return is_determined(token) and any(c.lower_ in {"my", "our"} for c in token.children)
