"""Drafts to fact candidates: who is meant, what may be kept, when it holds, and how it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from user_memory.extraction.authorship import fiction_from
from user_memory.extraction.entities import is_empty, kind_of, phrase_text
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.predicates import AIMED, PEOPLE
from user_memory.extraction.facts.sentences import sentence
from user_memory.extraction.facts.trimmed import article_of
from user_memory.extraction.facts.wellformed import is_called, is_one_of_several, wellformed
from user_memory.extraction.lexicon import grammar, in_list, is_job, people, role_of, singular
from user_memory.extraction.modality import UNASSERTED, is_hedged, supposes
from user_memory.extraction.personal.people import is_figure
from user_memory.extraction.references import References, is_mine, role_noun
from user_memory.extraction.stages import Clause, Reading, TimeExpression
from user_memory.graph.candidates import FactCandidate, Mention, Span
from user_memory.graph.model import Refusal
from user_memory.graph.vocabulary import vocabulary

_IMPORTANCE = {
    "name": 9.0,
    "allergic_to": 9.0,
    "has_condition": 9.0,
    "spouse": 8.0,
    "child": 8.0,
    "lives_in": 8.0,
    "works_for": 8.0,
    "job_title": 8.0,
    "diet": 8.0,
    "pet": 7.0,
    "visited": 5.0,
    "attribute": 5.0,
    "related_to": 4.0,
    "owns": 6.0,
    "uses": 6.0,
    "habit": 6.0,
}
_TIMED = grammar("timed")
_CHANGES = grammar("changes")
_POLITE = {"asking", "ask", "saying it", "bothering you", "interrupting", "being that person", "admitting it"}
"""What people say they hate to do before they do it."""
_ME = re.compile(r"\b(?:me|us)\b")


class Builder:
    """Turns the drafts of one reading into candidates and refusals."""

    def __init__(self, reading: Reading, references: References) -> None:
        self._reading = reading
        self._references = references
        self._consents = reading.background.consents
        self._fiction = fiction_from(reading.text.text)

    def build(self, draft: Draft, presupposed: bool = False) -> Iterator[FactCandidate | Refusal]:
        """The candidate of a draft, or why there is none; nothing when nobody in particular is its subject."""
        clause = self._clause(draft.root)
        if clause is not None and clause.start in self._reading.claimed:
            return
        barred = (clause.modality if clause is not None else frozenset()) & UNASSERTED
        if self._fiction is not None and draft.root.idx >= self._fiction:
            barred |= {"quotation"}
        if self._reading.text.kind_at(draft.root.idx) == "quotation":
            barred |= {"quotation"}
        if presupposed:
            barred &= {"quotation", "sarcasm", "hypothetical"}
        if draft.order:
            barred -= {"instruction"} if supposes(draft.root.sent.text) else {"instruction", "hypothetical"}
        if draft.rhetorical:
            barred -= {"instruction", "question", "hypothetical", "wish"}
        if draft.seen:
            barred &= {"quotation", "sarcasm"}
        if draft.predicate == "favorite" and is_one_of_several(draft):
            draft.predicate, draft.qualifier = "likes", None
        if draft.subject is not None and is_called(draft.subject):
            return
        subject = self._subject(draft)
        if subject is None:
            if (
                draft.subject is not None
                and draft.subject.lower_ in {"he", "she", "they", "him", "her", "them"}
                and not barred
            ):
                yield self._refusal("unresolved", clause, draft)
            return
        if barred:
            yield self._refusal("not_asserted", clause, draft)
            return
        if subject.kind == "animal" and draft.predicate in AIMED:
            draft.predicate = "wants"
        target = self._object(draft)
        draft.past = draft.past or _is_bygone_calling(draft)
        target = target and wellformed(draft, target)
        if (
            target is None
            or target.name == subject.name
            or _is_their_role(draft.predicate, subject, target)
            or is_figure(subject)
            or _is_nothing(draft.predicate, target.name)
        ):
            return
        yield from self._permitted(draft, subject, self._told_of(target, subject), clause, presupposed)

    def _told_of(self, target: Mention, subject: Mention) -> Mention:
        """The object with the speaker named where another does something to "me": "wake me up"."""
        speaker = self._references.speaker
        if subject.name == speaker.name or not _ME.search(target.name):
            return target
        return replace(target, name=_ME.sub(speaker.name, target.name))

    def _subject(self, draft: Draft) -> Mention | None:
        subject = self._references.resolve(draft.subject, self._reading.index)
        if subject is None and draft.seen and draft.subject is not None and role_noun(draft.subject):
            return self._references.role(draft.subject, self._references.speaker)
        return subject

    def build_affirmed(self, draft: Draft) -> Iterator[FactCandidate | Refusal]:
        """The candidate of a guess that the speaker affirmed."""
        target = self._object(draft)
        if target is not None:
            yield from self._permitted(draft, self._references.speaker, target, None, False)

    def build_for(self, subject: Mention, draft: Draft) -> Iterator[FactCandidate | Refusal]:
        """The candidate of a draft whose subject is known already."""
        if draft.name:
            yield from self._permitted(draft, subject, Mention(draft.name, draft.kind), None, False)

    def _permitted(
        self, draft: Draft, subject: Mention, target: Mention, clause: Clause | None, presupposed: bool
    ) -> Iterator[FactCandidate | Refusal]:
        needed = vocabulary()[draft.predicate].consent
        if needed is not None and needed not in self._consents:
            yield self._refusal("consent", clause, draft, needed)
            return
        fact = FactCandidate(
            subject=subject,
            predicate=draft.predicate,
            object=target,
            span=self._span(draft, clause),
            content="",
            polarity=draft.polarity,
            qualifier=draft.qualifier,
            operation=draft.operation,
            replaces=self._replaced(draft),
            tentative=draft.tentative or (not presupposed and self._hedged(clause, draft)),
            importance=_IMPORTANCE.get(draft.predicate, 7.0),
            confidence=draft.confidence,
        )
        fact = self._dated(fact, draft, clause)
        nominal = draft.object is not None and draft.object.pos_ in {"NOUN", "PROPN"}
        article = article_of(draft.object, target.name)
        yield replace(fact, content=sentence(fact, nominal, article, _told(draft, target)))

    def _replaced(self, draft: Draft) -> Mention | None:
        name = draft.replaced_name or (phrase_text(draft.replaces) if draft.replaces is not None else None)
        return Mention(name, draft.kind) if name else None

    def _hedged(self, clause: Clause | None, draft: Draft) -> bool:
        return clause is not None and is_hedged(clause.text) and draft.predicate not in {"knows"}

    def _object(self, draft: Draft) -> Mention | None:
        if draft.predicate == "nationality" and draft.polarity == "+":
            said = draft.said
            one = singular(said.lower())
            draft.name = people().get(one, said[:-1] if one != said.lower() else draft.name)
        if draft.object is None or draft.name is not None:
            name = draft.name or ""
            return Mention(name, draft.kind) if name else None
        token = draft.object
        if token.lower_ == "there":
            return self._references.place_before(token, self._reading.index, draft.kind)
        role = role_noun(token)
        if draft.predicate in PEOPLE:
            return self._person_object(draft, token, role)
        if role is not None and is_mine(token):
            return self._references.resolve(token, self._reading.index)
        name = phrase_text(token)
        if not name or (is_empty(token) and " " not in name):
            return None
        if (
            token.ent_type_ == "PERSON"
            and "name" not in self._consents
            and token.pos_ == "PROPN"
            and draft.kind == "person"
        ):
            return None
        return Mention(name, kind_of(token, name, draft.kind))

    def _person_object(self, draft: Draft, token: Token, role: str | None) -> Mention | None:
        if role is not None and role_of(role) is not None:
            return self._references.role(token, self._references.speaker)
        name = phrase_text(token)
        if token.tag_ == "VBG" or in_list(name, "hobby", "hobby"):
            return None
        label = next((c for c in token.children if c.dep_ in {"compound", "nmod"} and role_noun(c)), None)
        if token.pos_ == "PROPN" and label is not None and draft.subject is None:
            return self._references.role(label, self._references.speaker, owner_at=token)
        if token.pos_ == "PROPN" and not is_job(name):
            if "name" in self._consents:
                return Mention(name, "person", draft.predicate)
            nameless = Mention(draft.predicate, "person", draft.predicate)
            return None if draft.predicate == "knows" else nameless  # without the name it says nothing
        return Mention(name, "person", draft.predicate) if name else None

    def _clause(self, token: Token) -> Clause | None:
        roots = {c.root.i: c for c in self._reading.clauses}
        while token.i not in roots:
            if token.head == token:
                return None
            token = token.head
        return roots[token.i]

    def _span(self, draft: Draft, clause: Clause | None) -> Span:
        start, end = self._bounds(draft, clause)
        return self._reading.span(start, end)

    def _bounds(self, draft: Draft, clause: Clause | None) -> tuple[int, int]:
        if draft.bounds is not None:
            return draft.bounds
        if clause is not None:
            return clause.start, clause.end
        return draft.root.sent.start_char, draft.root.sent.end_char

    def _refusal(
        self, reason: str, clause: Clause | None, draft: Draft, category: str | None = None
    ) -> Refusal:
        start, end = self._bounds(draft, clause)
        raw = self._reading.text.to_raw(start, end)
        return Refusal(reason, self._reading.message.id, raw[0], raw[1], category)  # type: ignore[arg-type]

    def _dated(self, fact: FactCandidate, draft: Draft, clause: Clause | None) -> FactCandidate:
        time = self._time(draft, clause)
        at = self._reading.message.at
        if draft.past:
            inside = time is not None and time.to is not None and time.to <= at
            return replace(
                fact,
                valid_from=time.from_ if inside and time else None,
                valid_to=time.to if inside and time else at,
                precision=time.precision if inside and time else None,
            )
        if time is None or fact.operation != "assert" or time.from_ is None or time.from_ > at:
            return fact
        since = draft.root.doc.text[max(0, time.start - 6) : time.start + 6].lower()
        if (fact.predicate in _TIMED and "since" in since) or draft.root.lemma_ in _CHANGES:
            return replace(fact, valid_from=time.from_, precision=time.precision)
        return fact

    def _time(self, draft: Draft, clause: Clause | None) -> TimeExpression | None:
        start, end = self._bounds(draft, clause)
        return next((t for t in self._reading.times if start <= t.start < end), None)


def _told(draft: Draft, target: Mention) -> str | None:
    """The words of the object that tell whose something in it is; ``None`` where they are not those of its name."""
    bare = (draft.told or "").replace("their ", "")
    return draft.told if bare and bare == target.name.replace("their ", "") else None


def _is_bygone_calling(draft: Draft) -> bool:
    """Whether a calling is told as over by "ex-": "I'm an ex-policeman"."""
    calling = draft.object if draft.predicate == "job_title" and draft.operation == "assert" else None
    return calling is not None and calling.doc[max(0, calling.i - 2) : calling.i].text.lower() == "ex-"


def _is_their_role(predicate: str, subject: Mention, target: Mention) -> bool:
    """Whether a relation only says again who its subject is: that our dog has a pet by its own name."""
    return (
        predicate in PEOPLE
        and subject.role is not None
        and role_of(subject.role) == predicate
        and subject.possessor is None
        and (target.name in {subject.role, predicate} or predicate == "pet")
    )


def _is_nothing(predicate: str, name: str) -> bool:
    """Nobody uses or owns a bare number, a piece of a telephone number, a price, a code; nobody prefers to die."""
    if predicate == "dislikes" and name.lower() in _POLITE:
        return True
    if name.lower().startswith("not ") or (predicate == "prefers" and name.lower() in {"die", "starve"}):
        return True
    return predicate in {"uses", "owns"} and not any(c.isalpha() for c in name)
