"""What the assistant supposes of the speaker, granted or denied: "You're on a Mac, right?" – "yep"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from spacy.tokens import Span

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading
from user_memory.extraction.supposition import answer
from user_memory.graph.vocabulary import vocabulary


def affirmed_drafts(reading: Reading, drafts_of: Callable[[Span], Iterable[Draft]]) -> Iterator[Draft]:
    """Each thing supposed: a guess where the speaker says yes, a denial where the answer is no."""
    granted = answer(reading.text.text)
    if reading.supposed is None or granted is None:
        return
    for sent in reading.supposed.sents:
        for draft in drafts_of(sent):
            if draft.subject is not None and draft.subject.lower_ not in FIRST_PERSON:
                continue
            draft.subject, draft.bounds = None, (0, len(reading.text.text))
            if granted == "yes":
                draft.tentative = True
                yield draft
            elif _deniable(draft):
                draft.polarity = "-"
                yield draft


def _deniable(draft: Draft) -> bool:
    """Whether "no" says that it is not so; where there is one value, it says that it is another."""
    return (
        draft.polarity == "+"
        and draft.operation == "assert"
        and vocabulary()[draft.predicate].cardinality != "one"
    )
