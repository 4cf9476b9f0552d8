"""Who a construction is about: what stands before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spacy.tokens import Span, Token

from user_memory.extraction.facts.constructions.phrases import ADVERBS, BOUNDARY, opens
from user_memory.extraction.facts.subjects import subjects_of
from user_memory.extraction.lexicon import grammar, role_of, verb_lemma

_AUXILIARIES = frozenset({"be", "have", "do"})
_MODALS = frozenset(
    {"would", "could", "might", "should", "may", "must", "'d", "can", "will", "'ll", "wo", "shall"}
)
NEVER = frozenset({"not", "n't", "never", "nt", "hardly", "neither"})
_SOMEBODYS = frozenset({"is", "'s", "’s", "has", "does"})
"""Auxiliaries that no speaker who left "I" out has."""
_PRONOUNS = frozenset({"i", "we", "he", "she", "they"})
_STATIVE = grammar("stative")
_ADJECTIVES = 2
_OWNERS = frozenset({"my", "our", "his", "her", "their"})


@dataclass(frozen=True, slots=True)
class Subject:
    """``token`` ``None`` is the speaker. ``start`` is where it or the words after it begin, ``words`` where its verb does."""

    token: Token | None
    start: int
    words: int
    negated: bool = False
    ended: bool = False
    modal: bool = False


def subject_before(sent: Span, i: int) -> Subject | None:
    """The subject of the words that begin at ``i``; ``None`` where it is nobody in particular."""
    at, negated, ended, modal = i, False, False, False
    while at > sent.start:
        token = sent.doc[at - 1]
        low = token.lower_
        if low in NEVER:
            negated = True
        elif (low == "longer" and at - 2 >= sent.start and sent.doc[at - 2].lower_ == "no") or (
            low == "to" and at - 2 >= sent.start and sent.doc[at - 2].lower_ == "used"
        ):
            ended, at = True, at - 1
        elif (low in _MODALS and low not in {"'d"}) or low == "to":
            modal = True
        elif low not in ADVERBS and not (
            verb_lemma(token.lemma_) in _AUXILIARIES and token.pos_ in {"AUX", "VERB"}
        ):
            break
        at -= 1
    return _read(sent, at, i, Subject(None, at, i, negated, ended, modal))


def speaker_before(sent: Span, i: int) -> Subject | None:
    """The speaker who left "I am" out before ``i``, where the sentence begins; ``None`` elsewhere."""
    told = subject_before(sent, i)
    if told is None or told.token is not None or told.modal or _opens_another(sent, i):
        return None
    if told.start > sent.start and sent.doc[told.start - 1].lower_ == "no":
        return None
    return told if all(_leads(t) for t in sent.doc[sent.start : told.start]) else None


def _opens_another(sent: Span, i: int) -> bool:
    """Whether ``i`` begins what stands before another statement, or its subject: "after a long day, it's …", "the oldest one is …"."""
    said = [t for t in sent if t.dep_ in {"nsubj", "nsubjpass"} and t.head == sent.root and t.i >= i]
    if sent.doc[i].pos_ in {"ADP", "SCONJ"}:
        return any(t.i > i for t in said)
    return sent.doc[i].pos_ == "DET" and any(t.left_edge.i <= i for t in said)


def _leads(token: Token) -> bool:
    return opens(token) or token.text in BOUNDARY or token.lower_ in ADVERBS


def _read(sent: Span, at: int, i: int, told: Subject) -> Subject | None:
    before = sent.doc[at - 1] if at > sent.start else None
    if before is not None and (
        before.lower_ in _PRONOUNS or before.pos_ in {"NOUN", "PROPN"} or role_of(before.lower_)
    ):
        left = before.left_edge.i
        return replace(told, token=before, start=left if left >= sent.start else at - 1)
    if (
        before is not None
        and before.lower_ in {"who", "that"}
        and at - 2 >= sent.start
        and sent.doc[at - 2].pos_ in {"NOUN", "PROPN"}
    ):
        return replace(told, token=sent.doc[at - 2], start=at - 2)
    if before is not None and before.lower_ in {"and", "but", "or", "nor", "then"}:
        return _shared(sent, i, told)
    if before is not None and before.text == ",":
        resumed = _resumed(sent, i, told)
        if resumed is not None:
            return resumed
    if before is None or before.text in BOUNDARY or opens(before):
        if sent.doc[min(at, i)].lower_ in _SOMEBODYS:
            return None
        return told if told.start < i or i >= sent.end or _speaks(sent.doc[i]) else None
    return None


def _resumed(sent: Span, i: int, told: Subject) -> Subject | None:
    """The subject before an apposition: "our au pair, a Dane, can't stand …"."""
    verb = sent.doc[i]
    heads = (verb, verb.head)
    said = next((c for v in heads for c in v.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if said is None or not sent.start <= said.i < told.start:
        return None
    return Subject(said, told.start, told.negated, told.ended, told.modal)


def _shared(sent: Span, i: int, told: Subject) -> Subject | None:
    """The subject that the verb shares with the one before "and"."""
    found, omitted = subjects_of(sent.doc[i])
    if found:
        return replace(told, token=found[0])
    earlier = [t for t in sent.doc[sent.start : told.start] if t.dep_ in {"nsubj", "nsubjpass"}]
    if earlier:
        return replace(told, token=earlier[-1])
    return told if omitted or _speaks(sent.doc[i]) else None


def _speaks(verb: Token) -> bool:
    """Whether a verb without a subject is the speaker's and no order: "love it", "been to Oslo", "works for me"."""
    return (
        verb.lower_ != verb.lemma_.lower()
        or verb.pos_ not in {"VERB", "AUX"}
        or verb_lemma(verb.lemma_) in _STATIVE
        or verb.tag_ == "MD"
    )


