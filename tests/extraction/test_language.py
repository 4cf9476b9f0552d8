"""The language of a message: English is never taken for another, and another is never read as English."""

from __future__ import annotations

import pytest

from tests.extraction.reading import extract
from user_memory.extraction.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in Valencia", "en"), ("coffee", "en"), ("Dual citizen here, Irish and Brazilian", "en"), ("42 🎉", "en"), ("", "en"),
        ("allergic to peanuts btw", "en"), ("the café has a certain je ne sais quoi about it", "en"), ("moved to Baden-Baden lol", "en"),
        ("Vivo en Valencia desde 2019", "es"), ("Trabajo en una panadería", "es"), ("Ich heiße Łukasz", "de"), ("ich trinke gern Tee", "de"),
        ("J'habite à Lyon avec ma soeur", "fr"), ("Vivo a Roma con mia sorella", "it"), ("Eu moro em Lisboa com minha irmã", "pt"),
        ("Ik woon in Utrecht met mijn zus", "nl"), ("Я живу в Москве", "ru"), ("我住在北京", "zh"), ("東京に住んでいます", "ja"), ("أعيش في باريس", "ar"),
    ],
)  # fmt: skip
def test_the_language_is_told(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text", ["Я живу в Москве и люблю чай", "東京に住んでいます", "Mieszkam w Krakowie i mam psa"]
)
def test_a_language_without_rules_is_refused(text: str) -> None:
    extraction = extract(text)
    assert extraction.candidates == ()
    assert {r.reason for r in extraction.refused} == {"unsupported_language"}
