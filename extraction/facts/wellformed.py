"""Objects in the form that their predicates take, by whoever they were read: mended where words are torn off, else none."""

from __future__ import annotations

import re
from dataclasses import replace

from spacy.tokens import Span, Token

from user_memory.extraction.entities import is_determined
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.fitting import FINITE, fits_predicate, is_hollow_pastime, is_told_over
from user_memory.extraction.facts.mended import mended
from user_memory.extraction.facts.phrases import verb_phrase
from user_memory.extraction.facts.predicates import AIMED, AIMS, BELONGINGS, HOMES, NAMES, PASTIMES, TASTES
from user_memory.extraction.facts.trimmed import (
    alone,
    completed,
    firm_told,
    impersonal,
    place_of,
    told_apart,
    told_whole,
    trimmed,
    uncapitalised,
)
from user_memory.extraction.lexicon import grammar, role_of, singular
from user_memory.graph.candidates import Mention

_WORDED = (TASTES | AIMS | PASTIMES | {"works_on", "owns", "uses", "studies", "member_of", "works_for"}) - {
    "diet"
}
"""Predicates whose objects are told in words of the sentence."""
_PASTIMES = PASTIMES | TASTES
_DEEDS = frozenset(
    {"likes", "dislikes", "hobby", "habit", "goal", "plans_to", "skilled_in", "favorite", "prefers"}
)
"""Predicates whose objects may be what is done, to something that is named."""
_CHANCES = frozenset({"chance", "opportunity", "time"})
_COMPARED = re.compile(
    r"\bas \w+ (?:an? \w+ )?as\b|\bas (?:much|many|good|well|best|happy|\w+ly)\b|^be (?:more|less) ", re.I
)
_POINTING = frozenset({"him", "her", "them", "it", "himself", "herself"})
_ONE_OF = re.compile(
    r"\b(?:one|some|two|few|many) of (?:my|our|his|her|their)(?: [\w-]+)? (?:favou?rite|fave|fav)\b", re.I
)
_RUNNING = re.compile(r" (?:running|loaded with) \S.*$")
"""What runs on a thing is no part of its name."""
_ANY = frozenset({"wherever", "whatever", "whoever", "whichever", "whenever"})
_GOING_ON = frozenset({"start", "keep", "continue", "begin"})
_PRONOUNS = frozenset("it them him her he she they that this those these one ones me us".split())
_CAPTION = re.compile(r"\[image:[^\]]*\]?", re.I)
_ASKING = frozenset({"how", "why", "whether"})
""" "my thesis is on how bees find home": a question that one works on."""
_PLAYED = frozenset(
    "game games gaming fool part role victim dumb safe fair nice dead catch-up tricks along around truant hooky".split()
)
"""What one plays in a manner of speaking, or without saying what."""
_RELATIVES = (" who", " which", " whose", " whom")
"""What begins a clause that is torn off."""
_SHORT = 3
_TWO = 2
_AIMS_THEMSELVES = frozenset({"goal", "goals", "dream", "dreams", "aim", "aims", "ambition", "ambitions"})
"""What one means to do with one's aims is no aim: "achieve my goals"."""


def wellformed(draft: Draft, target: Mention) -> Mention | None:
    """The object of a draft, mended; ``None`` where its words are none of such an object."""
    token = draft.object
    if token is None:
        return target
    if in_caption(draft.root) or (is_called(token) and draft.predicate not in NAMES | HOMES):
        return None
    if _is_denied_before(token, draft.root):
        return None
    whole = mended(target.name, token, draft)
    if not whole:
        return None
    target = replace(target, name=whole)
    if draft.predicate == "works_for":
        target = replace(target, name=firm_told(target.name, token))
    if not fits_predicate(target.name, token, draft):
        return None
    if draft.seen and draft.operation == "end" and draft.predicate in _PASTIMES and not is_told_over(token):
        return None
    if target.name.split()[0].lower() in _ANY or target.name.lower() in _PRONOUNS:
        return None
    if draft.predicate == "attribute" and _is_no_trait(token, draft):
        return None
    if draft.predicate not in _WORDED:
        return target
    name = _mended(target.name, token, draft)
    if name is None or _is_torn(name, token, draft):
        return None
    if draft.predicate in TASTES | PASTIMES | AIMS:
        name, draft.told = uncapitalised(name, token), uncapitalised(draft.told or name, token)
    return replace(target, name=name) if name != target.name else target


