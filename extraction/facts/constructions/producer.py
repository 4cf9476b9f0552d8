"""Constructions to drafts of facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.facts.constructions.callings import suits
from user_memory.extraction.facts.constructions.denials import undenied
from user_memory.extraction.facts.constructions.match import Match, find, forms_of
from user_memory.extraction.facts.constructions.notation import Construction, Word, constructions
from user_memory.extraction.facts.constructions.objects import core, plain_name
from user_memory.extraction.facts.constructions.phrases import noun_end
from user_memory.extraction.facts.constructions.subject import NEVER, owner_of
from user_memory.extraction.facts.drafts import Draft
from user_memory.extraction.facts.idioms import named_parts, tidy
from user_memory.extraction.facts.phrases import activity, gerund_of, verb_phrase
from user_memory.extraction.facts.predicates import KIND, PEOPLE
from user_memory.extraction.lexicon import grammar, last_word, numbers, role_of
from user_memory.extraction.titles import is_titular

_ASKED = 7
_CUT = re.compile(r"\s*(?:[,;:()]|\s[-–—]\s)")
_GERUNDS = frozenset({"skilled_in", "hobby"})
_NOMINAL = frozenset({"DET", "ADJ", "NOUN", "PROPN", "NUM"})
_AIMS = frozenset({"goal", "plans_to"})
_TASTES = frozenset(
    "likes dislikes prefers favorite avoids wants needs hobby plays habit goal plans_to allergic_to has_condition"
    " takes_medication diet religion owns uses pet attribute".split()
)


_NUMBERS = numbers()


@cache
def _by_cue() -> Mapping[str, tuple[Construction, ...]]:
    index: dict[str, list[Construction]] = {}
    for construction in constructions():
        for cue in construction.needs[0]:
            index.setdefault(cue, []).append(construction)
    return MappingProxyType({cue: tuple(found) for cue, found in index.items()})


def construction_facts(sent: Span) -> Iterator[Draft]:
    """What the constructions in a sentence say."""
    sent = _with_answer(sent)
    index = _by_cue()
    forms = [forms_of(t) for t in sent]
    words = dict.fromkeys(form for said in forms for form in said)
    told = frozenset(words)
    for construction in dict.fromkeys(c for word in words for c in index.get(word, ())):
        if any(need.isdisjoint(told) for need in construction.needs):
            continue
        for match in find(sent, construction, forms):
            yield from _drafts(sent, match)


def _with_answer(sent: Span) -> Span:
    """A short verbless question with the sentence that answers it: "Guilty pleasure? Trashy TV."."""
    if sent[-1].text != "?" or len(sent) > _ASKED or any(t.pos_ in {"VERB", "AUX"} for t in sent):
        return sent
    if sent.end >= len(sent.doc):
        return sent
    return sent.doc[sent.start : sent.doc[sent.end].sent.end]


def _is_favourite(sent: Span, match: Match) -> bool:
    """Whether what is owned is only liked best: "my favourite band" is nobody's own."""
    return any(
        t.lower_ in {"favorite", "favourite", "fave", "fav"} for t in sent.doc[match.start : match.end]
    )


def _drafts(sent: Span, match: Match) -> Iterator[Draft]:
    construction = match.construction
    if (construction.constant or "").startswith("@") and _is_favourite(sent, match):
        return
    if (
        match.subject is not None
        and match.subject.modal
        and not (construction.tentative or construction.modal)
    ):
        return
    over = _is_past(sent, match)
    if _is_titled(sent, match) or (construction.past == "skip" and over) or _is_wedding_ahead(sent, match):
        return
    if construction.predicate == "favorite" and not _names_kind(sent, match):
        return
    root = sent.doc[match.end - 1] if match.end > match.start else sent.doc[match.start]
    told = list(_objects(sent, match))
    for name, token in told:
        if construction.check is not None and not suits(construction.check, name, token):
            continue
        named, sense = undenied(name, titled=_is_title(sent, name))
        predicate, shown = _person(construction, named, token)
        draft = Draft(root if token is None else token, _subject(sent, match), predicate, token, name=shown)
        draft.kind = construction.kind or KIND.get(construction.predicate, "topic")  # type: ignore[assignment]
        draft.qualifier = _qualifier(sent, match)
        if draft.predicate == "favorite" and len(told) > 1:
            draft.predicate = "likes"
        draft.rhetorical = construction.rhetorical
        draft.order, draft.tentative = construction.order, construction.tentative
        if over:
            _told_of_then(draft, construction.past)
        draft = _sensed(draft, sent, match, sense == "denied")
        if sense == "over":
            draft.operation = "end"
        yield draft


