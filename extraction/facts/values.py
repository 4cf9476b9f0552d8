"""Which value can stand in the place of another: a number for an age, a town for a town, one editor for another."""

from __future__ import annotations

import re

from user_memory.extraction.facts.predicates import HOMES, PEOPLE, STATIONS
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, numbers, role_of, singular
from user_memory.extraction.namelists import names
from user_memory.graph.candidates import KnownFact, Mention
from user_memory.graph.keys import entity_key

SURE = 2
"""The value is of the very kind that the relation takes."""
LIKELY = 1
"""The value has the shape of the one that is known: a name for a name, a number for a number."""
_CLASSES = (
    "iphone android pixel galaxy samsung nokia oneplus huawei fairphone xiaomi motorola blackberry phone",
    "mac macbook windows linux ubuntu debian fedora arch nixos chromebook thinkpad laptop imac pc",
    "chrome firefox safari edge brave opera vivaldi arc browser",
    "vim neovim emacs vscode code pycharm intellij sublime zed helix cursor editor",
    "notion obsidian evernote onenote roam logseq bear notes todoist trello asana things",
    "gmail outlook proton protonmail fastmail hotmail yahoo",
    "spotify tidal deezer qobuz",
    "python java javascript typescript go rust ruby php kotlin swift scala elixir c++ c#",
    "whatsapp signal telegram",
)
_CARS = (
    "skoda fabia octavia golf polo passat fiesta focus corsa astra clio yaris micra civic punto fiat volvo saab toyota honda"
    " mazda ford volkswagen vw audi bmw tesla peugeot renault citroen seat kia hyundai nissan mini jeep subaru suzuki"
    " mercedes porsche dacia vauxhall opel hatchback estate suv saloon"
)
_CYCLES = "bicycle e-bike ebike motorbike motorcycle moped scooter triumph ducati kawasaki yamaha vespa harley brompton"
_KINDS = {
    **{c.split()[-1]: frozenset(c.split()) for c in _CLASSES},
    "car": frozenset(_CARS.split()) | {"car"},
    "van": frozenset({"transit", "transporter", "campervan", "van"}),
    "bike": frozenset(_CYCLES.split()) | {"bike"},
}
_REPLACEABLE = (*(frozenset(c.split()) for c in _CLASSES), _KINDS["car"] | _KINDS["van"] | _KINDS["bike"])
_CATS = frozenset("siamese persian ragdoll bengal tabby calico moggy tortoiseshell sphynx birman".split())
_PRONOUNS = re.compile(r"^(?:she|he|they|ze|xe|it|any)(?:/\w+)+$", re.I)
_DAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|january|february|march|april|may|june|july|august|september|october|november|december"
)
_COUNTS = frozenset(
    "1 2 3 4 5 6 7 8 9 10 11 12 a an no one two three four five six seven eight nine ten eleven twelve".split()
)
_PLACES = HOMES - {"visited"}
_FIRMS = STATIONS - {"works_on"}
_LISTS = {
    "studies": (("study", "field"), ("language", "language")),
    "speaks": (("language", "language"),),
    "nationality": (("nationality", "nationality"),),
    "diet": (("diet", "diet"),),
    "plays": (("instrument", "instrument"), ("game", "game"), ("hobby", "hobby")),
    "hobby": (("hobby", "hobby"), ("game", "game"), ("instrument", "instrument")),
    "allergic_to": (("health", "allergen"),),
    "takes_medication": (("health", "medicine"),),
    "religion": (("beliefs", "religion"),),
}


def fit(fact: KnownFact, value: str, cue: str = "") -> int:
    """How well ``value``, said after the preposition ``cue``, can take the place of what is known: 0, ``LIKELY`` or ``SURE``."""
    old, new = fact.object.name.lower(), value.lower()
    if not new or entity_key(old) == entity_key(new) or _DAY.fullmatch(new):
        return 0
    if new in grammar("hails"):
        return 0  # "no thanks" puts nothing right
    if fact.predicate in {"age", "pronouns"}:
        return _exact(fact.predicate, new)
    if of_one_class(old, new) or _of_one_head(old, new):
        return SURE
    if new in _COUNTS:
        return SURE if old.split()[0] in _COUNTS and " " in old else 0
    if fact.predicate in _PLACES | _FIRMS:
        return _named_place(fact, value, cue)
    if fact.predicate in PEOPLE:
        return _role_for_role(fact.predicate, new)
    if fact.predicate == "job_title":
        return SURE if is_job(value) or grown(old, new) else 0
    if fact.predicate in _LISTS:
        return SURE if any(_listed(value, old, *table) for table in _LISTS[fact.predicate]) else 0
    return LIKELY if shape(value) == shape(fact.object.name) else 0