def _is_denied_before(token: Token, root: Token) -> bool:
    """Whether a thing is said not to be what the clause after it tells: "it's not a piano I own"."""
    named = token.dep_ == "attr" and root.dep_ == "relcl" and root.head == token
    return named and any(
        c.dep_ == "neg" for t in (token.head, *token.head.children) for c in (t, *t.children) if c.i < token.i
    )


def in_caption(token: Token) -> bool:
    """Whether a word stands in the caption of a picture: nobody tells of themselves there."""
    if "[image:" not in token.doc.text:
        return False
    return any(m.start() <= token.idx < m.end() for m in _CAPTION.finditer(token.doc.text))


def is_called(token: Token) -> bool:
    """Whether a name only calls the one it is said to: "Hey Tom, …", "…, Tom!"."""
    if (
        token.pos_ != "PROPN"
        or token.dep_ in {"conj", "pobj"}
        or any(c.dep_ in {"conj", "cc"} for c in token.children)
    ):
        return False
    before = token.nbor(-1) if token.i > token.sent.start else None
    after = token.nbor(1) if token.i + 1 < len(token.doc) else None
    if before is not None and before.text == "," and before.i > token.sent.start:
        hail = before.nbor(-1)
        if hail.lower_ in grammar("hails") and hail.i == token.sent.start:
            before = hail
    hailed = before is not None and (before.lower_ in grammar("hails") or before.pos_ == "INTJ")
    apart = before is None or before.text in {",", "-", "–"} or hailed
    closed = after is None or after.text in {",", "!", "?", ".", "-", "–", "…", "..."}
    return (hailed and closed) or (
        apart
        and closed
        and before is not None
        and token.ent_type_ in {"PERSON", ""}
        and token.dep_ in {"npadvmod", "intj", "vocative"}
    )


def _mended(name: str, token: Token, draft: Draft) -> str | None:
    if (
        draft.predicate in _DEEDS
        and name == token.text
        and (draft.seen or _has_object(token))
        and token.tag_ in {"VB", "VBG"}
    ):
        name = verb_phrase(token)
    elif draft.seen and draft.predicate in AIMED and token.pos_ == "VERB" and name.endswith(f" {token.text}"):
        name += verb_phrase(token)[len(token.text) :]
    place = place_of(name, token)
    if place is not None:
        name = completed(name, place, draft)
    name = trimmed(_RUNNING.sub("", name) if draft.predicate in BELONGINGS else name)
    if draft.predicate in AIMED and token.tag_ == "VBG" and name.startswith(token.text):
        name = f"{token.lemma_}{name[len(token) :]}"
    draft.told = told_whole(alone(name))
    name = impersonal(alone(name))
    if draft.predicate == "hobby" and is_hollow_pastime(name):
        return None
    if is_hollow(name, token, draft.predicate):
        told = told_apart(token) if token.pos_ in {"NOUN", "PROPN"} else None
        return told if told and draft.predicate in TASTES | {"works_on"} else None
    return name


