"""Whether words told as an event are whole and the speaker's: nothing torn from a longer clause, wished, or said of all or none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.tokens import Token

from user_memory.extraction.events.happenings import is_ours, subject_of
from user_memory.extraction.events.statements import SECOND, is_leaning
from user_memory.extraction.events.words import listed
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Clause

_INNER = frozenset({"relcl", "acl", "pcomp", "csubj", "advcl"})
_WISHING = frozenset({"make", "hope", "wish", "ensure", "pretend", "imagine", "see", "want", "love"})
"""Verbs whose clause tells what is to be or is felt: "make sure I'm not late"."""
_ASKING = frozenset({"how", "what", "why", "whether", "which"})
_TOGETHER = re.compile(
    r"\bwe\b[^.!?,;]*\b(?:each other|one another|bond|connection|close|closer|apart|different (?:paths|ways|directions))\b|\bus (?:all )?together\b|\b(?:both|all|each|two) of us\b",
    re.I,
)
"""What several do among themselves, of whom the speaker is only one."""
_LEAST = 5
_OBJECTIVE = frozenset({"them", "him", "her", "us", "me"})
_OPEN = frozenset(
    {"let", "make", "help", "want", "of", "with", "for", "at", "from", "into", "to", "that", "how", "than"}
)
"""Words that something must follow."""
_SAYING = frozenset(
    {
        "say",
        "think",
        "hope",
        "know",
        "guess",
        "figure",
        "mention",
        "show",
        "explain",
        "remind",
        "tell",
        "teach",
        "picture",
        "imagine",
        "discover",
        "feel",
        "believe",
        "wonder",
        "realise",
        "realize",
        "see",
        "notice",
    }
)
_APPEALS = frozenset({("take", "a", "look"), ("have", "a", "look"), ("check", "it", "out"), ("you", "know")})
_ASKED = frozenset({"i", "we", "you", "he", "she", "it", "they"})
_TORN = re.compile(
    r"\b(?:work(?:ed|ing)? on|look(?:ed|ing)? (?:at|for)|listen(?:ed|ing)? to|wait(?:ed|ing)? for|deal(?:t|ing)? with|car(?:ed|ing) for|think(?:ing)? (?:of|about)|talk(?:ed|ing)? about)"
    r" (?:for (?:an?|the|\w+) (?:while|time|year|month|week|day)|since|lately|recently)",
    re.I,
)
"""A verb whose object has been left out."""
_LAUGHS = frozenset({"haha", "hahaha", "lol", "lmao", "hehe"})
_OURS = frozenset({"we", "us", "our", "ours", "ourselves"})
_MINE = FIRST_PERSON - _OURS
_SHARED = frozenset({"lives", "hearts", "minds", "souls", "spirits", "faces"})
"""What "our" means everybody's of: "they bring joy to our lives"."""
_YOUTH = frozenset({"kid", "child", "boy", "girl", "teenager", "teen", "baby", "toddler"})


