"""Drafts from the tagger: what is told in words that no rule knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from spacy.tokens import Doc, Span, Token

from user_memory.extraction.entities import phrase_bounds
from user_memory.extraction.facts.captured import is_plain
from user_memory.extraction.facts.companions import is_for_others
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.misread import CUSTOM, ENABLING, LOVING, does_good, is_misread, is_shared
from user_memory.extraction.facts.others import is_enabled, is_of_the_other, is_of_them
from user_memory.extraction.facts.predicates import (
    ACTIVITIES,
    AIMED,
    BYGONE,
    KIND,
    PEOPLE,
    PERSONS,
    WISHES,
    are_akin,
)
from user_memory.extraction.facts.sameness import is_joined, names_held, shares_word
from user_memory.extraction.lexicon import is_job, role_of
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.tagging.tagger import tags_of
from user_memory.extraction.tagging.tags import Tag
from user_memory.graph.vocabulary import vocabulary

LEAST = 0.65
"""Confidence from which a tag is believed; chosen on labelled sentences that the tagger had not seen."""
_LEAST: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(("owns", "works_on", "dislikes"), 0.75),
        **dict.fromkeys(("habit", "studies", "studies_at", "uses"), 0.85),
        **dict.fromkeys(("lives_in", "wants", "member_of"), 0.93),
        **dict.fromkeys(("name", "age", "attribute"), 0.96),
        "likes": 0.7,
        "goal": 0.8,
        "works_for": 0.9,
        "allergic_to": 0.92,
        **dict.fromkeys(("timezone", "related_to"), 1.1),
    }
)
"""More for what is easily mistaken for something near it; above 1 it is left to the rules."""
_AGREED = 0.05
"""So much less where the grammar agrees."""
_UNAGREED = 0.9
"""From here on where the grammar says another thing."""
_DENIED = 0.9
"""The same of what is denied or over."""
_SURE = 0.9
"""From here on the object may have any form."""
_DONE = ACTIVITIES | WISHES
"""Predicates whose objects may be verbs even then."""
_DISTINCT = 0.92
"""From here on a sentence may tell two of the same thing."""
_OTHERS = 0.35
"""From here on it may be somebody else's; below it is the speaker's."""
_FIRST = FIRST_PERSON | {"im", "ive"}
_STATIONS = frozenset({"works_for", "job_title", "studies_at", "studies"})
_BEGINNINGS = frozenset({"start", "begin", "join"})
_HOMES = frozenset("house flat home place apartment room cottage".split())
_POSTS = frozenset("job work employer company firm boss office place gig role".split())
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_UNREAL = frozenset({"would", "'d", "d", "could", "might", "should"})
_OTHER_TIMES = frozenset("since before when until till by was were at turn turned now".split())
_Form = Callable[[str, Token, Tag], bool]
_NUMBER = 5
"""Digits from which a name is a number of something, and no thing."""
_ONE = frozenset(name for name, p in vocabulary().items() if p.cardinality == "one") | {"nationality"}
"""Predicates of which one person has one, or is told one at a time."""
_FOR_A_WHILE = re.compile(
    r"\b(?:this (?:week|morning|month)|today|tonight|for now|again|break from|finished (?:at|with))\b", re.I
)
_GIVEN_UP = re.compile(
    r"n't\b|\b(?:not|no longer|any ?more|any longer|quit|stopped|gave up|given up|packed in|left|resigned)\b",
    re.I,
)
"""Words that end a calling here and now; what one was, or has retired from, is only past."""
_SUPPOSED = re.compile(r"\bnot that\b", re.I)
_CHOICE = re.compile(r"\W*(?:no|yes|nope|yeah|yep)\b[, ]+(?:just|only|the)? ?\w+\W*$", re.I)
"""An answer of a word or two chooses for once."""
_MEANS = frozenset(
    "push chance opportunity courage strength confidence freedom energy ability motivation nudge boost".split()
)
_SAYINGS = frozenset(
    {"cloud nine", "fire", "two left feet", "a roll", "edge", "the fence", "the mend", "thin ice"}
)
"""What one is on or has in a manner of speaking only."""
_WITHIN = frozenset({"compound", "poss", "nmod", "amod"})
_HANDS = frozenset("person people guy guys girl woman man dev developer engineer designer lead".split())
"""Who is told by the field before: "the backend person" does not use a backend."""
_LET_GO = re.compile(r"\W*(?:no,? |ok,? |so )?(?:never ?mind|forget|scratch|skip|scrap)\b", re.I)
_REACTION = re.compile(
    r"allerg|intoleran|anaphyla|epi-?pen|\bhives\b|\brash|react|swell|swollen|itch|sneez|sensitiv|blotch|throat",
    re.I,
)
_CONTESTS = frozenset("race match marathon meeting party contest tournament interview exam".split())
"""What nobody owns, whatever is boasted."""
_TELLING = frozenset("works_for uses plays owns studies_at member_of pet works_on".split())
_REPORTING = frozenset("say says said saying told think thinks thought hear heard whether".split())
"""Words before what is only said or thought."""
_UNTRUE = frozenset("if unless wish wishes suppose imagine imaginary pretend e.g. e.g eg".split())
"""Words before what is only supposed."""
_LEFT = frozenset({"DET", "PRON"})
_TORN = frozenset({"DET", "CCONJ"})
"""What no object ends in."""


def tagged_facts(sent: Span, earlier: Sequence[Draft]) -> Iterator[Draft]:
    """What the tagger found in a sentence, where no earlier draft has read the same words or tells the like."""
    read = {n for d in earlier if d.object is not None for n in range(*phrase_bounds(d.object))}
    for tag in tags_of(sent.doc):
        if tag.start < sent.start or tag.end > sent.end or tag.confidence < _least(tag, sent.doc):
            continue
        if tag.sense == "~" and not is_over(tag, sent.doc, _DENIED):
            continue
        if tag.sense == "-" and _FOR_A_WHILE.search(sent.text):
            continue
        words = sent.doc[tag.start : tag.end]
        if read.isdisjoint(range(tag.start, tag.end)) and not any(
            _tells_like(d, words, tag) for d in earlier
        ):
            yield from _draft(words, tag)


def _least(tag: Tag, doc: Doc) -> float:
    """Confidence that is asked of a tag: less where the verb too says what the tagger says, more where it says another thing."""
    least, token = _LEAST.get(tag.predicate, LEAST), doc[tag.start : tag.end].root
    if tag.predicate == "uses" and _is_kept(token):
        least -= _AGREED
    elif tag.predicate == "hobby" and does_good(token):
        least = _UNAGREED
    return least if tag.sense in {"+", "?"} else max(least, _DENIED)


def _is_kept(token: Token) -> bool:
    """Whether the speaker uses or keeps something: "I keep a planner"."""
    verb = token.head
    return (
        token.dep_ == "dobj"
        and verb.lemma_ in {"use", "keep"}
        and any(c.lower_ in FIRST_PERSON for c in verb.children if c.dep_ == "nsubj")
    )


def _tells_like(draft: Draft, words: Span, tag: Tag) -> bool:
    """Whether a draft already says such a thing of the same person, and the words are no further item of its list."""
    if not are_akin(draft.predicate, tag.predicate):
        done = draft.predicate == "habit" and tag.predicate == "likes" and words.text in draft.said
        return tag.predicate == "habit" or done
    if (draft.subject is None or draft.subject.lower_ in FIRST_PERSON) != (tag.subject is None):
        return False
    if draft.object is None or shares_word(draft.said, words.text) or names_held(words.root, draft.object):
        return True
    if tag.predicate in _ONE:
        over = draft.past or draft.said.lower().startswith(("former ", "ex-"))
        return over == (tag.sense == "~")  # "former barista, now a florist" tells two
    head = words.root
    return tag.confidence < _DISTINCT and (head.dep_ != "conj" or not is_joined(head, draft.object))


def _draft(phrase: Span, tag: Tag) -> Iterator[Draft]:
    phrase = _bare(phrase)
    token, name = phrase.root, _ENDS.sub("", phrase.text)
    subject = _whose(token, tag)
    if subject is None and (tag.others > _OTHERS or _is_of_a_thing(token, tag.predicate)):
        return
    if (
        not name
        or name.lower() in _SAYINGS
        or name.lower().endswith((" here", " there"))
        or (tag.predicate == "uses" and token.dep_ in _WITHIN and token.head.lower_ in _HANDS)
        or phrase[-1].pos_ in _TORN
        or not _has_form(name, token, tag)
    ):
        return
    before = phrase.doc[phrase.sent.start : phrase.start]
    if (
        any(t.lower_ in _UNTRUE for t in before)
        or _LET_GO.match(before.text)
        or _CHOICE.match(phrase.sent.text)
    ):
        return
    if (
        _is_elsewhere(token, subject, tag.predicate)
        or (tag.predicate in AIMED and _is_brought_about(token))
        or (tag.predicate == "hobby" and token.dep_ == "dobj" and is_enabled(token.head))
        or (tag.predicate == "likes" and is_of_them(token))
    ):
        return
    if is_misread(token, subject, tag.predicate) or (tag.sense == "~" and is_shared(token)):
        return
    predicate = "likes" if tag.predicate == "hobby" and _is_loved(token) else tag.predicate
    draft = Draft(token, subject, predicate, token, name=_shown(predicate, name, token))
    draft.kind = KIND.get(predicate, "topic")
    draft.seen = not is_reported(token.doc[token.sent.start : token.i]) and not _asks(token)
    yield _sensed(draft, tag)


def _is_loved(token: Token) -> bool:
    """Whether a pastime is told with the love of it: "love hiking in the rain"."""
    return token.i > token.sent.start and token.nbor(-1).lemma_ in LOVING and token.head == token.nbor(-1)


def _whose(token: Token, tag: Tag) -> Token | None:
    """Who it is told of, where that is not the speaker: whom the tagger names, or whom the words are in apposition to."""
    if tag.subject is not None:
        return token.doc[tag.subject]
    if tag.others > _OTHERS and token.dep_ == "appos" and role_of(token.head.lower_) is not None:
        return token.head
    return None


def _asks(token: Token) -> bool:
    """Whether the sentence opens as a question and ends as one: what follows a statement may still be asked."""
    return token.sent.text.rstrip().endswith("?") and token.sent[0].pos_ == "AUX"


def is_reported(before: Span) -> bool:
    """Whether words before something make it only said, thought or denied."""
    return any(t.lower_ in _REPORTING for t in before) or _SUPPOSED.search(before.text) is not None


def is_over(tag: Tag, doc: Doc, least: float) -> bool:
    """Whether a tag says that something is over, so surely at least: not for a while, and not of what does something itself."""
    words = doc[tag.start : tag.end]
    if tag.sense != "~" or tag.confidence < least or _FOR_A_WHILE.search(words.sent.text):
        return False
    head = words.root
    while head.dep_ in _WITHIN:
        head = head.head
    return head.dep_ != "nsubj" or head.head.pos_ == "AUX"


def _has_form(name: str, token: Token, tag: Tag) -> bool:
    """Whether the words look like such an object."""
    if tag.predicate in _FORMS:
        return _FORMS[tag.predicate](name, token, tag)
    if tag.predicate in PERSONS and tag.subject is not None:
        return False
    if tag.confidence >= _SURE and (token.pos_ != "VERB" or tag.predicate in _DONE):
        return True
    return _is_named(name, token, tag)


def _is_elsewhere(token: Token, subject: Token | None, predicate: str) -> bool:
    """What has a place or a firm in it and still tells no home or employer: a funeral in Cork, a job that begins in May."""
    before = {t.lemma_.lower() for t in token.doc[token.sent.start : token.i]}
    if predicate in _STATIONS and not before.isdisjoint(_BEGINNINGS):
        return True
    if predicate == "lives_in" and subject is not None and subject.dep_ == "poss":
        return subject.head.lemma_.lower() not in _HOMES
    if predicate == "works_for" and subject is not None and subject.dep_ == "poss":
        return subject.head.lemma_.lower() not in _POSTS
    if predicate == "works_for" and not before.isdisjoint(CUSTOM):
        return True
    if predicate == "works_for" and subject is None:
        return _told_by_others(token)
    if predicate == "owns" and token.lemma_.lower() in _CONTESTS:
        return True
    if predicate == "hobby" and any(a.lemma_ == "work" for a in token.ancestors):
        return True
    if predicate == "owns" and is_for_others(token.head):
        return True
    return (predicate == "child" and "one" in before) or (predicate == "wants" and "die" in before)


def _told_by_others(token: Token) -> bool:
    """Whether the subjects before a firm are neither the speaker nor a post: "the talk was at Airbus", not "last job was"."""
    tellers = [t for t in token.doc[token.sent.start : token.i] if t.dep_ == "nsubj"]
    return bool(tellers) and not any(
        t.lower_ in _POSTS or any(c.lower_ in _FIRST for c in (t, *t.children)) for t in tellers
    )


def _is_brought_about(token: Token) -> bool:
    """What is no aim of the speaker's own: "gave me the push to open …", "it teaches me to …", "seeing them … is the best"."""
    above = token.head
    if token.dep_ in {"acl", "relcl"}:
        return above.lemma_ in _MEANS
    if token.dep_ in {"xcomp", "ccomp"}:
        return above.lemma_ in ENABLING
    return token.dep_ in {"csubj", "nsubj"}


