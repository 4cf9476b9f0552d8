"""Which clause of a sentence tells what another only fills in: who brought it about, what happens while something is so."""

from __future__ import annotations

from user_memory.extraction.events.happenings import subject_of
from user_memory.extraction.events.units import Passage
from user_memory.extraction.stages import Clause

_CAUSING = frozenset({"let", "make", "help", "have"})


def ruling(place: Passage, clause: Clause | None) -> Clause | None:
    """The clause that says who brought it about, of one whose subject is its object: "Orbis let me go last week"."""
    if clause is None or clause.root.dep_ != "ccomp" or clause.root.head.lemma_ not in _CAUSING:
        return None
    subject = subject_of(clause.root)
    if subject is None or subject.lower_ not in {"me", "us", "him", "her", "them"}:
        return None
    return next((c for c in place.clauses if c.root == clause.root.head), None)


def goes_with(clause: Clause, state: Clause) -> bool:
    """Whether a clause tells what happens while another only says how things are: "it's Friday that we leave", "all being well, we leave"."""
    if clause.root.head == state.root:
        return clause.root.dep_ in {"ccomp", "acl", "relcl", "parataxis", "conj", "advcl"}
    hangs = {"ccomp", "parataxis"} | ({"advcl"} if state.root.tag_ == "VBG" else set())
    return state.root.head == clause.root and state.root.dep_ in hangs
