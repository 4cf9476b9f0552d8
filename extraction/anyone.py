"""Words of the second person that mean people in general: "a game where you build towns", "nature helps you breathe"."""

from __future__ import annotations

from spacy.tokens import Token

_YOU = frozenset({"you", "u", "ya"})
_YOURS = frozenset({"your", "ur", "yourself", "yours"})
_FIRST = frozenset({"i", "me", "my", "mine", "myself"})
_PLACING = frozenset({"when", "whenever", "where", "wherever", "once", "how", "what"})
_SENSES = frozenset({"hear", "see", "feel", "smell", "tell", "find", "get", "taste", "look", "spend"})
_TOWARDS = frozenset({"hope", "wish", "bet", "think", "know", "love", "like", "guess", "want", "thank", "see", "hear", "read", "let", "tell", "show", "send", "give", "watch", "meet", "talk"})  # fmt: skip
"""Verbs by which one speaks to somebody: "hope it brings you joy", "great seeing your garden"."""


def means_anyone(token: Token) -> bool:
    """Whether "you", "your" or "yourself" is said of people in general, not of the one spoken to."""
    low = token.lower_
    if low not in _YOU | _YOURS or token.sent.text.rstrip().endswith("?"):
        return False
    verb = _verb_of(token)
    if verb is None or _is_past(verb) or _is_addressed(verb):
        return False
    if low in _YOURS:
        return _is_of_doing(verb) or any(c.lower_ in _YOU and means_anyone(c) for c in verb.children)
    return (
        _is_placed(token, verb)
        if token.dep_ in {"nsubj", "nsubjpass"} and token.head == verb
        else _is_acted_on(token, verb)
    )


def _verb_of(token: Token) -> Token | None:
    return next((t for t in token.ancestors if t.pos_ in {"VERB", "AUX"}), None)


def _is_past(verb: Token) -> bool:
    helpers = {c.lower_ for c in verb.children if c.dep_ in {"aux", "auxpass"}}
    return verb.tag_ == "VBD" or bool(
        helpers & {"did", "was", "were", "had", "have", "has", "'ve", "will", "'ll"}
    )


def _is_addressed(verb: Token) -> bool:
    """Whether the speaker, or a verb of speaking to somebody, stands in the clause or rules it."""
    if any(c.lower_ in _FIRST for c in verb.children):
        return True
    chain = [verb]
    while (
        chain[-1].dep_ in {"ccomp", "xcomp", "pcomp", "prep", "acomp", "csubj"}
        and chain[-1].head != chain[-1]
    ):
        if chain[-1].dep_ == "ccomp" and any(c.lower_ in _PLACING for c in chain[-1].children):
            break
        chain.append(chain[-1].head)
    return any(
        v.lemma_.lower() in _TOWARDS
        or any(c.lower_ in _FIRST | {"we"} and c.dep_ == "nsubj" for c in v.children)
        for v in chain[1:]
    )


def _is_placed(token: Token, verb: Token) -> bool:
    """ "where you build towns", "when you are tired", "you could hear the sea"."""
    helpers = {c.lower_ for c in verb.children if c.dep_ == "aux"}
    if "could" in helpers and verb.lemma_ in _SENSES:
        return True
    if verb.dep_ == "ccomp" and verb.head.lemma_ in {"help", "make", "let", "allow", "keep"}:
        return _is_acted_on(token, verb.head)
    marked = any(c.lower_ in _PLACING for c in verb.children if c.i < verb.i)
    return (
        verb.dep_ in {"relcl", "advcl"}
        and marked
        and not any(c.lower_ in _FIRST | {"we"} for c in verb.head.children)
    )


def _is_acted_on(token: Token, verb: Token) -> bool:
    """Whether a thing does something for "you": "the hills give you peace"."""
    actor = _actor(verb)
    if (
        actor is None
        or actor.lower_ in _FIRST | _YOU | {"we", "he", "she", "they"}
        or verb.lemma_ in {"suit", "fit"}
    ):
        return False
    if any(t.lower_ in _YOURS for t in actor.subtree) or actor.ent_type_ == "PERSON":
        return False
    return verb.tag_ in {"VBZ", "VBP"} or any(
        c.lower_ in {"to", "can", "could"} and c.dep_ == "aux" for c in verb.children
    )


def _actor(verb: Token) -> Token | None:
    while True:
        own = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass", "csubj"}), None)
        if own is not None and own.lower_ in {"that", "which"} and verb.dep_ == "relcl":
            return verb.head
        if own is not None:
            return own
        if verb.dep_ not in {"xcomp", "advcl", "conj", "acl", "ccomp"} or verb.head == verb:
            return None
        verb = verb.head


def _is_of_it(verb: Token) -> bool:
    """ "it's about …" """
    return verb.lemma_ == "be" and any(c.lower_ == "it" and c.dep_ == "nsubj" for c in verb.children)


def _is_of_doing(verb: Token) -> bool:
    """Whether the verb names a doing that has no doer: "a film about reaching for your dreams", "it's good to be yourself"."""
    if any(c.dep_ in {"nsubj", "nsubjpass"} for c in verb.children) or verb.lemma_ in _TOWARDS:
        return False
    if verb.tag_ == "VBG":
        return verb.dep_ in {"pcomp", "csubj", "conj", "acl"} and (
            verb.dep_ != "conj"
            or _is_of_doing(verb.head)
            or verb.head.pos_ in {"NOUN", "ADP"}
            or _is_of_it(verb.head)
        )
    rules = verb.head
    return (
        verb.tag_ == "VB"
        and verb.dep_ in {"xcomp", "acl"}
        and any(c.lower_ == "it" for c in (*rules.children, *rules.head.children))
    )
