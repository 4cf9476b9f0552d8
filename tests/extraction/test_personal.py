"""Personal data: found by form and context, kept by consent only, and names give way to roles."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.extraction.reading import extract, readings, rules, strings
from user_memory.extraction.personal.patterns import is_iban, luhn
from user_memory.graph.candidates import EventCandidate, FactCandidate


@pytest.mark.parametrize(
    ("text", "category", "told"),
    [
        ("my email is ana.b+x@example.co.uk", "contact", "ana.b+x@example.co.uk"),
        ("reach me at bob at gmail dot com", "contact", "bob at gmail dot com"),
        ("my cell is 503-555-0142", "contact", "503-555-0142"),
        ("call me on +44 20 7946 0958", "contact", "7946"),
        ("I live at 2210 Juniper Avenue, Apt 4B", "address", "Juniper"),
        ("wohne in der Lindenstraße 12", "address", "Lindenstraße 12"),
        ("my passport number is X1234567", "government_id", "X1234567"),
        ("my SSN is 078-05-1120", "government_id", "078-05-1120"),
        ("my card is 4111 1111 1111 1111", "financial", "4111"),
        ("pay me at DE89 3704 0044 0532 0130 00", "financial", "3704"),
        ("I make about 85k a year", "financial", "85k"),
        ("I was born on 3 May 1990", "birth_date", "3 May 1990"),
        ("my sister's name is Zoë", "name", "Zoë"),
        ("everyone calls me Jojo", "name", "Jojo"),
        ("I had lunch with Marek yesterday", "name", "Marek"),
        ("my cousin Dário drums in a band", "name", "Dário"),
        ("Dr. Okafor moved to Leeds", "name", "Okafor"),
        ("my friend bartek moved", "name", "bartek"),
        ("my daughters Aoife and Niamh love football", "name", "Niamh"),
        ("I'm married to Ngozi", "name", "Ngozi"),
        ("Xiulan is my aunt", "name", "Xiulan"),
        ("thanks for the help\nRegards,\nPedro", "name", "Pedro"),
        ("I've been on sertraline since March", "health", "sertraline"),
        ("I was diagnosed with asthma last year", "health", "asthma"),
        ("we are practising Catholics and I'm Catholic", "beliefs", "Catholic"),
        ("I'm bisexual", "sexuality", "bisexual"),
    ],
)
def test_nothing_of_it_is_kept_without_consent(text: str, category: str, told: str) -> None:
    extraction = extract(text)
    assert category in {r.category for r in extraction.refused if r.reason == "consent"}
    assert told not in strings(extraction)


@pytest.mark.parametrize(
    ("text", "mine"),
    [
        ("My girlfriend's name is Imke", False),
        ("my brother's first name is Otis", False),
        ("her name is Anna", False),
        ("my sister is here and my name is Otis", True),
        ("the name's Otis", True),
    ],
)
def test_the_name_of_somebody_else_is_not_the_speakers(text: str, mine: bool) -> None:
    found = extract(text, consents=frozenset({"name"})).candidates
    named = [f for f in found if isinstance(f, FactCandidate) and f.predicate == "name"]
    assert any(f.subject.name == "user" for f in named) is mine


@pytest.mark.parametrize(
    "text",
    [
        "I ordered 2210 screws in January",
        "my order number is 503-555-0142",
        "I love listening to Beethoven",
        "I live in Reading and like Victoria sponge",
        "I use Terraform and Go",
        "I like green tea",
        "we watched 12 episodes on 3 May 2024",
        "my favourite author is Jane Austen",
        "my dog Rex is a greyhound",
        "I use Notion and Obsidian every day",
        "I bank with Monzo and work at Deloitte",
        "I'm from Madison and moved to Austin",
        "I'm reading Middlemarch by George Eliot",
        "I'm Irish",
        "I use Alexa and Siri at home",
    ],
)
def test_what_is_no_personal_data_is_let_through(text: str) -> None:
    assert [r for r in extract(text).refused if r.reason == "consent"] == []


@pytest.mark.parametrize(
    ("text", "predicate", "value", "consent"),
    [
        ("my email is ana@example.com", "email", "ana@example.com", "contact"),
        ("reach me at bob at gmail dot com", "email", "bob@gmail.com", "contact"),
        ("My birthday's October 3rd, 1987", "birth_date", "1987-10-03", "birth_date"),
        ("I was born on 3 October", "birth_date", "3 October", "birth_date"),
        ("my cell is 503-555-0142", "phone", "503-555-0142", "contact"),
        (
            "home address for the forms is 2210 Juniper Avenue, Apt 4B",
            "address",
            "2210 Juniper Avenue, Apt 4B",
            "address",
        ),
    ],
)
def test_with_consent_it_is_a_fact(text: str, predicate: str, value: str, consent: str) -> None:
    facts = [
        c for c in extract(text, consents=frozenset({consent})).candidates if isinstance(c, FactCandidate)
    ]
    assert [(f.subject.name, f.object.name) for f in facts if f.predicate == predicate] == [("user", value)]


def test_a_role_stands_for_a_person_whose_name_may_not_be_kept() -> None:
    extraction = extract("My sister Anna lives in Leeds")
    facts = [
        (c.subject.name, c.predicate, c.object.name)
        for c in extraction.candidates
        if isinstance(c, FactCandidate)
    ]
    assert ("sister", "lives_in", "Leeds") in facts
    assert "Anna" not in strings(extraction)


def test_a_name_told_once_is_known_in_later_messages() -> None:
    extraction = extract("My sister Anna is here", "anna went to Oslo yesterday, and Anna loved it")
    assert "anna" not in strings(extraction).lower()


def test_screening_answers_the_text_without_what_may_not_be_kept() -> None:
    screening = rules().screen("sister Anna, ana@example.com, password is hunter22", frozenset({"name"}))
    assert screening.text == "sister Anna, [redacted], password is [redacted]"
    assert {(r.reason, r.category) for r in screening.refused} == {("secret", None), ("consent", "contact")}


def test_findings_are_in_order_and_apart() -> None:
    found = readings("my sister Anna, ana@example.com, lives at 12 Elm Street, call 503-555-0142")[0].findings
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert {f.category for f in found} >= {"name", "contact", "address"}


def test_checksums() -> None:
    assert luhn("4111 1111 1111 1111")
    assert not luhn("4111 1111 1111 1112")
    assert is_iban("GB82 WEST 1234 5698 7654 32")
    assert not is_iban("GB82 WEST 1234 5698 7654 33")


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("one of my kidneys came from my brother in 2019", "health"),
        ("had my appendix out so no heavy lifting", "health"),
        ("cats are fine, it's horses that put me in the ER", "health"),
        ("my sister is pregnant, due in June", "health"),
        ("was raised Methodist, never took", "beliefs"),
    ],
)
def test_a_body_and_a_belief_need_consent_however_they_are_told(text: str, category: str) -> None:
    found = extract(text, consents=frozenset({"name"}))
    assert category in {r.category for r in found.refused if r.reason == "consent"}
    assert not any(isinstance(c, EventCandidate) for c in found.candidates)


@pytest.mark.parametrize("text", ["I work at a hospital in Leeds", "We went to the hospital gala on Friday"])
def test_a_place_of_care_tells_nothing_of_the_visitor(text: str) -> None:
    assert not [r for r in extract(text, consents=frozenset()).refused if r.category == "health"]


@pytest.mark.parametrize(
    ("text", "category", "told"),
    [
        ("the passport I travel on is no. 562 044 918", "government_id", "044"),
        ("My driving licence number? BRANN 805143 K99OP", "government_id", "805143"),
        ("my passport, valid till 2031, has number 562 044 918", "government_id", "044"),
        ("562 044 918 is my passport number", "government_id", "044"),
        ("my passport, the Irish one, is PX 482 1190", "government_id", "1190"),
        ("being bi in a village of 300 people is lonely", "sexuality", "bi"),
        ("growing up gay in Belfast was no picnic", "sexuality", "gay"),
        ("being openly trans makes job hunting harder", "sexuality", "trans"),
        ("as a bi woman in tech I get odd questions", "sexuality", "bi"),
        ("Dad's got Parkinson's so I drive over to his place every Wednesday", "health", "Parkinson"),
        ("my uncle's Huntington's means I travel less, and I live in Leeds", "health", "Huntington"),
        ("Mum has Addison's so she carries a kit", "health", "Addison"),
        ("my boss has Graves' disease and I cover for her every Friday", "health", "Graves"),
        ("My sister has Hodgkin's", "health", "Hodgkin"),
        ("deaf in the left ear, so please write things out", "health", "deaf"),
        ("legally blind, so always use alt text", "health", "blind"),
        ("no feeling in my left foot so I drive an automatic", "health", "feeling"),
        ("Allergic to penicillin, so remind me", "health", "penicillin"),
    ],
)
def test_words_between_or_a_missing_subject_hide_nothing(text: str, category: str, told: str) -> None:
    extraction = extract(text, consents=frozenset({"name"}))
    assert category in {r.category for r in extraction.refused if r.reason == "consent"}
    assert told not in strings(extraction)


@pytest.mark.parametrize(
    "text",
    [
        "my passport expires in 2031",
        "I renewed my passport on 12 05 2024",
        "my passport is valid for 120 months",
        "my visa is 90 days",
        "lease was signed on 2025-12-01, keys came later",
        "the permit was stamped on 14.08.2024",
        "I lost my driving licence, 3 points on it",
        "being straight with you, I prefer short answers",
        "being bi-weekly, the meeting is short",
        "I'm avoiding trans fats",
        "I live in Huntington Beach",
        "I saw Michael Parkinson on TV",
        "I have Bell's whisky at home",
        "the blind in the kitchen is broken",
        "blind tasting on Friday, then the cinema",
    ],
)
def test_what_sounds_like_a_number_an_illness_or_an_orientation_needs_no_consent(text: str) -> None:
    refused = extract(text, consents=frozenset({"name"})).refused
    assert not {r.category for r in refused} & {"government_id", "health", "sexuality"}