def is_hollow(name: str, token: Token, predicate: str) -> bool:
    """Whether a name is a noun that says nothing by itself: "time", "a cool project", of tastes "a track"."""
    words = [w for w in re.sub(r"[^\w\s'-]", " ", name.lower()).split() if w not in grammar("judging")]
    if not words:
        return True
    if words[-1] == "self":
        return True
    if predicate == "plays" and words[-1] == "music":
        return True
    if len(words) > 1:
        return False
    if predicate in {"wants", "needs"} and token.ent_type_ in {"DATE", "TIME"}:
        return True
    if predicate in {"wants", "needs"} and (
        words[0] in grammar("momentary") or words[0].startswith("recommend")
    ):
        return True
    if words[0] in grammar("hollow") or singular(words[0]) in grammar("hollow"):
        return True
    last = token.i + 1 >= token.sent.end or token.nbor(1).pos_ not in {"NOUN", "PROPN"}
    if predicate == "plays" and words[0] in _PLAYED:
        return True
    one = (is_determined(token) and last) or any(c.dep_ in {"relcl", "acl"} for c in token.children)
    return (
        predicate in TASTES | {"plays"} and words[0] in grammar("one_of_many") and token.tag_ == "NN" and one
    )


def _is_torn(name: str, token: Token, draft: Draft) -> bool:
    if name.lower().endswith((" something", " anything", " stuff")) and len(name.split()) <= _SHORT:
        return True
    if name.lower().endswith(_RELATIVES):
        return True
    if draft.predicate in TASTES | {"hobby"} and _is_no_taste(name, token, draft):
        return True
    if draft.predicate in AIMED and _is_no_aim(name, token):
        return True
    if draft.predicate == "works_on" and name.split()[0].lower() in _ASKING:
        return False
    if (
        draft.predicate != "habit"
        and token.tag_ in FINITE
        and token.pos_ in {"VERB", "AUX"}
        and _is_finite(token)
    ):
        return True
    place = place_of(name, token)
    return draft.predicate in _DEEDS and place is not None and _points(place)


def _is_no_taste(name: str, token: Token, draft: Draft) -> bool:
    """A verb or a quality torn from its clause; what the tagger takes from a recipe, a proposal or a word of parting."""
    place = place_of(name, token)
    begins = token if place is None else place[0]
    if (
        draft.predicate != "prefers"
        and begins.tag_ in {"VB", "VBP", "VBZ", "VBN"}
        and _is_in_clause(begins)
        and name.split()[0] == begins.text
    ):
        return True
    if token.dep_ in {"conj", "oprd"} and token.head.pos_ == "ADJ" and " " not in name:
        return True
    if place is not None and len(place) > _TWO and place[-1].pos_ == "ADJ" and place[-2].pos_ == "DET":
        return True
    if draft.predicate == "likes" and (_is_shown(token) or _is_once(draft)):
        return True
    first = token.i == token.sent.start or token.is_lower
    parted = token.i == token.sent.start and token.i + 1 < token.sent.end and token.nbor(1).text == ","
    bygone = draft.operation == "assert" and "used to" in token.doc[token.sent.start : token.i].text.lower()
    return draft.seen and (
        bygone
        or parted
        or _is_ingredient(token)
        or token.head.lemma_ == "sound"
        or (first and not token.vector_norm)
    )


def _is_shown(token: Token) -> bool:
    """ "I love the dark sky", said of a picture."""
    first = token
    while first.dep_ == "conj" and first.head.pos_ in {"NOUN", "PROPN"}:
        first = first.head
    told = any(c.dep_ in {"amod", "compound"} for c in (*token.children, *first.children))
    the = any(
        c.lower_ in {"the", "this", "that", "these", "those"} for t in (token, first) for c in t.children
    )
    loved = first.head.lemma_ in {"love", "like", "adore"} and token.pos_ == "NOUN"
    listed = first is not token or any(c.dep_ == "conj" for c in token.children)
    described = any(c.dep_ in {"relcl", "prep", "acl"} for t in (token, first) for c in t.children)
    moved = first.dep_ == "nsubj" and listed and token.pos_ == "NOUN"
    known = any(
        t.lower_ in grammar("everywhere") for t in (token, first, *first.children) if t.dep_ != "amod"
    )
    return the and not known and not described and ((loved and told) or ((loved or moved) and listed))


