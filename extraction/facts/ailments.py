"""Conditions and medicines by their names, where the grammar around them says that somebody has or takes them.

A second look at sentences in which no frame told of health: "living with HIV", "my anxiety is bad", "as a type 1 diabetic".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from spacy.tokens import Span, Token

from user_memory.extraction.entities import possessor_of
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.lexicon import grammar, role_of, words

_DEGREE = (
    r"(?: (?:an?|the|my|our|his|her|their|some|really|very|quite|so|pretty|fairly|badly|severe(?:ly)?|bad|terrible|chronic(?:ally)?"
    r"|mild(?:ly)?|awful|horrible|bit of|touch of|early[- ]onset|lifelong|recurrent|stage \w+|high[- ]functioning|daily|low[- ]dose"
    r"|high[- ]dose|prescribed|clinically|slightly|partially|legally|now|still|also|both|either|any|just|been|newly|\d+ ?mg(?: of)?))*\W*$"
)
_HAVING = re.compile(
    r"(?:\b(?:have|has|had|having|got|getting|gets?|'ve|developed?|developing|battl(?:e|es|ed|ing)|beat(?:en|ing)?|surviv(?:e|ed)"
    r"|manag(?:e|es|ing)|fight(?:s|ing)?|fought|dx|dx'?d|am|'m|is|are|'re|been|being|as|(?:liv(?:e|es|ing)|struggl(?:e|es|ing)"
    r"|suffer(?:s|ing)?|cop(?:e|es|ing)|deal(?:s|ing)?|diagnos(?:ed|is)|born|dx|down|ill) (?:with|from|of|as)|suffer(?:s|ing)? from|in remission from"
    r"|recover(?:s|ing|ed) from|prone to|history of|because of|thanks to|due to|manage|treated for|medicated for|meds for))"
    + _DEGREE,
    re.I,
)
_TAKING = re.compile(
    r"(?:\b(?:take|takes|taking|took|on|onto|prescribed|prescribes?|started|starting|using|uses?|inject(?:s|ing)?|pop(?:s|ping)?"
    r"|swallow(?:s|ing)?|given|rely on|switched to|moved to|need|needs|live on|up to)|(?:puffs?|doses?|tablets?|jabs?|shots?|pills?|course|prescription|dose|injections?) of)"
    + _DEGREE,
    re.I,
)
_LEAVING = re.compile(
    r"\b(?:off|stopped(?: taking)?|quit(?: taking)?|no longer (?:take|taking|on|need)|came off|come off|weaned off)"
    + _DEGREE,
    re.I,
)
_OWNED = re.compile(r"\b(?:my|our)(?: (?:bad|chronic|severe|stupid|damn|bloody|old))* $", re.I)
_BAD_PART = re.compile(
    r"\b(?P<whose>have|has|had|having|got|'ve|with|my|his|her)(?: an?| (?:really|quite|very|pretty))* "
    r"(?P<o>(?:bad|dodgy|gammy|weak|knackered|trick|wonky|torn|sprained|fractured|frozen|pinched|trapped|bum|injured|busted|ruptured|arthritic|herniated|twisted|sore) "
    r"(?:lower |upper |left |right )?(?:back|knees?|hips?|shoulders?|ankles?|wrists?|neck|heart|chest|lungs?|eyesight|hearing|stomach|acl|cartilage"
    r"|achilles|hamstring|rotator cuff|disc|nerve|tendon|elbow|kidneys?|bladder|liver|spine|foot|feet|leg|hand|memory))\b",
    re.I,
)

_LEVEL = re.compile(
    r"\b(?:my|his|her|our|'s|dad's|mum's) (?P<what>blood pressure|cholesterol|blood sugar|iron|ferritin|thyroid|heart rate|resting heart rate|platelets?)"
    r" (?:levels? )?(?:is|are|'s|runs?|has been|was)(?: (?:always|quite|really|very|way|too|a bit|usually|pretty|on the))* (?P<how>high|low|underactive|overactive)\b",
    re.I,
)
_OF_FAMILY = re.compile(
    r"\b(?:history|cases?|risk|record|trace|gene) of [^.!?]*\b(?:in|on) (?:the|my|our|his|her|their|both|either|any)(?: \w+)*? "
    r"(?:famil(?:y|ies)|genes|blood|side|sides|line)\b|\bfamily (?:history|risk)\b|\bruns? in (?:the|my|our|his|her|their) family\b",
    re.I,
)
"""A family's past says of nobody that they have it."""


