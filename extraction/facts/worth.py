"""What is worth keeping as liked, owned, used, needed or worked on: lasting and nameable, nothing that only points."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.dates.words import WEEKDAYS
from user_memory.extraction.facts.concrete import is_concrete
from user_memory.extraction.facts.kinds import (
    is_proper,
    is_thing,
)
from user_memory.extraction.facts.organisations import is_program, speaks_of
from user_memory.extraction.lexicon import grammar, head_noun, in_list, is_exactly, last_word, role_of
from user_memory.extraction.namelists import names


def _tells_make(word: Token) -> bool:
    """Whether a word before a name makes it that of a thing: "a Leica", "his old Leica"."""
    return word.lower_ in {"a", "an"} or (
        word.dep_ == "amod" and word.lower_ in grammar("conditions_of_things")
    )


def is_ownable(token: Token, text: str) -> bool:
    """A thing one can have at home or in the bag; no abstract noun."""
    if not is_thing(token, text) or role_of(text):
        return False
    low = text.lower()
    if is_exactly(f"{low}'s", "health", "condition"):
        return False
    last = head_noun(low)
    if in_list(text, "thing", "owned") or in_list(text, "instrument", "instrument") or _made_of_a_thing(last):
        return True
    if low in grammar("abstract") or last in grammar("abstract") or last.rstrip("s") in grammar("abstract"):
        return False
    abstract = last.endswith(tuple(grammar("abstract_endings")))
    if is_proper(token) and (
        token.ent_type_ in {"", "PRODUCT", "ORG"}
        or (token.ent_type_ in {"PERSON", "GPE"} and any(map(_tells_make, token.children)))
    ):
        return True
    named = any(c.dep_ == "compound" and c.pos_ == "PROPN" for c in token.children)
    return not abstract and token.pos_ == "NOUN" and (named or is_concrete(token))


_HEADS = tuple(
    f"{head}{end}"
    for head in (
        "boat",
        "bike",
        "cycle",
        "phone",
        "board",
        "van",
        "truck",
        "house",
        "home",
        "saw",
        "plane",
        "caravan",
        "book",
    )
    for end in ("", "s")
)


def _made_of_a_thing(word: str) -> bool:
    """A closed compound whose head is a thing: "narrowboat", "campervan"."""
    return word.endswith(_HEADS) and word not in _HEADS and word not in grammar("abstract")


_ANY_PROJECT = {
    "project",
    "big project",
    "new project",
    "work project",
    "school project",
    "fun project",
    "huge project",
}
_STAYS = grammar("everywhere")


_ON_WEEKDAYS = frozenset(f"{day}s" for day in WEEKDAYS)


def is_likable(token: Token, text: str) -> bool:
    """What one can like for good: a noun phrase or an activity, nothing that only points at what was just said."""
    if any(t.lower_ in grammar("deictic") for t in token.subtree if abs(t.i - token.i) < 7):
        return False
    if token.pos_ in {"VERB", "AUX"} and token.tag_ in {"VBG", "VB"}:
        return token.lemma_ not in grammar("light_verbs") or (
            token.tag_ == "VBG" and token.i + 1 < token.sent.end
        )
    if in_list(text, "hobby", "hobby") or token.lower_ in _ON_WEEKDAYS:
        return True
    if not is_thing(token, text):
        return (
            token.pos_ == "PRON"
            and token.lower_ in {"anything", "everything", "something"}
            and any(c.dep_ in {"amod", "prep"} for c in token.children)
        )
    return not _only_here(token, text) and (token.ent_type_ != "PERSON" or is_proper(token))


def _only_here(token: Token, text: str) -> bool:
    """A definite or abstract noun that only this talk makes clear: "the idea", "thought"."""
    last = head_noun(text)
    if last in grammar("only_here"):
        return " " not in text or any(c.lower_ == "the" for c in token.children)
    definite = any(c.dep_ == "det" and c.lower_ == "the" for c in token.children)
    return (
        definite
        and not is_proper(token)
        and last not in _STAYS
        and not is_concrete(token)
        and token.ent_type_ == ""
        and not any(c.lower_ == "of" for c in token.children)
        and token.tag_ == "NN"
    )


def is_undertaking(token: Token, text: str) -> bool:
    """One piece of work: "a birdsong identifier", "my thesis", a named project."""
    if not is_thing(token, text) or any(t.lower_ in grammar("deictic") for t in token.subtree):
        return False
    return is_proper(token) or (
        token.tag_ == "NN"
        and any(c.lower_ in {"a", "an", "my", "our", "another"} for c in token.children)
        and last_word(text) not in {"plan", "list", "video", "cake", "meal"}
        and text.lower() not in _ANY_PROJECT
    )


def is_matter(token: Token, text: str) -> bool:
    """What one works on: an undertaking, or a field told apart by a word before it ("embedded systems")."""
    if token.ent_type_ in {"DATE", "TIME"}:
        return False
    if is_undertaking(token, text):
        return True
    last = last_word(text)
    vague = last in grammar("vague")
    told = any(
        c.dep_ in {"compound", "amod"}
        and c.lower_ not in {"new", "some", "few", "big", "cool", "other", "different"}
        for c in token.children
    )
    return (
        is_thing(token, text)
        and told
        and not vague
        and not any(t.lower_ in grammar("deictic") for t in token.subtree)
    )


def is_usable(token: Token, text: str) -> bool:
    """A tool or product by name or kind; not "my voice"."""
    if (
        not is_thing(token, text)
        or token.ent_type_ in {"DATE", "TIME"}
        or any(c.dep_ == "poss" for c in token.children)
    ):
        return bool(is_program(text))
    return (
        is_proper(token)
        or bool(speaks_of("software", text))
        or in_list(text, "thing", "owned")
        or is_concrete(token)
    )


def is_play(token: Token, text: str) -> bool:
    """A game by its name, known games with a word before them, or instruments and sports in general."""
    last = last_word(text)
    if not is_thing(token, text):
        return False
    return (
        is_proper(token)
        or last.endswith("ball")
        or last in {"instruments", "sports", "instrument", "sport"}
        or (" " in text and last in {"games", "game"})
    )


def is_lasting(token: Token, text: str) -> bool:
    """A need that outlasts the moment: not help, not a minute, not something for this task."""
    last = last_word(text)
    told = any(
        c.lower_ in {"a", "an", "another", "some", "more", "bigger", "better"}
        or c.dep_ in {"amod", "compound"}
        for c in token.children
    )
    if not told and token.tag_ == "NN" and not is_concrete(token) and not is_proper(token):
        return False
    if (token.dep_ == "dobj" and token.head.dep_ == "relcl") or any(
        t.lower_ in grammar("deictic") for t in token.subtree
    ):
        return False
    return (
        is_thing(token, text)
        and last not in grammar("abstract")
        and last.rstrip("s") not in grammar("abstract")
    )


def is_tool(token: Token, text: str) -> bool:
    """A named tool, program or product."""
    if (
        text.lower() in names("given_names")
        and token.head.lower_ == "with"
        and not speaks_of("software", text)
    ):
        return False
    if not is_thing(token, text) or (
        token.ent_type_ in {"GPE", "LOC", "DATE", "TIME", "PERSON", "LANGUAGE", "NORP"}
        and not speaks_of("software", text)
    ):
        return (
            token.ent_type_ in {"NORP", "PERSON"}
            and is_proper(token)
            and not in_list(text, "nationality", "nationality")
            and token.head.lower_ in {"in", "with", "using"}
        )
    return is_proper(token) or bool(speaks_of("software", text))


def is_techname(token: Token, text: str) -> bool:
    """A programming language or the like, by list; elsewhere than after "know" a proper name without another label will do."""
    if is_exactly(text, "tech", "name"):
        return is_proper(token) or text.lower() not in grammar("ambiguous_tech")
    labelled = token.ent_type_ in {"GPE", "PERSON", "DATE", "NORP", "WORK_OF_ART", "LOC", "FAC"}
    return (
        is_thing(token, text)
        and is_proper(token)
        and not labelled
        and token.head.lemma_ != "know"
        and not in_list(text, "language", "language")
    )
