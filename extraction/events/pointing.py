"""Words of what is told that only something said elsewhere explains: "it", "them", "there", "another", "that place"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spacy.tokens import Token

from user_memory.extraction.events.words import listed
from user_memory.extraction.lexicon import is_job, role_of, singular, words

PLURAL = frozenset({"they", "them", "their", "theirs", "these", "those"})
NEUTER = frozenset({"it", "its", "that", "this"})
PERSONAL = frozenset({"he", "she", "him", "her", "his", "hers"})
COUNTED = frozenset(
    {"another", "one", "ones", "any", "some", "both", "several", "few", "two", "three", "more"}
)
_FAMILIES = {"they": frozenset({"they", "them", "their", "theirs"}), "it": frozenset({"it", "its"})}
_THINGS = frozenset({"NOUN", "PROPN"})
_COPULAS = frozenset(
    {"be", "feel", "seem", "take", "mean", "get", "look", "become", "sound", "turn", "help", "make"}
)
_COUNTS = frozenset({"few", "several", "many", "couple"})
_POINTERS = frozenset({"this", "that", "these", "those"})
_FELT = frozenset({"find", "think", "consider", "keep", "love", "like", "hate", "appreciate", "mind"})
_CLAUSAL = frozenset({"csubj", "ccomp", "xcomp", "advcl", "acl", "relcl"})
_SHORT = 6
"""Words of a phrase of aim that says nothing by itself: "to make it all work"."""
_MODIFIERS = frozenset({"relcl", "acl", "prep", "appos", "ccomp", "nmod"})


def open_words(tokens: Sequence[Token], said: Mapping[int, str], beside: Sequence[Token] = ()) -> list[Token]:
    """The words among ``tokens`` that nothing before them in ``tokens`` or ``beside`` explains; those in ``said`` are told otherwise.

    Of several for the same thing only the first: "(we adopted two rabbits and) they love their hutch".
    """
    given = sorted({t.i: t for t in (*beside, *tokens)}.values(), key=lambda t: t.i)
    found: dict[str, Token] = {}
    for token in tokens:
        if token.i not in said and points(token) and not explained(token, given):
            found.setdefault(family(token), token)
    return list(found.values())


def family(token: Token) -> str:
    """The words that stand for the same thing as this one, by one name: "it" and "its"."""
    low = token.lower_
    return next(
        (name for name, kind in _FAMILIES.items() if low in kind and token.dep_ != "det"),
        f"{low} {token.dep_}",
    )


def points(token: Token) -> bool:
    """Whether the word stands for something that other words name."""
    low = token.lower_
    if is_further(token):
        return True
    if low in PERSONAL or (low in PLURAL and token.pos_ in {"PRON", "DET"} and token.dep_ != "det"):
        return True
    if low == "there":
        return token.dep_ in {"advmod", "pcomp", "pobj", "npadvmod"} and not _goes_on(token)
    if low in COUNTED:
        return _is_counted(token)
    if token.dep_ == "det" and token.head.pos_ in _THINGS:
        if low in {"this", "these"} and not _is_vague(token.head):
            return False
        return low in _POINTERS and not _is_described(token.head)
    if low in {"that", "this"}:
        return token.dep_ in {"nsubj", "dobj", "pobj"} and token.tag_ == "DT" and not is_idle(token)
    return low in {"it", "its"} and not is_idle(token)


def is_further(token: Token) -> bool:
    """Whether "more" stands without what is counted: "a few more", "two more", not "two more of them", "more than two"."""
    if token.lower_ != "more" or token.nbor(-1 if token.i else 0).lower_ in {"no", "any", "some"}:
        return False
    after = token.doc[token.i + 1 : token.i + 2].text.lower()
    count = token.head if token.head.pos_ == "NUM" and token.head.i == token.i - 1 else None
    counted = count is not None or any(c.lower_ in _COUNTS or c.pos_ == "NUM" for c in token.children)
    return (
        counted and (count or token).dep_ in {"dobj", "pobj", "attr", "conj"} and after not in {"of", "than"}
    )


def explained(token: Token, given: Sequence[Token]) -> bool:
    """Whether a word of ``given`` before ``token`` is what it stands for."""
    if token.lower_ in {"this", "these"} and token.dep_ in {"dobj", "pobj"}:
        return False  # what is shown
    before = [t for t in given if t.i < token.i and not leans_on(t, token)]
    if token.lower_ in NEUTER and token.dep_ != "det" and any(_is_deed(t, token) for t in before):
        return True
    if token.dep_ == "det":
        return any(t.lemma_ == token.head.lemma_ for t in before)
    if token.lower_ in PLURAL and is_minded(token):
        before = [t for t in before if has_mind(t)]
    if token.dep_ in {"dobj", "pobj"}:
        before = [t for t in before if not is_doer(t, token)]
    if token.lower_ == "there":
        before = [t for t in before if t.head is not token.head]
    return any(agrees(t, token) or (t.lower_ in COUNTED and points(t)) for t in before)


def has_mind(noun: Token) -> bool:
    """Whether a noun names somebody, or a group of them."""
    return (
        noun.pos_ == "PROPN"
        or is_living(noun)
        or is_job(singular(noun.lower_))
        or listed(noun.lower_, "group")
    )


def is_minded(token: Token) -> bool:
    """Whether only the living do what is said of the word: "they seemed interested", "they loved it"."""
    if token.dep_ != "nsubj":
        return False
    felt = any(c.dep_ in {"acomp", "oprd"} and listed(c.lower_, "feeling") for c in token.head.children)
    return felt or listed(token.head.lemma_.lower(), "minded")


def leans_on(noun: Token, token: Token) -> bool:
    """Whether a noun, or a doing, is itself told by the word, or stands beside it: "a fan of it", "chilling it", "made money from it"."""
    if token.dep_ in {"dobj", "pobj"} and noun.is_ancestor(token):
        return True
    beside = token.head.head if token.dep_ == "pobj" else None
    return beside is not None and noun.dep_ == "dobj" and noun.head == beside


def is_doer(noun: Token, token: Token) -> bool:
    """Whether the noun is the subject of the verb that the word is an object of: nobody meets another in oneself."""
    verb = token.head if token.dep_ == "dobj" else token.head.head
    while noun.dep_ == "conj":
        noun = noun.head
    return noun.dep_ in {"nsubj", "nsubjpass"} and noun.head == verb and noun.i < token.i


def agrees(noun: Token, token: Token) -> bool:
    """Whether ``noun`` can be what ``token`` stands for, by number and kind."""
    if noun.pos_ not in _THINGS and not _is_deed_noun(noun):
        return False
    low = token.lower_
    if low in PLURAL:
        return is_several(noun)
    if low in PERSONAL:
        return (
            noun.pos_ == "PROPN" or is_living(noun) or noun.lower_ in {"pet", "animal"} or is_job(noun.lower_)
        )
    if low == "there":
        return noun.dep_ in {"pobj", "dobj", "nsubj", "attr", "ROOT", "appos"} and not is_time(noun)
    if low in COUNTED:
        return not is_time(noun)
    return noun.tag_ in {"NN", "NNP", "VBG"} and not is_person(noun) and not is_time(noun)


def is_several(noun: Token) -> bool:
    """Whether a noun names more than one, or a group, or somebody of either sex."""
    if is_time(noun):
        return False
    joined = any(c.dep_ == "conj" and c.pos_ in _THINGS for c in noun.children) or (
        noun.dep_ == "conj" and noun.head.pos_ in _THINGS
    )
    return (
        noun.tag_ in {"NNS", "NNPS"}
        or joined
        or listed(noun.lower_, "group")
        or role_of(noun.lower_) is not None
    )


def is_person(noun: Token) -> bool:
    """Whether a noun names somebody."""
    predicate = role_of(noun.lower_)
    return noun.ent_type_ == "PERSON" or (predicate is not None and predicate != "pet")


def is_living(noun: Token) -> bool:
    """Whether a noun names people or animals, "my little ones" included."""
    if noun.lower_ in {"ones", "guys"} and any(
        c.lower_ in {"little", "furry", "tiny"} for c in noun.children
    ):
        return True
    return (
        noun.ent_type_ == "PERSON"
        or role_of(noun.lower_) is not None
        or singular(noun.lower_) in words("grammar", "persons")
    )


def is_time(noun: Token) -> bool:
    """Whether a noun only says when or how often."""
    return noun.ent_type_ in {"DATE", "TIME", "ORDINAL", "CARDINAL"} or noun.dep_ == "npadvmod"


def is_idle(token: Token) -> bool:
    """Whether "it" stands for nothing: "it's nice to …", "it was raining", "makes it easier to …", "made it to the top"."""
    head = token.head
    if token.dep_ in {"nsubj", "nsubjpass", "expl"}:
        told = [head, *(c for c in head.children if c.dep_ in {"acomp", "attr"})]
        if any(listed(t.lemma_.lower(), "weather") or (t is not head and is_time(t)) for t in told):
            return True
        if head.lemma_ == "come" and any(c.lower_ == "to" for c in head.children):
            return True
        if head.dep_ == "ccomp" and head.head.lemma_ in {"make", "find", "think", "consider", "keep"}:
            return _has_clause(head, token.i)
        return head.lemma_ in _COPULAS and _has_clause(head, token.i)
    if token.dep_ == "dobj":
        if listed(head.lemma_.lower(), "outcome"):
            return True
        after = [c.lower_ for c in head.children if c.i > token.i]
        if head.lemma_ == "make":
            return (
                not after
                or bool({"to", "through", "out", "home", "on", "back"} & set(after))
                or _has_clause(head, token.i)
            )
        if head.lemma_ in {"take", "call", "keep"} and {"easy", "day", "up", "slow"} & set(after):
            return True
        return head.lemma_ in _FELT and _has_clause(head, token.i)
    return head.lower_ in {"worth", "of"} and head.dep_ == "acomp"


def _has_clause(verb: Token, after: int) -> bool:
    """Whether a clause after the place tells what "it" announces."""
    seen = [
        verb,
        *(c for c in verb.children if c.dep_ in {"acomp", "attr", "oprd", "dobj", "prep"} and c.i > after),
    ]
    return any(c.dep_ in _CLAUSAL and c.i > after and _announced(c) for s in seen for c in s.children)


def _announced(clause: Token) -> bool:
    marks = {c.lower_ for c in clause.children if c.dep_ in {"mark", "aux", "advmod"}}
    return (
        clause.tag_ in {"VBG", "VB"}
        or bool(marks & {"that", "to", "when", "how", "if", "whenever", "where"})
        or clause.dep_ != "advcl"
    )


def _is_deed(token: Token, pronoun: Token) -> bool:
    """Whether a verb told before is what "it" or "that" looks back at: "I danced all night and it was great"."""
    if token.pos_ != "VERB" or token.i > pronoun.i:
        return False
    if _is_deed_noun(token) and not token.is_ancestor(pronoun):
        return True
    chain = [pronoun.head, *pronoun.head.ancestors]
    if token not in chain:
        return token.dep_ not in {"amod", "compound"}
    below = chain[chain.index(token) - 1] if token is not pronoun.head else token
    return below.dep_ in {"conj", "advcl", "parataxis", "relcl"} and token is not pronoun.head


def _is_deed_noun(token: Token) -> bool:
    return token.tag_ == "VBG" and token.dep_ in {"csubj", "nsubj", "pcomp", "dobj", "xcomp"}


def _is_counted(token: Token) -> bool:
    """ "another", "a new one", "any" without the noun that says of what."""
    if token.dep_ not in {"dobj", "pobj", "attr", "nsubj", "conj"} or any(
        c.lower_ in {"of", "more", "else", "than"} for c in token.children
    ):
        return False
    if token.lower_ == "more":
        return any(c.lower_ == "few" or c.pos_ == "NUM" for c in token.children)
    if any(c.dep_ in {"relcl", "acl", "prep"} and c.i > token.i for c in token.children):
        return False
    if token.lower_ in {"one", "ones"}:
        return token.pos_ != "NUM" or token.dep_ in {"dobj", "pobj"}
    return token.pos_ in {"DET", "PRON", "NUM"}


def _is_described(noun: Token) -> bool:
    """Whether "that" or "those" before the noun is explained by what follows it, or means a time or a kind."""
    if is_time(noun) or listed(noun.lower_, "shown"):
        return True
    further = [c for c in noun.children if c.dep_ in _MODIFIERS and c.i > noun.i]
    if listed(noun.lower_, "vague"):
        further = [c for c in further if c.dep_ != "prep" or c.lower_ in {"of", "about"}]
    return bool(further) or any(c.dep_ == "compound" for c in noun.children)


def _is_vague(noun: Token) -> bool:
    return listed(noun.lower_, "vague") and not any(c.dep_ in {"amod", "compound"} for c in noun.children)


def _goes_on(there: Token) -> bool:
    """ "there" beside its place: "there in Rome", "out there", "hang in there"."""
    following = there.nbor(1).lower_ if there.i + 1 < len(there.doc) else ""
    before = there.nbor(-1).lower_ if there.i else ""
    return following in {"in", "at", "on", "with", "is", "are", "was", "were"} or before in {
        "out",
        "in",
        "hi",
        "hey",
        "hello",
        "been",
    }


def without(token: Token, tokens: Sequence[Token]) -> dict[int, str]:
    """The telling without a phrase that can be left out, as token index -> ``""``: "got new beds (for them)", "met her (to make it happen)"."""
    done = token.head.head if token.dep_ == "nsubj" else token.head
    if done.lemma_ == "make" and done.dep_ in {"xcomp", "advcl"} and done.i > done.head.i:
        phrase = {t.i: "" for t in done.subtree}
        short = len(phrase) < _SHORT and any(c.lower_ == "to" for c in done.children)
        return phrase if short else {}
    prep = token.head
    loose = prep.lower_ in {"for", "from"} or (prep.lower_ == "with" and prep.head.pos_ == "VERB")
    alone = token.dep_ == "pobj" and loose and len(list(prep.subtree)) == 2
    verb = prep.head if prep.head.pos_ == "VERB" else prep.head.head
    if any(t != token and family(t) == family(token) for t in tokens):
        return {}
    if not alone or not any(c.dep_ == "dobj" and c.pos_ in _THINGS for c in verb.children):
        return {}
    return {prep.i: "", token.i: ""}


def shown(tokens: Sequence[Token]) -> list[Token]:
    """The words that a picture beside the message may explain."""
    return [t for t in tokens if t.lower_ in (PLURAL | NEUTER) - {"that"} and t.head.lower_ != "of"]
