"""Linking verbs and verbless predicates to facts: "I'm a nurse", "not married", "tea is my thing", by ``states.toml``."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from spacy.tokens import Token

from user_memory.extraction.entities import coordinated, is_empty, phrase_text, real_head
from user_memory.extraction.facts.checks import passes
from user_memory.extraction.facts.drafts import Draft, ended
from user_memory.extraction.facts.frames import Frame, is_intended
from user_memory.extraction.facts.kinds import is_employer, is_gpe, is_org, is_place, is_thing
from user_memory.extraction.facts.phrases import activity, verb_phrase
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, role_of, singular, words
from user_memory.graph.model import EntityKind

LINKING = {"be", "become", "remain", "stay", "get", "go", "feel"}
_SPEAKER = {"i", "we", "me", "us", "my", "our", "mine", "ours"}
_AGE = re.compile(r"^(?:1[0-4]|[1-9])?\d$")
_EXACT: tuple[tuple[str, str, str, EntityKind], ...] = (
    ("nationality", "nationality", "nationality", "value"),
    ("diet", "diet", "diet", "topic"),
    ("health", "condition", "has_condition", "topic"),
    ("beliefs", "religion", "religion", "topic"),
    ("beliefs", "politics", "politics", "topic"),
    ("beliefs", "orientation", "sexual_orientation", "topic"),
)


@cache
def tables() -> Mapping[str, Any]:
    """The tables of ``states.toml`` with their word lists split."""
    raw = tomllib.loads(
        files("user_memory.extraction.facts").joinpath("states.toml").read_text(encoding="utf-8")
    )
    split = {k: _split(v) for k, v in raw.items() if k in {"trait", "inverse"}}
    rows = {
        k: [{**row, "words": set(_words(row["words"])), "slot": _words(row["slot"])} for row in raw[k]]
        for k in ("adjective", "noun")
    }
    return {**split, **rows}


def _words(text: str) -> list[str]:
    return [w.strip() for w in text.split(",")]


def _split(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {key: frozenset(_words(text)) for key, text in table.items()}


def state_facts(frame: Frame) -> Iterator[Draft]:
    """What a linking verb, or a predicate without any verb, says of its subject."""
    if frame.modal is not None or frame.tense == "future" or is_intended(frame.root):
        return
    subjects: list[Token | None] = [None] if frame.implied else list(frame.subjects)
    for word in _predicates(frame):
        told = [] if frame.implied else list(_inverse(frame, word))
        if told:
            yield from (_shade(d, frame, word) for d in told)
            continue
        for subject in subjects:
            for draft in (*_with_complement(frame, subject, word), *_bare(frame, subject, word)):
                yield _shade(draft, frame, word)
    if frame.verb == "be":
        for subject in subjects:
            yield from (_shade(d, frame, None) for d in _located(frame, subject))
        for verb in frame.slots.get("comp", []):
            if verb.pos_ == "VERB" and verb.i > frame.root.i and frame.subjects:
                yield from _inverse(frame, verb)


def _predicates(frame: Frame) -> list[Token]:
    root = frame.root
    if frame.verb.split()[0] in LINKING and root.pos_ in {"AUX", "VERB"}:
        return (
            [t for slot in ("attr", "obj") for t in frame.all(slot)]
            if frame.verb != "get" or frame.slots.get("attr")
            else frame.all("attr")
        )
    if root.pos_ in {"NOUN", "PROPN", "ADJ", "ADV"} or (root.tag_ == "VBN" and frame.implied):
        return list(coordinated(root))
    return [root] if root.tag_ == "VBN" and frame.passive else []


def _shade(draft: Draft, frame: Frame, word: Token | None) -> Draft:
    """Apply denial and past to a state."""
    denied = frame.negated or (
        word is not None and any(c.dep_ == "neg" or c.lower_ in {"not", "no"} for c in word.children)
    )
    if ended(frame):
        draft.operation = "end"
    elif denied:
        _deny(draft)
    if frame.tense == "past" and frame.verb == "be":
        draft.past = True
    return draft


def _deny(draft: Draft) -> None:
    opposite = {"likes": "dislikes", "dislikes": "likes"}
    if draft.predicate in opposite:
        draft.predicate = opposite[draft.predicate]
    else:
        draft.polarity = "+" if draft.polarity == "-" else "-"


def _with_complement(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "fond of cheese", "a member of the choir"."""
    low = word.lower_
    for row in tables()["adjective"]:
        if low in row["words"]:
            for target in _targets(frame, word, row["slot"]):
                if passes(row.get("is"), target) and _nameable(target):
                    yield _row_draft(frame, subject, row, target)
                    return
            if "bare" in row and not any(_targets(frame, word, row["slot"])):
                yield Draft(frame.root, subject, row["predicate"], None, name=row["bare"], kind="person")
    for row in tables()["noun"]:
        if low in row["words"]:
            for target in _targets(frame, word, row["slot"]):
                if passes(row.get("is"), target) and _nameable(target):
                    yield _row_draft(frame, subject, row, target)


