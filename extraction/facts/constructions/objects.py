"""What fills the object of a construction: the shortest noun phrase, and the tests that only constructions ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from spacy.tokens import Span, Token

from user_memory.extraction.facts.bodies import is_program
from user_memory.extraction.facts.captured import fits
from user_memory.extraction.lexicon import grammar, in_list, is_exactly, is_job, role_of

_PLACED = frozenset(
    {"in", "on", "at", "from", "by", "during", "over", "around", "near", "into", "under", "since"}
)
_DETERMINED = frozenset(
    {"my", "our", "the", "this", "his", "her", "their", "these", "those", "each", "every", "here", "there"}
)
_TIMES = frozenset({"DATE", "TIME"})
_SHELL = re.compile(
    r"^(?:(?:an?|the|my|some|that|your) )?(?:(?:good|nice|little|wee|big|cheeky|great|odd|occasional|decent|tiny) )*"
    r"(?:bit|pile|loads?|lots?|spot|dose|touch|bunch|tons?|drop|dash|heaps?|amount|plenty|sort|kind|form|type|thought|idea|prospect|sight|very idea) of "
    r"(?:an? |the )?"
    r"|^another |^under[ -]\w+ (?=\w)"
    r"|^(?:an?|the) (?:odd|occasional|cheeky|good old|good|nice|decent|bit of) "
    r"|^(?:good|nice|proper|decent) (?:old )?(?=\w+$)"
    r"|^(?:total|real|massive|complete|huge|big|bit of a|proper|right|absolute|self-confessed|major|certified) "
    r"(?=\w.* (?:nut|freak|buff|snob)$)",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:this|that|these|those|it|them|him|her|you|your|there|here|such|his|their|what|whatever|one|ones|anyone|someone|everyone"
    r"|nobody|somebody|everybody|anybody|myself|yourself|himself|herself|themselves|ourselves|itself)\b",
    re.I,
)
_UNITS = re.compile(r"\b(?:years?|months?|weeks?|hours?|minutes?|seconds?|decades?|times|ages)\\b|\\d$", re.I)
_PREPOSED = re.compile(r"(?:on|in|at|to|from|with|for|out|off|up|down|by|over|about|around|into|of)\b", re.I)
_OPEN = re.compile(
    r"^(?:anything|everything|something) (?:with|about|by|to do with|involving|made of|related to|\w+$)", re.I
)


_DUTIES = frozenset({"work", "school", "sick", "duty", "today", "topic", "track", "waiting", "time"})
_PASSING = frozenset(
    "minute moment second hour hand help advice time today tomorrow tonight week weekend answer answers info information tips tip"
    " suggestion suggestions idea ideas example examples list summary link links translation explanation feedback refund reply"
    " drink pint snack nap rest break sleep breather sit-down hug chat word lift ride cuppa coffee beer tea lunch dinner breakfast"
    " weekend holiday luck money way reason clue sense fight trouble job it them something anything things stuff".split()
)
_DOING = re.compile(r"(?:becoming|being|having|getting|owning|buying|winning|going|doing|making)\b", re.I)
_TAKEN = frozenset({"snack", "nap", "coffee", "beer", "tea", "lunch", "dinner", "breakfast", "pint", "cuppa", "drink"})
_OUTINGS = frozenset({"run", "jog", "swim", "walk", "ride", "cycle", "hike", "dip", "stroll", "row", "sail", "surf", "climb", "spin"})
_RIDES = frozenset("bike bus train tram car tube metro subway ferry bicycle motorbike scooter boat moped cab underground".split())
_FUELS = frozenset("wood gas coal oil electricity solar induction logs pellets paraffin honey stevia vinegar".split())
_DIETS = frozenset({"omnivore", "carnivore", "meat eater", "flexitarian", "pescatarian", "plant-based", "low carb", "low-carb"})
_LIGHT = frozenset(
    {"getting", "having", "being", "doing", "going", "making", "taking", "trouble", "getting up", "lead"}
)
_ABSURD = frozenset({"glass", "worms", "nails", "pins", "die"})
_QUALITIES = frozenset(
    "good bad nice nasty mean patient violent jealous big huge great real true only real religious organised organized tidy"
    " people morning night happy sad angry creative sporty outdoorsy early confident emotional".split()
)


def core(phrase: Span) -> Span:
    """A phrase without the place and time said after it: "shelf space in this kitchen" -> "shelf space"."""
    times = {t.left_edge.i for t in phrase if _is_time(t)}
    for n, token in enumerate(phrase):
        if n and (token.lower_ in {"here", "there"} or token.i in times or _places(phrase, n)):
            return phrase[:n]
    return phrase


def _is_time(token: Token) -> bool:
    return token.ent_type_ in _TIMES and token.dep_ in {"npadvmod", "advmod"}


def _places(phrase: Span, n: int) -> bool:
    if phrase[n].lower_ == "over":
        return True
    if phrase[n].lower_ == "like" and phrase[n].tag_ == "IN":
        return True
    if n and phrase[n].pos_ == "ADP" and phrase[n - 1].pos_ == "PROPN" and phrase[n].lower_ not in {"of", "'s"}:
        return not phrase[n].is_title
    if phrase[n].lower_ not in _PLACED or n + 1 >= len(phrase):
        return False
    after = phrase[n + 1]
    if phrase[-1].lower_ in grammar("everywhere"):
        return False
    return after.lower_ in _DETERMINED or after.ent_type_ in _TIMES | {"GPE", "LOC"}


def plain_name(name: str) -> str:
    """A name without the words that only measure it: "a bit of cheddar" -> "cheddar"."""
    rest = _SHELL.sub("", name)
    return rest if any(c.isalpha() for c in rest) else name


def _fond(name: str, token: Token) -> bool:
    """What one can be fond of: a thing or activity that these words alone make clear."""
    last = name.lower().rsplit(" ", 1)[-1]
    return bool(_OPEN.match(name)) or (
        fits("plain", name, token)
        and not _POINTING.search(name)
            and not _PREPOSED.match(name)
        and not (token.ent_type_ in _TIMES and _UNITS.search(name))
        and not (
            token.pos_ in {"ADP", "AUX", "SCONJ", "DET", "PART"}
            or token.tag_ in {"VBD", "MD"}
            or (token.tag_ == "VBZ" and " " not in name)
        )
        and last not in grammar("only_here")
    )


def _known(name: str, token: Token) -> bool:
    """Something by its name, or a bare plural, or an activity: not "the offer"."""
    return (
        _fond(name, token)
        and (
            token.pos_ == "PROPN"
            or token.tag_ in {"NNS", "VBG"}
            or in_list(name, "hobby", "hobby")
            or " " not in name
        )
        and not any(c.dep_ in {"det", "poss"} for c in token.children)
    )


def _unlikable(name: str, token: Token) -> bool:
    """What one can have an aversion to for good; not "my login", not "the boiler"."""
    return _fond(name, token) and not any(c.isdigit() for c in name) and _is_general(name, token)


def _is_general(name: str, token: Token) -> bool:
    """Not one thing that only this talk makes clear: "the slot", "her snoring"; "the heat" and "the Beatles" are."""
    pointed = any(
        c.dep_ == "poss" or (c.dep_ == "det" and c.lower_ not in {"a", "an", "any", "some", "all", "another"})
        for c in token.children
    )
    return not pointed or token.pos_ == "PROPN" or name.lower().rsplit(" ", 1)[-1] in grammar("everywhere")


def _offputting(name: str, token: Token) -> bool:
    """What one is tired or afraid of in general: bare plurals, names, activities and masses, told by themselves."""
    return _unlikable(name, token) and name.lower() not in _DUTIES and token.tag_ != "VB"


def _mass(name: str, token: Token) -> bool:
    """A bare plural or mass noun in general."""
    return (
        _offputting(name, token)
        and token.ent_type_ == ""
        and (token.tag_ in {"NNS", "VBG"} or in_list(name, "hobby", "hobby"))
    )


def _chosen(name: str, token: Token) -> bool:
    """One of two things that a choice is between."""
    return _fond(name, token) and _is_general(name, token) and not {name.lower()} & (_DUTIES | _ABSURD)


def _taste(name: str, token: Token) -> bool:
    """What "not a … person" names: one or two words, no mere adjective."""
    return len(name.split()) <= 2 and name.lower() not in _QUALITIES and any(c.isalpha() for c in name)


def _unliked(name: str, token: Token) -> bool:
    return _fond(name, token) and name.lower() not in {"today", "work"}


def _kindred(name: str, token: Token) -> bool:
    """One of a kind: a thing, or a quality such as a colour."""
    quality = token.pos_ in {"ADJ", "VERB"} and len(name.split()) <= 2 and not _POINTING.search(name)
    return quality or _fond(name, token)


def _wanted(name: str, token: Token) -> bool:
    """A thing to have: a noun that outlasts the moment, not "a minute" or "your help"."""
    last = name.lower().rsplit(" ", 1)[-1]
    return (
        _fond(name, token)
        and _is_general(name, token)
        and token.pos_ in {"NOUN", "PROPN"}
        and last not in _PASSING
        and last.rstrip("s") not in grammar("abstract") | _PASSING
    )


def _aimed(name: str, token: Token) -> bool:
    """What one works towards: a contest, a title, a sum."""
    return (
        fits("plain", name, token)
        and not _POINTING.search(name)
        and token.pos_ in {"NOUN", "PROPN", "NUM"}
        and name.lower().rsplit(" ", 1)[-1] not in _PASSING
    )


def _aim(name: str, token: Token) -> bool:
    """What somebody sets out to do, in two words or more, that is no help with this talk."""
    return len(name.split()) > 1 and token.lemma_ not in grammar("unlasting") and not _POINTING.search(name)


def _deed(name: str, token: Token) -> bool:
    """Something told as an aim in so many words: two words or more."""
    return len(name.split()) > 1 and not _POINTING.search(name)


def _relied(name: str, token: Token) -> bool:
    """What one cannot do without, in general."""
    return _fond(name, token) and token.pos_ in {"NOUN", "PROPN"} and name.lower() not in _PASSING


def _pursued(name: str, token: Token) -> bool:
    """An activity by list or by its ending, not "living" or "spending"."""
    low = name.lower()
    return (
        in_list(name, "hobby", "hobby") or in_list(name, "game", "game") or in_list(name, "instrument", "instrument")
    ) or (
        fits("plain", name, token)
        and low.split(" ", 1)[0].endswith("ing")
        and low.split(" ", 1)[0] not in _DUTIES | _LIGHT | grammar("no_pastimes")
    )


def _pastime(name: str, token: Token) -> bool:
    """What somebody calls a hobby: a thing or activity in general."""
    return _fond(name, token) and (_pursued(name, token) or _is_general(name, token))


def _activity(name: str, token: Token) -> bool:
    """A verb of something done for pleasure, told with what it is done to or listed."""
    return token.tag_ == "VBG" and token.lemma_ not in grammar("no_pastimes") and not _POINTING.search(name)


def _sportlike(name: str, token: Token) -> bool:
    return (in_list(name, "game", "game") or in_list(name, "instrument", "instrument")) and _is_general(
        name, token
    ) or (in_list(name, "instrument", "instrument"))


def _gamelike(name: str, token: Token) -> bool:
    """A game by list or by its name."""
    return in_list(name, "game", "game") or (fits("named", name, token) and token.ent_type_ not in {"GPE", "DATE", "TIME"})


def _routine(name: str, token: Token) -> bool:
    """What is done or taken regularly: no meeting, no weather, no pronoun."""
    low = name.lower()
    return (
        fits("plain", name, token)
        and not _POINTING.search(name)
        and not _PREPOSED.match(name)
        and token.pos_ in {"NOUN", "PROPN", "VERB"}
        and low.rsplit(" ", 1)[-1] not in _PASSING - _TAKEN
        and token.ent_type_ not in {"PERSON", "GPE"}
    )


def _vice(name: str, token: Token) -> bool:
    """What one gives up doing, told in two words or as one that is nothing else: "biting my nails", "vaping"."""
    return token.tag_ == "VBG" and (" " in name or token.lower_ in {"vaping", "gambling", "drinking", "smoking"}) and not (
        token.lemma_ in {"work", "live", "use", "try", "talk", "think", "worry", "wait", "look"}
    )


def _owned(name: str, token: Token) -> bool:
    """A thing to have, or one like it by its name, though "the" or "my" stand before it."""
    return fits("ownable", name, token) and not _POINTING.search(name)


def _tool_like(name: str, token: Token) -> bool:
    """A program, make or technology by its name."""
    return bool(is_program(name)) or (
        fits("named", name, token)
        and (name[:1].isupper() or name[:1].isdigit() or " " not in name)
        and token.pos_ in {"PROPN", "NOUN", "X"}
        and token.ent_type_ not in {"GPE", "LOC", "DATE", "TIME", "PERSON", "NORP", "CARDINAL"}
    )


def _app_like(name: str, token: Token) -> bool:
    """A program or service that the lists know."""
    return bool(is_program(name)) or bool(fits("software", name, token) and token.pos_ == "PROPN" and token.ent_type_ in {"ORG", "PRODUCT"})


def _animal(name: str, token: Token) -> bool:
    last = name.lower().rsplit(" ", 1)[-1]
    return role_of(name) == "pet" or role_of(last) == "pet" or any(
        in_list(name, "animal", key) for key in ("pet", "breed")
    )


def _eaten(name: str, token: Token) -> bool:
    return in_list(name, "health", "allergen") or (
        _fond(name, token) and len(name.split()) < 3 and token.pos_ in {"NOUN", "PROPN"} and _is_general(name, token)
    )


def _ailment(name: str, token: Token) -> bool:
    """A condition that the list has, whole, not one that is often something else ("cold", "stroke")."""
    return is_exactly(name, "health", "condition") and name.lower() not in grammar("ambiguous_conditions")


def _drug(name: str, token: Token) -> bool:
    return in_list(name, "health", "medicine")


def _dietary(name: str, token: Token) -> bool:
    return is_exactly(name, "diet", "diet") or name.lower() in _DIETS


def _kept_off(name: str, token: Token) -> bool:
    """What one keeps away from in general: food, drink, places, doings."""
    food = in_list(name, "health", "allergen") or name.lower().rsplit(" ", 1)[-1] in grammar("consumables")
    return (
        (food or _offputting(name, token))
        and token.pos_ in {"NOUN", "PROPN", "VERB"}
        and name.lower() not in _PASSING
        and not (token.tag_ == "VBG" and token.lemma_ in {"get", "go", "be", "do", "have", "try", "use"})
    )


def _consumed(name: str, token: Token) -> bool:
    """Food, drink or the like: bare plurals and masses, no number, no thing of this talk."""
    return _kept_off(name, token) and token.tag_ != "VBG" and (
        in_list(name, "health", "allergen")
        or (token.pos_ == "NOUN" and not any(c.dep_ in {"det", "poss"} for c in token.children) and len(name.split()) < 4)
    )


def _character(name: str, token: Token) -> bool:
    """A word for what somebody is like: "homebody", "worrier", "picky eater"."""
    return len(name.split()) < 3 and name.lower().rsplit(" ", 1)[-1] in grammar("characters")


def _self(name: str, token: Token) -> bool:
    """What somebody calls themselves: a noun or quality of one or two words."""
    return (
        len(name.split()) < 3
        and fits("plain", name.capitalize(), token)
        and not _POINTING.search(name)
        and token.pos_ in {"NOUN", "ADJ", "PROPN"}
        and not is_job(name)
    ) or _character(name, token)


def _creed(name: str, token: Token) -> bool:
    return is_exactly(name, "beliefs", "religion")


def _cheered(name: str, token: Token) -> bool:
    return _fond(name, token) and (token.pos_ == "PROPN" or name[:1].isupper())


TASTES: Mapping[str, Callable[[str, Token], bool]] = MappingProxyType(
    {
        "fond": _fond,
        "named_fond": _known,
        "cheered": _cheered,
        "unlikable": _unlikable,
        "offputting": _offputting,
        "taste": _taste, "character": _character, "self": _self, "creed": _creed,
    "temper": lambda name, token: name.lower() in grammar("tempers"), "eaten": _eaten, "ailment": _ailment, "drug": _drug, "dietary": _dietary, "kept_off": _kept_off, "consumed": _consumed, "owned": _owned, "mine": lambda name, token: _owned(name, token) and any(c.lower_ in {"my", "our"} for c in token.children),
    "tool_like": _tool_like, "app_like": _app_like, "animal": _animal,
    "ride": lambda name, token: name.lower() in _RIDES, "substance": lambda name, token: name.lower().split()[-1] in _FUELS | _RIDES, "pursued": _pursued, "pastime": _pastime, "activity": _activity, "sportlike": _sportlike,
    "sport": lambda name, token: in_list(name, "game", "game"), "game": _gamelike, "gamelike": _gamelike,
    "playthings": lambda name, token: in_list(name, "game", "game") or in_list(name, "instrument", "instrument"),
    "instrument": lambda name, token: in_list(name, "instrument", "instrument"), "routine": _routine, "vice": _vice,
    "outing": lambda name, token: name.lower().split(" ")[-1] in _OUTINGS, "intake": lambda name, token: any(c.isdigit() for c in name) or token.pos_ == "NOUN",
    "hobbyist": lambda name, token: token.pos_ in {"NOUN", "PROPN"} and is_job(name), "wanted": _wanted, "wished": _wanted, "owned_wish": lambda name, token: _wanted(name, token) and not _DOING.match(name), "needed": _wanted, "aimed": _aimed, "aim": _aim, "deed": _deed,
    "relied": _relied,
        "kindred": _kindred,
        "chosen": _chosen,
        "mass": _mass,
        "unliked": _unliked,
    }
)
