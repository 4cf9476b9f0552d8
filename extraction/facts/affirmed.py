"""The assistant's guesses about the speaker that the speaker affirms: "So you work at Orbis?" – "yes exactly"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.frames import frames_of
from user_memory.extraction.facts.states import state_facts
from user_memory.extraction.facts.verbs import verb_facts
from user_memory.extraction.stages import Reading

_YES = re.compile(
    r"^\W*(?:(?:oh|ah|haha|well|um|hmm|lol)\W+)?(?:yes|yep|yeah|yup|yea|exactly|correct|right|that's (?:right|correct|true|it|me)|spot on|indeed|"
    r"you got it|bingo|absolutely|definitely|precisely|true|i (?:do|am|did|have)|you're right|sure do)\b(?P<rest>[^.!?\n]*)",
    re.I,
)
_BUT = re.compile(r"\b(?:but|except|not|no|although|used to|actually|well)\b", re.I)


def affirmed_drafts(reading: Reading) -> Iterator[Draft]:
    """What the assistant's last question supposes of the speaker, when the message says yes to it; each a guess."""
    before = reading.previous[-1] if reading.previous else None
    match = _YES.match(reading.text.text)
    if (
        before is None
        or before.message.role != "assistant"
        or match is None
        or _BUT.search(match.group("rest"))
    ):
        return
    question = _question(list(before.doc.sents))
    if question is None:
        return
    for draft in _supposed(question):
        draft.subject, draft.tentative, draft.bounds = None, True, (match.start(), match.end())
        yield draft


def _question(sentences: list[Span]) -> Span | None:
    """The last sentence, if it asks one thing or ventures a guess about "you"."""
    last = next((s for s in reversed(sentences) if any(t.is_alpha for t in s)), None)
    if last is None or not any(t.lower_ == "you" for t in last):
        return None
    alternatives = any(
        t.lower_ in {"or", "what", "which", "who", "where", "when", "how", "why", "would", "could"}
        for t in last
    )
    return None if alternatives else last


def _supposed(question: Span) -> Iterator[Draft]:
    for frame in frames_of(question):
        if frame.negated or frame.modal or not any(s.lower_ == "you" for s in frame.subjects):
            continue
        for draft in (*verb_facts(frame), *state_facts(frame)):
            about_you = draft.subject is not None and draft.subject.lower_ == "you"
            yours = draft.object is not None and any(
                t.lower_ in {"your", "you"} for t in draft.object.subtree
            )
            if about_you and not yours:
                yield draft