def _nameable(target: Token) -> bool:
    return (
        is_thing(target, phrase_text(target))
        or target.tag_ == "VBG"
        or (target.pos_ == "ADJ" and in_list(target.text, "language", "language"))
    )


def _row_draft(frame: Frame, subject: Token | None, row: Mapping[str, Any], target: Token) -> Draft:
    draft = Draft(
        frame.root,
        subject,
        row["predicate"],
        target,
        kind=row.get("kind", "topic"),
        polarity="-" if row.get("flip") else "+",
    )
    if target.tag_ == "VBG":
        draft.name = activity(target)
    if draft.predicate == "skilled_in" and in_list(phrase_text(target), "language", "language"):
        draft.predicate = "speaks"
    return draft


def _targets(frame: Frame, word: Token, slots: list[str]) -> list[Token]:
    found: list[Token] = []
    for prep in word.children:
        if prep.dep_ in {"prep", "prt"} and prep.lower_ in slots:
            found += [
                m for c in prep.children if c.dep_ in {"pobj", "pcomp"} for m in coordinated(real_head(c))
            ]
    if not found:
        found = [t for slot in slots if slot in frame.slots for t in frame.all(slot)]
    return found


def _bare(frame: Frame, subject: Token | None, word: Token) -> Iterator[Draft]:
    """ "a nurse", "Irish", "vegan", "52", "left-handed"."""
    text = phrase_text(word)
    age = _age(frame, word)
    if age:
        yield Draft(frame.root, subject, "age", None, name=age, kind="value")
        return
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
    if predicate == "has_condition" and text.lower() in {"blind", "add", "ms", "stroke", "pots", "als"}:
        return text.lower() == "blind"
    return True


def _adjective_text(word: Token) -> str:
    start = word.i
    while start > word.sent.start and word.doc[start - 1].text == "-" and start >= 2:
        start -= 2
    return word.doc[start : word.i + 1].text


_NUMBERS = {
    w: str(n)
    for n, w in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(),
        1,
    )
}
_NUMBERS |= {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
}
_NOT_YEARS = grammar("not_years")


def _age(frame: Frame, word: Token) -> str | None:
    """Years of age said in the present and as a fact: "I'm 52", not "before I'm 40"."""
    if (
        frame.verb not in {"be", "turn"}
        or frame.tense != "present"
        or any(c.dep_ == "mark" or c.tag_ == "WRB" for c in frame.root.children)
    ):
        return None
    if word.lower_ == "old":
        number = re.search(r"\b(\d{1,3}|[a-z]+)[ -](?:years?|yrs?)", word.sent.text, re.I)
        said = number.group(1).lower() if number else ""
        return said if said.isdigit() else _NUMBERS.get(said)
    following = word.doc[word.i + 1].lower_ if word.i + 1 < len(word.doc) else ""
    spelt = _NUMBERS.get(word.lower_)
    if (
        not (_AGE.match(word.text) or spelt)
        or word.pos_ != "NUM"
        or following in _NOT_YEARS
        or following.endswith("-")
    ):
        return None
    return spelt or word.text if not any(c.dep_ in {"prep", "quantmod"} for c in word.children) else None