def _is_title(sent: Span, name: str) -> bool:
    """Whether a name begins with the denial of a title."""
    at = sent.text.find(name)
    return any(t.idx == sent.start_char + at and is_titular(t) for t in sent)


def _is_titled(sent: Span, match: Match) -> bool:
    """Whether the denial that a line begins with is part of a title: "I love the game No Man's Sky"."""
    return match.construction.negated and is_titular(sent.doc[match.start])


def _person(construction: Construction, name: str, token: Token) -> tuple[str, str | None]:
    """The relation and what is shown of its object: of those with a role or a name, what may be kept decides."""
    if construction.predicate not in PEOPLE or construction.constant is not None:
        return construction.predicate, name
    role = role_of(name) or role_of(token.lower_)
    if role is not None and construction.predicate == "partner":
        return role, None
    return construction.predicate, None if role is not None or token.pos_ == "PROPN" else name


def _told_of_then(draft: Draft, past: str) -> None:
    if past == "ended":
        draft.past = True
    elif past != "same":
        draft.predicate = past


def _sensed(draft: Draft, sent: Span, match: Match, none: bool) -> Draft:
    subject, construction = match.subject, match.construction
    denied = none or construction.negated != (
        (subject is not None and subject.negated) or _denied(sent, match)
    )
    draft.polarity = "-" if denied else "+"
    if draft.predicate == "likes" and denied:
        draft.predicate, draft.polarity = "dislikes", "+"
    if construction.ends or (subject is not None and subject.ended):
        draft.operation = "end"
    return draft


def _denied(sent: Span, match: Match) -> bool:
    """Whether a denial stands among the words of a line that has none of its own."""
    own = {
        word for e in match.construction.elements if isinstance(e, Word) for a in e.alternatives for word in a
    }
    if own & (NEVER | {"no", "neither", "nor"}):
        return False
    inside = {i for start, end in match.slots.values() for i in range(start, end)}
    start = match.start if match.subject is None else match.subject.words
    return any(t.lower_ in NEVER for t in sent.doc[start : match.end] if t.i not in inside)


def _is_past(sent: Span, match: Match) -> bool:
    """Whether the first verb is a simple past: it says nothing of the present."""
    if match.subject is not None and match.subject.ended:
        return False
    verb = next(
        (
            t
            for t in sent.doc[match.start : match.end]
            if t.tag_ in {"VBD", "VBZ", "VBP", "MD", "VBG", "VB", "VBN"}
        ),
        None,
    )
    if verb is None or verb.tag_ == "VBD":
        return verb is not None and verb.lower_ != "got"
    bare = verb.tag_ == "VBN" and verb.i == match.start and verb.lower_ != "been"
    return bare and match.construction.past not in {"skip", "same"}


def _is_wedding_ahead(sent: Span, match: Match) -> bool:
    """Whether somebody is only getting married: that is an event to come, and no spouse yet."""
    words = sent.doc[match.start : match.end]
    return match.construction.constant == "spouse" and any(
        t.lower_ in {"getting", "tying", "walking", "eloping"} for t in words
    )


def _subject(sent: Span, match: Match) -> Token | None:
    owner, told = match.slots.get("S's"), match.slots.get("S")
    if match.subject is not None:
        return match.subject.token
    if told is not None:
        return sent.doc[told[1] - 1]
    return owner_of(sent, owner) if owner is not None else None


def _objects(sent: Span, match: Match) -> Iterator[tuple[str, Token]]:
    if match.construction.constant is not None:
        derived = match.construction.constant.startswith("@")
        yield _constant(sent, match), sent.doc[match.end - 1 if derived else match.start]
    for slot in ("O", "O2", "T"):
        if slot not in match.slots:
            continue
        if match.construction.predicate in _TASTES:
            yield from _shortest(sent, match.slots[slot], match.construction.predicate)
        else:
            yield from _names(sent, match.slots[slot])
    if "N" in match.slots and match.construction.predicate == "age":
        number = sent.doc[match.slots["N"][0]]
        yield _years(number), number
    if "V" in match.slots:
        yield _activity(sent, match)


def _years(number: Token) -> str:
    """An age in figures: "74th", "seventy-four"."""
    said = _NUMBERS.get(number.lower_)
    if said is None:
        return re.sub(r"(?:st|nd|rd|th)$", "", number.lower_)
    ones = number.doc[number.i + 1 : number.i + 3].text.removeprefix("-").strip().lower()
    return str(int(said) + int(_NUMBERS[ones])) if ones in _NUMBERS and int(said) % 10 == 0 else said


