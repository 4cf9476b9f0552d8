"""Names of private people by where they stand: beside what one does with people, and what only people are and do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from spacy.tokens import Doc, Token

from user_memory.extraction.datafiles import toml_file
from user_memory.extraction.lexicon import grammar, kin, words
from user_memory.extraction.namelists import names
from user_memory.graph.candidates import Mention

_PLACES = frozenset({"GPE", "LOC", "FAC", "NORP", "LANGUAGE", "DATE", "TIME"})
_THINGS = _PLACES | {"ORG", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"}
_PARTICLES = frozenset(
    ["de", "van", "von", "der", "den", "la", "el", "al", "bin", "ibn", "da", "dos", "ter", "ten"]
)
_JOINTS = frozenset([",", "and", "&", "/", "or", "over", "than", "+", "plus", "n", "vs"])
_CALLED = re.compile(r"(\w+),? (?:called|named) $", re.I)
_REACH = 60
_LONGEST = 5
_QUALITIES = 5
"""Words that may stand between "a" and the make of a thing."""
_SENTENCE_END = re.compile(r"[.!?\n]\s")


class Slot(NamedTuple):
    """What stands before and after a name, and how much the word must look like one (1 to 4)."""

    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    look: int


@cache
def _table() -> Mapping[str, Any]:
    return toml_file("personal/people.toml")


@cache
def slots() -> tuple[Slot, ...]:
    """The rows of ``people.toml``, compiled."""
    rows = _table()
    before = [Slot(_ending(pattern), None, _look(key)) for key, pattern in rows["before"].items()]
    after = [Slot(None, _beginning(pattern), _look(key)) for key, pattern in rows["after"].items()]
    around = [Slot(_ending(b), _beginning(a), _look(key)) for key, (b, a) in rows["around"].items()]
    return tuple(sorted((*before, *after, *around), key=lambda slot: slot.look))


def _ending(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern}) (?:the |my (?:mate|friend|buddy|pal) |old |little |young )?$", re.I)


def _beginning(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _look(key: str) -> int:
    return int(key[-1])


@cache
def _listed(key: str) -> frozenset[str]:
    return frozenset(word.strip() for word in str(_table()["words"][key]).split(","))


def find_people(doc: Doc) -> Iterator[tuple[int, int]]:
    """[start, end) of the names that stand where people stand."""
    i = 0
    while i < len(doc):
        run = _run(doc, i)
        if run:
            if _stands_as_person(doc.text, run):
                yield from _joined_before(doc, run[0].i)
                yield run[0].idx, _end(run)
                yield from _listed_with(doc, run[-1].i + 1)
            i = run[-1].i + 1
        else:
            i += 1


def _stands_as_person(text: str, run: list[Token]) -> bool:
    if (run[0].i and run[0].nbor(-1).lower_ == "in" and _label(run) == "GPE") or _is_called(text, run):
        return False
    look = 0 if is_known_thing(run) else _looks(run)
    if _is_brand(run):
        shop = text.startswith("'s", run[-1].idx + len(run[-1]))
        look = min(look, 2) if _given(_bare(run[0])) and not shop else 0
    return look > 0 and any(_fits(text, run, slot) for slot in slots() if slot.look <= look)


def _is_called(text: str, run: list[Token]) -> bool:
    """ "at a company called Marlowe Freight": what is called so is no person."""
    before = _CALLED.search(text[: run[0].idx])
    return before is not None and before.group(1).lower().removesuffix("s") in named_things()


def _fits(text: str, run: list[Token], slot: Slot) -> bool:
    start, end = run[0].idx, _end(run)
    before = text[max(0, start - _REACH) : start]
    return (slot.before is None or slot.before.search(before) is not None) and (
        slot.after is None or slot.after.match(text, end) is not None
    )


def _joined_before(doc: Doc, i: int) -> Iterator[tuple[int, int]]:
    """The name that "and" joins to the one at ``i``: "Ulrika & Stig's wedding"."""
    if i < 2 or doc[i - 1].lower_ not in {"and", "&", "+"}:
        return
    run = _run(doc, i - 2)
    if run and not is_name_of_thing(run) and _looks(run) >= 2:
        yield run[0].idx, _end(run)


def _listed_with(doc: Doc, i: int) -> Iterator[tuple[int, int]]:
    """The names that a list goes on with: "Zainab, Kofi and Lars"."""
    while i + 1 < len(doc) and doc[i].lower_ in _JOINTS:
        i += 1
        i += 1 if doc[i].lower_ in {"and", "&"} else 0
        run = (_run(doc, i) or _lower_in_list(doc[i])) if i < len(doc) else []
        if not run or is_name_of_thing(run) or _looks(run) < 2:
            return
        yield run[0].idx, _end(run)
        i = run[-1].i + 1


def _lower_in_list(token: Token) -> list[Token]:
    """A given name in lower case that is a word too: among names it is one."""
    return [token] if token.is_lower and not token.is_stop and _given(token.lower_) else []


def _end(run: Sequence[Token]) -> int:
    """The end of the name, before an "'s" that was not cut off."""
    last = run[-1]
    return last.idx + len(last) - (2 if last.lower_.endswith("'s") and len(last) > 3 else 0)


def _bare(token: Token) -> str:
    return token.lower_.removesuffix("'s")


def _run(doc: Doc, i: int) -> list[Token]:
    """The words of a name that begins at ``i``: "Nguyen Van Anh", "Jean-Baptiste"; none where no name can begin."""
    if not _opens(doc[i]):
        return []
    run = [doc[i]]
    while run[-1].i + 1 < len(doc) and len(run) < _LONGEST:
        step = _next(doc, run[-1])
        if not step:
            break
        run += step
    return run


def _opens(token: Token) -> bool:
    if not token.text[0].isalpha() or token.lower_ in _listed("other") or token.lower_ in kin():
        return False
    if token.text[0].isupper():
        return not _shouted(token) and not (token.i == token.sent.start and _is_word(token))
    return _is_lower_name(token)


def _shouted(token: Token) -> bool:
    """An abbreviation or a program's name: "BMW", "GitHub"."""
    inner = token.text[1:]
    return (
        len(token) < 2
        or (inner.isupper() and inner.isalpha())
        or (
            re.search(r"[a-z][A-Z]", token.text) is not None
            and not re.match(r"(?:Mc|Mac|De|Di|La|Le|O')", token.text)
        )
    )


