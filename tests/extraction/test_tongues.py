"""Plain statements in Spanish, German and French: what they say, what they deny, and what they only ask."""

from __future__ import annotations

import pytest

from tests.extraction.saying import say
from user_memory.extraction.language import language_of
from user_memory.graph.candidates import FactCandidate

Told = set[tuple[str, str, str, str]]


def told(text: str) -> Told:
    found = say(text).candidates
    return {
        (f.subject.name, f.predicate, f.object.name, "end" if f.operation == "end" else f.polarity)
        for f in found
        if isinstance(f, FactCandidate)
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Seit 2015 arbeite ich bei Siemens", {("user", "works_for", "Siemens", "+")}),
        ("Ich kann Rosenkohl nicht ausstehen", {("user", "dislikes", "Rosenkohl", "+")}),
        (
            "Wir haben zwei Katzen und einen Hund",
            {("user", "pet", "Katzen", "+"), ("user", "pet", "Hund", "+")},
        ),
        ("Meine beste Freundin wohnt in Lissabon", {("friend", "lives_in", "Lissabon", "+")}),
        (
            "Ich mag Tee und ich hasse Kaffee",
            {("user", "likes", "Tee", "+"), ("user", "dislikes", "Kaffee", "+")},
        ),
        ("Ich möchte irgendwann Japanisch lernen", {("user", "wants", "Japanisch lernen", "+")}),
        ("Ich sammle Briefmarken", {("user", "hobby", "Briefmarken sammeln", "+")}),
        (
            "J'adore la randonnée et le jazz",
            {("user", "likes", "randonnée", "+"), ("user", "likes", "jazz", "+")},
        ),
        ("Je viens d'acheter une Clio", {("user", "owns", "Clio", "+")}),
        ("Je ne mange pas de viande", {("user", "avoids", "viande", "+")}),
        ("Ma fille est étudiante à Nantes", {("daughter", "job_title", "étudiante", "+")}),
        ("Je ne supporte pas le bruit", {("user", "dislikes", "bruit", "+")}),
        ("Me gustaría aprender alemán", {("user", "wants", "aprender alemán", "+")}),
        ("No como carne", {("user", "avoids", "carne", "+")}),
        ("No me gusta el café", {("user", "dislikes", "café", "+")}),
        ("Trabajo de camarero en un bar", {("user", "job_title", "camarero", "+")}),
        ("Mi color favorito es el verde", {("user", "favorite", "verde", "+")}),
        ("ya no vivo en Cuenca", {("user", "lives_in", "Cuenca", "end")}),
    ],
)
def test_a_statement_is_a_fact(text: str, facts: Told) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "Wohnst du in Berlin?",
        "Wenn ich in Berlin wohnen würde, hätte ich ein Auto",
        "Si j'habitais à Paris, je serais heureux",
        "Tu habites où ?",
        "Ojalá viviera en la playa",
        "Quiero un resumen del texto",
    ],
)
def test_a_question_a_hypothesis_and_a_request_are_none(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Me he comprado una moto", "es"),
        ("No como carne", "es"),
        ("on bosse tous les deux à Bruxelles", "fr"),
        ("ich hab mir ein Rad gekauft", "de"),
        ("me too, no worries", "en"),
        ("I had tacos in Berlin", "en"),
    ],
)
def test_words_shared_with_english_do_not_make_a_text_english(text: str, language: str) -> None:
    assert language_of(text) == language
