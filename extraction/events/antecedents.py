"""What a pointing word stands for, where only one thing said shortly before can be meant, and how to name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from user_memory.extraction.entities import phrase_bounds, phrase_text, possessor_of
from user_memory.extraction.events.pointing import (
    agrees,
    family,
    has_mind,
    is_doer,
    is_further,
    is_living,
    is_minded,
    is_several,
    is_time,
    leans_on,
    points,
)
from user_memory.extraction.events.voices import voice_of
from user_memory.extraction.events.words import listed
from user_memory.extraction.lexicon import is_exactly, role_of, singular
from user_memory.extraction.personal.sensitive import sensitive_in
from user_memory.extraction.references import FIRST_PERSON
from user_memory.extraction.stages import Reading
from user_memory.extraction.withheld import hidden

_SENTENCES_BACK = 3
_WORDS_BACK = 60
"""Words of one sentence that are looked back over: one without an end costs no more."""
_MESSAGES_BACK = 3
_MOST_WORDS = 5
_SEVERAL = frozenset({"they", "them", "their"})
_STATES = frozenset(
    {
        "be",
        "have",
        "look",
        "taste",
        "smell",
        "feel",
        "mean",
        "bring",
        "give",
        "help",
        "make",
        "remind",
        "keep",
        "cost",
        "seem",
    }
)
"""Verbs whose subject need not live."""
_UNREAL = frozenset({"if", "unless", "imagine", "never"})
_MOVING = frozenset({"go", "come", "move", "travel", "drive", "walk", "return", "fly", "run", "get", "head"})
_THEMES = frozenset({"nsubj", "nsubjpass", "poss"})
_PLACING = frozenset({"in", "at", "on", "near", "to", "from", "around", "into"})


def named(reading: Reading, token: Token) -> str | None:
    """The words to say in the place of ``token``, ``None`` where several things, or none, can be meant, or none may be kept."""
    words = _named(reading, token)
    return None if words is not None and _is_private(reading, token, words) else words


def _is_private(reading: Reading, token: Token, words: str) -> bool:
    """Whether the sentence with these words in it tells what there is no consent for: "I joined" and "the Baptist church"."""
    start, end = token.idx - token.sent.start_char, token.idx + len(token) - token.sent.start_char
    said = f"I {token.head.text} {words}. {token.sent.text[:start]}{words}{token.sent.text[end:]}"
    return any(f.category not in reading.background.consents for f in sensitive_in(said))


def _named(reading: Reading, token: Token) -> str | None:
    if token.lower_ == "one":
        return _kind_asked(reading, token) or _kind_said(token)
    if is_further(token):
        return _further(reading, token)
    if not _is_nameable(token):
        return None
    asked = _asked(reading, token)
    if asked is not None:
        return _worded(reading.previous[-1], asked, token)
    for said, sentence in _before(reading, token):
        found = _candidates(sentence, token)
        if found:
            meant = found[0] if len(found) == 1 else _topic(found)
            if meant is None or _is_unreal(meant) or not _fits(meant, token):
                return None
            return _worded(said, meant, token)
    return None


def _is_unreal(noun: Token) -> bool:
    """Whether the thing is denied or only supposed: "I don't have a dog", "if I had a boat"."""
    denied = any(c.dep_ == "neg" for t in (noun, noun.head) for c in t.children)
    return denied or any(t.lower_ in _UNREAL for t in noun.sent[: noun.i - noun.sent.start])


def _topic(found: Sequence[Token]) -> Token | None:
    """Of several things the one that the whole sentence describes: "this ring is a present from Rome"."""
    topics = [
        t
        for t in found
        if t.dep_ == "nsubj" and t.head.dep_ == "ROOT" and t.head.lemma_ == "be" and _is_given(t)
    ]
    return topics[0] if len(topics) == 1 else None


def _asked(reading: Reading, token: Token) -> Token | None:
    """The object of the same verb in the question just asked: "how long have you kept bees?" - "I've kept them for years"."""
    if token.dep_ != "dobj" or token.lower_ not in {"it", "them"} or _was_said(token):
        return None
    if not reading.previous or reading.previous[-1].message.role == "assistant":
        return None
    questions = (s for s in _prose(reading.previous[-1]) if s.text.rstrip().endswith("?"))
    verbs = (t for s in questions for t in s if t.lemma_ == token.head.lemma_ and t.pos_ == "VERB")
    objects = [c for v in verbs for c in v.children if c.dep_ == "dobj" and c.pos_ in {"NOUN", "PROPN"}]
    fitting = [o for o in objects if is_several(o) or token.lower_ == "it"]
    return fitting[0] if len(objects) == 1 and fitting else None


def _kind_asked(reading: Reading, token: Token) -> str | None:
    """One of those that the question just asked is about: "which films do you plan?" - "I'm planning one about bees"."""
    if token.dep_ not in {"dobj", "pobj"} or not reading.previous:
        return None
    verb = token.head if token.dep_ == "dobj" else token.head.head
    asked = [t for s in _prose(reading.previous[-1]) if s.text.rstrip().endswith("?") for t in s]
    if not any(t.lemma_ == verb.lemma_ and t.pos_ == "VERB" for t in asked):
        return None
    kinds = [t for t in asked if t.tag_ == "NNS" and not listed(t.lower_, "light") and t.ent_type_ == ""]
    if len(kinds) != 1:
        return None
    noun = singular(kinds[0].lower_)
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _further(reading: Reading, token: Token) -> str | None:
    """More of what the question just asked names in the plural, where it names one such thing: "a few more roses"."""
    if not reading.previous or _was_said(token):
        return None
    asked = [t for s in _prose(reading.previous[-1]) if s.text.rstrip().endswith("?") for t in s]
    things = [
        t for t in asked if t.pos_ in {"NOUN", "PROPN"} and not is_time(t) and not listed(t.lower_, "light")
    ]
    kinds = {t.lower_: t for t in things if t.tag_ == "NNS" and t.dep_ in {"dobj", "pobj", "attr", "nsubj"}}
    joined = any(t.dep_ == "conj" or any(c.dep_ == "conj" for c in t.children) for t in kinds.values())
    if len(kinds) != 1 or joined:
        return None
    kind = next(iter(kinds.values()))
    return None if hidden(reading.previous[-1], [kind]) else f"more {phrase_text(kind)}"


def _kind_said(token: Token) -> str | None:
    """The thing of which it is another: "I finished the quilt, so I've begun another one"."""
    if not any(c.lower_ in {"another", "new", "second", "third", "next"} for c in token.children):
        return None
    found = _candidates(token.doc[token.sent.start : token.i], token)
    return _one(phrase_text(found[0])) if len(found) == 1 else None


def _was_said(token: Token) -> bool:
    """Whether the same message has named something before."""
    before = (t for t in token.doc[: token.sent.start] if t.pos_ in {"NOUN", "PROPN"})
    return any(
        t.dep_ == "dobj" or (t.dep_ == "nsubj" and t.head.lemma_ == "be" and agrees(t, token)) for t in before
    )


def _is_nameable(token: Token) -> bool:
    """Whether a thing can be meant at all; as a subject "it" as often means all that was said before."""
    low = token.lower_
    if low in {"it", "them", "another", "there"}:
        return token.dep_ in {"dobj", "pobj", "dative", "advmod", "pcomp"}
    possible = any(c.lower_ in {"can", "could", "may", "might"} for c in token.head.children)
    return low in {"they", "their"} and not (token.dep_ == "nsubj" and possible)


def _fits(noun: Token, token: Token) -> bool:
    """Whether the thing can do or be what is said of it: only the living act, of a group the word says "they" and its noun "it"."""
    if token.lower_ in _SEVERAL:
        if noun.tag_ not in {"NNS", "NNPS"} and not is_exactly(noun.lower_, "gender", "plural"):
            return False
        if noun.doc is not token.doc and not _is_topic(noun, token):
            return False
        if token.dep_ != "nsubj" or is_living(noun):
            return True
        return token.head.lemma_ in _STATES and noun.dep_ in {"nsubj", "nsubjpass", "ROOT", "dobj"}
    if token.lower_ == "it" and any(c.dep_ == "conj" for c in noun.children):
        return False
    return token.lower_ != "it" or _is_given(noun)


def _is_topic(noun: Token, token: Token) -> bool:
    """Whether the message before speaks of the thing as known to both: "your dogs", "those flowers … what are they?"."""
    if is_living(noun):
        return _is_given(noun) or "?" in noun.sent.text
    shown = any(c.lower_ in {"those", "these", "your"} for c in noun.children)
    return shown and token.head.lemma_ in {"be", "call"} and any(family(t) == family(token) for t in noun.doc)


def _is_given(noun: Token) -> bool:
    return any(c.dep_ in {"det", "poss", "nummod"} for c in noun.children)


def stands_in(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether the nearest thing that ``token`` can stand for is among ``tokens``, of the same message."""
    before = [t for t in token.doc[: token.i] if _is_meant(t, token)]
    return bool(before) and before[-1] in tokens


