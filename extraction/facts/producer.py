"""The producer of facts: every reader over every sentence of a message, each relation once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from spacy.tokens import Span

from user_memory.extraction.facts.abilities import ability_facts
from user_memory.extraction.facts.abstentions import abstention_facts
from user_memory.extraction.facts.affirmed import affirmed_drafts
from user_memory.extraction.facts.ailments import ailment_facts
from user_memory.extraction.facts.arbitration import arbitrated
from user_memory.extraction.facts.believed import believed
from user_memory.extraction.facts.bonds import needed, tells_nothing
from user_memory.extraction.facts.build import Builder
from user_memory.extraction.facts.changes import changes, may_change
from user_memory.extraction.facts.constructions import construction_facts
from user_memory.extraction.facts.contrasts import contrasts, may_contrast
from user_memory.extraction.facts.corrections import corrections, corrects
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.ellipsis import elliptic_facts, turned
from user_memory.extraction.facts.foreign import foreign_drafts, tongues
from user_memory.extraction.facts.frames import frames_of
from user_memory.extraction.facts.idioms import idiom_facts
from user_memory.extraction.facts.known import loose
from user_memory.extraction.facts.names import name_facts
from user_memory.extraction.facts.nouns_of_aim import aim_nouns
from user_memory.extraction.facts.opinions import opinion_facts
from user_memory.extraction.facts.overdrawn import is_overdrawn
from user_memory.extraction.facts.pastimes import leisure_facts, pastime_facts
from user_memory.extraction.facts.plans import habit_facts, plan_facts
from user_memory.extraction.facts.possessives import appositions, presupposed
from user_memory.extraction.facts.powers import is_dictated_power
from user_memory.extraction.facts.predicates import are_akin
from user_memory.extraction.facts.revision_table import may_revise
from user_memory.extraction.facts.revisions import revisions
from user_memory.extraction.facts.sentences import sentence
from user_memory.extraction.facts.states import state_facts
from user_memory.extraction.facts.tagged import tagged_facts
from user_memory.extraction.facts.tagged_ends import may_end, tagged_ends
from user_memory.extraction.facts.topics import topic_facts
from user_memory.extraction.facts.unnamed_ends import may_end_unnamed, unnamed_ends
from user_memory.extraction.facts.verbs import verb_facts
from user_memory.extraction.lexicon import role_of
from user_memory.extraction.references import References
from user_memory.extraction.stages import Reading
from user_memory.extraction.withheld import withheld
from user_memory.graph.candidates import FactCandidate, KnownFact
from user_memory.graph.keys import entity_key
from user_memory.graph.model import SPEAKERS, Refusal

_ONE_OF_A_KIND = frozenset({"partner", "spouse"})
_FOUND = "user_memory.facts"
"""Where a message keeps what was read in it: every correction after it asks again."""


def facts(reading: Reading) -> Iterator[FactCandidate | Refusal]:
    """The facts that a message states, in the order of its words; what is not asserted or not permitted is a refusal.

    An assistant's words state none: nothing is believed because the agent said it.
    """
    if reading.message.role not in SPEAKERS:
        return
    found = reading.doc.user_data[_FOUND] = _read(reading)
    text = reading.text.text
    if (
        corrects(text)
        or may_change(text)
        or may_contrast(text)
        or may_end_unnamed(text, [f for f in found if isinstance(f, FactCandidate)])
        or may_revise(text.lower())
        or may_end(reading)
    ):
        found = _corrected(reading, found)
    yield from found


def _found(reading: Reading) -> list[FactCandidate | Refusal]:
    found: list[FactCandidate | Refusal] | None = reading.doc.user_data.get(_FOUND)
    return _read(reading) if found is None else found


def _read(reading: Reading) -> list[FactCandidate | Refusal]:
    return born_once(named_alone(list(once(_all(reading, Builder(reading, references_of(reading)))))))


def _corrected(reading: Reading, found: list[FactCandidate | Refusal]) -> list[FactCandidate | Refusal]:
    """The facts of a message after what it takes back."""
    said = [f for f in found if isinstance(f, FactCandidate)]
    earlier = _earlier(reading)
    revised = revisions(reading, said, earlier)
    more, withdrawn = revised.found, revised.withdrawn
    if not more and corrects(reading.text.text):
        more = corrections(reading, said, earlier)
    contrasted = contrasts(reading, said, earlier)
    done = {_bearing(f) for f in more}
    more += [f for f in contrasted.found if _bearing(f) not in done]
    withdrawn += contrasted.withdrawn
    ended = {_slot(f) for f in (*said, *more) if f.operation != "assert"}
    more += [f for f in changes(reading, earlier) if _slot(f) not in ended]
    ended |= {_slot(f) for f in more}
    more += [f for f in tagged_ends(reading, earlier) if _slot(f) not in ended]
    ended |= {_slot(f) for f in more}
    more += [f for f in unnamed_ends(reading, said, earlier) if _slot(f) not in ended]
    withdrawn += [
        f
        for f in said
        if _told_better(f, more)
        or _left_no_home(f, (*said, *more))
        or _ended_already(f, (*said, *more), earlier)
        or _liked_no_more(f, (*said, *more))
    ]
    replaced = {_bearing(f) for f in more}
    kept = [
        f
        for f in found
        if f not in withdrawn and not (isinstance(f, FactCandidate) and _bearing(f) in replaced)
    ]
    return [*kept, *more]


def _bearing(fact: FactCandidate) -> tuple[str, str, str]:
    return fact.subject.name, *_slot(fact)


def _slot(fact: FactCandidate) -> tuple[str, str]:
    return fact.predicate, entity_key(fact.object.name)


def _told_better(fact: FactCandidate, changed: Sequence[FactCandidate]) -> bool:
    """Whether the end of something is the end of a known thing under its full name: "sold the Saab" of "old Saab 900"."""
    name = f" {loose(fact.object.name)} "
    return any(
        c.operation == "end"
        and c.predicate == fact.predicate
        and (
            name in f" {loose(c.object.name)} "
            if fact.operation == "end"
            else name.endswith(f" {loose(c.object.name)} ") and name.strip() != loose(c.object.name)
        )
        for c in changed
    )


def _ended_already(fact: FactCandidate, changed: Sequence[FactCandidate], known: Sequence[KnownFact]) -> bool:
    """Whether the end of what nobody knew is that of something known in other words: "the cat" of a Siamese."""
    if fact.operation != "end" or any((k.predicate, entity_key(k.object.name)) == _slot(fact) for k in known):
        return False
    name = f" {loose(fact.object.name)} "
    return any(
        c.operation == "end"
        and _slot(c) != _slot(fact)
        and (c.predicate == fact.predicate or name in f" {loose(c.object.name)} ")
        for c in changed
    )


def _liked_no_more(fact: FactCandidate, changed: Sequence[FactCandidate]) -> bool:
    """Whether what is said to be over was read as liked too: "as for squash, I've stopped"."""
    return (
        fact.predicate == "likes"
        and fact.operation == "assert"
        and any(c.operation == "end" and _slot(c)[1] == _slot(fact)[1] for c in changed)
    )


def _left_no_home(fact: FactCandidate, changed: Sequence[FactCandidate]) -> bool:
    """Whether what was left is known to be no place: "left Corvane" of an employer."""
    return fact.predicate == "lived_in" and any(
        c.operation == "end" and c.predicate != "lives_in" and _slot(c)[1] == _slot(fact)[1] for c in changed
    )


def _earlier(reading: Reading) -> Sequence[KnownFact]:
    """The facts of the messages before in this interaction, newest first, then those remembered."""
    said = [
        KnownFact(f.subject, f.predicate, f.object, f.polarity, f.qualifier)
        for before in reading.previous
        if before.speaker == reading.speaker
        for f in _found(before)
        if isinstance(f, FactCandidate) and f.operation == "assert" and not _is_withheld(before, f)
    ]
    return (*reversed(said), *reading.background.facts)


def _is_withheld(reading: Reading, fact: FactCandidate) -> bool:
    """Whether the words of a fact hold personal data without consent: what ends it would tell it."""
    places = (reading.text.to_raw(f.start, f.end) for f in withheld(reading) if f.category != "name")
    return any(start < fact.span.end and fact.span.start < end for start, end in places)


def references_of(reading: Reading) -> References:
    """Everything mentioned up to and in this message."""
    known = reading.background
    present = frozenset(m.speaker for m in reading.interaction.messages if m.speaker)
    references = References(reading.speaker, known.consents, known.entities, known.facts, present)
    for earlier in reading.previous:
        addressed = earlier.message.role == "assistant"
        references.note(earlier.doc, earlier.index, earlier.speaker, addressed=addressed)
    references.note(reading.doc, reading.index, reading.speaker)
    return references


def _all(reading: Reading, builder: Builder) -> Iterator[FactCandidate | Refusal]:
    if reading.language != "en":
        yield from _foreign(reading, builder)
        return
    for draft in affirmed_drafts(reading, _told):
        yield from builder.build_affirmed(draft)
    known = cache(partial(_earlier, reading))
    drafts: list[Draft] = []
    held: list[FactCandidate] = []
    found = [f for draft in topic_facts(reading.doc) for f in builder.build(draft)]
    for sent in reading.doc.sents:
        for draft in presupposed(sent):
            bonds = list(builder.build(draft, presupposed=True))
            held += [b for b in bonds if isinstance(b, FactCandidate) and tells_nothing(draft, b)]
            found += [b for b in bonds if b not in held]
        told, read = _read_sentence(sent, builder, known)
        drafts += told
        found += read
    found += [f for draft in elliptic_facts(reading.doc, drafts) for f in builder.build(draft)]
    yield from found
    yield from needed(held, found)


def _read_sentence(
    sent: Span, builder: Builder, known: Callable[[], Sequence[KnownFact]]
) -> tuple[list[Draft], list[FactCandidate | Refusal]]:
    """The drafts of a sentence and what became of them; where nothing became of a rule's draft, the tagger reads the words."""
    ruled = [(draft, list(builder.build(draft))) for draft in believed(sent, turned(_ruled(sent)))]
    kept = [draft for draft, found in ruled if any(map(_is_settled, found))]
    unstated = {draft.object for draft, _ in ruled if draft not in kept}
    tagged = [d for d in _warranted(sent, tagged_facts(sent, kept)) if d.seen or d.object not in unstated]
    seen = [(draft, [f for f in builder.build(draft) if not _retells(f, known())]) for draft in tagged]
    read = {draft.object for draft, found in seen if found}
    found = [f for draft, each in ruled for f in each if draft in kept or draft.object not in read]
    return [draft for draft, _ in (*ruled, *seen)], [*found, *(f for _, each in seen for f in each)]


