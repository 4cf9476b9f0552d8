"""What the tagger takes for a fact of the speaker though the grammar around the words says otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Token

from user_memory.extraction.facts.organisations import ends_as
from user_memory.extraction.facts.phrases import frequency
from user_memory.extraction.facts.verbs import ACQUIRING
from user_memory.extraction.lexicon import grammar, in_list, role_of

ENABLING = frozenset(
    "teach help let allow enable make remind encourage inspire force motivate push start".split()
)
"""What brings one to do something, whether one aimed at it or not."""
CUSTOM = frozenset("shop bank buy eat order".split())
"""What one does at a firm as its customer."""
LOVING = frozenset({"love", "like", "enjoy", "adore"})
_WHERE = frozenset({"in", "at", "on", "through", "by", "during"})
_AFFIRMING = frozenset("still yes yep yeah yup always absolutely definitely".split())
_SUBJECTS = frozenset({"nsubj", "csubj"})
_CLAUSES = frozenset({"xcomp", "ccomp"})
_WEDDINGS = frozenset("marry hitch wed happen occur elope".split())
"""What takes place somewhere: the place is that of the event."""
_SHELVING = frozenset("shelve scrap bin ditch cancel postpone park can drop abandon".split())
"""What is done to a plan; nobody has lived in a place because its plan was dropped."""
_TURNING = frozenset("move go switch turn change progress graduate".split())
_DEGREES = frozenset({"more", "less"})
_EATING = frozenset({"eat", "cook", "drink", "have"})
_NOT_FOR_GOOD = frozenset({"rent", "lend", "loan", "borrow"})
_MEALS = frozenset({"lunch", "dinner", "breakfast", "supper", "tea", "snack", "brunch"})
_INHERITED = frozenset({"family", "families", "blood", "genes", "side"})
_COMMAND = re.compile(
    r"\b(?:boss|manag|supervis|report|answer|chief|lead|head|direct|foreman|gaffer|skipper|superior|under|run|runs|line|review|appraisal|one-to-one|1:1|in charge)\w*",
    re.I,
)
_Test = Callable[[Token, Token | None], bool]


def is_misread(token: Token, subject: Token | None, predicate: str) -> bool:
    """Whether the words around ``token`` show that it is not the object of ``predicate``, told of ``subject``."""
    test = _TESTS.get(predicate)
    return _is_echoed(token) or (test is not None and test(token, subject))


def is_shared(token: Token) -> bool:
    """Whether one did it with one's own people then: "I used to play cards with my husband" tells of them, not that it is over."""
    beside = (c for c in token.head.children if c.dep_ == "prep" and c.lower_ == "with")
    return any(role_of(t.lower_) is not None for prep in beside for t in prep.children)


def _is_echoed(token: Token) -> bool:
    """Whether a phrase without a verb only asks back, or takes its verb from before: "Icelandic? Binned.", "A van instead".

    What is affirmed after it is told: "The Vespa? Still going strong."
    """
    if any(t.pos_ in {"VERB", "AUX"} for t in token.sent):
        return False
    if token.sent.text.rstrip().endswith("?"):
        return not any(t.lower_ in _AFFIRMING for t in token.doc[token.sent.end : token.sent.end + 1])
    return any(t.lower_ == "instead" and t.i > token.i for t in token.sent)


def _is_changing(token: Token, subject: Token | None) -> bool:
    """A quality told by degrees is a change, no trait; one with a subject of its own is not that of the next clause."""
    if token.tag_ == "JJR" or any(c.lower_ in _DEGREES and c.dep_ == "advmod" for c in token.children):
        return True
    if subject is None or token.dep_ not in {"acomp", "attr"}:
        return False
    own = next((c for c in token.head.children if c.dep_ == "nsubj" and c.i < token.i), None)
    return own is not None and own.i < token.i < subject.i


def _runs_in_family(token: Token, subject: Token | None) -> bool:
    """ "migraines run in my family", "no history of cancer in our family" say of nobody that they have them."""
    borne = token.head.lemma_ == "run" or token.head.lower_ == "of"
    return borne and any(t.lower_ in _INHERITED for t in token.head.head.subtree if t.i != token.i)


def _is_scene(token: Token, subject: Token | None) -> bool:
    return any(t.lemma_ in _WEDDINGS for t in token.ancestors)


def _is_shelved(token: Token, subject: Token | None) -> bool:
    return token.dep_ in {"dobj", "nsubjpass"} and token.head.lemma_ in _SHELVING


def _is_no_former_home(token: Token, subject: Token | None) -> bool:
    """Nor has one lived where one was left by somebody: "my husband left us in Rome"."""
    verb = token.head.head
    left = token.dep_ == "pobj" and verb.lemma_ == "leave" and any(c.dep_ == "dobj" for c in verb.children)
    return left or _is_shelved(token, subject)


def _is_tried_next(token: Token, subject: Token | None) -> bool:
    """ "moved on to Bach": what one turns to is a body of people only by its name or kind."""
    verb = token.head.head
    turned = token.dep_ == "pobj" and token.head.lower_ == "to" and verb.lemma_ in _TURNING
    bare = token.pos_ == "PROPN" and not any(c.dep_ in {"det", "poss"} for c in token.children)
    return turned and bare and not ends_as("group", token.text)