def is_explained_before(token: Token) -> bool:
    """Whether anything in the words of the message before ``token`` can be what it stands for."""
    return any(_is_meant(t, token) for t in token.doc[: token.i])


def _before(reading: Reading, token: Token) -> Iterator[tuple[Reading, Sentence | Sequence[Token]]]:
    """What was said before, the nearest first: the same sentence, those before it, the message that this one answers."""
    yield reading, list(token.doc[max(token.sent.start, token.i - _WORDS_BACK) : token.i])
    sentences = list(_sentences_before(token))
    for sentence in sentences:
        yield reading, sentence
    if len(sentences) < _SENTENCES_BACK:
        yield from _earlier(reading, token)


def _sentences_before(token: Token) -> Iterator[Sentence]:
    """The last sentences before that of ``token``, the nearest first."""
    start = token.sent.start
    for _ in range(_SENTENCES_BACK):
        if start == 0:
            return
        sentence = token.doc[start - 1].sent
        yield sentence
        start = sentence.start


def _earlier(reading: Reading, token: Token) -> Iterator[tuple[Reading, Sentence]]:
    """The messages of people before, as far back as each speaks of the same thing by the same word.

    What the assistant says of a thing is not the user's word for it.
    """
    back = 1 if token.lower_ == "it" else _MESSAGES_BACK
    for last in reading.previous[::-1][:back]:
        if last.message.role == "assistant":
            return
        for sentence in list(_prose(last))[::-1][:_SENTENCES_BACK]:
            yield last, sentence
        if not any(family(t) == family(token) for t in last.doc):
            return