def _is_of_a_thing(token: Token, predicate: str) -> bool:
    """Whether the sentence speaks of something else than its speaker: "the app runs on Kubernetes", "it was a Seat"."""
    if is_of_the_other(token):
        return True
    if any(t.lower_ in _FIRST for t in token.sent):
        return False
    if predicate in _TELLING and token.dep_ in {"nsubj", "nsubjpass"} and token.head.pos_ in {"VERB", "AUX"}:
        return True
    own = _POSTS if predicate in _STATIONS else frozenset()
    return any(t.dep_ in {"nsubj", "nsubjpass"} and t.i < token.i and t.lower_ not in own for t in token.sent)


def _is_named(name: str, token: Token, tag: Tag) -> bool:
    """A noun phrase, or what one does where the predicate takes that."""
    if _is_unreal(token, tag.predicate) or (tag.predicate == "works_for" and token.ent_type_ == "GPE"):
        return False
    if KIND.get(tag.predicate) == "place" and token.pos_ != "PROPN" and token.ent_type_ not in {"GPE", "LOC"}:
        return False
    if tag.predicate == "job_title" and not is_job(name):
        return False
    if token.is_stop or token.ent_type_ in {"DATE", "TIME"} or sum(c.isdigit() for c in name) >= _NUMBER:
        return False
    return tag.predicate in ACTIVITIES or (is_plain(name, token) and token.pos_ not in {"VERB", "AUX", "ADP"})