def _is_bygone_role(token: Token, subject: Token | None) -> bool:
    """ "Rita was my aunt"."""
    return token.dep_ == "attr" and token.head.lower_ in {"was", "were"}


def _is_no_chief(token: Token, subject: Token | None) -> bool:
    """Whether nothing in the sentence speaks of being over somebody: "Sam left me for his coach"."""
    return _COMMAND.search(token.sent.text) is None


def does_good(token: Token) -> bool:
    """ "painting helps me express myself" says what something does, not that it is done often."""
    return token.dep_ in _SUBJECTS and token.head.lemma_ in ENABLING


def _is_praised(token: Token, subject: Token | None) -> bool:
    """ "seeing my pupils improve is the best": a clause in the subject of another is no aim."""
    while token.dep_ in _CLAUSES:
        token = token.head
    return token.dep_ in _SUBJECTS


def _is_shopped_at(token: Token, subject: Token | None) -> bool:
    return token.dep_ == "pobj" and token.head.lower_ == "at" and token.head.head.lemma_ in CUSTOM


def _is_setting(token: Token, subject: Token | None) -> bool:
    """ "love hiking in the rain": where or when something is loved to be done."""
    done = token.head.head
    loved = done.tag_ == "VBG" and done.i > token.sent.start and done.nbor(-1).lemma_ in LOVING
    return loved and token.dep_ == "pobj" and token.head.lower_ in _WHERE


def _is_no_taste(token: Token, subject: Token | None) -> bool:
    """Where something is done, or what is only being tried: "trying out oils has been a blast"."""
    return _is_setting(token, subject) or (token.dep_ == "dobj" and token.head.lemma_ == "try")


def _is_dish(token: Token, subject: Token | None) -> bool:
    """ "my kids eat meat" tells no way of eating."""
    eaten = token.dep_ == "dobj" and token.head.lemma_ in _EATING and token.pos_ == "NOUN"
    return eaten and token.lower_ not in grammar("ways_of_eating") and not in_list(token.text, "diet", "diet")


def _is_shift(token: Token, subject: Token | None) -> bool:
    """ "I work on Mondays" tells when, and nothing that is done; "I work late on Mondays" does. What is kept is a thing."""
    if token.dep_ == "dobj" and token.head.lemma_ == "keep" and token.pos_ == "NOUN":
        return True
    after = [c for c in token.children if c.i > token.i and not c.is_punct]
    return token.lemma_ == "work" and all(_is_when(c) for c in after)


def _is_meal(token: Token, subject: Token | None) -> bool:
    """ "my lunch is a burrito": that of today, unless it is told how often."""
    served = frequency(token.head) is None and any(
        c.dep_ == "nsubj" and c.lower_ in _MEALS for c in token.head.children
    )
    return token.dep_ == "attr" and served and any(c.lower_ in {"a", "an"} for c in token.children)


def _is_no_habit(token: Token, subject: Token | None) -> bool:
    return _is_shift(token, subject) or _is_meal(token, subject)


def _is_to_come(token: Token, subject: Token | None) -> bool:
    """ "we're getting a kitten"."""
    helped = any(c.lower_ in {"am", "'m", "are", "'re", "is", "'s"} for c in token.head.children)
    return token.dep_ == "dobj" and token.head.lemma_ in ACQUIRING and token.head.tag_ == "VBG" and helped


def _is_lent(token: Token, subject: Token | None) -> bool:
    """Whether the words before say that it is not for good, and not of another thing: "the flat is rented but the sofa is ours"."""
    before = [t.lemma_.lower() for t in token.doc[token.sent.start : token.i]]
    turned = max((n for n, word in enumerate(before) if word == "but"), default=-1)
    return not _NOT_FOR_GOOD.isdisjoint(before[turned + 1 :])


def _is_when(token: Token) -> bool:
    if token.ent_type_ in {"DATE", "TIME"}:
        return True
    times = [c for c in token.children if c.dep_ == "pobj"]
    return token.dep_ == "prep" and bool(times) and all(_is_time(t) for t in times)


def _is_time(token: Token) -> bool:
    return token.ent_type_ in {"DATE", "TIME"} or token.lemma_.lower().removesuffix("s").endswith(
        ("day", "weekend")
    )


_TESTS: Mapping[str, _Test] = MappingProxyType(
    {
        "attribute": _is_changing,
        "has_condition": _runs_in_family,
        "visited": _is_scene,
        "lived_in": _is_no_former_home,
        "lives_in": _is_no_former_home,
        "member_of": _is_tried_next,
        "goal": _is_praised,
        "wants": _is_praised,
        "uses": _is_shopped_at,
        "diet": _is_dish,
        "likes": _is_no_taste,
        "dislikes": lambda token, subject: does_good(token),
        "habit": _is_no_habit,
        "pet": _is_to_come,
        "owns": _is_lent,
        "manager": _is_no_chief,
        **dict.fromkeys(("relative", "sibling", "parent", "friend", "colleague", "knows"), _is_bygone_role),
    }
)
