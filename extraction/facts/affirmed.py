"""What the assistant supposes of the speaker, granted or denied: "You're on a Mac, right?" – "yep"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from spacy.tokens import Span

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.values import SURE, fit
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading
from user_memory.extraction.supposition import answer
from user_memory.graph.candidates import USER, KnownFact, Mention
from user_memory.graph.vocabulary import vocabulary

_INSTEAD = re.compile(
    r"^\W*(?:no(?: (?!no\b)\w+)?(?=,)|no|nope|nah|not quite|wrong|close|almost)\W+(?:(?:it's|its|i'm|actually|just|only|in|at|from|a|an) )*(?P<new>[\w'-]+(?: [A-Z0-9][\w'-]*){0,2})(?: actually| now| these days)?\W*$",
    re.I,
)

_NEVER = re.compile(r"^\W*(?:(?:no|nope|nah|wrong)\W+)?(?:i(?:'ve| have)? )?never\b", re.I)


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
            elif granted == "over":
                if draft.polarity == "+" and draft.operation == "assert":
                    draft.operation = "end"
                    yield draft
            elif _deniable(draft, reading.text.text):
                other = _other_value(reading.text.text, draft, SURE)
                draft.polarity = "-"
                yield draft
                if other is not None:
                    yield replace(draft, object=None, name=other, polarity="+")
            elif (other := _other_value(reading.text.text, draft, 0)) is not None:
                draft.object, draft.name = None, other
                yield draft


def _other_value(text: str, draft: Draft, least: int) -> str | None:
    """The value said in the place of the one supposed, that fits it so well at least: "no, Grenoble", "no, a cat"."""
    match = _INSTEAD.match(text)
    if match is None or draft.polarity == "-" or draft.operation != "assert":
        return None
    said, value = draft.name or (draft.object.text if draft.object is not None else ""), match.group("new")
    held = KnownFact(USER, draft.predicate, Mention(said, draft.kind))
    alike = value[:1].isupper() == said[:1].isupper() and value.lower() != said.lower()
    return value if alike and (not least or fit(held, value) >= least) else None


def _deniable(draft: Draft, text: str) -> bool:
    """Whether "no" says that it is not so; where there is one value, it says that it is another, but "never" says it too."""
    return (
        draft.polarity == "+"
        and draft.operation == "assert"
        and (vocabulary()[draft.predicate].cardinality != "one" or _NEVER.search(text) is not None)
    )