def _is_no_trait(token: Token, draft: Draft) -> bool:
    """What is told of two others ("both left-handed"), and who somebody is to the speaker ("she's my aunt")."""
    kin = role_of(token.lower_) is not None and any(c.lower_ in {"my", "our"} for c in token.children)
    beside = {t.lower_ for t in token.sent}
    return kin or (draft.subject is None and "both" in beside and not beside & {"i", "we"})


def _is_once(draft: Draft) -> bool:
    """What another loved: "my gran loved roses" is told of then."""
    another = draft.subject is not None and draft.subject.lower_ not in {"i", "we", "me", "us"}
    if another and draft.object is not None and _is_told_of_then(draft.object):
        return True
    verb = draft.root if draft.root.pos_ == "VERB" or draft.object is None else draft.object.head
    once = verb.tag_ == "VBD" and verb.lemma_ in {"love", "like", "enjoy", "adore"}
    return another and once and draft.operation == "assert"


def _is_told_of_then(token: Token) -> bool:
    """Whether "was" or "were" says what somebody likes: "my mum was interested in art"."""
    verb = next((a for a in token.ancestors if any(c.dep_ == "nsubj" for c in a.children)), None)
    return verb is not None and verb.lemma_ == "be" and verb.tag_ == "VBD"


def _has_object(verb: Token) -> bool:
    return any(c.dep_ == "dobj" and c.i > verb.i for c in verb.children)


def _is_in_clause(token: Token) -> bool:
    """Whether a verb stands in a clause of its own: no noun that the parser took for a verb."""
    joined = token.dep_ == "conj" and token.head.pos_ == "VERB"
    return token.pos_ == "VERB" and (joined or token.dep_ in {"ccomp", "relcl", "advcl"})


def _is_ingredient(token: Token) -> bool:
    while token.dep_ == "conj":
        token = token.head
    return (
        token.dep_ == "pobj"
        and token.head.lower_ == "with"
        and token.head.head.lemma_ in {"make", "bake", "cook", "fill"}
    )


def _is_finite(token: Token) -> bool:
    """Whether a verb is told with a subject of its own, or as done: no name of anything."""
    return token.tag_ == "VBD" or any(c.dep_ in {"nsubj", "nsubjpass"} for c in token.children)


def _points(place: Span) -> bool:
    """Whether a deed is done to what only the talk makes clear: "taking him home", "sharing that"."""
    if place[0].pos_ not in {"VERB", "AUX", "NOUN", "PROPN"}:
        return False
    return any(
        (t.lower_ in _POINTING and t.dep_ != "poss")
        or (t.lower_ in {"that", "this"} and t.dep_ in {"dobj", "pobj"})
        for t in place[1:]
    )


def _is_no_aim(name: str, token: Token) -> bool:
    """What is no aim: how one means to feel or to go on, a comparison, what a chance was for."""
    words = name.lower().split()
    while token.dep_ == "conj" and token.head.pos_ == "VERB":
        token = token.head
    if (token.head.lemma_.lower() in _CHANCES and token.dep_ in {"acl", "relcl"}) or _COMPARED.search(name):
        return True
    if words[-1] in _AIMS_THEMSELVES or (words[-2:-1] == ["the"] and words[-1] in grammar("matters_of_talk")):
        return True
    if words[0] in _GOING_ON and " ".join(words[1:]) in grammar("incomplete"):
        return True
    if words[0] in grammar("attitudes") or " ".join(words[:2]) in grammar("attitudes"):
        return True
    if token.pos_ in {"ADJ", "ADV"}:
        return True
    return name.lower() in grammar("incomplete")


def is_one_of_several(draft: Draft) -> bool:
    """ "one of my favourite dishes" is not the favourite."""
    return _ONE_OF.search(draft.root.sent.text) is not None