def _is_unreal(token: Token, predicate: str) -> bool:
    """Whether what would or could be is told, by a predicate that tells what is."""
    return predicate not in WISHES and any(
        t.tag_ == "MD" and t.lower_ in _UNREAL for t in token.doc[token.sent.start : token.i]
    )


def _then(token: Token) -> bool:
    """Whether an age is told of another time: "since I was 8", "before I'm 40"."""
    before = token.doc[max(token.sent.start, token.i - 4) : token.i + 2]
    return any(t.lower_ in _OTHER_TIMES for t in before)


def _digits(least: int) -> _Form:
    return lambda name, token, tag: sum(c.isdigit() for c in name) >= least


def _reacts(name: str, token: Token, tag: Tag) -> bool:
    """Whether a sentence speaks of a reaction: "cashews put my brother in hospital" does not say which."""
    return _REACTION.search(token.sent.text) is not None


_FORMS: Mapping[str, _Form] = MappingProxyType(
    {
        "allergic_to": _reacts,
        "age": lambda name, token, tag: name.isdigit() and 0 < int(name) < 120 and not _then(token),
        "government_id": _digits(5),
        **dict.fromkeys(
            ("email", "phone", "address", "birth_date", "financial"), lambda name, token, tag: False
        ),
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
        elif draft.predicate == "job_title" and not _GIVEN_UP.search(draft.root.sent.text):
            draft.past = True
        elif draft.predicate not in BYGONE:
            draft.operation = "end"
    elif tag.sense == "-" and draft.predicate == "likes":
        draft.predicate = "dislikes"
    elif tag.sense == "-":
        draft.polarity = "-"
    draft.tentative, draft.confidence = tag.sense == "?", round(min(draft.confidence, tag.confidence), 2)
    return draft
