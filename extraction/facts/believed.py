"""Which drafts of the rules may stand, after the tagger has read the same sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spacy.tokens import Span

from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import PERSONS, are_akin
from user_memory.extraction.lexicon import last_word
from user_memory.extraction.tagging.tagger import kinds_of, likelihoods_of, tags_of
from user_memory.extraction.tagging.tags import Kinds, Likelihoods, Tag
from user_memory.graph.vocabulary import vocabulary

_UNTOLD = 0.008
"""Likelihood below which a sentence tells no fact and no happening."""
_DOUBTFUL = 0.2
"""Likelihood below which a sentence hardly tells a fact or a happening."""
_FEWEST = 6
"""Words from which a sentence shows what it is."""
_LONGEST = 5
"""Words of a label with its colon, at most."""
_OWN = frozenset({"my", "our"})
_DOUBTED = frozenset({"favorite", "member_of", "prefers"})
"""Predicates that the rules are more often wrong about than the tagger, chosen on labelled sentences."""
_AKIN = {one: frozenset(name for name in vocabulary() if are_akin(name, one)) for one in _DOUBTED}
_PERFORMING = frozenset({"play", "sing", "drum", "dance", "act"})
_ENSEMBLES = frozenset("band choir orchestra quartet trio ensemble troupe team squad".split())
"""What is done in a band or a choir as one of it."""
_OTHERWISE, _NONE = 0.05, 0.93
"""Likelihood of an object below which, and of none above which, the tagger contradicts."""
_FULLER = 0.9
"""Confidence from which the tagger knows better where an object ends."""
_WHOLE = frozenset({"likes", "dislikes", "avoids", "goal", "plans_to"})
"""Predicates whose objects may be long."""


def believed(sent: Span, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The rules' drafts that may stand, with the words of their objects that the tagger sees."""
    told, likely = kinds_of(sent), likelihoods_of(sent.doc)
    tags = [t for t in tags_of(sent.doc) if sent.start <= t.start < sent.end]
    for draft in drafts:
        if told is None or likely is None:
            yield draft
        elif (
            not _is_untold(draft, told)
            and not _is_expected(draft, told)
            and not _is_contradicted(draft, likely)
        ):
            yield _whole(draft, tags)


def _is_untold(draft: Draft, told: Kinds) -> bool:
    """Whether the tagger is sure that the sentence, a verse, a joke or an order, tells no fact."""
    return (
        len(draft.root.sent) - _label(draft.root.sent) >= _FEWEST
        and max(told.fact, told.happening) < _UNTOLD
        and draft.predicate not in PERSONS
        and draft.predicate != "nationality"
    )


def _is_expected(draft: Draft, told: Kinds) -> bool:
    """Whether a plan to be something, of nobody named, only says how it will be: "(the party is) going to be great"."""
    plans = draft.predicate in {"plans_to", "goal"} and draft.subject is None
    return (
        plans
        and draft.object is not None
        and draft.object.lemma_ == "be"
        and max(told.fact, told.happening) < _DOUBTFUL
    )


def _label(sent: Span) -> int:
    """Words with which the speakers announce what they say themselves, which show nothing of it: "My input: I like tea"."""
    colon = next((n for n, t in enumerate(sent[:_LONGEST]) if t.text == ":"), None)
    return 0 if colon is None or sent[0].lower_ not in _OWN else colon + 1


def _is_contradicted(draft: Draft, likely: Likelihoods) -> bool:
    """Whether the tagger is sure that the word is the object of nothing."""
    if draft.predicate not in _DOUBTED or draft.object is None:
        return False
    if (
        draft.predicate == "member_of"
        and draft.root.lemma_ in _PERFORMING
        and last_word(draft.said) in _ENSEMBLES
    ):
        return False
    place = draft.object.i
    return likely.of(place, _AKIN[draft.predicate]) < _OTHERWISE and likely.of_none(place) > _NONE


def _whole(draft: Draft, tags: Sequence[Tag]) -> Draft:
    """The draft with its object as the tagger sees it, where that has more words: "people who chew loudly"."""
    if draft.object is None or draft.predicate not in _WHOLE:
        return draft
    for tag in tags:
        words = draft.object.doc[tag.start : tag.end]
        if (
            tag.predicate == draft.predicate
            and tag.confidence >= _FULLER
            and words.root == draft.object
            and words.text.lower().startswith(f"{draft.said.lower()} ")
            and not _is_list(words)
        ):
            draft.name = words.text
    return draft


def _is_list(words: Span) -> bool:
    """Whether words hold several objects, of which each is a draft: "tea and coffee"."""
    return any(t.dep_ == "conj" and t.head.i in range(words.start, words.end) for t in words)