def _retells(found: FactCandidate | Refusal, known: Sequence[KnownFact]) -> bool:
    """Whether a fact says of something known what is only alike: that Cork is a home, where it is known for a birth place."""
    return isinstance(found, FactCandidate) and any(
        k.predicate != found.predicate
        and are_akin(k.predicate, found.predicate)
        and k.subject.name == found.subject.name
        and loose(k.object.name) == loose(found.object.name)
        for k in known
    )


def _is_settled(found: FactCandidate | Refusal) -> bool:
    """Whether a draft became a fact, or may not become one."""
    return isinstance(found, FactCandidate) or found.reason == "consent"


def _told(sent: Span) -> Iterator[Draft]:
    """The drafts of a sentence: by rules, then by the tagger."""
    drafts = list(_ruled(sent))
    yield from drafts
    yield from _warranted(sent, tagged_facts(sent, drafts))


def _ruled(sent: Span) -> Iterator[Draft]:
    """The drafts of a sentence by rules; of health by names alone only where nothing else tells of it."""
    readers = (sentence_drafts, appositions, idiom_facts, construction_facts, name_facts)
    drafts = list(arbitrated(*(_warranted(sent, read(sent)) for read in readers)))
    told = {draft.predicate for draft in drafts}
    yield from drafts
    yield from (draft for draft in ailment_facts(sent) if draft.predicate not in told)


