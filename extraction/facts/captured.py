"""The tests that turns of phrase ask of the words they captured, by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy.tokens import Token

from user_memory.extraction.facts.aims import is_task
from user_memory.extraction.facts.checks import CHECKS, passes
from user_memory.extraction.facts.organisations import speaks_of
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, last_word, role_of
from user_memory.extraction.namelists import names

_NOT_NAMES = re.compile(
    r"^(?:it|that|this|the|an?|getting|having|being|doing|going|making|they|them|he|she|him|her|you|one|things?|something|anything|everything|nothing|what|which"
    r"|who|there|here|me|us|all|so|not|what .*|.*\b(?:i|i'm|i've|we|you|that|is|are|was|were|have|has|do|did|don't"
    r"|will|would|can|if|it|he|she|they|to|than|because|but|from|although|though|when|while)\b.*)$",
    re.I,
)


def is_plain(name: str, token: Token) -> bool:
    """A short noun phrase by its words: no pronoun, no clause, no lone adjective."""
    if (
        " " not in name
        and name.islower()
        and token.pos_ in {"ADJ", "ADV", "INTJ"}
        and not in_list(name, "hobby", "hobby")
    ):
        return False
    return not _NOT_NAMES.match(name) and len(name.split()) <= 6 and any(c.isalpha() for c in name)


def _named(name: str, token: Token) -> bool:
    return is_plain(name, token) and (
        token.pos_ == "PROPN"
        or name[:1].isupper()
        or any(c.isdigit() for c in name)
        or passes("software", token)
    )


def _diet(name: str, token: Token) -> bool:
    return is_exactly(name, "diet", "diet")


def _condition(name: str, token: Token) -> bool:
    return is_exactly(name, "health", "condition") and name.lower() not in grammar("ambiguous_conditions")


def _party(name: str, token: Token) -> bool:
    return is_exactly(name, "beliefs", "politics")


def _counted(name: str, token: Token) -> bool:
    return is_plain(name, token) and token.ent_type_ != "DATE"


def _generic(name: str, token: Token) -> bool:
    """Things in general: "mushrooms", "cold soup"; not "the server", "my code", "tests"."""
    return (
        is_plain(name, token)
        and token.pos_ == "NOUN"
        and token.ent_type_ == ""
        and not any(c.dep_ in {"det", "poss", "nummod"} for c in token.children)
        and not speaks_of("software", name)
        and last_word(name) not in grammar("abstract") | grammar("workaday")
    )


def _tangible(name: str, token: Token) -> bool:
    return _generic(name, token) or (is_plain(name, token) and token.pos_ == "PROPN" and len(name) > 2)


_ZONES = frozenset("us uk eastern pacific central mountain atlantic european greenwich summer local".split())
_NO_CLOCK = re.compile(
    r"^(?:on|in|my|the|this|that|lunch|show|bed|game|screen|play|quality|free|spare|no|one|some|any|last|next|long|short|good|great|first|real|overtime|business|office|opening|working|rush|happy|peak|quiet|visiting)\b",
    re.I,
)


TEXT_CHECKS: dict[str, Callable[[str, Token], bool]] = {
    "plain": is_plain,
    "named": _named,
    "question": lambda name, token: len(name.split()) > 2,
    "enjoyed": lambda name, token: is_plain(name, token) and last_word(name) not in grammar("workaday"),
    "creed": lambda name, token: is_exactly(name, "beliefs", "religion"),
    "allergenic": lambda name, token: (
        is_plain(name, token)
        and (
            in_list(name, "health", "allergen") or in_list(name, "health", "medicine") or token.tag_ == "NNS"
        )
    ),
    "lacked": lambda name, token: (
        is_plain(name, token)
        and (passes("ownable", token) or name.lower() in grammar("lacks"))
        and name.lower() not in grammar("workaday")
        and role_of(name) is None
    ),
    "passion": lambda name, token: (
        is_plain(name, token)
        and token.ent_type_ != "PERSON"
        and role_of(name) is None
        and last_word(name) not in {"guy", "man", "woman", "girl", "boy", "someone", "person"}
    ),
    "mastery": lambda name, token: (
        not any(t.lower_ in grammar("pointing") | {"the"} for t in token.subtree if t.i > token.i)
        and not is_task(token)
    ),
    "generic": _generic,
    "tangible": _tangible,
    "verbless": lambda name, token: (
        is_plain(name, token)
        and not any(
            t.pos_ in {"VERB", "AUX"} and t.lower_ not in {"give", "take", "have", "pick", "choose"}
            for t in token.sent
        )
    ),
    "former": lambda name, token: (
        is_plain(name, token)
        and passes("gpe", token)
        and not re.search(r"\b(?:now|days|currently|nowadays|today)\b", name)
    ),
    "dietword": _diet,
    "tradeword": lambda name, token: name.lower() in grammar("trades"),
    "conditionword": _condition,
    "party": _party,
    "counted": _counted,
    "job": lambda name, token: is_plain(name, token) and is_job(name) and " at " not in name,
    "nationality": lambda name, token: is_exactly(name, "nationality", "nationality"),
    "person": lambda name, token: (
        is_plain(name, token)
        and (
            role_of(name) is not None
            or name.split()[-1].lower() in {"guy", "man", "woman", "girl", "boy", "lady", "bloke", "chap"}
            or token.ent_type_ == "PERSON"
        )
    ),
    "gameword": lambda name, token: (
        is_exactly(name, "game", "game") or is_exactly(name, "instrument", "instrument")
    ),
    "hobbyword": lambda name, token: in_list(name, "hobby", "hobby") or is_exactly(name, "game", "game"),
    "allergen": lambda name, token: in_list(name, "health", "allergen"),
    "medicine": lambda name, token: in_list(name, "health", "medicine"),
    "clock": lambda name, token: (
        (" " in name or name.isupper() or any(c in "+-/" for c in name))
        and not _NO_CLOCK.match(name)
        and _tells_where(name)
    ),
    "grown": lambda name, token: int(name) > 24,
    "study": lambda name, token: is_plain(name, token) and len(name.split()) <= 4,
    "project": lambda name, token: is_plain(name, token) and name.split()[-1].lower() in grammar("projects"),
}


def _tells_where(name: str) -> bool:
    """Whether a time is that of some place: not "personal time"; one written small is known by its first word."""
    first = name.lower().split()[0]
    small = name.islower() and last_word(name) == "time" and "hour" not in name
    return (
        not small
        or first in _ZONES
        or first in names("places")
        or in_list(first, "nationality", "nationality")
    )


def fits(check: str, name: str, token: Token) -> bool:
    """Whether a name passes the named test, on its text or on its word."""
    own = TEXT_CHECKS.get(check)
    return own(name, token) if own is not None else is_plain(name, token) and passes(check, token)


def is_known(check: str) -> bool:
    """Whether a test of this name is there."""
    return check in TEXT_CHECKS or check in CHECKS
