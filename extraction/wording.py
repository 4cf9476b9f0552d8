"""Retelling: the words of a speaker in the third person, short and without what only belongs to the conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Token

from user_memory.extraction.anyone import means_anyone
from user_memory.extraction.datafiles import word_sets
from user_memory.extraction.forms import is_past_form, third_person
from user_memory.extraction.lexicon import role_of
from user_memory.graph.model import CONTENT_LIMIT

_FIRST_SUBJECT = {"i", "we"}
_FIRST_OBJECT = {"me", "us"}
_FIRST_POSSESSIVE = {"my", "our"}
_REFLEXIVE = {"myself", "ourselves", "yourself", "yourselves"}
_SECOND = {"you", "u", "ya"}
_SECOND_POSSESSIVE = {"your", "ur"}
_ENDING = frozenset({'"', "'", ")", "%"})
_CLOSING = frozenset({",", ".", ";", ":", "!", "?", ")"})
_SUBJECTS = {"nsubj", "nsubjpass", "expl"}
_AUXILIARIES = {"aux", "auxpass"}
_LOWER = frozenset({"", "CARDINAL", "ORDINAL", "QUANTITY", "TIME"})
"""Entity types whose words bear no capital."""
_PARTED = re.compile(
    r"\b((?:well|self|non|ex|half|co|pre|semi|anti|part|full|long|short|high|low|mid|old|over|under|ill|hard|second|first))- (?=[a-z])",
    re.I,
)
"""A compound with a space after its hyphen."""
_GLUED = re.compile(r"(?<=\w)- (?!(?:and|or|to)\b)")
"""A dash that touches the word before it."""
_TURNS = re.compile(
    r"^(?:of course|by the way|in fact|to be (?:honest|fair)|for sure|no doubt|on (?:a|another|that|the other) (?:\w+ )?(?:note|hand)"
    r"|long story short|believe it or not|in any case|in other words|as (?:always|usual)|to be clear"
    r"|(?:a lot|lots|so much|much)(?:'s| has| have)? (?:happened|changed)\b[^-–—:;,]{0,40}[-–—:;,]"
    r"|(?:some |the )?(?:good|great|bad|big|sad|happy|exciting|amazing|awesome) news(?: is)? ?[-–—:,]"
    r"|long time no (?:talk|see|chat|speak) ?[-–—:,]"
    r"|on top of that|speaking of [^,]{1,40}|in the meantime|at the end of the day),? ",
    re.I,
)
"""Turns of speech before what is told, after which the commas stand."""
_CONTRACTIONS = {"'ve": "have", "'m": "am", "'re": "are", "'ll": "will", "ve": "have"}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks and who is spoken to, as a retelling names them."""

    speaker: str
    addressee: str


def _words() -> Mapping[str, frozenset[str]]:
    return word_sets("wording.toml")


def retell(tokens: Sequence[Token], voice: Voice, said: Mapping[int, str], subject: bool = False) -> str:
    """The words of ``tokens`` about ``voice.speaker`` in the third person.

    ``said`` gives other words for a token by its index in the document, ``""`` to leave it out. With ``subject`` the speaker
    is put in front as the subject that the words leave out ("had lunch" -> "user had lunch"). Never longer than 200 code points.
    """
    kept = _core(tokens, voice, said)
    told = _Telling(voice, said)
    if kept and (subject or _lacks_subject(kept)):
        told.lead(kept)
    for token in kept:
        told.add(token)
    return shorten(_TURNS.sub("", told.text()))


def shorten(text: str, limit: int = CONTENT_LIMIT) -> str:
    """At most ``limit`` code points of ``text``, cut after a whole word and without loose punctuation at its ends."""
    text = _GLUED.sub(" - ", _PARTED.sub(r"\1-", " ".join(text.split())))
    if len(text) > limit:
        text = text[: limit + 1].rsplit(" ", 1)[0]
    if text.count('"') % 2:
        text = text.replace('"', "")
    previous = None
    while text != previous:
        previous, text = text, " ".join(text.strip(" ,;:-–—").rstrip(".!…(").split())
    return text