def _is_word(token: Token) -> bool:
    """Whether a capital only opens the sentence."""
    known = _given(_bare(token))
    return known < 4 and (
        token.pos_ != "PROPN"
        or (known < 3 and token.doc.vocab[token.lower_].has_vector and token.ent_type_ != "PERSON")
    )


def _is_lower_name(token: Token) -> bool:
    """A name left in lower case: a given name that is no word, or no English word at all."""
    if not token.is_alpha or len(token) < 3 or token.lower_ in names("places") or token.is_stop:
        return False
    return _given(token.lower_) == 4 or (not token.has_vector and token.pos_ in {"PROPN", "NOUN", "X"})


def _next(doc: Doc, last: Token) -> list[Token]:
    token = doc[last.i + 1]
    if token.text == "-" and not token.whitespace_ and not last.whitespace_ and token.i + 1 < len(doc):
        return [token, doc[token.i + 1]] if doc[token.i + 1].is_alpha else []
    if last.whitespace_ != " " or not last.text[0].isupper():
        return []
    if (
        token.lower_ in _PARTICLES
        and token.i + 1 < len(doc)
        and doc[token.i + 1].text[0].isupper()
        and token.whitespace_
    ):
        return [token, doc[token.i + 1]]
    named = (
        token.text[0].isupper()
        and token.is_alpha
        and token.lower_ not in _listed("other")
        and not _shouted(token)
    )
    return [token] if named and token.ent_type_ not in {"DATE", "TIME"} else []


def _given(word: str) -> int:
    """4 for a given name that is nothing else, 3 for one that is also a word or place, 0."""
    found = names("given_names").get(word)
    if found is None or word in words("nationality", "nationality"):
        return 0
    return 4 if found[1] and word not in names("places") else 3