def _activity(sent: Span, match: Match) -> tuple[str, Token]:
    """What is done; up to the words of the line after it, where there are any."""
    start, end = match.slots["V"]
    verb = sent.doc[start]
    if end == match.end:
        return _deed(sent, verb, match.construction.predicate), verb
    gerund = match.construction.predicate in _GERUNDS
    rest = sent.doc[start + 1 : end].text
    return f"{gerund_of(verb.lemma_) if gerund else verb.lower_} {rest}".strip(), verb


def _constant(sent: Span, match: Match) -> str:
    """What a line names by itself: "@noun" the words after the possessive, "@side" those after the verb, "@done" an activity."""
    said = str(match.construction.constant)
    if said == "@side":
        words = sent.doc[(match.subject.words if match.subject is not None else match.start) + 1 : match.end]
        return re.sub(r"^(?:to|towards|on) the ", "", words.text)
    if said == "@noun":
        return str(sent.doc[match.slots["S's"][1] : match.end].text)
    if said == "@done":
        verb = next(t for t in reversed(sent.doc[match.start : match.end]) if t.pos_ == "VERB")
        return activity(verb, gerund=True)
    return said


def _animal_name(name: str) -> str:
    """ "one-eyed tabby" -> "tabby": the words that are listed as an animal."""
    words = name.split()
    return next(
        (" ".join(words[n:]) for n in range(len(words)) if role_of(" ".join(words[n:])) == "pet"), name
    )


def _allergen(name: str) -> str:
    return re.sub(r"(?: allergy| allergies)$", "", plain_name(name), flags=re.I)


_ADJUSTED: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"pet": _animal_name, "allergic_to": _allergen}
)


def _aim(verb: Token) -> str:
    """What is to be done, without "to" and not as a gerund: "move to the coast", "get married in Rome"."""
    main = verb.head if verb.dep_ in {"aux", "auxpass"} and verb.head.i > verb.i else verb
    said = _CUT.split(verb_phrase(main), maxsplit=1)[0]
    if main.i != verb.i:
        return f"{verb.lemma_} {said}"
    return f"{main.lemma_} {said.partition(' ')[2]}".strip() if main.pos_ in {"VERB", "AUX"} else said


def _deed(sent: Span, verb: Token, predicate: str) -> str:
    """What is aimed at or done, with its object where the parse has lost it: "restoring a 1970s moped"."""
    if predicate in _AIMS:
        return _aim(verb)
    said = _CUT.split(activity(verb, gerund=predicate in _GERUNDS), maxsplit=1)[0]
    if " " in said or verb.i + 1 >= sent.end or sent.doc[verb.i + 1].pos_ not in _NOMINAL:
        return said
    start, end = noun_end(sent, verb.i + 1)
    return f"{said} {sent.doc[start:end].text}" if end > start else said


def _shortest(sent: Span, place: tuple[int, int], predicate: str) -> Iterator[tuple[str, Token]]:
    if predicate == "habit" and sent.doc[place[0]].like_num:
        yield sent.doc[place[0] : place[1]].text, sent.doc[place[1] - 1]
        return
    begin = place[0] - 1 if place[0] > sent.start and sent.doc[place[0] - 1].lower_ == "more" else place[0]
    parts = _names(sent, (begin, core(sent.doc[place[0] : place[1]]).end))
    bare = _ADJUSTED.get(predicate, plain_name)
    yield from ((bare(name), token) for name, token in parts)


def _names(sent: Span, place: tuple[int, int]) -> Iterator[tuple[str, Token]]:
    phrase = sent.doc[place[0] : place[1]]
    joined = next((t for t in phrase if t.text == "&"), None)
    if joined is not None and all(t.text[:1].isupper() for t in (joined.nbor(-1), joined.nbor(1))):
        yield tidy(phrase.text), phrase[-1]
    else:
        yield from named_parts(sent, phrase)


def _names_kind(sent: Span, match: Match) -> bool:
    """Whether the qualifier of a favourite is a kind of thing: "film", not "part" or "thing"."""
    kind = _qualifier(sent, match)
    return kind is None or last_word(kind) not in grammar("no_kinds")


def _qualifier(sent: Span, match: Match) -> str | None:
    if "Q" not in match.slots:
        return match.construction.qualifier
    start, end = match.slots["Q"]
    return str(sent.doc[start:end].text)
