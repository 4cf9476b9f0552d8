"""Whether a verb is denied."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.titles import is_titular

_NEVER = {"not", "n't", "never", "no", "nt", "neither", "nor", "without"}
_SUBJECTS = {"nsubj", "nsubjpass"}


def is_negated(root: Token) -> bool:
    """Whether what the verb says is denied, by a word beside it, in its object, or at the verb above."""
    for child in root.children:
        if (
            child.dep_ == "neg"
            or (child.lower_ in _NEVER and child.dep_ in {"neg", "advmod", "det", "preconj", "cc"})
        ) and not _set_apart(child, root):
            return True
        if child.dep_ in {"dobj", "attr", "pobj"} and any(
            c.lower_ in {"no", "zero", "neither"}
            and c.dep_ in {"det", "nummod", "preconj"}
            and not is_titular(c)
            for c in child.children
        ):
            return True
    if (
        root.dep_ == "xcomp"
        and root.head.pos_ in {"VERB", "AUX"}
        and root.head.lemma_
        in {"want", "plan", "intend", "go", "like", "need", "use", "have", "learn", "know"}
    ):
        return is_negated(root.head)
    if root.dep_ == "conj" and root.head.pos_ in {"VERB", "AUX"}:
        joiner = {c.lower_ for c in root.head.children if c.dep_ == "cc"}
        own_subject = any(c.dep_ in _SUBJECTS for c in root.children)
        return bool(joiner & {"or", "nor"}) and not own_subject and is_negated(root.head)
    return False


def _set_apart(word: Token, root: Token) -> bool:
    """Whether a comma stands between a verb and a denial behind it: "been to Petra twice, Giza never"."""
    return word.i > root.i and any(t.text == "," for t in root.doc[root.i : word.i])