def subject_at(sent: Span, i: int) -> int | None:
    """The end of a subject that begins at ``i``: a pronoun or "my sister"; ``None`` where there is none."""
    if i < sent.end and sent.doc[i].lower_ in _PRONOUNS:
        return i + 1
    end = owner_at(sent, i)
    while end is not None and end < sent.end and sent.doc[end].pos_ in {"NOUN", "PROPN", "ADJ"}:
        end += 1
    return end if end is not None and sent.doc[end - 1].pos_ in {"NOUN", "PROPN"} else None


def owner_at(sent: Span, i: int) -> int | None:
    """The end of a possessive that begins at ``i``: "my", "her", "my sister's"; ``None`` where there is none."""
    if i >= sent.end:
        return None
    for end in range(i + 1, min(i + 5, sent.end) + 1):
        last = sent.doc[end - 1]
        if last.lower_ in {"'s", "’s", "'"} and last.tag_ == "POS":
            return end
        if last.pos_ not in {"NOUN", "PROPN", "ADJ"} and last.lower_ not in _OWNERS:
            break
    return i + 1 if sent.doc[i].lower_ in _OWNERS else None


def owner_before(sent: Span, i: int) -> tuple[int, int] | None:
    """The possessive whose noun begins at ``i``, up to two adjectives between: "my one true …", "my sister's …"."""
    end = i
    while (
        end > sent.start and i - end < _ADJECTIVES and sent.doc[end - 1].pos_ in {"ADJ", "ADV", "NUM", "ADP"}
    ):
        end -= 1
    if end == sent.start:
        return None
    last = sent.doc[end - 1]
    if last.lower_ in _OWNERS:
        return end - 1, end
    if last.tag_ != "POS":
        return None
    return sent.doc[end - 2].left_edge.i if end - 2 >= sent.start else end - 1, end


def after_owner(sent: Span, start: int, end: int) -> int:
    """Where the noun begins in [start, end) after a possessive: at "Turkish" in "my Turkish"."""
    owners = (at for at in range(start, end) if sent.doc[at].lower_ in _OWNERS or sent.doc[at].tag_ == "POS")
    return max(owners, default=start - 1) + 1


def owner_of(sent: Span, place: tuple[int, int]) -> Token | None:
    """Who owns, for a place that ``owner_at`` found: ``None`` is the speaker."""
    last = sent.doc[place[1] - 1]
    holder = sent.doc[place[1] - 2] if last.tag_ == "POS" else last
    return (
        None
        if holder.lower_ in {"my", "our"}
        else {"his": holder, "her": holder, "their": holder}.get(holder.lower_, holder)
    )
