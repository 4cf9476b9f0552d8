"""What people tell one another of themselves that is neither a happening nor a relation: how things are and what they do."""

from __future__ import annotations

from user_memory.extraction.events.happenings import is_ours, subject_of
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause

_MEAN = {"NOUN", "PROPN", "NUM"}
_LIGHT = frozenset(
    ["thing", "things", "lot", "lots", "bit", "way", "time", "moment", "support", "advice", "help", "kind", "sort", "luck", "journey", "idea", "photo", "pic", "picture", "thanks", "news", "day", "today", "chat", "word", "words", "step", "fun", "something", "anything", "everything", "nothing", "one", "someone", "point", "love", "joy", "goal", "goals", "dream", "dreams", "opportunity", "experience"]
)
_POLITE = frozenset(
    {
        "thank",
        "appreciate",
        "wish",
        "hope",
        "guess",
        "bet",
        "know",
        "agree",
        "understand",
        "wait",
        "hear",
        "see",
        "talk",
        "think",
        "believe",
        "imagine",
    }
)
_PRAISE = frozenset(
    {
        "glad",
        "happy",
        "proud",
        "sure",
        "sorry",
        "excited",
        "thrilled",
        "stoked",
        "impressed",
        "curious",
        "grateful",
        "thankful",
    }
)


def tells(clause: Clause) -> bool:
    """Whether a clause tells something of the speaker or those around: not an answer, a compliment or a politeness."""
    subject = subject_of(clause.root)
    if subject is None or subject.lower_ in {"you", "u", "ya", "that", "this", "what"}:
        return False
    if _polite(clause, subject.lower_ in FIRST_PERSON):
        return False
    ours = (
        any(t.lower_ in FIRST_PERSON for t in clause.tokens)
        or is_ours(subject)
        or role_of(subject.lower_) is not None
    )
    people = subject.lower_ in {"he", "she", "they", "it"} or subject.ent_type_ == "PERSON"
    weight = sum(t.pos_ in _MEAN and t.lower_ not in _LIGHT for t in clause.tokens)
    if any(t.lower_ in {"you", "your"} for t in clause.tokens):
        weight -= 1
    return weight >= 1 if ours else people and weight >= 2


def _polite(clause: Clause, first: bool) -> bool:
    root = clause.root
    if first and root.lemma_.lower() in _POLITE:
        return True
    complement = next((c for c in root.children if c.dep_ == "acomp"), None)
    return first and complement is not None and complement.lower_ in _PRAISE