def _of_one_head(old: str, new: str) -> bool:
    """Whether both end in the same noun: tenor sax and alto sax."""
    head = new.split()[-1]
    return (
        " " in new and head == old.split()[-1] and head not in grammar("prepositions") | grammar("particles")
    )


def _exact(predicate: str, new: str) -> int:
    if predicate == "pronouns":
        return SURE if _PRONOUNS.match(new) else 0
    return SURE if new.isdigit() and int(new) < 120 else 0


def _listed(value: str, old: str, section: str, key: str) -> bool:
    return is_exactly(value, section, key) or (in_list(value, section, key) and in_list(old, section, key))


def _named_place(fact: KnownFact, value: str, cue: str) -> int:
    """A town after "in", a firm after "at": where the preposition is the other's, it is not meant."""
    town = value.lower() in names("places")
    if fact.predicate in _PLACES:
        return (
            SURE
            if town and cue != "with"
            else LIKELY
            if value[:1].isupper() and cue in {"in", "to", ""}
            else 0
        )
    if not (value[:1].isupper() or in_list(value, "body", "workplace")) or cue in {"in", "to"}:
        return 0
    if town or is_exactly(value, "nationality", "nationality") or is_exactly(value, "language", "language"):
        return 0
    school = in_list(value, "body", "school")
    if fact.predicate != "works_for" and not school and cue == "":
        return LIKELY
    return SURE if cue and school in {fact.predicate != "works_for", False} else LIKELY


def _role_for_role(predicate: str, new: str) -> int:
    """A sister for a brother, but no dog for a husband."""
    return SURE if role_of(new.split()[-1]) == predicate else 0


def shape(name: str) -> tuple[bool, bool]:
    """What a correction must share with what it corrects: a number for a number, a name for a name."""
    return name.replace(".", "").isdigit(), name[:1].isupper()


def of_one_class(one: str, other: str) -> bool:
    """Whether two names are of products that one uses one of: two phones, two editors."""
    first, second = _words(one), _words(other)
    return any(first & members and second & members for members in _REPLACEABLE)


def _words(name: str) -> frozenset[str]:
    spoken = name.lower().split()
    return frozenset([*spoken, *(singular(word) for word in spoken)])


def of_kind(fact: KnownFact, noun: str) -> bool:
    """Whether a common noun may stand for what is known: "the car" for a Fabia, "the job" for an employer."""
    predicates = _NOUNS.get(noun)
    if predicates is not None:
        return fact.predicate in predicates
    if fact.predicate in {"owns", "uses"}:
        return bool(_words(fact.object.name) & _KINDS.get(noun, frozenset()))
    if fact.predicate != "pet" or noun not in {"dog", "cat"}:
        return False
    return (
        bool(_words(fact.object.name) & _CATS)
        if noun == "cat"
        else in_list(fact.object.name, "animal", "breed")
    )


_NOUNS = {
    "job": {"works_for"},
    "firm": {"works_for"},
    "company": {"works_for"},
    "employer": {"works_for"},
    "course": {"studies"},
    "degree": {"studies", "studies_at"},
    "uni": {"studies_at"},
    "university": {"studies_at"},
    "college": {"studies_at"},
    "school": {"studies_at"},
    "age": {"age"},
    "pronouns": {"pronouns"},
    "name": {"name"},
    "diet": {"diet"},
    "city": {"lives_in"},
    "town": {"lives_in"},
}


def in_figures(value: str) -> str:
    """A number said in a word, in figures: "34" of "thirty-four"; anything else as it is."""
    parts = [numbers().get(part, part) for part in value.lower().replace("-", " ").split()]
    if not parts or not all(part.isdigit() for part in parts):
        return value
    return str(sum(map(int, parts))) if len(parts) <= 2 else value


def grown(old: str, value: str) -> bool:
    """Whether the value says in full what was said short: "vet tech" of "vet"."""
    return value.lower().startswith(f"{old.lower()} ")


def completed(old: Mention, value: str) -> Mention:
    """The new value in full: "four", where three kids are known, is four kids; where "trumpet" took "a", so does it."""
    rest = old.name.partition(" ")[2]
    if value.lower() in _COUNTS and old.name.split()[0].lower() in _COUNTS and rest:
        return Mention(f"{value} {rest}", old.kind)
    return Mention(value, old.kind)
