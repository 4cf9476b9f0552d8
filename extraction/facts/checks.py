"""The tests that rules ask of their objects, by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy.tokens import Token

from user_memory.extraction.entities import is_determined, is_empty, phrase_text
from user_memory.extraction.facts.kinds import (
    has_label,
    is_employer,
    is_field,
    is_gpe,
    is_group,
    is_home,
    is_org,
    is_personish,
    is_place,
    is_politics,
    is_proper,
    is_role,
    is_school,
    is_thing,
    is_title,
    is_workplace,
)
from user_memory.extraction.facts.organisations import ends_as, is_program, speaks_of
from user_memory.extraction.facts.state_tables import tables
from user_memory.extraction.facts.worth import (
    is_lasting,
    is_likable,
    is_matter,
    is_ownable,
    is_play,
    is_techname,
    is_tool,
    is_undertaking,
    is_usable,
)
from user_memory.extraction.lexicon import (
    grammar,
    head_noun,
    in_list,
    is_exactly,
    is_job,
    last_word,
    role_of,
    words,
)

Check = Callable[[Token, str], bool]


def is_abstract(text: str) -> bool:
    """Whether the noun names nothing one can go to or touch."""
    last = head_noun(text)
    return (
        last in grammar("abstract")
        or last.rstrip("s") in grammar("abstract")
        or last in grammar("not_employers")
    )


def _is_owned(token: Token) -> bool:
    return any(c.dep_ == "poss" and c.lower_ not in {"my", "our"} for c in token.children)


def is_lesson(token: Token) -> bool:
    """Whether something is taught to somebody of one's own, or to oneself: "I teach my son maths"."""
    people = [c for c in token.head.children if c.dep_ in {"dative", "dobj"} and c != token]
    people += [g for c in token.head.children if c.lower_ == "to" for g in c.children if g.dep_ == "pobj"]
    return any(role_of(p.lower_) or p.pos_ == "PRON" for p in people)


def _listed(section: str, key: str) -> Check:
    return lambda token, text: bool(text) and in_list(text, section, key)


