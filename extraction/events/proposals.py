"""What the assistant proposed and the user agreed to: the only events that the assistant's words give, and tentative."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span as Sentence

from user_memory.extraction.stages import Reading, TimeExpression
from user_memory.extraction.withheld import hidden, withheld
from user_memory.extraction.wording import Voice, retell, shorten
from user_memory.graph.candidates import EventCandidate

_PROPOSES = re.compile(
    r"^\W*(?:(?:ok|okay|great|sure|then|so|alright)\W+)*(?:shall (?:we|i)|should (?:we|i)|how about|what about"
    r"|why don't (?:we|you)|let's|i (?:suggest|propose|recommend)|i(?: can|'ll| will| could)"
    r" (?:book|schedule|set|put|arrange|plan|reserve|move)|do you want (?:me )?to|would you like (?:me )?to"
    r"|we (?:can|could)|you (?:can|could) (?:start|meet|begin|take))\b",
    re.I,
)
_AGREES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|sounds (?:good|great|perfect|lovely)|deal|agreed|absolutely"
    r"|definitely|works for me|that works|let's do (?:it|that)|go ahead|please do|do it|fine by me|good idea)\b(?!,? but\b)",
    re.I,
)
_CONFIDENCE = 0.6


def agreed_proposals(reading: Reading) -> Iterator[EventCandidate]:
    """The dated proposals of the assistant's message before ``reading`` when the user's first words agree to them."""
    if reading.message.role != "user" or not reading.previous or not _AGREES.match(reading.text.text):
        return
    asked = reading.previous[-1]
    if asked.message.role != "assistant" or asked.index != reading.index - 1:
        return
    for sent in asked.doc.sents:
        times = asked.times_in(sent.start_char, sent.end_char)
        if times and _PROPOSES.match(sent.text) and not _personal(asked, sent):
            yield _proposal(asked, sent, times[0])


def _personal(asked: Reading, sent: Sentence) -> bool:
    return any(f.category != "name" and sent.start_char <= f.start < sent.end_char for f in withheld(asked))


def _proposal(asked: Reading, sent: Sentence, time: TimeExpression) -> EventCandidate:
    tokens = [t for t in sent if not time.start <= t.idx < time.end]
    lead = _PROPOSES.match(sent.text)
    assert lead is not None
    while tokens and tokens[0].idx - sent.start_char < lead.end() and tokens[0].pos_ not in {"VERB"}:
        tokens.pop(0)
    while tokens and (tokens[-1].is_punct or tokens[-1].pos_ == "ADP"):
        tokens.pop()
    words = retell(tokens, Voice("the assistant", "user"), hidden(asked, tokens))
    return EventCandidate(
        content=shorten(f"assistant proposed to user: {words}"),
        span=asked.span(sent.start_char, sent.start_char + len(sent.text.rstrip())),
        occurred_from=time.from_,
        occurred_to=time.to,
        precision=time.precision,
        involves=(),
        tentative=True,
        confidence=_CONFIDENCE,
        importance=5.0,
    )
