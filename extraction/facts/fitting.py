"""What the objects of single predicates may be and may not, by whoever they were read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.facts.companions import (
    is_determined_by_me,
    is_for_others,
    is_had_in,
    is_person,
    is_pet,
)
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.organisations import ends_as, speaks_of
from user_memory.extraction.facts.phrases import gerund_of
from user_memory.extraction.facts.predicates import PERSONS
from user_memory.extraction.facts.trimmed import place_of
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, last_word, role_of
from user_memory.extraction.namelists import names

_PLANNING = frozenset(
    {
        "plan",
        "book",
        "organise",
        "organize",
        "arrange",
        "schedule",
        "have",
        "do",
        "go",
        "take",
        "get",
        "be",
        "want",
    }
)
_VENUES = frozenset("pub bar café cafe park garden hall street kitchen venue theatre stadium".split())
"""Where one plays and sings, and no body of people."""
_PERFORMED = frozenset({"play", "sing", "dance", "perform", "act"})
_RUNNING = frozenset({"running", "managing", "owning", "building", "growing", "starting", "opening"})
_BEST = ("fav", "pick", "go", "best", "beloved", "number", "top")
"""How words begin that say that something is liked best."""
_HELD = frozenset(
    "session sessions class workshop talk tour event party meeting ceremony service lesson concert".split()
)
"""What is held once."""
_ENTERING = frozenset("start begin join get land find take accept work be".split())
"""What one has done who has a post."""
_OFFERED = frozenset(
    "suggestions suggestion recommendations recommendation recipes recipe ideas tips advice spoilers links options answers".split()
)
"""What an agent gives."""
_NOW = frozenset({"today", "tonight", "lately", "currently", "yesterday"})
_STIRRED = frozenset(
    {"curious", "keen", "eager", "excited", "thrilled", "ready", "interested", "intrigued", "hopeful", "glad"}
)
"""Adjectives that before a question or what they are about tell a passing state."""
_NO_CONDITIONS = frozenset(
    {"mental health", "health", "stress", "physical health", "wellbeing", "grief", "loneliness"}
)
_MATCHES = frozenset(
    {"tournament", "tournaments", "match", "matches", "competition", "competitions", "contest", "contests"}
)
_LONG_AGO = re.compile(
    r"\b(?:in|for) (?:a (?:long )?while|ages|years|months|weeks|so long|a long time)\b",
    re.I,
)
FINITE = frozenset({"VBD", "VBP", "VBZ"})
"""Tags of verbs with a tense."""
_Test = Callable[[str, Token, Draft], bool]


def fits_predicate(name: str, token: Token, draft: Draft) -> bool:
    """Whether ``name``, at ``token``, may be the object of the predicate of ``draft``."""
    test = _TESTS.get(draft.predicate)
    return test is None or test(name, token, draft)


def _is_skill(name: str, token: Token, draft: Draft) -> bool:
    """No skill is what only is said of: "moving wasn't easy"."""
    if name.lower() in grammar("light_deeds") | {"playing"}:
        return False
    to = token.i > 0 and token.nbor(-1).lower_ == "to"
    place = place_of(name, token)
    if draft.seen and place is not None and place[0].tag_ == "VB" and place[0] != token:
        return False  # "apply what one has learnt"
    if draft.seen and token.pos_ == "VERB" and token.tag_ != "VBG" and not to:
        return False
    the = any(c.lower_ == "the" for c in token.children)
    if the and not any(in_list(name, kind, kind) for kind in ("instrument", "game", "hobby")):
        return False  # "they were good at the vet's"
    said = token.dep_ in {"nsubj", "csubj", "nsubjpass", "csubjpass"}
    return not (draft.seen and said) or any(c.lower_ in grammar("skill_words") for c in token.head.subtree)


def _is_medicine(name: str, token: Token, draft: Draft) -> bool:
    """ "take Rex to the park" is no medicine."""
    taken = token.head.lemma_ == "take" and token.dep_ == "dobj"
    return not taken or not any(
        c.lower_ in {"to", "out", "home", "along"} and c.i > token.i for c in token.head.children
    )


def _is_used(name: str, token: Token, draft: Draft) -> bool:
    done = name.lower() if " " in name else gerund_of(name.lower())
    pastime = in_list(name, "hobby", "hobby") or in_list(done, "hobby", "hobby")
    return not pastime or in_list(name, "thing", "owned")


def _is_avoided(name: str, token: Token, draft: Draft) -> bool:
    """ "I use a timer to avoid burnout": what something is for; "no wine suggestions for me" is asked of the agent."""
    if last_word(name) in _OFFERED:
        return False
    verb = token.head
    purpose = any(c.lower_ == "to" for c in verb.children) and verb.head.lemma_ not in grammar("trying")
    return not (verb.lemma_ == "avoid" and purpose)


def _is_diet(name: str, token: Token, draft: Draft) -> bool:
    """A dish that is vegan makes nobody so, and "on a diet" does not say which."""
    if name.lower() in {"diet", "strict diet"}:
        return False
    after = token.nbor(1) if token.i + 1 < token.sent.end else None
    if (
        after is not None
        and after.text == "-"
        and token.doc[after.i + 1 : after.i + 2].text.lower() == "free"
    ):
        return False  # half of "lactose-free"
    if not draft.seen or after is None or after.pos_ not in {"NOUN", "PROPN", "VERB"}:
        return True
    return role_of(after.lower_) is not None or after.lower_ in grammar("ways_of_eating")


def _is_work(name: str, token: Token, draft: Draft) -> bool:
    """ "running to de-stress", "balancing work and play is a feat": nothing that one works on."""
    said = token.tag_ == "VBG" and token.dep_ in {"csubj", "nsubj"}
    if token.tag_ in {"JJR", "JJS"} or (token.dep_ in {"ccomp", "acomp", "oprd"} and token.pos_ != "VERB"):
        return False
    return not (draft.seen and (token.tag_ == "VB" or said))


def _is_preferred(name: str, token: Token, draft: Draft) -> bool:
    """What was chosen once is an event."""
    return not (draft.seen and token.head.lemma_ == "choose" and token.head.tag_ == "VBD")


def _is_goal(name: str, token: Token, draft: Draft) -> bool:
    """ "my aim was to …" tells of then."""
    then = {"was", "were"}
    return draft.root.lower_ not in then and token.head.lower_ not in then


def _is_job(name: str, token: Token, draft: Draft) -> bool:
    place = place_of(name, token)
    if name.lower().endswith("ing") and " " not in name:
        return False  # "my gaming career"
    if (
        token.tag_ == "NNS"
        and draft.seen
        and not any(t.lower_ in {"we", "they", "both", "parents"} for t in token.sent)
    ):
        return False
    return place is None or len(place) == 1 or place[0].tag_ not in FINITE


def _is_trait(name: str, token: Token, draft: Draft) -> bool:
    """What passes, or is true of everybody, is no trait: "I'm curious, what is it?", "he was playful today", "only human"."""
    verb = token.head
    if name.lower() == "human":
        return False
    if verb.lower_ in {"was", "were"} and not any(c.lower_ in {"always", "never"} for c in verb.children):
        return False
    if any(c.lower_ == "all" for c in verb.children) and any(c.lower_ == "we" for c in verb.children):
        return False
    if token.pos_ == "ADJ" and verb.lemma_ == "be" and not _NOW.isdisjoint(t.lower_ for t in token.sent):
        return False
    asks = token.sent.text.rstrip().endswith("?") or any(
        c.dep_ in {"xcomp", "ccomp", "prep"} for c in token.children
    )
    return not (name.lower() in _STIRRED and asks)


def _is_condition(name: str, token: Token, draft: Draft) -> bool:
    return name.lower() not in _NO_CONDITIONS


def _is_played(name: str, token: Token, draft: Draft) -> bool:
    return last_word(name) not in _MATCHES


def _is_pastime(name: str, token: Token, draft: Draft) -> bool:
    """No pastime is a verb with a tense."""
    return not (draft.seen and token.tag_ in FINITE) and not is_hollow_pastime(name)


def is_hollow_pastime(name: str) -> bool:
    """Whether something is done for a living, or only how one means to be: "running their shop", "staying mindful"."""
    first = name.lower().split()[0]
    return first in grammar("hollow_pastimes") or (
        first in _RUNNING and last_word(name) in grammar("enterprises")
    )


def _is_wanted(name: str, token: Token, draft: Draft) -> bool:
    """ "now I'm craving cake" passes."""
    return not (token.head.lemma_ in {"crave", "fancy"} and token.head.tag_ == "VBG")


def _is_visited(name: str, token: Token, draft: Draft) -> bool:
    """ "haven't been to the sea in a while" says that one has been there."""
    above = token.head.head if token.dep_ == "compound" else token.head
    if above.lower_ in {"near", "outside", "towards", "toward"}:
        return False
    return draft.polarity == "+" or _LONG_AGO.search(token.sent.text) is None


def _is_favourite(name: str, token: Token, draft: Draft) -> bool:
    if draft.seen and not any(t.lower_.startswith(_BEST) for t in token.sent):
        return False  # "trying out plum has been a blast"
    kind = (draft.qualifier or "").lower()
    place = place_of(name, token)
    torn = place is not None and place.start > 0 and place.doc[place.start - 1].text == "-"
    return last_word(kind) not in grammar("no_kinds") and not (kind and torn)


def _is_employer(name: str, token: Token, draft: Draft) -> bool:
    """No employer is a person one does something with, a business without a name, or what is done."""
    place = place_of(name, token)
    if token.dep_ == "pobj" and token.head.lower_ == "at" and _is_done_once(token.head.head, draft.seen):
        return False
    if (
        last_word(name) in {"internship", "job", "role", "position"}
        or name.lower() in {"business", "company", "firm", "place"}
        or (place is not None and place[0].tag_ == "VBG" and any(c.dep_ == "dobj" for c in place[0].children))
    ):
        return False
    beside = token.dep_ == "pobj" and token.head.lower_ == "with" and token.pos_ == "PROPN"
    return not beside or (token.ent_type_ != "PERSON" and name.lower() not in names("given_names"))


def _is_done_once(verb: Token, seen: bool) -> bool:
    """Whether a verb tells what was done, and no beginning of a post: "I led a session at a care home"."""
    while verb.pos_ not in {"VERB", "AUX"} and verb.head != verb:
        verb = verb.head
    held = any(c.dep_ == "dobj" and c.lower_ in _HELD for c in verb.children)
    return verb.tag_ == "VBD" and (held or (seen and verb.lemma_ not in _ENTERING))


def _is_tongue(name: str, token: Token, draft: Draft) -> bool:
    """ "nine languages" does not say which."""
    return last_word(name) not in {"language", "languages", "tongues"}


def _is_body(name: str, token: Token, draft: Draft) -> bool:
    """What one helps with is a body of people by name or kind: not "my move", not "seals"; "for my college" says not which."""
    if name.lower() in {"college", "school", "university", "uni"}:
        return False
    if draft.seen and any(t.lemma_ in {"go", "attend", "visit"} and t.tag_ == "VBD" for t in token.ancestors):
        return False  # once
    if last_word(name) in _VENUES and any(t.lemma_ in _PERFORMED for t in token.ancestors):
        return False
    named = any(c.lower_ in {"the", "a", "an"} for c in token.children)
    helped = token.head.lower_ == "with" and token.pos_ == "NOUN" and not named
    return (
        not helped
        or bool(ends_as("group", name) or speaks_of("company", name))
        or is_exactly(name, "body", "service")
    )


def _is_nationality(name: str, token: Token, draft: Draft) -> bool:
    """ "a German Shepherd" is of no nation."""
    after = token.nbor(1) if token.i + 1 < token.sent.end else None
    return not (
        draft.seen and after is not None and after.pos_ in {"NOUN", "PROPN"} and after.text[0].isupper()
    )


def _is_to_come(name: str, token: Token, draft: Draft) -> bool:
    verb = token if token.pos_ == "VERB" else token.head
    if verb.tag_ == "VBG" and any(c.lower_ in {"was", "were"} for c in verb.children if c.dep_ == "aux"):
        return False  # "we were getting a dog": a plan of then
    if draft.seen and any(a.lower_ in {"was", "were"} and a.pos_ == "AUX" for a in token.ancestors):
        return False  # "they were interested in trying it"
    thought = draft.seen and token.dep_ == "pobj" and token.pos_ in {"NOUN", "PROPN"}
    if draft.seen and token.pos_ == "NOUN" and not any(t.lemma_ in _PLANNING for t in token.ancestors):
        return False
    return not thought and not any(t.lower_ in {"yesterday", "ago"} for t in token.subtree)


def is_told_over(token: Token) -> bool:
    """Whether words of the sentence say that a pastime is over, not only that it was had once."""
    words = {t.lower_ for t in token.sent if t.i != token.i}
    return not words.isdisjoint(grammar("now_over"))


def _is_owned(name: str, token: Token, draft: Draft) -> bool:
    """ "there is a bench" says nobody's; "we've had builders in" nobody's either."""
    shown = any(c.lower_ in {"this", "that", "these", "those"} for c in token.children)
    if draft.polarity == "-" and shown and token.dep_ in {"nsubj", "nsubjpass"}:
        return False  # "this jumper isn't for sale"
    if is_had_in(token) or (token.dep_ == "dobj" and is_for_others(token.head)):
        return False
    if any(t.lower_ in {"my", "our", "we", "i"} for t in token.sent):
        return True
    verb = token.head
    return not (
        draft.seen and any(c.dep_ == "expl" for c in verb.children) and not is_determined_by_me(token)
    )


_TESTS: Mapping[str, _Test] = MappingProxyType(
    {
        **dict.fromkeys(PERSONS, is_person),
        "pet": is_pet,
        "favorite": _is_favourite,
        "uses": _is_used,
        "avoids": _is_avoided,
        "diet": _is_diet,
        "works_on": _is_work,
        "attribute": _is_trait,
        "has_condition": _is_condition,
        "plays": _is_played,
        "wants": _is_wanted,
        "hobby": _is_pastime,
        "visited": _is_visited,
        "prefers": _is_preferred,
        "goal": _is_goal,
        "job_title": _is_job,
        "works_for": _is_employer,
        "member_of": _is_body,
        "speaks": _is_tongue,
        "nationality": _is_nationality,
        "plans_to": _is_to_come,
        "skilled_in": _is_skill,
        "takes_medication": _is_medicine,
        "owns": _is_owned,
    }
)
