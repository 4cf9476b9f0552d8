"""The notation of constructions: one line says how people put a predicate into words.

    [likes]
    S have a soft spot for O
    O be (right|just) up S's (street|alley)
    S can n't be doing with O | -

A line is a sequence of elements and, after ``|``, options.

``S``     the subject: a pronoun, kin, a name; where nothing stands before the next element, the speaker who left "I" out
``S's``   whose: my, our, his, her, their, "my sister's"
``I``     the speaker, who is not said: what "S be …" becomes where "I am" is left out
``O``     the object, one or several joined ("x, y and z"); ``O2`` a second one
``T``     an object that ends before a preposition or a time: "Airbus" of "Airbus in May"
``V``     a verb phrase as an activity ("open a bakery", "running"); ``G`` a gerund of making that is not
          kept ("building", "writing"); ``N`` a number; ``Q`` the qualifier, up to the end
``~take`` every form of a verb; ``be``, ``have``, ``do``, ``get``, ``go`` stand for theirs without the sign
``(a|b)`` one of several, of several words each; a following ``?`` makes an element optional
``X``     a phrase that only stands between; ``…`` up to three words whatever they are
``{home}`` the words that "home := flat|house" names above it
``^ $``   where a statement begins; where it ends

Adverbs may stand between any two elements. Between S and a verb, or after it, a denial turns the polarity; "used to" or
"no longer" ends, and what would, could or might be is not stated. ``past`` says what a simple past means: nothing ("skip"),
the same, what is over ("ended"), or another predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from user_memory.extraction.datafiles import text_file
from user_memory.graph.vocabulary import vocabulary

_SLOTS = frozenset({"S", "I", "S's", "O", "O2", "T", "V", "G", "N", "Q", "X", "…", "^", "$"})
_VERBS = frozenset({"be", "have", "do", "get", "go"})
_ELEMENT = re.compile(r"\((?:[^()]|\([^()]*\)\??)*\)\??|\S+")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
"""The parser reads the parts of "part-time" as words."""
_INNER = re.compile(r"\(([^()]*)\)(\??)")
_OPTIONS = frozenset({"is", "kind", "as", "past", "order", "tentative", "ends", "modal", "q", "rhetorical"})
TABLES = (
    "likes",
    "dislikes",
    "choices",
    "wishes",
    "pastimes",
    "belongings",
    "health",
    "traits",
    "people",
    "places",
    "working",
    "careers",
    "homes",
    "circumstances",
    "kinship",
    "being",
    "learning",
    "standing",
)


@dataclass(frozen=True)
class Word:
    """Alternatives of one or more words each; a word with ``~`` in front stands for every form of a verb."""

    alternatives: tuple[tuple[str, ...], ...]
    optional: bool = False

    @cached_property
    def by_first(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The alternatives by their first word."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for option in self.alternatives:
            found.setdefault(option[0] if option else "", []).append(option)
        return {first: tuple(options) for first, options in found.items()}


@dataclass(frozen=True, slots=True)
class Gap:
    """A slot that takes words of the sentence."""

    slot: str
    optional: bool = False


Element: TypeAlias = Word | Gap


@dataclass(frozen=True, eq=False)
class Construction:
    """One line. ``needs`` are sets of words of each of which one must occur; ``check`` is the test on the object."""

    line: str
    predicate: str
    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    negated: bool = False
    ends: bool = False
    past: str = "skip"
    check: str | None = None
    kind: str | None = None
    constant: str | None = None
    order: bool = False
    tentative: bool = False
    modal: bool = False
    rhetorical: bool = False
    qualifier: str | None = None

    @cached_property
    def lead(self) -> int:
        """The place of the first element that is made of words."""
        return next(k for k, e in enumerate(self.elements) if isinstance(e, Word))

    @cached_property
    def starts(self) -> frozenset[str] | None:
        """The words of which one stands where that element does, or the one after it where it may be left out."""
        found: set[str] = set()
        for element in self.elements[self.lead :]:
            if not isinstance(element, Word):
                return None
            found |= set(element.by_first)
            if not element.optional:
                return frozenset(found)
        return None


@cache
def constructions() -> tuple[Construction, ...]:
    """Every line of the tables, read once."""
    return tuple(line for name in TABLES for line in parse(text_file(f"facts/constructions/{name}.txt")))


def parse(text: str) -> Iterator[Construction]:
    """The constructions of one table.

    Raises:
        ValueError: a line has no predicate of the vocabulary above it, no fixed word, or an unknown option.
    """
    head, defaults = "", {}
    for line in _filled(text):
        if line.startswith("["):
            head, _, options = line[1:].partition("]")
            defaults = _options(options.strip().removeprefix("|"), line)
            if head not in vocabulary():
                raise ValueError(f"[{head}] is no predicate of the vocabulary")
        elif line:
            yield from (_construction(said, head, defaults) for said in _spoken(line))


def _filled(text: str) -> Iterator[str]:
    """The lines of a table with the words that their names in braces stand for."""
    named: dict[str, str] = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        name, defines, words = line.partition(" := ")
        if defines:
            named[f"{{{name}}}"] = words
            continue
        for name, words in named.items():
            line = line.replace(name, words)
        yield line


def _spoken(line: str) -> Iterator[str]:
    """A line, and how it is said without "I am": "no longer at Airbus"."""
    yield line
    for said, left in (("S be ", "I "), ("S have been ", "I been ")):
        rest = line.removeprefix(said)
        if rest != line and any(map(_is_fixed, _ELEMENT.findall(rest.partition(" | ")[0]))):
            yield left + rest


def _is_fixed(part: str) -> bool:
    return part not in _SLOTS and not part.endswith("?")


def _construction(line: str, predicate: str, defaults: Mapping[str, str]) -> Construction:
    pattern, _, options = line.partition(" | ")
    told = {**defaults, **_options(options, line)}
    elements = tuple(_element(part) for part in _ELEMENT.findall(pattern))
    needs = _needs(elements)
    if not predicate or not needs:
        raise ValueError(f"{line!r} has no predicate above it or no word that is always there")
    return Construction(
        line,
        predicate,
        elements,
        needs,
        negated="-" in told,
        ends="ends" in told,
        past=told.get("past", "skip"),
        check=told.get("is"),
        kind=told.get("kind"),
        constant=told.get("as"),
        order="order" in told,
        tentative="tentative" in told,
        modal="modal" in told,
        rhetorical="rhetorical" in told,
        qualifier=told.get("q"),
    )


def _options(text: str, line: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in text.split(";") if part.strip())
    told = {key.strip(): value.strip() for key, _, value in pairs}
    unknown = told.keys() - _OPTIONS - {"-"}
    if unknown:
        raise ValueError(f"{line!r} has the unknown option {sorted(unknown)[0]!r}")
    return told


def _element(part: str) -> Element:
    optional = part.endswith("?") and len(part) > 1
    part = part[:-1] if optional else part
    if part in _SLOTS:
        return Gap(part, optional)
    options = (
        [o for whole in _split(part[1:-1]) for o in _expanded(whole)] if part.startswith("(") else [part]
    )
    parted = (_HYPHEN.sub(" - ", option).split() for option in options)
    return Word(tuple(tuple(_verb(w) for w in words) for words in parted), optional)


def _split(text: str) -> list[str]:
    """The alternatives of a group, those of the groups inside it left together."""
    return re.split(r"\|(?![^()]*\))", text)


def _expanded(option: str) -> list[str]:
    """An alternative with a group inside as so many alternatives: "the (big|small)? one" as three."""
    inner = _INNER.search(option)
    if inner is None:
        return [option]
    choices = inner[1].split("|") + ([""] if inner[2] else [])
    return [o for c in choices for o in _expanded(option[: inner.start()] + c + option[inner.end() :])]


def _verb(word: str) -> str:
    return f"~{word}" if word in _VERBS else word.lower()


def _needs(elements: tuple[Element, ...]) -> tuple[frozenset[str], ...]:
    """For each element that must be there, words of which one occurs where it does; the rarest element first."""
    fixed = [e for e in elements if isinstance(e, Word) and not e.optional]
    cues = [frozenset(max(option, key=_weight) for option in e.alternatives if option) for e in fixed]
    return tuple(sorted(cues, key=lambda cue: min(map(_weight, cue)), reverse=True))


def _weight(word: str) -> int:
    return 0 if word.removeprefix("~") in _VERBS else len(word)