def _label(run: list[Token]) -> str:
    """The kind of entity the parser sees; none where it sees one that begins before the name: "Always cc Henrietta"."""
    first = run[0]
    return first.ent_type_ if first.ent_iob_ == "B" or (first.i and first.nbor(-1).text[:1].isupper()) else ""


def _looks(run: list[Token]) -> int:
    """How much the words look like a name: 0 is none, 4 is certain."""
    text = run[0].doc[run[0].i : run[-1].i + 1].text.lower().removesuffix("'s")
    given = _given(_bare(run[0]))
    label = _label(run)
    if run[0].i and run[0].nbor(-1).lower_ in {"a", "an"} | ({"the"} if not text.endswith("s") else set()):
        return 0
    if given == 4 or (given == 3 and label not in _THINGS) or (given and label == "PERSON"):
        return max(given, 3)
    if label == "PERSON":
        return 2
    if not label and run[0].text[0].isupper() and not run[0].doc.vocab[run[0].lower_].has_vector:
        return 2
    return 1


def is_one_of_a_make(first: Token, head: Token) -> bool:
    """Whether a name says the make of a thing: "a Fiat Punto", "a second hand Fiat Punto"; of people there is one."""
    if any(c.lower_ in {"a", "an"} for c in head.lefts):
        return True
    i = first.i - 1
    while i > first.sent.start and first.i - i <= _QUALITIES and _is_quality(first.doc[i]):
        i -= 1
    return i < first.i - 1 and first.doc[i].lower_ in {"a", "an"}


def _is_quality(token: Token) -> bool:
    """A word for the state or age of a thing: "second hand", "used", "brand new", "2015"."""
    return token.lower_ in grammar("conditions_of_things") or token.text == "-" or token.lower_.isdigit()


def is_known_thing(run: Sequence[Token], certain: int = 1) -> bool:
    """A place, firm, program, language, day or public figure that lists know, or words headed by such a noun.

    What is a given name with the look ``certain`` or more is no thing for being on a list.
    """
    text = run[0].doc[run[0].i : run[-1].i + 1].text.lower().removesuffix("'s")
    lone = _bare(run[0])
    if text in figures() or lone in figures() or run[-1].lower_ in _listed("heads"):
        return True
    if is_public_work(run[-1]):
        return True
    after = run[-1].i + 1
    if after < len(run[0].doc) and run[0].doc[after].lower_ in _listed("heads") and run[-1].whitespace_:
        return True
    return _given(lone) < certain and (
        text in names("places")
        or lone in names("places")
        or text in words("place", "region")
        or text in words("nationality", "nationality")
        or text in words("language", "language")
        or text in words("tech", "name")
        or text in words("body", "software")
        or lone in grammar("timed")
        or text in words("animal", "breed")
    )


def is_name_of_thing(run: Sequence[Token]) -> bool:
    """A known thing, or a brand: for names that nothing beside them tells to be a person's."""
    return _is_brand(run) or is_known_thing(run, 4)


def _is_brand(run: Sequence[Token]) -> bool:
    text = run[0].doc[run[0].i : run[-1].i + 1].text.lower().removesuffix("'s")
    return text in _listed("brands") or run[0].lower_ in _listed("brands")


@cache
def named_things() -> frozenset[str]:
    """Nouns of what is "called" something and is no person, in the singular."""
    return frozenset(
        _listed("called").union(
            *(words("body", kind) for kind in ("company", "school", "workplace", "business"))
        )
    )


def is_public_work(name: Token) -> bool:
    """Named as an artist, a character, a work: "my favourite film is …", "the singer …"."""
    said = [*name.lefts, *(c for c in name.children if c.dep_ == "appos")]
    if name.head.lemma_ == "be":
        said += [c for c in name.head.children if c != name and c.dep_ in {"nsubj", "attr"}]
    return any(t.lower_ in _listed("public") for t in said)


def is_figure(subject: Mention) -> bool:
    """Whether a public figure is meant, or somebody of theirs, and nobody the speaker knows: what they do is no memory."""
    known = (subject.possessor or "") if subject.role else subject.name
    low = known.lower()
    return low in figures() and (" " in low or _given(low) == 0)


@cache
def figures() -> frozenset[str]:
    return frozenset(str(toml_file("data/figures.toml")["public"]["names"]).split(", "))
