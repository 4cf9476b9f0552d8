"""What a noun phrase names: a place, an employer, a school, a field, a person; by word list, entity label and shape."""

from __future__ import annotations

from spacy.tokens import Token

from user_memory.extraction.entities import is_empty
from user_memory.extraction.facts.organisations import ends_as, is_program, speaks_of
from user_memory.extraction.lexicon import grammar, head_noun, in_list, is_exactly, is_job, role_of, words
from user_memory.extraction.namelists import names

TIME_LABELS = {"DATE", "TIME", "PERCENT", "MONEY", "ORDINAL", "CARDINAL", "QUANTITY"}


def has_label(token: Token, *labels: str) -> bool:
    """Whether the parser gave the word one of the labels."""
    return token.ent_type_ in labels


def is_proper(token: Token) -> bool:
    """A name: tagged so, or written with a capital inside the sentence."""
    return token.pos_ == "PROPN" or (token.text[:1].isupper() and token.i > token.sent.start)


def is_thing(token: Token, text: str) -> bool:
    """A noun phrase that names something: no pronoun, no time, no bare adjective."""
    if not text or is_empty(token) or (token.ent_type_ in TIME_LABELS and not is_proper(token)):
        return False
    return (
        token.pos_ in {"NOUN", "PROPN", "X", "NUM"}
        or (token.pos_ in {"ADJ", "ADV"} and (is_proper(token) or token.ent_type_ != ""))
        or (
            token.pos_ == "VERB"
            and token.tag_ != "VBG"
            and (token.dep_ == "dobj" or (token.dep_ == "conj" and token.head.pos_ == "PROPN"))
        )
    )


def is_gpe(token: Token, text: str) -> bool:
    """A named place, or a country or region by list."""
    low = text.lower()
    if speaks_of("school", text):
        return False
    if (
        has_label(token, "GPE", "LOC")
        or low in words("place", "region")
        or f"the {low}" in words("place", "region")
        or (is_proper(token) and low in names("places") and low not in names("given_names"))
    ):
        return not role_of(low)
    return False


def is_place(token: Token, text: str) -> bool:
    """A named place, or an unnamed kind of place ("a small village", "the countryside")."""
    if is_exactly(text, "language", "language"):
        return False
    if not is_thing(token, text) or (
        has_label(token, "DATE", "TIME", "PERSON") and not in_list(text, "place", "generic")
    ):
        return is_gpe(token, text) or (
            has_label(token, "PERSON") and is_proper(token) and token.head.dep_ == "prep"
        )
    return (
        is_gpe(token, text)
        or is_proper(token)
        or in_list(text, "place", "generic")
        or in_list(text, "place", "region")
    )


def is_home(token: Token, text: str) -> bool:
    """A named place to live: a city, region or country, no "small village"."""
    if is_exactly(text, "tech", "name") or (is_program(text) and text.lower() not in names("places")):
        return False
    return is_place(token, text) and (is_gpe(token, text) or is_proper(token))


def is_org(token: Token, text: str) -> bool:
    """A named organisation, or a company, hospital or the like."""
    if role_of(text):
        return False
    return (
        is_proper(token) and not has_label(token, "GPE", "DATE", "TIME", "LOC", "PERCENT", "MONEY", "NORP")
    ) or bool(speaks_of("company", text))


def is_employer(token: Token, text: str) -> bool:
    """What one works for or at."""
    if not is_thing(token, text) or text.lower() in grammar("not_employers"):
        return False
    if text.lower() in names("given_names") and token.head.lower_ == "with":
        return False
    return (
        is_org(token, text)
        or bool(speaks_of("workplace", text) or speaks_of("company", text))
        or (token.pos_ == "PROPN" and token.ent_type_ != "DATE")
        or (is_proper(token) and has_label(token, "GPE") and text.lower() not in names("places"))
    )


def is_workplace(token: Token, text: str) -> bool:
    """A kind of workplace: "a bakery"."""
    return (
        is_thing(token, text) and bool(speaks_of("workplace", text)) and not in_list(text, "study", "field")
    )


def is_field(token: Token, text: str) -> bool:
    """A field of study or of work."""
    if not is_thing(token, text):
        return False
    last = head_noun(text)
    return (
        in_list(text, "study", "field")
        or last.endswith(("ology", "ics", "istry", "onomy", "ography", "osophy", "ineering"))
        or last in grammar("trades")
    )


def is_title(token: Token, text: str) -> bool:
    """What one is promoted to."""
    return is_thing(token, text) and not has_label(token, "DATE", "TIME")


def is_group(token: Token, text: str) -> bool:
    """A club, team, band or other body of people."""
    return is_thing(token, text) and bool(
        ends_as("group", text)
        or has_label(token, "ORG")
        or ends_as("group", text)
        or (is_proper(token) and token.ent_type_ in {"", "NORP", "FAC"})
    )


def is_school(token: Token, text: str) -> bool:
    """A named place of learning."""
    if not is_thing(token, text) or text.lower() in {"school", "college", "university", "uni", "a school"}:
        return False
    return (
        bool(speaks_of("school", text))
        or (has_label(token, "ORG", "GPE", "FAC") and token.head.lower_ == "at")
        or (is_proper(token) and (token.head.lower_ == "at" or token.head.head.lemma_ == "graduate"))
    )


_ROUND = frozenset({"over", "round", "around"})


def is_role(token: Token, text: str) -> bool:
    """A kin or pet noun with an article, a number or a bare plural: "a brother", "two cats"."""
    role = role_of(text) or role_of(token.lower_)
    if token.lower_ in {"pet", "pets"}:
        return True
    if role is None or role in {"manager"}:
        return False
    return not any(c.dep_ == "poss" for c in token.children) and not _visits(token)


def _visits(token: Token) -> bool:
    """Whether a person is only there for a while: "had the family over", "having two friends round"."""
    verb = token.head
    return verb.lemma_ == "have" and any(c.lower_ in _ROUND and c.i > token.i for c in verb.children)


def is_personish(token: Token, text: str) -> bool:
    """A person, named or not."""
    return is_thing(token, text) and (
        has_label(token, "PERSON")
        or role_of(text) is not None
        or is_job(text)
        or token.lower_ in {"guy", "man", "woman", "girl", "boy", "someone", "lady"}
    )


def is_politics(token: Token, text: str) -> bool:
    """A party or a leaning."""
    return is_exactly(text, "beliefs", "politics") or (
        is_proper(token) and in_list(text, "beliefs", "politics")
    )
