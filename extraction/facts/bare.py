"""Bare predicates after "be": an age, a job, a nationality, a trait."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, phrase_text
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.frames import Frame
from user_memory.extraction.facts.kinds import is_employer, is_org
from user_memory.extraction.facts.phrases import gerund_of
from user_memory.extraction.facts.powers import is_dictated_office
from user_memory.extraction.facts.state_tables import tables
from user_memory.extraction.lexicon import (
    grammar,
    in_list,
    is_exactly,
    is_job,
    numbers,
    role_of,
    singular,
    words,
)
from user_memory.graph.model import EntityKind

_AGE = re.compile(r"^(?:1[0-4]|[1-9])?\d$")


_EXACT: tuple[tuple[str, str, str, EntityKind], ...] = (
    ("nationality", "nationality", "nationality", "value"),
    ("diet", "diet", "diet", "topic"),
    ("health", "condition", "has_condition", "topic"),
    ("beliefs", "religion", "religion", "topic"),
    ("beliefs", "politics", "politics", "topic"),
    ("beliefs", "orientation", "sexual_orientation", "topic"),
)


_NUMBERS = numbers()
_NOT_YEARS = grammar("not_years")


def bare_facts(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "a nurse", "Irish", "vegan", "52", "left-handed"."""
    text = phrase_text(word)
    age = _age(frame, word)
    if age:
        yield Draft(frame.root, subject, "age", None, name=age, kind="value")
        return
    yield from _years_old(frame, subject, word)
    named = text if word.pos_ != "ADJ" else _adjective_text(word)
    for section, key, predicate, kind in _EXACT:
        for candidate in (named, word.text, text):
            if is_exactly(candidate, section, key) and _fits_list(word, candidate, predicate):
                yield Draft(frame.root, subject, predicate, word, name=candidate, kind=kind)
                return
    yield from _job_or_trait(frame, subject, word, text)


def _fits_list(word: Token, text: str, predicate: str) -> bool:
    """Guards against everyday senses: "straight", "green", "orthodox", "liberal" as adverbs or colours."""
    if predicate in {"politics", "sexual_orientation", "religion"} and text.lower() in grammar("everyday"):
        return text.lower() in {"conservative", "progressive", "liberal", "bi"} and word.pos_ in {
            "ADJ",
            "NOUN",
        }
    if predicate == "nationality" and word.dep_ == "ROOT" and word.pos_ not in {"VERB", "AUX"}:
        return not any(
            c.dep_ == "prep" or c.lower_ in {"enough", "my"} or c.pos_ == "VERB" for c in word.children
        )
    if predicate == "has_condition" and text.lower() in {"blind", "add", "ms", "stroke", "pots", "als"}:
        before = word.nbor(-1).lower_ if word.i > word.sent.start else ""
        return text.lower() == "blind" and not before.startswith(("colour", "color"))
    return True


def _adjective_text(word: Token) -> str:
    start = word.i
    while start > word.sent.start and word.doc[start - 1].text == "-" and start >= 2:
        start -= 2
    return word.doc[start : word.i + 1].text


def _age(frame: Frame, word: Token) -> str | None:
    """Years of age said in the present and as a fact: "I'm 52", not "before I'm 40"."""
    if (
        frame.verb not in {"be", "turn"}
        or frame.tense not in ({"present"} if frame.verb == "be" else {"past", "perfect"})
        or any(c.dep_ == "mark" or c.tag_ == "WRB" for c in frame.root.children)
    ):
        return None
    if word.lower_ == "old":
        before = word.doc[max(word.sent.start, word.i - 4) : word.i].text
        number = re.search(r"\b(\d{1,3}|[a-z]+)[ -](?:years?|yrs?)[ -]*$", before, re.I)
        said = number.group(1).lower() if number else ""
        return said if said.isdigit() else _NUMBERS.get(said)
    if spelt_tens := _tens_before(word):
        return spelt_tens
    following = word.doc[word.i + 1].lower_ if word.i + 1 < len(word.doc) else ""
    spelt = _NUMBERS.get(word.lower_)
    if spelt and any(c.dep_ in {"relcl", "det", "acl"} for c in word.children):  # "the one who …"
        return None
    if (
        not (_AGE.match(word.text) or spelt)
        or word.pos_ != "NUM"
        or following in _NOT_YEARS
        or following.endswith("-")
    ):
        return None
    return spelt or word.text if not any(c.dep_ in {"prep", "quantmod"} for c in word.children) else None


def _tens_before(word: Token) -> str | None:
    """The whole number of which the word is the last part: "ninety-one"."""
    before = word.doc[max(word.sent.start, word.i - 2) : word.i]
    tens = int(_NUMBERS.get(before[0].lower_, 0)) if len(before) == 2 and before[1].text == "-" else 0
    ones = int(_NUMBERS.get(word.lower_, 0))
    return str(tens + ones) if tens >= 20 and 0 < ones < 10 else None