def without_open_end(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without "to help", "and thought" and their like at the end, whose clause has been cut off."""
    tokens = _without_appeal(_without_saying(tokens))
    if [t.lower_ for t in tokens if t.is_alpha][-3:] in (["so", "who", "knows"], ["but", "who", "knows"]):
        tokens = tokens[: max(n for n, t in enumerate(tokens) if t.lower_ in {"so", "but"})]
    words = [n for n, t in enumerate(tokens) if t.is_alpha]
    if (
        len(words) > _LEAST
        and tokens[words[-1]].lower_ in {"let", "make", "help"}
        and tokens[words[-2]].lower_ == "to"
    ):
        return tuple(tokens[: words[-2]])
    return tuple(tokens)


def _without_appeal(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without what turns to the other person at the end: "…, take a look", "… shouldn't I?"."""
    words = [t for t in tokens if any(c.isalpha() for c in t.text)]
    low = tuple(t.lower_.rstrip(".") for t in words)
    length = next((n for n in (3, 2) if low[-n:] in _APPEALS), 0)
    if low[-2:-1] in {("n't",), ("n’t",)} and low[-1] in _ASKED:
        length = 3
    return tokens if not length or length >= len(words) else [t for t in tokens if t.i < words[-length].i]


def _without_saying(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without a verb of saying or showing at the end of which what was said or shown stands elsewhere: "… and thought (…)"."""
    words = [t for t in tokens if t.is_alpha]
    last = words[-1] if words else None
    verb = last if last is None or last.pos_ == "VERB" else last.head
    if last is None or verb is None or verb.dep_ not in {"conj", "relcl"} or verb.head not in tokens:
        return tokens
    if verb.lemma_ not in _SAYING or not any(c.dep_ == "ccomp" and c not in tokens for c in verb.children):
        return tokens
    gone = {t.i for t in verb.subtree}
    gone |= {c.i for c in verb.head.children if c.dep_ == "cc" and verb.head.i < c.i < verb.i}
    return [t for t in tokens if t.i not in gone]


def is_relative(tokens: Sequence[Token], main: Clause) -> bool:
    """Whether the words begin as a clause about what stands before them: "that I bought on Monday"."""
    first = next((t for t in tokens if t.is_alpha), main.root)
    if first.lower_ == "what" and first.tag_ in {"WDT", "WP"} and first.head.dep_ in {"dobj", "attr"}:
        return True  # "(look) what letter I got"
    return main.root.dep_ == "relcl" and first.tag_ in {"WDT", "WP", "WRB"} and main.root.head not in tokens


def is_whole(tokens: Sequence[Token], main: Clause) -> bool:
    """Whether the words make a statement of their own."""
    root = main.root
    words = [t for t in tokens if t.is_alpha]
    if not words or (words[-1].lower_ in _OPEN and _lacks_rest(words[-1])):
        return False
    if root.dep_ == "advcl" and any(c.dep_ == "mark" and c.lower_ in {"as", "while"} for c in root.children):
        return False
    if words[0].lower_ in {"until", "till"}:
        return False
    if _is_asked(root, words[0]) or _is_wished(root, tokens) or is_leaning(root) or _is_awaited(root, words):
        return False
    if (
        _TOGETHER.search(root.sent.text)
        or _is_shown(root)
        or _is_torn(root, tokens)
        or _is_of_people(root, tokens)
    ):
        return False
    return not (_is_accusative(root) or _is_of_all(root) or is_bare_being(root) or _is_praise(root))


def _is_torn(root: Token, tokens: Sequence[Token]) -> bool:
    """Whether an object is missing, or the parser has taken a laugh for the subject or the subject for the verb."""
    if root.dep_ != "relcl" and _TORN.search(" ".join(t.lower_ for t in tokens)):
        return True
    if root.tag_ == "VBG" and any(c.dep_ == "aux" and c.i > root.i for c in root.children):
        return True  # "looking after bees is …"
    return any(c.dep_ == "nsubj" and c.lower_ in _LAUGHS for c in root.children)


def _is_of_people(root: Token, tokens: Sequence[Token]) -> bool:
    """Whether "us" and "our" mean everybody: "music brings us together", "it's odd what we do for our pets"."""
    if not any(t.lower_ in _OURS for t in tokens) or any(t.lower_ in _MINE for t in root.sent):
        return False
    if root.tag_ not in {"VBZ", "VBP"} and not any(
        c.tag_ == "MD" and c.lower_ in {"can", "could", "should"} for c in root.children
    ):
        return False
    if any(t.lower_ == "we" and t.dep_ == "nsubj" and t.sent != root.sent for t in root.doc):
        return False
    subject = next((c for c in root.children if c.dep_ in {"nsubj", "nsubjpass", "csubj", "expl"}), None)
    if subject is None or subject.lower_ in FIRST_PERSON:
        return False
    if any(t.lower_ == "our" and t.head.lower_ in _SHARED for t in tokens):
        return True
    if subject.lower_ == "it" or subject.dep_ == "csubj" or subject.tag_ == "VBG":
        return True
    return subject.tag_ in {"NN", "NNS"} and not any(
        c.dep_ in {"det", "poss", "nummod"} for c in subject.children
    )


def is_inner(root: Token) -> bool:
    """Whether a clause only fills in another one."""
    while root.dep_ == "conj" and root.head.pos_ in {"VERB", "AUX"}:
        root = root.head
    return root.dep_ in _INNER or (root.dep_ == "ccomp" and root.i > root.head.i)


def is_general(clause: Clause) -> bool:
    """What is said of a kind at large: "pets bring joy", "cooking is calming"."""
    subject = subject_of(clause.root)
    if (
        subject is None
        or clause.root.tag_ not in {"VBP", "VBZ", "VB"}
        or any(t.lower_ in FIRST_PERSON for t in clause.tokens)
    ):
        return False
    if any(c.lower_ in {"a", "an"} for c in subject.children):
        return any(c.lower_ in {"can", "could"} for c in clause.root.children)
    bare = not any(c.dep_ in {"det", "poss", "nummod"} for c in subject.children)
    return bare and (subject.tag_ in {"NNS", "VBG"} or (subject.tag_ == "NN" and not subject.ent_type_))


def _lacks_rest(word: Token) -> bool:
    """Whether what a word needs after it stands elsewhere or was left out."""
    if word.lower_ == "that":
        return word.tag_ == "IN"
    return (
        word.lower_ not in {"on", "in"} and not any(c.i > word.i for c in word.children if c.pos_ != "PUNCT")
    ) or word.pos_ == "VERB"


def _is_shown(root: Token) -> bool:
    """ "I love the colours", said of what the other person shows."""
    if root.lemma_ not in {"love", "like", "adore", "dig"} or root.tag_ != "VBP":
        return False
    if any(c.dep_ == "ccomp" and any(t.lower_ in SECOND for t in c.subtree) for c in root.children):
        return True  # "I love how you …"
    thing = next((c for c in root.children if c.dep_ == "dobj"), None)
    if thing is None or any(c.dep_ in {"relcl", "prep", "acl"} for c in thing.children):
        return False
    return any(c.lower_ in {"the", "this", "that", "those", "these", "your"} for c in thing.children)


def _is_awaited(root: Token, words: Sequence[Token]) -> bool:
    """What is only hoped for or waited for, a participle that leans on another verb, a time with a clause of its own."""
    if words[-1].lower_ == "wait" or (root.dep_ == "relcl" and root.head.ent_type_ in {"DATE", "TIME"}):
        return True
    alone = not any(c.dep_ in {"nsubj", "nsubjpass", "aux", "auxpass"} for c in root.children)
    if root.dep_ == "conj" and (
        any(c.lower_ == "to" and c.dep_ == "aux" for c in root.children)
        or (alone and root.head.tag_ == "VB" and root.tag_ == "VBD")
    ):
        return True
    if alone and root.tag_ == "VBG" and root.lemma_ in {"hope", "wish", "look", "wait"}:
        return True
    return alone and root.tag_ == "VBN" and root.dep_ == "conj" and root.head.tag_ != "VBN"


def _is_asked(root: Token, first: Token) -> bool:
    asking = first.lower_ in _ASKING and first.tag_ in {"WP", "WRB", "WDT", "IN"}
    joined = root.dep_ == "conj" and root.i > first.i and first in root.subtree
    return asking and (root.dep_ in {"ccomp", "pcomp", "csubj", "nsubj"} or joined)


def _is_wished(root: Token, tokens: Sequence[Token]) -> bool:
    """Whether what is told hangs on a wish that is not told with it."""
    return (
        root.dep_ == "ccomp"
        and (root.head.lemma_.lower() in _WISHING or root.head.lower_ == "sure")
        and root.head not in tokens
        and root.head.i < root.i
    )


def _is_accusative(root: Token) -> bool:
    """ "(I saw) them have fun"."""
    subject = next((c for c in root.children if c.dep_ == "nsubj"), None)
    joined = subject is not None and any(c.dep_ == "conj" for c in subject.children)
    return subject is not None and subject.lower_ in _OBJECTIVE and not joined


def _is_of_all(root: Token) -> bool:
    """ "we all need a rest": of everybody."""
    subject = next((c for c in root.children if c.dep_ == "nsubj"), None)
    if subject is None or subject.lower_ != "we" or root.tag_ not in {"VBP", "VB"}:
        return False
    return any(t.lower_ == "all" for t in root.doc[subject.i + 1 : root.i + 1])


def is_bare_being(root: Token) -> bool:
    """Being that names nothing: "been a long road", "I've been one", "I was a kid"."""
    if root.lemma_ != "be":
        return False
    attribute = next((c for c in root.children if c.dep_ == "attr"), None)
    if attribute is None:
        return False
    subject = next((c for c in root.children if c.dep_ in {"nsubj", "expl"}), None)
    alone = not any(c.dep_ in {"amod", "acl", "relcl"} or c.lower_ == "of" for c in attribute.children)
    return (
        (subject is None and root.tag_ == "VBN")
        or (attribute.lower_ == "one" and alone)
        or (attribute.lower_ in _YOUTH and alone and root.dep_ == "advcl")
    )


def _is_praise(root: Token) -> bool:
    """ "Rex is so cute", said of somebody who is not the speaker."""
    if root.lemma_ not in {"be", "look", "seem"} or root.tag_ not in {"VBZ", "VBP"}:
        return False
    subject = next((c for c in root.children if c.dep_ == "nsubj"), None)
    if subject is not None and any(c.lower_ in {"those", "these"} for c in subject.children):
        return True
    said = next((c for c in root.children if c.dep_ == "acomp"), None)
    if subject is None or said is None or is_ours(subject) or subject.pos_ == "PRON":
        return False
    if root.lemma_ != "be" and listed(said.lower_, "reaction"):
        return True  # "Rex looks happy"
    return listed(said.lower_, "praise") and not any(
        c.dep_ in {"prep", "xcomp", "ccomp"} for c in said.children
    )