def _warranted(sent: Span, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Those that the words around them bear out."""
    return (draft for draft in drafts if not is_dictated_power(sent, draft) and not is_overdrawn(draft))


def _foreign(reading: Reading, builder: Builder) -> Iterator[FactCandidate | Refusal]:
    if reading.language not in tongues():
        return
    named = "name" in reading.background.consents
    for sent in reading.doc.sents:
        for subject, draft in foreign_drafts(sent, reading.language, named):
            yield from builder.build_for(subject or reading.speaker, draft)


def sentence_drafts(sent: Span) -> Iterator[Draft]:
    """What the frames of a sentence say."""
    for frame in frames_of(sent):
        yield from _specific_first(
            list(verb_facts(frame)),
            list(state_facts(frame)),
            [*plan_facts(frame), *aim_nouns(frame), *opinion_facts(frame), *ability_facts(frame)],
            [*pastime_facts(frame), *leisure_facts(frame)],
            [*habit_facts(frame), *abstention_facts(frame)],
        )


def _specific_first(*readers: list[Draft]) -> Iterator[Draft]:
    """What the readers found; the last one's, the habits, only where no relation or pastime already says it."""
    verbs, states, plans, pastimes, habits = readers
    yield from (*verbs, *states, *plans, *pastimes)
    if not verbs and not pastimes:
        yield from habits


def named_alone(found: Sequence[FactCandidate | Refusal]) -> list[FactCandidate | Refusal]:
    """Without "a girlfriend" where the one girlfriend's name is told too: one partner, not two."""
    partners = [f for f in found if isinstance(f, FactCandidate) and _is_partner(f)]
    named = {(f.subject.name, f.predicate) for f in partners if role_of(f.object.name) is None}
    again = [f for f in partners if (f.subject.name, f.predicate) in named and role_of(f.object.name)]
    told = {(f.subject.name, f.predicate) for f in partners if f.object.name != f.predicate}
    again += [f for f in partners if (f.subject.name, f.predicate) in told and f.object.name == f.predicate]
    return [item for item in found if item not in again]


def born_once(found: Sequence[FactCandidate | Refusal]) -> list[FactCandidate | Refusal]:
    """Of "born in Accra but from Hull" the one birth place; where one is only from, one has lived."""
    born = {
        f.subject.name: f.object.name
        for f in found
        if isinstance(f, FactCandidate) and f.predicate == "birth_place" and "born" in f.span.quote.lower()
    }
    return [
        _lived(f)
        if isinstance(f, FactCandidate)
        and f.predicate == "birth_place"
        and born.get(f.subject.name, f.object.name) != f.object.name
        else f
        for f in found
    ]


def _lived(fact: FactCandidate) -> FactCandidate:
    lived = replace(fact, predicate="lived_in")
    return replace(lived, content=sentence(lived, True))


def _is_partner(fact: FactCandidate) -> bool:
    return fact.predicate in _ONE_OF_A_KIND and fact.polarity == "+" and fact.operation == "assert"


def once(found: Iterable[FactCandidate | Refusal]) -> Iterator[FactCandidate | Refusal]:
    """Each relation once, the first wording kept; a refusal once for each place and reason."""
    seen: set[object] = set()
    for item in found:
        key = _key(item)
        if key not in seen:
            seen.add(key)
            yield item


def _key(item: FactCandidate | Refusal) -> object:
    if isinstance(item, Refusal):
        return item
    return (
        item.subject.name,
        item.subject.possessor,
        item.predicate,
        entity_key(item.object.name),
        item.polarity,
        item.operation,
        item.qualifier,
    )
