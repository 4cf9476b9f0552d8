"""Objects put as their predicates take them: whole titles and places, a field instead of its studies, pets by no pet name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.entities import phrase_text
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import HOMES, TASTES
from user_memory.extraction.facts.trimmed import place_of
from user_memory.extraction.lexicon import grammar, is_exactly, last_word, role_of, singular

_FONDLY = frozenset({"fur", "furry", "fluffy", "feathered", "four-legged", "scaly", "little", "hairy"})
_STUDIED = re.compile(r" (?:studies|course|courses|class|classes|lessons|workshops?)$", re.I)
_HISTORY = re.compile(r"^(?:a )?history of ", re.I)
_LOVES = re.compile(r"^(?:love|like|enjoy|adore) (?=\w)")
_TITLED = ("likes", "dislikes", "plays", "favorite", "owns", "prefers", "uses", "wants")
_IN_TITLES = frozenset({"of", "the", "and", "in", "to", "for", "a"})
_YEARNING = frozenset({"passion", "love"})
_Mend = Callable[[str, Token, Draft], str]


def mended(name: str, token: Token, draft: Draft) -> str:
    """The name of an object as its predicate takes it, unchanged where nothing is amiss; empty where nothing is left."""
    mend = _MENDS.get(draft.predicate)
    return name if mend is None else mend(name, token, draft)


def _animal(name: str, token: Token, draft: Draft) -> str:
    """ "furry friend" -> "pet", "fur babies" -> "pets"."""
    if not _is_fond(name):
        return name
    draft.name = "pets" if _is_of_several(name) else "pet"
    return draft.name


def _is_fond(name: str) -> bool:
    """Whether a name is one of affection for animals: "furry friends", "fur babies"."""
    words = name.lower().split()
    return len(words) > 1 and (
        words[0] == "fur" or (words[0] in _FONDLY and words[-1] in grammar("dear_ones"))
    )


def _is_of_several(name: str) -> bool:
    last = last_word(name)
    return singular(last) != last


def _genre(name: str, last: Token) -> str:
    """A genre with the works that a list tells only after its last: "action" of "action and sci-fi movies"."""
    doc = last.doc
    after = doc[last.i + 1 : last.i + 6]
    if not after or after[0].lower_ not in {"and", "or"}:
        return name
    works = next((t for t in after[2:] if t.lower_ in grammar("works_of_genre")), None)
    between = doc[last.i + 2 : works.i] if works is not None else doc[0:0]
    joined = bool(between) and all(t.is_alpha or t.text == "-" for t in between)
    return f"{name} {works.text}" if works is not None and joined else name


def _field(name: str, token: Token, draft: Draft) -> str:
    """ "engineering studies" -> "engineering", but "media studies"; nothing of mere "research"."""
    bare = _STUDIED.sub("", name)
    if name.lower() in grammar("no_subjects_of_study"):
        return ""
    return bare if is_exactly(bare, "study", "field") and not is_exactly(name, "study", "field") else name


def _place(name: str, token: Token, draft: Draft) -> str:
    """The whole of a name: "Fort" -> "Fort Wayne"."""
    torn = token.dep_ == "compound" and token.head.pos_ == "PROPN" and name == token.text
    return phrase_text(token.head) if torn else name


def _compound(name: str, token: Token, draft: Draft) -> str:
    """The whole of a compound: "video" -> "video presentation"."""
    torn = token.dep_ == "compound" and token.head.pos_ == "NOUN" and token.head.i == token.i + 1
    return phrase_text(token.head) if torn and name.endswith(token.text) else name


def _condition(name: str, token: Token, draft: Draft) -> str:
    return "" if name.lower().startswith("family history") else _HISTORY.sub("", name)


def _titled(name: str, token: Token, draft: Draft) -> str:
    """A title with what stands beside its colon: "Halo" of "Halo: Reach", "GO" of "CS:GO"."""
    place = place_of(name, token)
    if place is None:
        return name
    if draft.predicate == "likes" and (place[0].pos_ == "VERB" or place[0].head.head.lemma_ == "do"):
        name = _LOVES.sub("", name)
    if draft.predicate in TASTES and _is_fond(name):
        return name if name.lower().startswith("little") else "pets" if _is_of_several(name) else "pet"
    if draft.seen and draft.predicate in TASTES and name.islower():
        name = _compound(name, token, draft)
    if name.lower() in grammar("genres"):
        return _genre(name, place[-1])
    if not place[-1].text[:1].isupper():
        return name
    doc, start = token.doc, place.start
    if start > 1 and doc[start - 1].text == ":" and _goes_on(doc[start - 2]):
        between = doc[start - 2].whitespace_ + ":" + doc[start - 1].whitespace_
        return f"{phrase_text(doc[start - 2])}{between}{name}"
    return f"{name}{doc[place.end : _title_end(doc[place.end :])].text}" if _goes_on(place[-1]) else name


def _goes_on(last: Token) -> bool:
    """Whether a colon after a capital joins the rest of a title, and begins no statement or list."""
    doc, at = last.doc, last.i + 1
    if last.pos_ != "PROPN" or at + 1 >= len(doc) or doc[at].text != ":":
        return False
    first = doc[at + 1]
    return first.text[:1].isupper() and first.pos_ in {"PROPN", "NOUN", "ADJ"}


def _title_end(rest: Span) -> int:
    """Where the capitals after a colon end; small words between two of them belong to the title."""
    tokens = list(rest)
    end = tokens[0].i + 1
    for token in tokens[1:]:
        if token.text[:1].isupper() or token.text[:1].isdigit():
            end = token.i + 1
        elif token.lower_ not in _IN_TITLES:
            break
    return int(end)


def _aim(name: str, token: Token, draft: Draft) -> str:
    """ "keep up my passion for writing" tells what is loved, and no aim."""
    loved = token.dep_ == "pobj" and token.head.lower_ == "for" and token.head.head.lemma_ in _YEARNING
    if loved and name == token.text:
        draft.predicate = "likes"
    return name


def _habit(name: str, token: Token, draft: Draft) -> str:
    """ "explore" says nothing alone; food is had: "oatmeal" -> "have oatmeal"."""
    if name.lower() in grammar("hollow_habits") or last_word(name) in {"goals", "dreams", "aims"}:
        return ""
    place = place_of(name, token)
    noun = token if place is None else place.root
    eaten = noun.dep_ == "dobj" and noun.head.lemma_ in {"have", "eat", "drink"} and noun.pos_ != "VERB"
    if eaten and role_of(noun.lower_) is None and noun.lower_ not in grammar("occasions"):
        return f"{noun.head.lemma_} {name}"
    return name


_MENDS: Mapping[str, _Mend] = MappingProxyType(
    {
        "pet": _animal,
        "studies": _field,
        "has_condition": _condition,
        "goal": _aim,
        "habit": _habit,
        "works_on": _compound,
        **dict.fromkeys(HOMES, _place),
        **dict.fromkeys(_TITLED, _titled),
    }
)