def _prose(reading: Reading) -> Iterable[Sentence]:
    return (
        s
        for s in reading.doc.sents
        if "[image" not in s.text and reading.text.kind_at(s.start_char) == "prose"
    )


def _candidates(words: Iterable[Token], token: Token) -> list[Token]:
    """The things among the words that ``token`` can stand for, each once; none where the words point at them as well."""
    found: dict[str, Token] = {}
    words = list(words)
    if any(family(t) == family(token) and points(t) for t in words):
        return []
    for word in words:
        if _is_meant(word, token):
            found.setdefault(word.lemma_.lower(), word)
    return list(found.values())


def _is_meant(word: Token, token: Token) -> bool:
    """Whether a noun that stands for itself can be meant; one of several that are listed, and one inside another, are not."""
    if token.dep_ in {"dobj", "pobj"} and word.doc is token.doc and is_doer(word, token):
        return False
    if word.pos_ not in {"NOUN", "PROPN"} or not agrees(word, token) or listed(word.lower_, "light"):
        return False
    if token.lower_ in _SEVERAL and is_minded(token) and not has_mind(word):
        return False
    if word.dep_ in {"compound", "poss", "nmod", "intj", "npadvmod", "amod"} or word is token.head:
        return False
    if (word.dep_ == "attr" and token.lower_ != "there") or (word.doc is token.doc and leans_on(word, token)):
        return False
    return not (word.dep_ == "conj" and word.head.pos_ in {"NOUN", "PROPN"} and agrees(word.head, token))


def _worded(reading: Reading, noun: Token, token: Token) -> str | None:
    """The thing as a noun phrase in the place of ``token``."""
    start, end = phrase_bounds(noun)
    text = re.sub(r"^(?:more|many|few|other|new|next) ", "", phrase_text(noun))
    if not text or len(text.split()) > _MOST_WORDS or hidden(reading, list(noun.doc[start:end])):
        return None
    if _is_kin(noun):
        text = text.lower()
    others = [c for c in noun.children if c.dep_ == "conj"]
    if others:
        text = " and ".join([text, *(phrase_text(o) for o in others)])
    if len(others) > 1 or any(hidden(reading, list(o.subtree)) for o in others):
        return None
    low = token.lower_
    if low == "another":
        return f"another {_one(text)}"
    owner = _owner(reading, noun)
    if owner is None:
        return None
    phrase = f"{owner} {text}".strip()
    if low == "there":
        return f"{_preposition(noun, token)} {phrase}"
    return _possessive(phrase) if low == "their" else phrase


def _one(text: str) -> str:
    *before, last = text.split()
    return " ".join([*before, singular(last)])


def _owner(reading: Reading, noun: Token) -> str | None:
    """What stands before the noun: whose it is, "the" for what was named with an article, nothing for a name or a kind."""
    owner = possessor_of(noun)
    if owner is None:
        bare = not any(c.dep_ == "det" or c.dep_ == "nummod" for c in noun.children)
        if bare and _is_kin(noun):  # "family is everything", "mum's well"
            return f"{voice_of(reading).speaker}'s" if _is_own(noun) else None
        return "" if bare else "the"
    voice = voice_of(reading)
    if owner.lower_ in FIRST_PERSON:
        return f"{voice.speaker}'s"
    if owner.lower_ in {"your", "ur"}:
        return f"{voice.addressee}'s"
    if owner.pos_ == "PRON":
        return "the"
    return f"{phrase_text(owner)}'s" if not hidden(reading, [owner]) else None


def _is_kin(noun: Token) -> bool:
    """A relative or the family, without a word for whose."""
    kin = noun.lower_ == "family" or role_of(noun.lower_) is not None
    named = noun.ent_type_ == "PERSON" or any(c.dep_ == "compound" for c in noun.children)
    return kin and noun.tag_ in {"NN", "NNP"} and not named


def _is_own(noun: Token) -> bool:
    """Whether a relative without an owner is the speaker's: nobody else is told of and nobody asked."""
    told = (t for t in noun.sent if t is not noun and (t.dep_ in _THEMES or t.ent_type_ == "PERSON"))
    others = (t for t in told if t.pos_ in {"PRON", "PROPN"} and t.lower_ not in FIRST_PERSON)
    return "?" not in noun.sent.text and not any(others)


def _preposition(noun: Token, there: Token) -> str:
    if there.head.lemma_ in _MOVING:
        return "to"
    head = noun.head
    if head.dep_ == "prep" and head.lower_ in _PLACING:
        return {"to": "at", "from": "at", "into": "in"}.get(head.lower_, head.lower_)
    return "at"


def _possessive(phrase: str) -> str:
    return phrase + ("'" if phrase.endswith("s") else "'s")