@cache
def _named(key: str, without: str) -> re.Pattern[str]:
    every = sorted(words("health", key) - grammar(without), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, every))})(?![\w-])", re.I)


def ailment_facts(sent: Span) -> Iterator[Draft]:
    """Who has which condition or takes which medicine, by the words before its name."""
    yield from _conditions(sent)
    for match in _named("medicine", "ambiguous_medicines").finditer(sent.text):
        before = sent.text[: match.start()]
        if _LEAVING.search(before):
            yield _draft(sent, match.start(), match.group(), "takes_medication", ends=True)
        elif _TAKING.search(before):
            yield _draft(sent, match.start(), match.group(), "takes_medication")


def _conditions(sent: Span) -> Iterator[Draft]:
    for match in _named("condition", "named_only_fully").finditer(sent.text):
        before, after = sent.text[: match.start()], sent.text[match.end() :]
        if re.match(
            r" (?:research|charity|awareness|article|paper|essay|app|drug|model|data|study|patients?|people|friendly)\b",
            after,
            re.I,
        ):
            continue
        if _OF_FAMILY.search(f"{before}{match.group()}{after}"):
            continue
        if re.search(r"\ba $", before) and match.group().lower() == "cancer":
            continue
        if _OWNED.search(before) or _HAVING.search(before):
            yield _draft(sent, match.start(), match.group(), "has_condition")
    for match in _BAD_PART.finditer(sent.text):
        yield _draft(sent, match.start("o"), match.group("o"), "has_condition")
    for match in _LEVEL.finditer(sent.text):
        yield _draft(
            sent, match.start("what"), f"{match.group('how')} {match.group('what')}", "has_condition"
        )


def _draft(sent: Span, start: int, name: str, predicate: str, ends: bool = False) -> Draft:
    token = next(t for t in sent if t.idx <= sent.start_char + start < t.idx + len(t.text_with_ws))
    draft = Draft(token, _bearer(token), predicate, token, name=name)
    verb = _verb(token)
    if ends:
        draft.operation = "end"
    elif verb is not None and any(c.dep_ == "neg" or c.lower_ == "never" for c in verb.children):
        draft.polarity = "-"
    return draft


def _verb(token: Token) -> Token | None:
    return next((a for a in (token, *token.ancestors) if a.pos_ in {"VERB", "AUX"}), None)


def _bearer(token: Token) -> Token | None:
    """Whose it is: the owner of "my mum's dementia", else the nearest subject before it, else the speaker."""
    owner = possessor_of(token)
    if owner is not None:
        return owner if role_of(owner.lower_) else None
    for verb in (
        a for a in (token, *token.ancestors) if a.pos_ in {"VERB", "AUX", "ADJ"} or a.dep_ in {"acl", "relcl"}
    ):
        if (
            verb.lemma_ in {"diagnose", "put", "prescribe", "treat", "start"}
            and (whom := _patient(verb)) is not None
        ):
            return whom
        subject = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"} and c.i < token.i), None)
        if subject is not None:
            return subject
        if verb.dep_ in {"relcl", "acl"}:
            return verb.head
    return None


def _patient(verb: Token) -> Token | None:
    """ "they diagnosed my mum with …", "the doctor put me on …": whom it was done to."""
    return next((c for c in verb.children if c.dep_ in {"dobj", "dative", "nsubjpass"}), None)
