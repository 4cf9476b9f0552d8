"""Drafts from the tagger: what is told in words that no rule knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.entities import phrase_bounds
from user_memory.extraction.facts.captured import is_plain
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import KIND, PEOPLE
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.tagging.tagger import tags_of
from user_memory.extraction.tagging.tags import Tag

LEAST = 0.6
"""Confidence from which a tag is believed; chosen on labelled sentences that the tagger had not seen."""
_LEAST: Mapping[str, float] = MappingProxyType(
    {"name": 0.95, "attribute": 0.9, "timezone": 1.1, "related_to": 1.1}
)
_OTHERS = 0.35
"""From here on it may be somebody else's; below it is the speaker's."""
_LOOSE = frozenset({"habit", "goal", "plans_to", "works_on", "skilled_in", "hobby", "wants", "needs"})
"""Predicates whose objects may be what one does, not only things."""
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_BYGONE = frozenset({"lived_in", "visited", "alumni_of", "birth_place"})
_OTHER_TIMES = frozenset("since before when until till by was were at turn turned".split())
_Form = Callable[[str, Token, Tag], bool]
_NUMBER = 5
"""Digits from which a name is a number of something, and no thing."""
_LEFT = frozenset({"DET", "PRON"})


def tagged_facts(sent: Span, earlier: Iterable[Draft]) -> Iterator[Draft]:
    """What the tagger found in a sentence, where no earlier draft has read the same words."""
    read = {n for d in earlier if d.object is not None for n in range(*phrase_bounds(d.object))}
    for tag in tags_of(sent.doc):
        if tag.start < sent.start or tag.end > sent.end or tag.confidence < _LEAST.get(tag.predicate, LEAST):
            continue
        if read.isdisjoint(range(tag.start, tag.end)):
            yield from _draft(sent.doc[tag.start : tag.end], tag)


def _draft(phrase: Span, tag: Tag) -> Iterator[Draft]:
    phrase = _bare(phrase)
    token, name = phrase.root, _ENDS.sub("", phrase.text)
    if tag.subject is None and tag.others > _OTHERS:
        return
    if not name or not _FORMS.get(tag.predicate, _is_named)(name, token, tag):
        return
    subject = phrase.doc[tag.subject] if tag.subject is not None else None
    draft = Draft(token, subject, tag.predicate, token, name=_shown(tag.predicate, name, token))
    draft.kind = KIND.get(tag.predicate, "topic")
    yield _sensed(draft, tag)


def _is_named(name: str, token: Token, tag: Tag) -> bool:
    """A noun phrase, or what one does where the predicate takes that; of people only the speaker's own."""
    if tag.predicate in PEOPLE and tag.predicate != "pet" and tag.subject is not None:
        return False
    if token.is_stop or token.ent_type_ in {"DATE", "TIME"} or sum(c.isdigit() for c in name) >= _NUMBER:
        return False
    return tag.predicate in _LOOSE or is_plain(name, token)


def _then(token: Token) -> bool:
    """Whether an age is told of another time: "since I was 8", "before I'm 40"."""
    before = token.doc[max(token.sent.start, token.i - 4) : token.i]
    return any(t.lower_ in _OTHER_TIMES for t in before)


def _digits(least: int) -> _Form:
    return lambda name, token, tag: sum(c.isdigit() for c in name) >= least


_FORMS: Mapping[str, _Form] = MappingProxyType(
    {
        "age": lambda name, token, tag: name.isdigit() and 0 < int(name) < 120 and not _then(token),
        "government_id": _digits(5),
        "financial": _digits(2),
        **dict.fromkeys(("email", "phone", "address", "birth_date"), lambda name, token, tag: False),
    }
)
"""What the objects of some predicates look like; where the rules know the form, they alone decide."""


def _bare(phrase: Span) -> Span:
    """The words without articles, possessives and numbers before them: "two kayaks" -> "kayaks"."""
    start = 0
    while start < len(phrase) - 1 and (
        (phrase[start].pos_ in _LEFT and phrase[start].dep_ in {"det", "poss", "predet"})
        or (phrase[start].pos_ == "NUM" and phrase[start + 1].pos_ in {"NOUN", "ADJ"})
        or not phrase[start].text[:1].isalnum()
    ):
        start += 1
    return phrase[start:]


def _shown(predicate: str, name: str, token: Token) -> str | None:
    """What is shown of the object; of people with a role or a name the consent decides later."""
    if predicate not in PEOPLE:
        return name
    role = role_of(name) or role_of(token.lower_)
    return None if role is not None or token.pos_ == "PROPN" else name


def _sensed(draft: Draft, tag: Tag) -> Draft:
    if tag.sense == "~":
        if draft.predicate == "lives_in":
            draft.predicate = "lived_in"
        elif draft.predicate not in _BYGONE:
            draft.operation = "end"
    elif tag.sense == "-" and draft.predicate == "likes":
        draft.predicate = "dislikes"
    elif tag.sense == "-":
        draft.polarity = "-"
    draft.tentative, draft.confidence = tag.sense == "?", round(min(draft.confidence, tag.confidence), 2)
    return draft