def _years_old(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "a 14 year old tabby": the age before the noun."""
    before = word.doc[word.left_edge.i : word.i].text
    number = re.search(r"\b(\d{1,3}|[a-z]+)[ -]years?[ -]old\b", before, re.I)
    said = number.group(1).lower() if number else ""
    age = said if said.isdigit() else _NUMBERS.get(said)
    if age and frame.verb == "be" and frame.tense == "present" and word.pos_ in {"NOUN", "PROPN"}:
        yield Draft(frame.root, subject, "age", None, name=age, kind="value")


def _is_appointment(word: Token) -> bool:
    """ "dentist at 3pm tomorrow": a visit, no profession of the speaker."""
    if any(c.lower_ in {"a", "an"} for c in word.children):
        return False
    return any(
        t.ent_type_ in {"DATE", "TIME"} and t.i > word.i and t.lower_ not in {"now", "years"}
        for t in word.subtree
    )


_LIFELONG = re.compile(r"\b(?:always|since|all my life|my whole life|for (?:years|ages|as long))\b", re.I)
"""With it a trait may be told in the perfect: "been a bit quiet" is none."""
_AMATEUR = frozenset(
    "keen avid amateur passionate enthusiastic hobby hobbyist recreational casual lifelong occasional weekend".split()
)


def _pastime(word: Token) -> str | None:
    """The activity of "a keen gardener": done for pleasure, no job."""
    stem = re.sub(r"(?:ist|ers?|ors?|ian|ant)s?$", "", word.lower_)
    named = sorted(words("hobby", "hobby"), key=len)
    return next((h for h in named if " " not in h and len(stem) > 2 and h.startswith(stem)), None)


_RATED = frozenset(
    "decent good great terrible awful bad lousy excellent mediocre rubbish pretty-good fantastic competent poor".split()
)


def _skill(word: Token) -> str | None:
    """What an agent noun that is rated does: "a decent cook" cooks, "a terrible driver" drives."""
    low = word.lower_
    stem = low if low == "cook" else re.sub(r"[eo]r$", "", low)
    known = next(
        (s for s in sorted(grammar("skills")) if s.rstrip("e") == stem or f"{s}{s[-1]}" == stem), None
    )
    return gerund_of(known) if known else None


def _job_or_trait(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    low = text.lower()
    traits = tables()["trait"]
    nominal = word.pos_ in {"NOUN", "PROPN"} and word.ent_type_ not in {"GPE", "DATE", "TIME"}
    if nominal and any(c.dep_ == "poss" for c in word.children) and is_job(text):
        return
    if nominal and ((frame.root == word and _is_appointment(word)) or is_dictated_office(frame, word)):
        return
    if nominal and any(c.lower_ in _AMATEUR for c in word.children):
        hobby = _pastime(word)
        game = next((c.text for c in word.children if c.dep_ == "compound" and word.lower_ == "player"), None)
        if game is not None:
            yield Draft(frame.root, subject, "plays", word, name=game)
        elif hobby is not None:
            yield Draft(frame.root, subject, "hobby", word, name=hobby)
        return
    if nominal and frame.negated and any(t.lower_ == "much" for t in frame.root.children):
        skill = _skill(word)
        yield Draft(frame.root, subject, "skilled_in" if skill else "attribute", word, name=skill)
        return
    if nominal and frame.verb == "be" and any(c.lower_ in _RATED for c in word.children):
        skill = _skill(word)
        if skill is not None:
            bad = any(c.lower_ in grammar("poor_rating") for c in word.children)
            yield Draft(frame.root, subject, "skilled_in", word, name=skill, polarity="-" if bad else "+")
            return
    if nominal and word.lower_ in grammar("hobbyists") and frame.verb == "be" and not frame.negated:
        yield Draft(frame.root, subject, "hobby", word, name=_pastime(word) or word.text)
        return
    if nominal and " " in low and low in words("job", "title"):
        yield Draft(frame.root, subject, "job_title", word, kind="value")
    elif nominal and (
        low in traits["noun"] or (frame.root.pos_ == "AUX" and word.lower_ in traits["noun"] and _plain(word))
    ):
        yield from _trait(frame, subject, word, text)
    elif (
        nominal
        and is_job(text)
        and frame.verb.split()[0]
        in {"be", "become", "remain", "make"} | ({frame.verb} if frame.root == word else set())
        and _job_like(frame, word)
        and role_of(low) in {None, "knows", "manager"}
    ):
        yield Draft(frame.root, subject, "job_title", word, name=_title(word), kind="value")
        yield from _employer(frame, subject, word)
    elif (
        (frame.verb != "be" and not frame.passive)
        or frame.root.dep_ in {"xcomp", "advcl"}
        or _is_bare_infinitive(frame.root)
        or any(c.lower_ in {"more", "less"} for c in word.children)
        or any(c.dep_ in {"xcomp", "ccomp", "prep"} for c in word.children)
        or (frame.tense == "perfect" and not _LIFELONG.search(word.sent.text))
    ):
        return
    elif low in traits["adjective"] or _adjective_text(word).lower() in traits["adjective"]:
        yield Draft(frame.root, subject, "attribute", word, name=_adjective_text(word), kind="value")


def _is_bare_infinitive(root: Token) -> bool:
    """ "it helps me … and be creative": what something does to one, not what one is."""
    return root.tag_ == "VB" and not any(c.dep_ == "aux" for c in root.children)


def _job_like(frame: Frame, word: Token) -> bool:
    """A title known by its ending alone needs an article: "a glaciologist"; "no wonder" is none."""
    head = phrase_text(word).lower().split(" of ")[0]
    listed = any(
        singular(w) in words("job", "title") or w in words("job", "title")
        for w in (head, head.rsplit(" ", 1)[-1])
    )
    article = any(c.lower_ in {"a", "an", "the"} for c in word.children)
    finite = frame.root.pos_ in {"AUX", "VERB"}
    return (listed and (finite or article or not frame.negated)) or (article and finite)


def _title(word: Token) -> str | None:
    """ "the CTO of a fintech startup": the CTO; "head of procurement" stays whole."""
    for prep in word.children:
        if prep.lower_ == "of" and any(c.dep_ == "pobj" and is_org(c, phrase_text(c)) for c in prep.children):
            return phrase_text(word).split(" of ", 1)[0]
    aged = re.sub(r"^\S+[ -]years?[ -]old ", "", phrase_text(word))
    return aged if aged != phrase_text(word) else None


def _plain(word: Token) -> bool:
    return not any(c.dep_ in {"relcl", "prep"} for c in word.children)


def _trait(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    preferred = re.fullmatch(r"(?:more of a )?(.+?)[ -](?:person|drinker)", text, re.I)
    if preferred and not in_list(preferred.group(1), "nationality", "nationality"):
        liked = preferred.group(1).split()[-1]
        if word.lower_ == "drinker" and _how_much(word):
            yield Draft(frame.root, subject, "attribute", word, kind="value")
            return
        if liked in {"morning", "night", "evening", "people", "numbers", "details"} or preferred.group(
            1
        ).split()[0] in {"good", "nice", "different", "better", "only", "first", "last"}:
            if preferred.group(1).split()[0] not in grammar("ordinary"):
                yield Draft(frame.root, subject, "attribute", word, kind="value")
            return
        versus = re.search(r"than (?:a |an )?(.+?)[ -]person", word.sent.text, re.I)
        yield Draft(
            frame.root,
            subject,
            "prefers" if versus else "likes",
            None,
            name=preferred.group(1),
            qualifier=versus.group(1) if versus else None,
        )
        return
    if word.lower_ not in {"person", "citizen"} or text.lower() in tables()["trait"]["noun"]:
        yield from _parenthood(frame, subject, word, text)


def _how_much(drinker: Token) -> bool:
    """ "a heavy drinker" says how much, "a tea drinker" what."""
    return not any(c.dep_ in {"compound", "nmod"} and c.pos_ in {"NOUN", "PROPN"} for c in drinker.children)


def _parenthood(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    """ "I'm mum to Oscar and Ines", "a father of three"."""
    role = role_of(text)
    if role in {"parent", "relative"}:
        target = [t for prep in word.children if prep.lower_ in {"to", "of"} for t in prep.children]
        if target and role_of(phrase_text(target[0]).rsplit(" ", 1)[-1]) == "pet":
            return
        if target and role == "parent":
            yield Draft(
                frame.root,
                subject,
                "child",
                None,
                name="children" if _several(target[0]) else "child",
                kind="person",
            )
            return
        if role == "relative" and text.lower() not in grammar("elders"):
            return
    yield Draft(frame.root, subject, "attribute", word, kind="value")


def _several(token: Token) -> bool:
    return len(list(coordinated(token))) > 1 or token.tag_ in {"NNS", "NNPS"} or token.pos_ == "NUM"


def _employer(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "a nurse at St Mary's"; where one is a student is no employer."""
    if word.lower_ in {"student", "undergrad", "undergraduate", "postgrad", "pupil"}:
        return
    for prep in word.children:
        if prep.lower_ in {"at", "for", "with", "of"}:
            for target in (m for c in prep.children if c.dep_ == "pobj" for m in coordinated(c)):
                if is_employer(target, phrase_text(target)) and (
                    prep.lower_ != "of" or is_org(target, phrase_text(target))
                ):
                    yield Draft(frame.root, subject, "works_for", target, kind="organisation")
    for slot in ("at", "for"):
        for target in frame.all(slot) if slot in frame.slots else []:
            if target.head.head != word and is_employer(target, phrase_text(target)):
                yield Draft(frame.root, subject, "works_for", target, kind="organisation")
