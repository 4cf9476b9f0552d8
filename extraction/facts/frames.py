"""Frames: one predicate with its subjects and the slots around it, whatever its surface (active, passive, relative, cleft).

A frame is what the rule tables match: "I've been learning the cello", "the cello is what I'm learning" and "the cello that I am
learning" all give ``learn(speaker, obj=cello)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from spacy.tokens import Span, Token

from user_memory.extraction.entities import coordinated, real_head
from user_memory.extraction.facts.negation import is_negated
from user_memory.extraction.facts.subjects import described, misread_verb, subjects_of
from user_memory.extraction.lexicon import grammar, verb_lemma

_SUBJECTS = {"nsubj", "nsubjpass"}
_PAST_TAGS = {"VBD", "VBN"}
_WAYS = {
    "back",
    "over",
    "out",
    "up",
    "down",
    "away",
    "across",
    "home",
    "abroad",
    "north",
    "south",
    "east",
    "west",
}
_GAP_WORDS = {"that", "which", "who", "whom", "what", "where"}


@dataclass(slots=True)
class Frame:
    """``verb`` is the lemma with its particle ("grow up").

    ``slots`` maps "obj", "attr", "comp" and each preposition to the tokens in it.
    """

    root: Token
    verb: str
    subjects: list[Token] = field(default_factory=list)
    implied: bool = False
    slots: dict[str, list[Token]] = field(default_factory=dict)
    negated: bool = False
    passive: bool = False
    tense: str = "present"
    perfect: bool = False
    progressive: bool = False
    modal: str | None = None
    adverbs: frozenset[str] = frozenset()

    def all(self, slot: str) -> list[Token]:
        """Every token in the slot, lists spread out."""
        return [real_head(m) for head in self.slots.get(slot, []) for m in coordinated(real_head(head))]


def frames_of(sent: Span) -> Iterator[Frame]:
    """The frames of a sentence, in the order of their predicates."""
    for token in sent:
        if is_predicate(token):
            frame = _frame(token)
            _fill_gaps(frame)
            yield frame


def is_predicate(token: Token) -> bool:
    """A verb that heads a clause or a verb phrase, or the word that a verbless sentence hangs on."""
    if token.pos_ in {"VERB", "AUX"}:
        return token.dep_ not in {"aux", "auxpass", "compound", "amod"} or (
            token.dep_ == "amod" and token.i > token.head.i
        )
    return token.dep_ == "ROOT" or misread_verb(token)


_FACTIVE = {"use", "grow", "start", "begin", "continue", "tend", "happen", "manage", "get", "come"}


def is_intended(root: Token) -> bool:
    """An infinitive under "want", "plan", "like" …, or of purpose: what it says is not so yet."""
    if root.dep_ == "conj" and root.tag_ == "VB" and root.head.tag_ == "VB" and not _has_subject(root):
        return is_intended(root.head)
    if (
        root.dep_ == "pcomp"
        or (root.tag_ == "VBG" and root.head.lemma_ in {"see", "imagine", "picture", "envisage"})
        or (
            root.dep_ == "xcomp"
            and root.tag_ == "VBG"
            and root.head.lemma_ in grammar("entertained")
            and root.head.lemma_ not in {"stop", "quit", "keep"}
        )
    ):
        return True
    if root.dep_ not in {"xcomp", "advcl", "acl", "ccomp", "relcl"} or not any(
        c.tag_ == "TO" for c in root.children
    ):
        return False
    return root.head.lemma_ not in _FACTIVE or root.dep_ in {"advcl", "acl", "relcl"}


def _has_subject(root: Token) -> bool:
    return any(c.dep_ in _SUBJECTS for c in root.children)


def _frame(root: Token) -> Frame:
    frame = Frame(root, _verb(root))
    _add_slots(frame, root)
    _set_voice(frame)
    frame.subjects, frame.implied = subjects_of(root)
    frame.negated = is_negated(root)
    _spread(frame)
    frame.adverbs = frozenset(t.lower_ for t in _adverbs(root))
    return frame


def _spread(frame: Frame) -> None:
    """ "none of us", "neither of my parents", "both of us": whom it is said of, and whether it is denied of them."""
    for place, subject in enumerate(frame.subjects):
        if subject.lower_ in {"none", "neither", "both", "all", "most"}:
            people = [c for p in subject.children if p.lower_ == "of" for c in p.children if c.dep_ == "pobj"]
            if people:
                frame.subjects[place] = people[0]
                frame.negated |= subject.lower_ in {"none", "neither"}
        frame.negated |= any(
            c.lower_ == "neither" and c.dep_ in {"preconj", "cc", "det"} for c in subject.children
        )


def _verb(root: Token) -> str:
    particle = next((c.lower_ for c in root.children if c.i > root.i and c.dep_ == "prt"), None) or _particle(
        root
    )
    lemma = verb_lemma(root.lower_ if root.pos_ == "AUX" and root.lower_.startswith("'") else root.lemma_)
    if root.pos_ == "NOUN" and misread_verb(root):
        lemma = root.lower_.removesuffix("s")
    return f"{lemma} {particle}" if particle else lemma


def _particle(root: Token) -> str | None:
    """A particle that was read as an adverb, of the verb or of the next word: "I just grew up there"."""
    after = root.doc[root.i + 1] if root.i + 1 < root.sent.end else None
    if (
        after is None
        or after.lower_ not in {"up", "down", "out", "off", "back", "over"}
        or root.pos_ != "VERB"
    ):
        return None
    near = after.dep_ in {"advmod", "prep"} and after.head in (root, *root.children)
    return after.lower_ if near and not any(c.dep_ == "pobj" for c in after.children) else None


def _adverbs(root: Token) -> Iterator[Token]:
    for child in root.children:
        if child.dep_ in {"advmod", "npadvmod", "neg"}:
            yield child
            yield from (c for c in child.children if c.dep_ in {"advmod", "neg"})


def _add_slots(frame: Frame, root: Token) -> None:
    for child in root.children:
        if child.dep_ in {"dobj", "obj", "dative"}:
            if not _first_of_two(child):
                _put(frame, "obj", child)
        elif child.dep_ in {"attr", "acomp", "oprd"}:
            _put(frame, "attr", child)
        elif child.dep_ in {"xcomp", "ccomp", "pcomp"}:
            _put(frame, "comp", child)
        elif child.dep_ in {"prep", "agent", "dative"} or (child.dep_ == "advmod" and child.pos_ == "ADP"):
            _add_preposition(frame, child)
        elif child.lower_ in _WAYS and child.dep_ == "advmod" and child.i > root.i:
            for prep in (c for c in child.children if c.dep_ == "prep"):
                _add_preposition(frame, prep, only_if_free=True)
        elif child.dep_ == "advmod" and child.lower_ in {"more", "better"}:
            for prep in (c for c in child.children if c.lower_ == "than"):
                _add_preposition(frame, prep)
        elif child.dep_ == "prt":
            frame.slots.setdefault(child.lower_, [])
    for token in root.subtree:
        if (
            token.lower_ == "there"
            and token.dep_ == "advmod"
            and token.head in (root, *root.children)
            and token.i > root.i
        ):
            for name in ("in", "at"):
                _put(frame, name, token)
    for noun in [*frame.slots.get("obj", []), *frame.slots.get("attr", [])]:
        for child in noun.children:
            if child.dep_ == "prep" and child.lower_ != "of":
                _add_preposition(frame, child, only_if_free=True)


def _first_of_two(noun: Token) -> bool:
    """Two objects side by side are one compound: "a birdsong identifier"."""
    after = noun.doc[noun.i + 1] if noun.i + 1 < len(noun.doc) else None
    return (
        after is not None
        and after.dep_ == noun.dep_
        and after.head == noun.head
        and after.pos_ in {"NOUN", "PROPN"}
        and noun.pos_ != "PRON"
    )


def _put(frame: Frame, slot: str, token: Token) -> None:
    frame.slots.setdefault(slot, []).append(token)


def _add_preposition(frame: Frame, prep: Token, only_if_free: bool = False) -> None:
    name = prep.lower_
    if only_if_free and frame.slots.get(name):
        return
    frame.slots.setdefault(name, [])
    for child in prep.children:
        if child.dep_ in {"pobj", "pcomp"}:
            _put(frame, name, child)
        elif child.dep_ in {"prep"}:  # "out of", "from outside"
            inner = [c for c in child.children if c.dep_ == "pobj"]
            for token in inner:
                _put(frame, name, token)
                _put(frame, f"{name} {child.lower_}", token)
    for conj in prep.conjuncts:
        if conj.dep_ == "conj" and conj.pos_ == "ADP" and conj.head == prep:
            _add_preposition(frame, conj, only_if_free)


def _set_voice(frame: Frame) -> None:
    auxiliaries = [c for c in frame.root.children if c.dep_ in {"aux", "auxpass"}]
    words = {c.lower_ for c in auxiliaries}
    lemmas = {c.lemma_ for c in auxiliaries}
    frame.passive = any(c.dep_ == "auxpass" for c in auxiliaries)
    frame.modal = next(
        (c.lower_ for c in auxiliaries if c.tag_ == "MD" and c.lower_ not in {"will", "'ll", "wo"}), None
    )
    frame.perfect = (
        bool(words & {"have", "has", "'ve", "had", "ve"})
        or ("have" in lemmas and frame.root.tag_ == "VBN")
        or (frame.root.lower_ == "been" and not auxiliaries)
    )
    frame.progressive = frame.root.tag_ == "VBG" or any(
        c.dep_ == "auxpass" and c.tag_ == "VBG" for c in frame.root.children
    )
    frame.tense = _tense(frame, words)


def _tense(frame: Frame, auxiliaries: set[str]) -> str:
    root = frame.root
    if auxiliaries & {"will", "'ll", "wo", "gonna", "shall"}:
        return "future"
    if root.dep_ == "xcomp" and root.head.lemma_ == "go" and root.head.tag_ == "VBG":
        return "future"
    if frame.perfect:
        return "past" if "had" in auxiliaries else "perfect"
    if auxiliaries & {"did", "was", "were", "had"}:
        return "past"
    if root.lower_ in {"knit", "quit"} and not auxiliaries:
        return "present" if root.lower_ == "knit" else "past"
    if root.tag_ == "VBD" and any(c.lower_ == "never" for c in root.children) and not _has_subject(root):
        return "perfect"
    if root.tag_ == "VBD" or (
        root.tag_ == "VBN"
        and not auxiliaries
        and root.dep_ == "ROOT"
        and not frame.passive
        and root.lower_ not in {"based", "stationed", "located"}
    ):
        return "past"
    if (
        root.dep_ in {"conj", "xcomp"}
        and root.tag_ in {"VBN", "VB"}
        and not auxiliaries
        and root.head.pos_ in {"VERB", "AUX"}
    ):
        return _tense_of_head(root)
    return "present"


def _tense_of_head(root: Token) -> str:
    words = {c.lower_ for c in root.head.children if c.dep_ == "aux"}
    if words & {"will", "'ll"}:
        return "future"
    if words & {"have", "has", "'ve"}:
        return "perfect"
    return "past" if words & {"did", "had"} or root.head.tag_ == "VBD" else "present"


def _fill_gaps(frame: Frame) -> None:
    """Put what a relative clause or a cleft is about into its empty slot."""
    root = frame.root
    filler = _filler(root)
    gap = next(
        (
            c
            for c in root.subtree
            if c.lower_ in _GAP_WORDS
            and c.dep_ in {"dobj", "pobj", "attr", "advmod"}
            and c.pos_ in {"PRON", "SCONJ", "DET", "ADV"}
        ),
        None,
    )
    if not filler:
        return
    if frame.subjects and frame.subjects[0].lower_ in {"that", "which", "who", "what"}:
        frame.subjects = described(root.head) if root.dep_ == "relcl" else filler
    elif gap is not None and gap.dep_ == "pobj":
        frame.slots[gap.head.lower_] = filler
    elif gap is not None and gap.lower_ == "where":
        frame.slots.setdefault("in", filler)
    elif _stranded(root) is not None:
        frame.slots[_stranded(root).lower_] = filler  # type: ignore[union-attr]
    elif frame.subjects and frame.subjects[0] != root.head and not _really_filled(frame):
        frame.slots["obj"] = filler


def _really_filled(frame: Frame) -> bool:
    return any(t.lower_ not in _GAP_WORDS for t in frame.slots.get("obj", []))


def _stranded(root: Token) -> Token | None:
    return next(
        (c for c in root.children if c.dep_ in {"prep", "prt"} and c.i > root.i and not list(c.children)),
        None,
    )


def _filler(root: Token) -> list[Token]:
    """What the gap of a relative clause or of a cleft stands for."""
    if root.dep_ == "relcl":
        return _renamed(root.head)
    if (
        root.dep_ in {"csubj", "ccomp", "nsubj"}
        and root.head.lemma_ == "be"
        and any(c.lower_ in {"what", "where"} for c in root.subtree)
    ):
        return [
            c
            for c in root.head.children
            if c.dep_ in {"attr", "nsubj"} and c != root and c.lower_ not in _GAP_WORDS
        ]
    return []


_THINGS = {"thing", "something", "part", "pastime", "activity"}


def _renamed(head: Token) -> list[Token]:
    """ "the camera that I shoot with is a Fuji": the Fuji."""
    if head.dep_ in {"nsubj", "attr"} and head.head.lemma_ == "be":
        other = next(
            (
                c
                for c in head.head.children
                if c != head
                and (
                    (c.dep_ in {"attr", "nsubj"} and c.pos_ in {"NOUN", "PROPN"})
                    or (c.tag_ == "VBG" and head.lower_ in _THINGS and c.i > head.i)
                )
            ),
            None,
        )
        if other is not None:
            return [other]
    return [head]