def _core(tokens: Sequence[Token], voice: Voice, said: Mapping[int, str]) -> list[Token]:
    """Without greetings, vocatives and fillers at either end."""
    kept = [t for t in tokens if not t.is_space and not _symbol(t)]
    while kept and said.get(kept[0].i) is None and _opener(kept, voice):
        thanks = kept.pop(0).lower_ in {"thanks", "thx", "cheers"}
        if thanks and kept and kept[0].lower_ == "for":
            kept = _after_comma(kept)
    if [t.lower_ for t in kept[:3]] in (["as", "for", "me"], ["as", "for", "us"]):
        kept = _after_comma(kept)
    while kept and (
        (kept[-1].is_punct and kept[-1].text not in _ENDING)
        or (said.get(kept[-1].i) is None and _closer(kept, voice))
    ):
        kept.pop()
    return kept


def _after_comma(kept: list[Token]) -> list[Token]:
    """What comes after the thanks: "(thanks for asking,) they're good"."""
    comma = next((n for n, t in enumerate(kept) if t.text in {",", "!", ".", "-", "–", "—"}), None)
    return kept if comma is None else kept[comma + 1 :]


def _lacks_subject(kept: Sequence[Token]) -> bool:
    """Whether the words open with a past verb whose subject, the speaker, is left out: "had lunch and …"."""
    first = kept[0]
    if first.pos_ not in {"VERB", "AUX"} or first.dep_ in _AUXILIARIES or first.lower_ in {"was", "were"}:
        return False
    told = {t.i for t in kept}
    if any(c.dep_ in _SUBJECTS and (c.i in told or c.i > first.i) for c in first.children):
        return False
    if any(c.dep_ == "csubj" or c.lower_ in _FIRST_OBJECT for c in first.children):
        return False
    past = first.tag_ in {"VB", "VBN"} and is_past_form(first.text) and _has_object(first)
    return first.tag_ == "VBD" or past


def _has_object(verb: Token) -> bool:
    return any(c.dep_ == "dobj" for c in verb.children)


def _symbol(token: Token) -> bool:
    return not any(c.isalnum() or c in "'\"’-–—,.:;!?()$€£%&/+#@°" for c in token.text)


def _opener(kept: list[Token], voice: Voice) -> bool:
    first = kept[0]
    following = kept[1] if len(kept) > 1 else None
    if first.is_punct and first.text not in {"#", "$"}:
        return True
    if (
        _called(first, voice)
        and following is not None
        and following.text in {",", "!", ".", "-", "–", "—", ":"}
    ):
        return True
    if following is not None and first.lower_ in _words()["opener"] and _called(following, voice):
        return True
    if (
        first.lower_ in {"thanks", "thx", "cheers", "hey", "hi", "hello", "yep", "yeah", "wow", "oh"}
        or first.dep_ == "intj"
    ):
        return True
    return first.lower_ in _words()["opener"] and first.dep_ not in {
        "amod",
        "attr",
        "acomp",
        "nsubj",
        "det",
        "dobj",
        "ROOT",
        "pobj",
        "compound",
    }


def _closer(kept: list[Token], voice: Voice) -> bool:
    last = kept[-1]
    before = kept[-2] if len(kept) > 1 else None
    if before is not None and before.text == "," and _called(last, voice):
        return True
    if last.lower_ in _words()["cry"] and before is not None and before.is_punct:
        return True
    if last.lower_ == "so" and before is not None and before.lemma_ in {"say", "think", "hope", "do"}:
        return False
    return last.lower_ in _words()["closer"] and last.dep_ not in {
        "dobj",
        "pobj",
        "attr",
        "acomp",
        "nsubj",
        "dative",
    }


def _called(token: Token, voice: Voice) -> bool:
    """Whether the word calls the person spoken to by name or by a short form of it."""
    name, said = voice.addressee.casefold(), token.lower_
    return said in {"guys", "mate", "bro", "buddy", "dude", "girl", "friend", "everyone"} or (
        len(said) > 1 and name.startswith(said)
    )


