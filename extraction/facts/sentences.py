"""A fact in the service's own words: third person, at most as long as a memory may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.facts.predicates import HOMES, PEOPLE
from user_memory.extraction.facts.trimmed import article
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, last_word, role_of, singular
from user_memory.graph.candidates import FactCandidate, Mention
from user_memory.graph.model import CONTENT_LIMIT

_KINSHIP = PEOPLE - {"knows"}
_AUXILIARIES = {"is": "is not", "was": "was not", "has": "does not have"}
_SPEAKER = "user"
_SEVERAL = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "studies": "study"}
"""Verbs whose form for several is not the same without its "s"."""
_HAD_BY_ONE = frozenset({"likes", "dislikes", "works_on", "wants", "needs", "works_for"})
"""Predicates of which whose their object is must be told."""
_BASE = frozenset({"used", "went"})
_COUNTED = frozenset(
    "job_title attribute likes dislikes prefers owns uses wants needs works_on member_of works_for avoids".split()
)
"""Predicates whose one object is told with its article."""
_DETERMINERS = frozenset(
    "a an the my our your his her their this that these those some any no each every all another much many more".split()
)
_VERB = re.compile(r"^\{s\} (no longer |never )?(\w+)")
_PLURALS = frozenset({"children", "people", "wives", "puppies", "parents", "in-laws"})
_ANY_PET = frozenset({"pet", "pets"})
_BIRTH_ORDER = frozenset({"youngest", "eldest", "oldest"})
_LEARNERS = frozenset(
    "student undergraduate postgraduate pupil sophomore freshman apprentice trainee intern pensioner retiree".split()
)
"""What one is, and does not work as."""


@cache
def _patterns() -> Mapping[str, str]:
    return toml_file("facts/sentences.toml")


def sentence(fact: FactCandidate, nominal: bool = False, said_with: str = "", told: str | None = None) -> str:
    """The fact read aloud: "user lives in Leeds", "user's sister does not have a pet: cat".

    ``nominal``: its object is a noun phrase; ``said_with``: the "a" or "an" it was said with;
    ``told``: the object as it is told, where that is more than its name.
    """
    text = _pattern(fact, nominal).format(
        s=_whole(fact.subject), o=f"{_determiner(fact, nominal, said_with)}{told or _object(fact)}"
    )
    qualified = fact.qualifier and fact.predicate != "favorite"
    return (f"{text} ({_qualified(fact)})" if qualified else text)[:CONTENT_LIMIT]


def _pattern(fact: FactCandidate, nominal: bool) -> str:
    """How a fact of this predicate, sense and number of subjects reads, with places for subject and object."""
    pattern = _kinship(fact) or _favourite(fact) or _being(fact) or _patterns()[fact.predicate]
    if fact.tentative and fact.predicate == "plans_to" and fact.polarity == "+":
        pattern = "{s} is considering: {o}"
    elif nominal and fact.predicate == "plans_to":
        pattern = "{s} plans {o}"
    if fact.operation == "end":
        pattern = pattern.replace("{s} ", "{s} no longer ", 1)
    elif fact.polarity == "-":
        pattern = _deny(pattern)
    return _VERB.sub(_for_several, pattern) if _is_several(fact.subject) else pattern


def _kinship(fact: FactCandidate) -> str | None:
    """Someone known by a role alone is had ("user has a sister"); who has a name is told by it ("Nina is user's sister")."""
    if fact.predicate == "pet" and fact.object.name in _ANY_PET:
        return "{s} has pets" if fact.object.name == "pets" else "{s} has a pet"
    if fact.predicate == "pet" and fact.object.name.islower() and fact.object.role is None:
        return (
            "{s} has {o}" if is_plural(fact.object.name) else f"{{s}} has {_article(fact.object.name)}{{o}}"
        )
    role = fact.object.role or (fact.predicate if fact.object.name == fact.predicate else None)
    if fact.predicate not in _KINSHIP or (role is None and fact.predicate == "pet"):
        return None
    plain = role is not None and fact.object.name.lower().endswith(role.lower())
    if plain:
        plural = str(role).endswith("s") and not str(role).endswith("ss")
        noun = f"{role} child" if role in _BIRTH_ORDER else role
        return f"{{s}} has {'' if plural else _article(str(role))}{noun}"
    if fact.polarity == "-" or fact.operation != "assert":
        return None
    owner = "their own" if fact.object.name == fact.subject.name else "{s}'s"
    return f"{fact.object.name.replace('{', '').replace('}', '')} is {owner} {role or fact.predicate}"


def _article(noun: str) -> str:
    return f"{article(noun)} "


def _favourite(fact: FactCandidate) -> str | None:
    """The favourite of a kind: "user has green as favourite colour"."""
    if fact.predicate != "favorite" or not fact.qualifier:
        return None
    return "{s} has {o} as favourite " + fact.qualifier.replace("{", "").replace("}", "")


def _being(fact: FactCandidate) -> str | None:
    """What somebody is rather than has or works as: "is lactose intolerant", "is an engineering student"."""
    last = last_word(fact.object.name)
    if fact.predicate == "has_condition" and last in grammar("suffering"):
        return "{s} is {o}"
    return "{s} is {o}" if fact.predicate == "job_title" and singular(last) in _LEARNERS else None


def _determiner(fact: FactCandidate, nominal: bool, said_with: str) -> str:
    """ "a" before one of a kind: "works as a nurse", "is a newbie", "uses a bullet journal"."""
    name, predicate = fact.object.name, fact.predicate
    if said_with == "their":
        theirs = predicate in _HAD_BY_ONE and name.split()[0] not in _DETERMINERS
        return "their " if theirs else _determiner(fact, nominal, "")
    said = f"{said_with} " if said_with and nominal else ""
    if (
        not (name[:1].islower() or (said and name.split()[0].isupper()))
        or is_plural(name)
        or name.split()[0] in _DETERMINERS
    ):
        return ""
    if predicate == "job_title" and is_job(name):
        return said or ("" if " of " in name else _article(name))
    if predicate == "attribute" and nominal and role_of(name) is not None:
        return said or _article(name)
    if predicate in HOMES and is_exactly(name, "place", "generic"):
        return said or "the "
    if predicate == "knows":
        return said or _article(name)
    if predicate == "owns" and nominal and _is_one_thing(name):
        return said or _article(name)
    return said if predicate in _COUNTED else ""


def _is_one_thing(name: str) -> bool:
    """Whether a name is one of the things that are counted: a piano, a shop; no furniture."""
    return last_word(name) in grammar("enterprises") or any(
        in_list(name, *kind) for kind in (("thing", "owned"), ("instrument", "instrument"))
    )


def is_plural(name: str) -> bool:
    """Whether a noun in lower case is told of several."""
    last = last_word(name)
    return last in _PLURALS or (singular(last) != last and not last.endswith("ics"))


def _is_several(subject: Mention) -> bool:
    return subject.name.islower() and is_plural(subject.name)


def _for_several(verb: re.Match[str]) -> str:
    """The verb of a sentence about several: "likes" -> "like"."""
    adverb, said = verb.group(1) or "", verb.group(2)
    form = said if said in _BASE else _SEVERAL.get(said, said.removesuffix("s"))
    return f"{{s}} {adverb}{form}"


def _whole(subject: Mention) -> str:
    """Who is meant, with whose they are where a role alone names them: "user's sister"."""
    owner, name = subject.possessor, subject.name
    if owner is None and name != _SPEAKER and name.islower() and role_of(name) is not None:
        owner = _SPEAKER
    if owner is not None and owner != _SPEAKER and owner.islower() and role_of(owner) is not None:
        owner = f"{_SPEAKER}'s {owner}"
    called = name[:1].isupper()
    return f"{owner}'s {name}" if owner and not called and not name.startswith(owner) else name


def _object(fact: FactCandidate) -> str:
    role = fact.object.role
    return (
        f"{fact.object.name} ({role})"
        if role and role.lower() != fact.object.name.lower()
        else fact.object.name
    )


def _qualified(fact: FactCandidate) -> str:
    return f"over {fact.qualifier}" if fact.predicate == "prefers" else str(fact.qualifier)


def _deny(pattern: str) -> str:
    head, _, rest = pattern.removeprefix("{s} ").partition(" ")
    if head in _AUXILIARIES:
        return f"{{s}} {_AUXILIARIES[head]} {rest}"
    if head == "used":
        return "{s} never lived in {o}"
    if rest.startswith("been "):
        return f"{{s}} has not {rest}"
    verb = {"goes": "go", "studies": "study", "went": "go"}.get(head, head.removesuffix("s"))
    return f"{{s}} does not {verb} {rest}"