CHECKS: dict[str, Check] = {
    "thing": is_thing,
    "gpe": is_gpe,
    "place": is_place,
    "org": is_org,
    "employer": is_employer,
    "workplace": is_workplace,
    "field": is_field,
    "title": is_title,
    "group": is_group,
    "school": is_school,
    "schoolname": lambda token, text: is_school(token, text) and bool(speaks_of("school", text)),
    "ownable": is_ownable,
    "possession": lambda token, text: (
        is_thing(token, text) and (is_proper(token) or is_ownable(token, text) or not is_abstract(text))
    ),
    "ride": lambda token, text: is_ownable(token, text) and last_word(text) not in grammar("work_vehicles"),
    "likable": is_likable,
    "lasting": is_lasting,
    "tool": is_tool,
    "techname": is_techname,
    "role": is_role,
    "personish": is_personish,
    "politicsish": is_politics,
    "trait": lambda token, text: text.lower() in tables()["trait"]["adjective"],
    "trade": lambda token, text: text.lower() in grammar("trades"),
    "superior": lambda token, text: (
        is_thing(token, text) and (is_job(text.split(" of ")[0]) or is_personish(token, text))
    ),
    "worksite": lambda token, text: (
        is_employer(token, text)
        or (
            token.pos_ == "NOUN"
            and any(c.lower_ in {"a", "an", "the", "our"} for c in token.children)
            and not is_abstract(text)
        )
    ),
    "service": lambda token, text: text.lower() in words("body", "service"),
    "housemates": lambda token, text: role_of(text) is not None and not _is_owned(token),
    "colleague": lambda token, text: role_of(text) == "colleague" or has_label(token, "PERSON"),
    "acquaintance": lambda token, text: role_of(text) is not None,
    "parentword": lambda token, text: role_of(text) == "parent",
    "petword": lambda token, text: role_of(text) == "pet",
    "team": lambda token, text: (
        is_thing(token, text)
        and token.pos_ == "NOUN"
        and bool(
            re.search(
                r"\b(?:board|committee|council|team|squad|band|choir|orchestra|club|panel|league|faculty|jury"
                r"|society|union|pta|circle|group|troupe|crew)$",
                text.split(" of ")[0],
                re.I,
            )
        )
    ),
    "plural": lambda token, text: (
        is_thing(token, text) and token.tag_ in {"NNS", "NNPS", "NN"} and not is_determined(token)
    ),
    "firm": lambda token, text: (
        is_employer(token, text) and not ends_as("group", text) and not is_school(token, text)
    ),
    "pursuit": lambda token, text: (
        is_likable(token, text) and not is_determined(token) and last_word(text) not in grammar("workaday")
    ),
    "learnable": lambda token, text: (
        is_thing(token, text)
        and not is_determined(token)
        and text.lower() not in grammar("abstract")
        and not is_empty(token)
    ),
    "post": lambda token, text: text.lower() in grammar("posts"),
    "hive": lambda token, text: text.lower() in grammar("hives"),
    "app": lambda token, text: bool(is_program(text)) and token.ent_type_ != "GPE",
    "firmname": lambda token, text: is_org(token, text) and token.ent_type_ == "ORG" and not is_program(text),
    "subject": lambda token, text: (
        is_field(token, text)
        or any(
            in_list(text, *key)
            for key in (("hobby", "hobby"), ("language", "language"), ("instrument", "instrument"))
        )
    ),
    "taught": lambda token, text: CHECKS["subject"](token, text) and not is_lesson(token),
    "driven": lambda token, text: (
        last_word(text) in grammar("work_vehicles")
        and (token.tag_ == "NNS" or last_word(text) not in {"truck", "coach"})
        and not any(c.lower_ in {"my", "our", "his", "her", "their"} for c in token.children)
    ),
    "there": lambda token, text: False,
    "flown": lambda token, text: token.lower_ in grammar("aircraft") and not is_determined(token),
    "matter": is_matter,
    "home": is_home,
    "undertaking": is_undertaking,
    "usable": is_usable,
    "playname": is_play,
    "job": lambda token, text: is_thing(token, text) and is_job(text),
    "position": lambda token, text: (
        is_title(token, text)
        and (is_job(text) or (token.tag_ == "NN" and any(c.lower_ in {"a", "an"} for c in token.children)))
    ),
    "company": lambda token, text: (
        is_thing(token, text) and bool(speaks_of("company", text) or has_label(token, "ORG"))
    ),
    "business": lambda token, text: is_thing(token, text) and bool(ends_as("business", text)),
    "body": lambda token, text: is_thing(token, text) and bool(ends_as("group", text)),
    "software": lambda token, text: (
        is_thing(token, text)
        and bool(
            speaks_of("software", text) or (is_proper(token) and token.ent_type_ in {"ORG", "PRODUCT", ""})
        )
    ),
    "side": lambda token, text: (
        is_proper(token)
        and (" " in text or text.lower() in grammar("sides"))
        and token.ent_type_ not in {"GPE", "NORP", "PRODUCT", "DATE"}
        and not is_politics(token, text)
        and not speaks_of("software", text)
        and not is_techname(token, text)
        and not any(c.isdigit() for c in text)
    ),
    "irritant": lambda token, text: (
        not any(re.search(rf"\b{w}\b", text.lower()) for w in grammar("unserious_allergens"))
    ),
    "followed": lambda token, text: (
        in_list(text, "game", "game")
        or last_word(text) in grammar("followed")
        or bool(re.fullmatch(r"(?:formula|f) ?(?:1|one)|nba|nfl|ufc|motogp|mls", text, re.I))
    ),
    "patient": lambda token, text: (
        token.lower_ in {"me", "us", "him", "her", "them"} or role_of(text) is not None
    ),
    "procedure": lambda token, text: (
        last_word(text)
        in {
            "surgery",
            "operation",
            "injury",
            "stroke",
            "burnout",
            "addiction",
            "concussion",
            "op",
            "transplant",
        }
        or in_list(text, "health", "condition")
    ),
    "craft": lambda token, text: last_word(text) in grammar("crafts") and not is_determined(token),
    "wearable": lambda token, text: (
        is_proper(token) and token.ent_type_ not in {"GPE", "PERSON", "DATE", "NORP"}
    ),
    "venture": lambda token, text: (
        last_word(text) in grammar("ventures") or text.lower().split(" to ")[0] in grammar("ventures")
    ),
    "sworn_off": lambda token, text: (
        last_word(text) in grammar("consumed") | grammar("vices") | {"drink", "booze", "sauce", "fags"}
    ),
    "own_thing": lambda token, text: (
        is_ownable(token, text)
        and any(c.dep_ == "poss" and c.lower_ in {"my", "our"} for c in token.children)
    ),
    "keepable": lambda token, text: is_thing(token, text) and is_exactly(text, "thing", "owned"),
    "switchable": lambda token, text: (
        is_proper(token)
        and token.ent_type_ not in {"GPE", "LOC", "DATE", "TIME", "LANGUAGE"}
        and not in_list(text, "language", "language")
        and not in_list(text, "study", "field")
        and not in_list(text, "beliefs", "religion")
        and not text.lower().endswith(("ism", "ity", "islam"))
    ),
    "regular": lambda token, text: (
        token.lower_ in {"showers", "baths", "naps", "vitamins", "supplements", "selfies"}
        and not is_determined(token)
    ),
    "oneself": lambda token, text: (
        token.lower_ in {"myself", "ourselves", "himself", "herself", "themselves"}
    ),
    "vice": lambda token, text: (
        text.lower() in grammar("vices") and not any(c.dep_ == "dobj" for c in token.children)
    ),
    "implant": lambda token, text: last_word(text) in grammar("implants"),
    "consumed": lambda token, text: last_word(text) in grammar("consumed") and not is_determined(token),
    "worn": lambda token, text: text.lower() in grammar("worn"),
    "language": lambda token, text: " of " not in text and in_list(text, "language", "language"),
    "medicine": _listed("health", "medicine"),
    "condition": _listed("health", "condition"),
    "allergen": _listed("health", "allergen"),
    "diet": _listed("diet", "diet"),
    "religion": _listed("beliefs", "religion"),
    "instrument": _listed("instrument", "instrument"),
    "hobby": _listed("hobby", "hobby"),
    "playable": lambda token, text: (
        in_list(text, "instrument", "instrument") or in_list(text, "game", "game")
    ),
}


def passes(check: str | None, token: Token) -> bool:
    """Whether the noun phrase of ``token`` passes the named check; no name passes everything."""
    return check is None or CHECKS[check](token, phrase_text(token))