class _Telling:
    """Builds one retelling; who has been named so far decides between name and pronoun."""

    def __init__(self, voice: Voice, said: Mapping[int, str]) -> None:
        self._voice = voice
        self._said = said
        self._named = False
        self._amid = False
        """Whether somebody else was told of since the speaker was named, so that "they" would be both or the other."""
        self._singular: dict[int, bool] = {}
        self._words: list[str] = []
        self._glue = False
        self._last = -1
        self._opening = -1
        """The present verb that opens the words, of the speaker who stands in front of it."""

    def text(self) -> str:
        return "".join(self._words)

    def lead(self, kept: list[Token]) -> None:
        head = next((t for t in kept if t.pos_ in {"VERB", "AUX"} and t.dep_ not in _AUXILIARIES), kept[0])
        gerund = head.tag_ == "VBG" and not any(c.dep_ in _AUXILIARIES for c in head.children)
        self._put(self._voice.speaker, False)
        self._named = True
        self._opening = kept[0].i if kept[0].tag_ == "VBP" else -1
        if gerund:
            self._put("is", False)
        elif self._opening < 0 and any(t.lower_ == "been" and t.i <= head.i for t in kept[:3]):
            self._put("has", False)

    def add(self, token: Token) -> None:
        self._amid = self._amid or (self._named and _is_being(token))
        self._glue = self._glue and token.i > self._last
        self._last = token.i
        replaced = self._said.get(token.i)
        if replaced is not None:
            self._put(replaced, bool(self._words) and self._glue)
            self._glue = not token.whitespace_ if replaced else self._glue and not token.whitespace_
            return
        word, apart = self._word(token)
        self._put(word, (self._glue and not apart) or token.text in _CLOSING)
        self._glue = not token.whitespace_

    def _put(self, word: str, glue: bool) -> None:
        if not word:
            return
        if self._words and not glue:
            self._words.append(" ")
        self._words.append(word)
        self._glue = False

    def _word(self, token: Token) -> tuple[str, bool]:
        """The word to write, and whether a space must stand before it."""
        if token.lower_ in {"all", "both"} and _is_of_us(token):
            return "", False  # "we all" is told of one
        pronoun = self._pronoun(token)
        if pronoun is not None:
            return pronoun, False
        verb = self._verb(token)
        if verb is not None:
            return verb, token.text[0] in "'’"
        if (
            token.lower_ in _CONTRACTIONS
            and token.lower_ not in {"n't", "n’t"}
            and self._pronoun_subject(token)
        ):
            return _CONTRACTIONS[token.lower_], True
        return _plain(token, start=not self._words), False

    def _pronoun(self, token: Token) -> str | None:
        low = token.lower_
        if means_anyone(token):
            return low
        if low in _FIRST_SUBJECT and token.pos_ == "PRON":
            return self._subject(token)
        if low in _FIRST_OBJECT and token.pos_ == "PRON":
            return "them" if self._named and not self._amid else self._name()
        if low in _FIRST_POSSESSIVE:
            return "their" if self._named else self._name() + "'s"
        if low in _REFLEXIVE:
            return "themselves"
        if low in {"mine", "ours"} and (token.pos_ == "PRON" or token.dep_ == "pobj"):
            return "theirs" if self._named else self._name() + "'s"
        if low in _SECOND and token.pos_ == "PRON":
            self._singular[token.i] = True
            return self._voice.addressee
        if low in _SECOND_POSSESSIVE:
            return self._voice.addressee + "'s"
        return None

    def _subject(self, token: Token) -> str:
        if self._named and token.dep_ != "conj" and not (self._amid and token.lower_ == "i"):
            self._singular[token.i] = False
            return "they"
        self._singular[token.i] = True
        return self._name()

    def _name(self) -> str:
        self._named, self._amid = True, False
        return self._voice.speaker

    def _pronoun_subject(self, token: Token) -> Token | None:
        """The first or second person subject that the verb agrees with; a listed verb shares that of the first."""
        verb = token.head if token.dep_ in _AUXILIARIES else token
        while True:
            before = [c for c in verb.children if c.dep_ in _SUBJECTS and c.i < token.i]
            subject = before[-1] if before else None  # a name that only calls stands before it
            if subject is not None:
                spoken = subject.lower_ in _FIRST_SUBJECT | _SECOND and subject.pos_ == "PRON"
                return subject if spoken and not means_anyone(subject) else None
            if verb.dep_ != "conj":
                return None
            verb = verb.head

    def _verb(self, token: Token) -> str | None:
        if token.pos_ not in {"VERB", "AUX"}:
            return None
        subject = self._pronoun_subject(token)
        if subject is None:
            return _agree(token) if token.i == self._opening else None
        if not self._singular.get(subject.i, not self._named or self._led(subject)):
            return {"am": "are", "'m": "are", "’m": "are", "was": "were", "'ve": "have", "’ve": "have"}.get(
                token.lower_
            )
        return _agree(token)

    def _led(self, subject: Token) -> bool:
        """Whether the subject was left out of the words and the speaker's name stands for it."""
        return subject.i not in self._singular


