"""The subjects of a predicate: said, shared with a verb above, or left out by the speaker."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, opens_clause
from user_memory.extraction.lexicon import grammar, role_of

_SUBJECTS = {"nsubj", "nsubjpass", "csubj"}
_SPOKEN = {"i", "we", "he", "she", "they"}
_LIGHT = {"ADV", "INTJ", "PART", "CCONJ", "SYM", "X", "PUNCT", "SPACE"}
_BOUNDARY = {",", ".", ";", ":", "!", "?", "-", "—", "–", "(", ")"}
_OPENERS = grammar("openers")


def subjects_of(root: Token) -> tuple[list[Token], bool]:
    """The subjects of ``root``; (``[]``, True) when the speaker left "I" out."""
    own = [_picked_out(s, root) for s in _own_subjects(root)]
    if own:
        return [m for s in own for m in coordinated(s)], False
    joined = root.doc[root.i - 1] if root.i > root.sent.start else root
    if joined.tag_ == "POS":
        return [], False  # "my bike is a Giant and my wife's is a Trek": nothing that was told before
    while joined.dep_ in {"prep", "pobj"} and joined.head.i < joined.i:
        joined = joined.head
    if joined.right_edge.i == root.i - 1 and opens_clause(joined):
        return [joined], False
    misread = misread_subject(root)
    if misread is not None:
        return [misread], False
    if root.dep_ in {"relcl", "acl"}:
        return described(root.head), False
    if root.dep_ in {"csubj", "csubjpass", "nsubj"}:
        return [], False
    if root.dep_ in {"conj", "xcomp", "advcl", "ccomp", "dep", "pcomp"}:
        above = _controller(root)
        if above is not None and _disagrees(root, above):
            return [], True
        if above is not None:
            controlled = _object_control(root, above)
            return ([controlled], False) if controlled is not None else subjects_of(above)
    resumed = _resumed(root)
    return ([], _opens(root)) if resumed is None else ([resumed], False)


def _resumed(root: Token) -> Token | None:
    """Who does what a comma and a third person go on with: "my sister got engaged, needs a dress"."""
    before = root.doc[root.i - 1] if root.i > root.sent.start else root
    if root.tag_ != "VBZ" or before.text != "," or root.lemma_ == "be":
        return None
    said = [t for t in root.doc[root.sent.start : root.i] if t.dep_ in _SUBJECTS and t.tag_ in {"NN", "NNP"}]
    return said[-1] if said and role_of(said[-1].lower_) else None


def described(noun: Token) -> list[Token]:
    """Who a predicate noun is about: "I'm a developer working on …" is about me."""
    verb = noun.head
    if noun.dep_ in {"attr", "acomp"} and verb.lemma_ == "be":
        said = [c for c in verb.children if c.dep_ == "nsubj" and c.lower_ in _SPOKEN]
        return said or [noun]
    return [noun]


def _own_subjects(root: Token) -> list[Token]:
    places = [root, *(c for c in root.children if c.dep_ in {"aux", "auxpass"})]
    return [
        c for p in places for c in p.children if c.dep_ in _SUBJECTS and (c.i < root.i or c.dep_ != "csubj")
    ]


def _picked_out(subject: Token, root: Token) -> Token:
    """Who "who" is in "it's me who works there"."""
    verb = root.head
    if subject.lower_ not in {"who", "that"} or root.dep_ != "ccomp" or verb.lemma_ != "be":
        return subject
    if any(c.dep_ == "neg" for c in verb.children) or not any(c.lower_ == "it" for c in verb.children):
        return subject
    return next((c for c in verb.children if c.dep_ == "attr" and c.i < subject.i), subject)


def _disagrees(root: Token, above: Token) -> bool:
    """Whether a verb cannot share the subject of the one above: "my car failed its test, need new brakes" is the speaker's need."""
    if (
        root.dep_ != "conj"
        or root.tag_ != "VBP"
        or root.lower_ != root.lemma_
        or above.tag_ not in {"VBZ", "VBD"}
    ):
        return False
    if any(c.dep_ in {"aux", "nsubj"} for c in root.children):
        return False
    said = next((c for c in above.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    one = said is not None and (said.tag_ == "NN" or said.lower_ in {"he", "she", "it"})
    return one and not any(c.dep_ == "conj" for c in said.children) if said is not None else False


def _object_control(root: Token, above: Token) -> Token | None:
    """ "I encouraged students to get involved": the students."""
    if root.dep_ not in {"xcomp", "ccomp"} or above.lemma_ in {"promise", "use"}:
        return None
    return next(
        (
            c
            for c in above.children
            if c.dep_ in {"dobj", "dative"} and above.i < c.i < root.i and c.pos_ in {"NOUN", "PROPN", "PRON"}
        ),
        None,
    )


def _controller(root: Token) -> Token | None:
    above = root.head
    while above.dep_ in {"prep", "aux"} and above.head != above:
        above = above.head
    if above == root or (above.pos_ not in {"VERB", "AUX"} and above.dep_ != "ROOT"):
        return None
    return above


def _opens(root: Token) -> bool:
    """Whether nothing but light words stands before the predicate in its stretch: "Been on holiday", "not married"."""
    group = [
        root,
        *(
            c
            for c in root.children
            if c.dep_ in {"aux", "auxpass", "neg", "det", "amod", "compound", "advmod", "nummod", "poss"}
            and c.i < root.i
        ),
    ]
    i = min(t.i for t in group) - 1
    while i >= root.sent.start and root.doc[i].text not in _BOUNDARY:
        token = root.doc[i]
        if token.pos_ not in _LIGHT and token.lower_ not in _OPENERS:
            return False
        i -= 1
    return True


def misread_subject(root: Token) -> Token | None:
    """The role noun of a verb that was read as a plural noun: "my cousin Dário drums in a band"."""
    if root.pos_ != "NOUN" or not root.lower_.endswith("s") or root.dep_ not in {"ROOT", "conj"}:
        return None
    chain = [c for c in root.children if c.dep_ in {"compound", "nmod"} and c.i < root.i]
    chain += [g for c in chain for g in c.children if g.dep_ in {"compound", "nmod"}]
    owned = any(c.dep_ == "poss" and c.lower_ in {"my", "our"} for t in [root, *chain] for c in t.children)
    return next((t for t in chain if owned and role_of(t.lower_)), None)


def misread_verb(root: Token) -> bool:
    """Whether a noun is a verb that the parser misread: its subject is a role, or it goes on from a verb.

    "my cousin drums in a band"; "Grandma is 91 and still gardens".
    """
    if misread_subject(root) is not None:
        return True
    if (
        root.pos_ != "NOUN"
        or root.dep_ != "conj"
        or root.head.pos_ not in {"VERB", "AUX"}
        or not root.lower_.endswith("s")
    ):
        return False
    return (
        root.i > root.sent.start
        and root.doc[root.i - 1].pos_ in {"ADV", "CCONJ"}
        and not any(c.dep_ in {"det", "amod", "poss"} for c in root.children)
    )
