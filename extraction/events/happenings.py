"""Which clauses tell of something that happened or will happen, and to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.tokens import Token

from user_memory.extraction.dates.holidays import is_holiday
from user_memory.extraction.events.pointing import is_living
from user_memory.extraction.events.words import listed
from user_memory.extraction.forms import is_past_form
from user_memory.extraction.lexicon import is_job, role_of
from user_memory.extraction.modality import UNASSERTED
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause, TimeExpression

_SUBJECTS = {"nsubj", "nsubjpass", "csubj", "expl"}
_BEFORE_VERB = frozenset(
    {"aux", "advmod", "cc", "punct", "intj", "npadvmod", "neg", "prep", "pobj", "det", "amod"}
)
_ONE_FORM = frozenset(
    {
        "split",
        "put",
        "cut",
        "set",
        "let",
        "hit",
        "hurt",
        "cost",
        "shut",
        "read",
        "spread",
        "cast",
        "beat",
        "bet",
        "shed",
    }
)
_STANDING = re.compile(
    r"\bgone (?:(?:right|completely|totally|clean|really|so|a bit) )?off\b|\bcome (?:a)?round to\b|\bwarmed to\b|\btaken (?:an? (?:real |great |sudden )?(?:shine|liking|dislike|fancy) )?to\b"
    r"|\bfallen (?:back |head over heels )?(?:in|out of) love with\b|\bset (?:my|our|his|her|their) (?:heart|sights|mind) on\b|\bhad (?:enough|it up to here) of\b|\bgone cold on\b"
    r"|\bdeveloped an? (?:\w+ )?(?:taste|passion|obsession|aversion|fondness)\b|\bgrown (?:fond|tired|sick)\b|\bgot(?:ten)? (?:really |so |very )?into\b|\bspent (?:most|much|all|half|part|the best part|a good part) of\b",
    re.I,
)
"""Turns of speech in the perfect that tell a taste, an aim or a stay: facts, not happenings."""
_PEOPLE = frozenset({"he", "she", "they"})


def is_told(clause: Clause) -> bool:
    """Whether the clause is asserted by the speaker: neither asked, supposed, wished, ordered, quoted nor ironic."""
    against = clause.modality & UNASSERTED
    if (
        against
        and not (against == {"instruction"} and is_past_form(clause.root.text))
        and not _as_it_seems(clause)
    ):
        return False
    if _is_general(clause.root) or was_meant(clause.root):
        return False
    chain = [clause.root, *clause.root.ancestors]
    return not any(t.dep_ == "csubj" for t in chain) and not any(t.lower_ in {"let", "lets"} for t in chain)


def _as_it_seems(clause: Clause) -> bool:
    """Whether only "apparently" makes a main clause hearsay: "rent goes up in May, apparently" is what the speaker expects."""
    seems = any(c.lower_ in {"apparently", "supposedly"} for c in clause.root.children)
    return (
        clause.modality & UNASSERTED == {"reported"}
        and clause.root.dep_ == "ROOT"
        and seems
        and clause.tense != "past"
    )


def is_retold(clause: Clause) -> bool:
    """Whether the clause is what someone around the speaker told of a happening: "mum says the dog had puppies"."""
    if clause.modality & UNASSERTED != {"reported"} or clause.root.dep_ != "ccomp":
        return False
    teller = subject_of(clause.root.head)
    if clause.root.head.lemma_.lower() not in {
        "say",
        "tell",
        "hear",
        "write",
        "text",
        "mention",
        "announce",
        "report",
    }:
        return False
    return teller is not None and (
        teller.lower_ in FIRST_PERSON | _PEOPLE
        or teller.ent_type_ == "PERSON"
        or role_of(teller.lower_) is not None
    )


def was_meant(root: Token) -> bool:
    """What once was planned, and so is not to be: "it was meant to be 20 May"."""
    return root.lower_ in {"meant", "supposed"} and any(c.lower_ in {"was", "were"} for c in root.children)


def _is_general(root: Token) -> bool:
    """A truth or a custom, no happening: "nothing beats a cider", "I usually knit"."""
    if root.tag_ not in {"VBP", "VBZ"} or any(c.dep_ == "aux" for c in root.children):
        return False
    words = {c.lower_ for c in root.children if c.dep_ in {"nsubj", "advmod"}}
    return bool(
        words
        & {
            "people",
            "folks",
            "everyone",
            "everybody",
            "nothing",
            "nobody",
            "usually",
            "normally",
            "typically",
            "generally",
        }
    )


def subject_of(root: Token) -> Token | None:
    """The subject of a clause, its own or the one it shares with the clause it is joined to."""
    verb = root
    while True:
        own = next((c for c in verb.children if c.dep_ in _SUBJECTS), None) or _before_be(verb)
        if own is not None:
            return own
        if (
            verb.dep_ not in {"conj", "xcomp", "advcl"}
            or verb.head is verb
            or verb.head.pos_ not in {"VERB", "AUX"}
        ):
            return None
        verb = verb.head


def _before_be(verb: Token) -> Token | None:
    """The noun before "be" that the parser took for a time or a predicate: "tomorrow is my first day"."""
    if verb.lemma_ != "be":
        return None
    return next(
        (
            c
            for c in verb.children
            if c.i < verb.i and c.dep_ in {"npadvmod", "attr"} and c.pos_ in {"NOUN", "PROPN"}
        ),
        None,
    )


def is_past(root: Token) -> bool:
    """Simple past, perfect, or a passive of either; not what was going on."""
    if _shares_present(root):
        return False
    auxiliaries = {c.lower_ for c in root.children if c.dep_ in {"aux", "auxpass"}}
    if auxiliaries & {"would", "could", "might", "may", "should", "will", "can"} or root.tag_ == "VBG":
        return False
    if root.tag_ == "VBD" or auxiliaries & {"did", "was", "were", "got"}:
        return True
    if root.tag_ == "VBN" and auxiliaries:
        return bool(
            auxiliaries & {"have", "has", "'ve", "’ve", "'s", "had", "been", "ve"}
        ) and not auxiliaries & {"is", "are", "'re", "am", "'m"}
    return (
        is_past_form(root.text)
        and not auxiliaries
        and any(c.dep_ in {"dobj", "prt", "prep"} for c in root.children)
    )


def _shares_present(root: Token) -> bool:
    """Whether a participle goes on with "is" before it: "is written at home and sent out on paper"."""
    if root.dep_ != "conj" or any(c.dep_ in _SUBJECTS for c in root.children):
        return False
    return any(c.dep_ == "auxpass" and c.lower_ in {"is", "are", "'s", "'re"} for c in root.head.children)


def is_negated(root: Token) -> bool:
    """Whether the clause denies: "didn't", "never"."""
    return any(c.dep_ == "neg" for c in root.children)


def concerns_people(clause: Clause) -> bool:
    """Whether the clause is about the speaker, someone around the speaker or something of theirs."""
    subject = subject_of(clause.root)
    if subject is None:
        return leads(clause)
    kind = subject.tag_ == "NNS" and not any(c.dep_ in {"det", "poss", "nummod"} for c in subject.children)
    return (
        is_ours(subject)
        or subject.lower_ in _PEOPLE
        or subject.ent_type_ == "PERSON"
        or (role_of(subject.lower_) is not None and not kind)
    )


def leads(clause: Clause) -> bool:
    """Whether a verb without a subject opens the clause, so that the speaker is meant: "had lunch", "been reading"."""
    root = clause.root
    if _acts_on_us(root) or _is_of_it(root):
        return False
    before = [t for t in clause.tokens if t.i < root.i]
    if any(t.dep_ not in _BEFORE_VERB or t.pos_ == "ADJ" for t in before) or root.dep_ not in {
        "ROOT",
        "ccomp",
        "conj",
    }:
        return False
    if root.tag_ == "VBN" and root.lower_ != "been":
        return any(c.dep_ == "dobj" or c.lower_ == "been" for c in root.children)
    return root.tag_ in {"VBD", "VBG", "VBN"} or is_past_form(root.text)


def _acts_on_us(root: Token) -> bool:
    """Whether something else does it: "gave me a fright", "made me think"."""
    inner = [g for c in root.children if c.dep_ == "ccomp" for g in c.children if g.dep_ == "nsubj"]
    acted_on = [c for c in root.children if c.dep_ in {"dobj", "dative"}]
    return any(t.lower_ in {"me", "us"} for t in (*inner, *acted_on))


def _is_of_it(root: Token) -> bool:
    """Whether what is left out is a thing: "gonna be a great night"."""
    being = next((c for c in root.children if c.dep_ == "xcomp" and c.lemma_ == "be"), root)
    if being.lemma_ != "be":
        return False
    felt = [g.lower_ for c in being.subtree if c.lower_ == "for" and c.i > being.i for g in c.children]
    if "me" in felt or "us" in felt:
        return True  # "been hectic for me"
    noun = next((c for c in being.children if c.dep_ == "attr"), None)
    return noun is not None and noun.pos_ == "NOUN" and not (is_living(noun) or is_job(noun.lower_))


def is_ours(noun: Token) -> bool:
    """The first person, or what belongs to it: "I", "my knee", "the roof of our house"."""
    return noun.lower_ in FIRST_PERSON or any(t.lower_ in FIRST_PERSON for t in noun.subtree)


def fills_in(clause: Clause, since_only: bool = False) -> bool:
    """Whether the clause only places or describes another: "since we last talked", "the sunset that I saw"."""
    root = clause.root
    if root.dep_ == "relcl" and not since_only and root.sent.root.pos_ in {"VERB", "AUX"}:
        return not any(c.lower_ in {"who", "which", "that"} and c.dep_ in _SUBJECTS for c in root.children)
    return root.dep_ == "advcl" and any(c.lower_ == "since" and c.dep_ == "mark" for c in root.children)


def is_finite(clause: Clause) -> bool:
    """Whether a verb says what was or will be: with a subject, or with the speaker left out."""
    if clause.root.pos_ not in {"VERB", "AUX"}:
        return False
    return subject_of(clause.root) is not None or leads(clause)


def is_state(clause: Clause, time: TimeExpression) -> bool:
    """Whether nothing happens at the time: "it's Friday", "Easter is in April", "Mondays are busy", "it was hers until 2020"."""
    root = clause.root
    if root.lemma_.lower() in {"say", "read", "claim"}:
        teller = subject_of(root)
        return (
            teller is not None
            and teller.pos_ == "NOUN"
            and role_of(teller.lower_) is None
            and teller.ent_type_ != "PERSON"
        )
    if is_negated(root) and root.tag_ == "VB" and is_holiday(time.text) and clause.tense == "present":
        return True
    if time.text.lower().startswith("at ") and any(
        c.dep_ == "auxpass" and c.lower_ in {"is", "are"} for c in root.children
    ):
        return is_holiday(time.text)
    if root.lemma_ == "be" and root.doc.text[: time.start].lower().rstrip().endswith("as of"):
        return True
    if root.lemma_ != "be" or time.since:
        return False
    subject = subject_of(root)
    told = [
        t
        for t in clause.tokens
        if not time.start <= t.idx < time.end
        and (t.pos_ in {"NOUN", "PROPN", "VERB", "NUM"} or (t == subject and t.pos_ == "ADJ"))
    ]
    ours = any(t.lower_ in FIRST_PERSON for t in clause.tokens)
    if time.until or not told or subject is None:
        return True
    if subject.lower_ in {"shifts", "shift", "hours", "days", "schedule", "rota"} and root.tag_ in {
        "VBP",
        "VBZ",
    }:
        return True
    public = (
        subject.pos_ == "PROPN" and subject.ent_type_ != "PERSON" and not listed(subject.lower_, "occasion")
    )
    theme = time.start <= subject.idx < time.end and is_holiday(time.text)
    return (public and not ours) or (
        theme and root.tag_ in {"VBP", "VBZ"} and not any(t.dep_ == "prep" for t in root.children)
    )


def lasts(root: Token) -> bool:
    """Whether the verb says in the simple present what is so for long: "we work in German"."""
    return root.tag_ in {"VBP", "VBZ"} and listed(root.lemma_.lower(), "lasting")


def happens(clause: Clause) -> bool:
    """Whether the clause alone, without a time, tells of a finished happening around the speaker."""
    root = clause.root
    if fills_in(clause):
        return False
    if is_negated(root) or not concerns_people(clause) or listed(root.lemma_.lower(), "stative"):
        return False
    if _is_timeless(root) or _is_awaited(root) or _STANDING.search(clause.text):
        return False
    return root.pos_ == "VERB" and is_past(root) and _full(list(root.subtree))


def _is_awaited(root: Token) -> bool:
    """Whether what is told is only waited for: "we'll go once the kids have left"."""
    if root.dep_ != "advcl" or not any(c.lower_ in {"once", "when", "until", "till"} for c in root.children):
        return False
    return any(c.lower_ in {"will", "'ll"} for c in root.head.children)


def _is_timeless(root: Token) -> bool:
    """What has one form for past and present ("they split the year"), and how somebody grew up, tell no happening by themselves."""
    if root.lower_ in _ONE_FORM and not any(c.dep_ == "prt" for c in root.children):
        subject = subject_of(root)
        return subject is None or subject.tag_ in {"NNS", "NNPS"} or subject.lower_ in {"i", "we", "they"}
    if root.lemma_ == "bring" and root.dep_ == "conj":
        root = root.head  # "I was born in Oslo and brought up in Bergen"
    passive = any(c.dep_ == "auxpass" for c in root.children)
    own = subject_of(root)
    born = root.lemma_ == "bear" and own is not None and own.lower_ in FIRST_PERSON
    return passive and (born or root.lemma_.lower() in {"raise", "name", "call"})


def _full(tokens: Sequence[Token]) -> bool:
    """Whether the words say what it was, beyond a verb: "I laughed" does not."""
    return sum(t.pos_ in {"NOUN", "PROPN", "VERB", "NUM"} for t in tokens) >= 2