def _job_or_trait(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    low = text.lower()
    traits = tables()["trait"]
    nominal = word.pos_ in {"NOUN", "PROPN"} and word.ent_type_ not in {"GPE", "DATE", "TIME"}
    if nominal and any(c.dep_ == "poss" for c in word.children) and is_job(text):
        return
    if nominal and (
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
    elif (frame.verb != "be" and not frame.passive) or frame.root.dep_ in {"xcomp", "advcl"}:
        return
    elif low in traits["adjective"] or _adjective_text(word).lower() in traits["adjective"]:
        yield Draft(frame.root, subject, "attribute", word, name=_adjective_text(word), kind="value")


def _job_like(frame: Frame, word: Token) -> bool:
    """A title known by its ending alone needs an article: "a glaciologist"; "no wonder" is none."""
    head = phrase_text(word).lower().split(" of ")[0]
    listed = any(
        singular(w) in words("job", "title") or w in words("job", "title")
        for w in (head, head.rsplit(" ", 1)[-1])
    )
    article = any(c.lower_ in {"a", "an", "the"} for c in word.children)
    return listed and (frame.root.pos_ in {"AUX", "VERB"} or article or not frame.negated) or article


def _title(word: Token) -> str | None:
    """ "the CTO of a fintech startup": the CTO; "head of procurement" stays whole."""
    for prep in word.children:
        if prep.lower_ == "of" and any(c.dep_ == "pobj" and is_org(c, phrase_text(c)) for c in prep.children):
            return phrase_text(word).split(" of ", 1)[0]
    return None


def _plain(word: Token) -> bool:
    return not any(c.dep_ in {"relcl", "prep"} for c in word.children)


def _trait(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    preferred = re.fullmatch(r"(?:more of a )?(.+?)[ -]person", text, re.I)
    if preferred and not in_list(preferred.group(1), "nationality", "nationality"):
        liked = preferred.group(1).split()[-1]
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


def _parenthood(frame: Frame, subject: Token | None, word: Token, text: str) -> Iterator[Draft]:
    """ "I'm mum to Oscar and Ines", "a father of three"."""
    role = role_of(text)
    if role in {"parent", "relative"}:
        target = [t for prep in word.children if prep.lower_ in {"to", "of"} for t in prep.children]
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
    """ "a nurse at St Mary's"."""
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


_SETTLED = {"still", "now", "based", "here", "back", "currently", "nowadays", "permanently"}
_PASSING = grammar("passing")


def _located(frame: Frame, subject: Token | None) -> Iterator[Draft]:
    """ "I'm from Oaxaca", "my parents are still in Kraków", "I'm with Orbis"."""
    words = {t.lower_ for t in frame.root.subtree if t.i < frame.root.i + 8}
    for target in frame.all("from"):
        text = phrase_text(target)
        if target.i > frame.root.i and (
            is_gpe(target, text) or (is_place(target, text) and target.pos_ == "PROPN")
        ):
            yield Draft(frame.root, subject, "birth_place", target, kind="place")
    together = any(role_of(t.lower_) for t in frame.all("with"))
    for target in [*frame.all("in"), *frame.all("near"), *_deeper(frame, "in")]:
        if is_gpe(target, phrase_text(target)) and (words & _SETTLED or together) and not words & _PASSING:
            yield Draft(frame.root, subject, "lives_in", target, kind="place")
    for target in [*frame.all("with"), *frame.all("at")]:
        named = (
            target.pos_ == "PROPN"
            and target.ent_type_ in {"ORG", "PRODUCT", ""}
            and not role_of(target.lower_)
        )
        if named and words & {"still", "now", "currently", "one"}:
            yield Draft(frame.root, subject, "works_for", target, kind="organisation")


def _deeper(frame: Frame, name: str) -> list[Token]:
    """Objects of a preposition that hangs on an adverb: "out here in Perth"."""
    preps = [
        p
        for c in frame.root.children
        if c.dep_ == "advmod"
        for p in c.children
        if p.dep_ == "prep" and p.lower_ == name
    ]
    return [t for p in preps for t in p.children if t.dep_ == "pobj"]


def _inverse(frame: Frame, word: Token) -> Iterator[Draft]:
    """ "chess is my thing", "my favourite colour is blue", "the violin has been my instrument": about whoever "my" is."""
    for noun, value in _sides(frame, word):
        owner = next((c for c in noun.children if c.dep_ == "poss"), None)
        if owner is None:
            continue
        subject = None if owner.lower_ in _SPEAKER else owner
        items = list(coordinated(real_head(value)))
        for item in items:
            yield from (
                _several_favourites(d, len(items)) for d in _inverse_drafts(frame, subject, noun, item)
            )
        return


def _several_favourites(draft: Draft, count: int) -> Draft:
    """Of several favourites none is the one."""
    if draft.predicate == "favorite" and count > 1:
        draft.predicate, draft.qualifier = "likes", None
    return draft


def _sides(frame: Frame, word: Token) -> list[tuple[Token, Token]]:
    subject = frame.subjects[0] if frame.subjects else None
    if subject is None:
        return []
    return [(word, subject), (subject, word)]


def _inverse_drafts(frame: Frame, subject: Token | None, noun: Token, value: Token) -> Iterator[Draft]:
    text = phrase_text(value)
    label = phrase_text(noun).lower()
    favourite = re.match(
        r"(?:(?:all-time|absolute|current|new|personal) )*(favou?rite|fave|favou?rites|favourites)\b ?(.*)$",
        label,
    )
    if favourite:
        if (not is_empty(value) or value.pos_ == "NUM") and text:
            yield Draft(
                frame.root,
                subject,
                "favorite" if favourite.group(2) else "likes",
                value,
                name=_value_name(value),
                qualifier=favourite.group(2) or None,
            )
        return
    for predicate, nouns in tables()["inverse"].items():
        if label in nouns or noun.lower_ in nouns and label.split()[0] in grammar("ranks"):
            draft = _inverse_one(frame, subject, predicate, noun, value, text)
            if draft is not None:
                yield draft
            return


def _respelt(label: str, noun: Token) -> str:
    """The noun meant by a misspelling of one of the table's."""
    if len(noun) < 7:
        return label
    known = [n for nouns in tables()["inverse"].values() for n in nouns if " " not in n and len(n) > 5]
    return next(iter(difflib.get_close_matches(noun.lower_, known, 1, 0.9)), label)


def _inverse_one(
    frame: Frame, subject: Token | None, predicate: str, noun: Token, value: Token, text: str
) -> Draft | None:
    if value.pos_ in {"VERB", "AUX"}:
        if predicate not in {"goal", "hobby", "likes", "dislikes"}:
            return None
        name = verb_phrase(value) if predicate == "goal" else activity(value, gerund=True)
        return Draft(frame.root, subject, predicate, value, name=name)
    if is_empty(value) or not text:
        return None
    checks = {
        "lives_in": "place",
        "works_for": "employer",
        "job_title": "job",
        "speaks": "language",
        "birth_place": "place",
        "plays": "thing",
        "uses": "thing",
    }
    if not passes(checks.get(predicate), value):
        return None
    kinds: dict[str, EntityKind] = {
        "lives_in": "place",
        "birth_place": "place",
        "works_for": "organisation",
        "uses": "product",
        "job_title": "value",
    }
    return Draft(frame.root, subject, predicate, value, kind=kinds.get(predicate, "topic"))


def _value_name(value: Token) -> str | None:
    return activity(value) if value.pos_ == "VERB" else None