def _agree(token: Token) -> str | None:
    low = token.lower_
    if low in {"am", "'m", "’m", "are", "'re", "’re"}:
        return "is"
    if low == "were":
        return "was"
    if low in {"'d", "’d"}:
        return "would" if token.tag_ == "MD" or token.lemma_ == "would" else "had"
    if low in {"'ll", "’ll"}:
        return "will"
    if low in {"'ve", "’ve"} or (low in {"have", "ve"} and token.tag_ != "VB"):
        return "has"
    if is_past_form(low) or low == "quit" or _is_past_here(token):
        return None  # nobody says "I quit my job" of what is done again and again
    if token.tag_ == "VBP" or (token.tag_ == "VB" and (_finite(token) or _joined(token))):
        return third_person(token.lower_)
    return None


def _is_past_here(token: Token) -> bool:
    """Whether a verb of one form is past by what stands around it: "I told her that I hurt my knee", "I cut it last week"."""
    if token.lower_ not in _words()["unchanged"]:
        return False
    return any(
        t.tag_ == "VBD" or t.lower_ in {"yesterday", "ago", "last"} for t in token.sent if t is not token
    )


def _finite(token: Token) -> bool:
    """A bare form that the tagger took for an infinitive though a subject stands right before it."""
    return any(c.dep_ in _SUBJECTS for c in token.children) and not any(
        c.dep_ in _AUXILIARIES for c in token.children
    )


def _is_of_us(token: Token) -> bool:
    """ "we all", "we are both"."""
    before = [t.lower_ for t in token.doc[max(0, token.i - 2) : token.i]]
    return before[-1:] in (["we"], ["us"]) or (
        before[:1] == ["we"] and before[-1] in {"are", "'re", "were", "have", "'ve"}
    )


def _joined(token: Token) -> bool:
    """A bare form listed after a verb in the simple present: "I feed the hens and (sweep the yard)"."""
    if token.dep_ != "conj" or any(c.dep_ in _AUXILIARIES for c in token.children):
        return False
    first = token.head
    return first.tag_ in {"VBP", "VBZ"} and not any(c.dep_ in _AUXILIARIES for c in first.children)


def _is_being(token: Token) -> bool:
    """Whether the word names somebody, or a relative, friend or pet: "they" after it may be them."""
    if token.pos_ not in {"NOUN", "PROPN"} or token.dep_ in {"compound", "intj"}:
        return False
    return token.ent_type_ == "PERSON" or role_of(token.lower_) is not None


def _plain(token: Token, start: bool) -> str:
    """A word as written; the capital that only the start of a sentence gave it is dropped."""
    text = token.text
    starts = start or token.is_sent_start
    if (
        starts
        and token.pos_ != "PROPN"
        and token.ent_type_ in _LOWER
        and text[1:].islower()
        and text[:1].isupper()
    ):
        return text.lower()
    if starts and text == "A":
        return "a"
    return text
