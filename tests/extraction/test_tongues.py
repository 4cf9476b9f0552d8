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


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("no tengo coche", {("user", "owns", "coche", "-")}),
        ("wir haben keine Kinder", {("user", "child", "Kinder", "-")}),
        ("je n'ai pas de voiture", {("user", "owns", "voiture", "-")}),
        ("he dejado mi trabajo en Seat", {("user", "works_for", "Seat", "end")}),
        ("ich hab bei Bosch gekündigt", {("user", "works_for", "Bosch", "end")}),
        ("j'ai vendu ma moto", {("user", "owns", "moto", "end")}),
        ("Nunca he fumado", {("user", "habit", "fumar", "-")}),
    ],
)
def test_what_is_not_or_no_longer_so_is_denied_or_ended(text: str, facts: Told) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Ma sœur habite à Oslo et travaille comme prof",
            {("sister", "lives_in", "Oslo", "+"), ("sister", "job_title", "prof", "+")},
        ),
        (
            "Mein Sohn ist 8 und spielt Handball",
            {("son", "age", "8", "+"), ("son", "plays", "Handball", "+")},
        ),
        ("Meine Nichte studiert Medizin in Graz", {("niece", "studies", "Medizin", "+")}),
        (
            "mi mujer se llama Rocío",
            {("user", "spouse", "wife", "+"), ("wife", "name", "Rocío", "+")},
        ),
        ("Mi hijo Mateo tiene 6 años", {("user", "child", "Mateo", "+"), ("Mateo", "age", "6", "+")}),
    ],
)
def test_what_others_do_is_told_of_them(text: str, facts: Told) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Rosinen mag ich gar nicht", {("user", "dislikes", "Rosinen", "+")}),
        ("Tee trinke ich lieber als Kaffee", {("user", "prefers", "Tee", "+")}),
        ("bin gerade arbeitslos", {("user", "attribute", "arbeitslos", "+")}),
        ("dienstags gehe ich zum Chor", {("user", "habit", "zum Chor gehen", "+")}),
        ("Mon frère et moi avons une boulangerie", {("user", "owns", "boulangerie", "+")}),
        ("on a un chien qui s'appelle Rex", {("user", "pet", "chien", "+")}),
        ("vivo con mis padres en Getafe", {("user", "lives_in", "Getafe", "+")}),
        ("ich wohne bei meinen Eltern in Fürth", {("user", "lives_in", "Fürth", "+")}),
        ("ich stehe immer um sechs auf", {("user", "habit", "um sechs aufstehen", "+")}),
        ("chuis végétarienne", {("user", "diet", "végétarienne", "+")}),
    ],
)
def test_word_order_and_chat_spelling_do_not_matter(text: str, facts: Told) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        '"Vivo en París", dijo el actor',
        "« J'habite à Paris », a dit l'acteur",
        "nehmen wir an, ich habe eine Katze",
        "supongamos que tengo un gato",
        "Mi vecino dice que los perros son un rollo",
        "kannst du mir eine Zusammenfassung schreiben",
        "ich mag deine Antwort",
        "me gusta tu respuesta",
        "j'adore ta réponse",
        "je voudrais savoir s'il pleut",
    ],
)
def test_quotes_suppositions_and_wishes_to_the_agent_are_none(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "hidden", "kept"),
    [
        ("Ayer cené con mi prima Beatriz", "Beatriz", "cené con mi prima"),
        ("Gestern war ich mit meinem Freund Torben im Kino", "Torben", "ich war mit meinem Freund im Kino"),
        ("Demain je vois ma copine Clémence", "Clémence", "je vois ma copine"),
        ("Gestern hab ich mit Lena gekocht", "Lena", "ich hab mit jemand gekocht"),
        ("Mein Bruder Jannis ist Arzt", "Jannis", "brother"),
    ],
)
def test_names_without_consent_are_left_out_of_what_is_told(text: str, hidden: str, kept: str) -> None:
    contents = [c.content for c in say(text, consents=frozenset()).candidates]
    assert any(kept in content for content in contents)
    assert not any(hidden in content for content in contents)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Ich bin allergisch gegen Nüsse", "health"),
        ("El viernes operan a mi madre de la rodilla", "health"),
        ("Je suis enceinte de trois mois", "health"),
        ("ich wähle die Grünen", "beliefs"),
        ("soy católico practicante", "beliefs"),
    ],
)
def test_health_and_beliefs_need_consent(text: str, category: str) -> None:
    found = say(text, consents=frozenset())
    assert not found.candidates
    assert category in {r.category for r in found.refused}
