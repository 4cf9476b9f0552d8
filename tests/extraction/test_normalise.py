"""Repair of typed text: what it mends, what it leaves alone, and that offsets always lead back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from user_memory.extraction.edits import traced
from user_memory.extraction.normalise import clean, repair

_TEXT = st.text(st.characters(codec=None), max_size=80) | st.text(
    "iI'’ dontmhse.,!?\u200b\ud800\u0301", max_size=80
)


@given(_TEXT)
@settings(max_examples=200)
def test_every_character_has_its_place_in_the_message(content: str) -> None:
    text = repair(clean(content))
    assert len(text.offsets) == len(text.text) + 1
    assert list(text.offsets) == sorted(text.offsets)
    assert all(0 <= o <= len(content) for o in text.offsets)


@given(_TEXT)
def test_nothing_invisible_or_broken_is_left(content: str) -> None:
    text = clean(content).text
    assert not any(0xD800 <= ord(c) <= 0xDFFF for c in text)
    assert not set(text) & set("\u200b\u200d\u202e\ufeff\x00")
    text.encode("utf-8")


@given(
    st.text("abc \n", max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text("xyz", max_size=6))),
)
def test_edits_keep_what_lies_between_them(content: str, raw: list[tuple[int, int, str]]) -> None:
    edits = sorted((s, min(len(content), s + n), new) for s, n, new in raw if s <= len(content))
    edited = traced(content).apply(edits)
    kept = [(c, o) for c, o in zip(edited.text, edited.offsets, strict=False) if c not in "xyz"]
    assert all(content[o] == c for c, o in kept)


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("im 52 and dont smoke", "I'm 52 and don't smoke"),
        ("my sister anna lives in new york", "my sister Anna lives in New York"),
        ("ill be there, its nice", "I'll be there, it's nice"),
        ("my dog is ill", "my dog is ill"),
        ("i love reading", "I love reading"),
        ("I MOVED TO BERLIN IN MARCH", "I moved to Berlin in march"),
        ("Zoe\u0301 is he\u200bre", "Zoé is here"),
        ("“I’m fine”", '"I\'m fine"'),
        ("soooooo good", "sooo good"),
        (
            "send it to bob@leeds.example and see leeds.example/anna",
            "send it to bob@leeds.example and see leeds.example/anna",
        ),
    ],
)
def test_chat_writing_reads_as_an_editor_would_write_it(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


def test_a_writer_who_uses_capitals_keeps_their_own() -> None:
    assert (
        repair(clean("Yesterday Anna met turkey farmers in Leeds")).text
        == "Yesterday Anna met turkey farmers in Leeds"
    )


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("I gotta check the heating", "I have to check the heating"),
        ("gotta feed the hens", "have to feed the hens"),
        ("we've gotta leave at six", "we've got to leave at six"),
        ("she gotta rest", "she has to rest"),
        ("my brother gotta have surgery", "my brother has to have surgery"),
        ("my parents gotta move", "my parents have to move"),
        ("I wanna learn to weld", "I want to learn to weld"),
        ("we're gonna sell the van", "we're going to sell the van"),
        ("I'm livin' on a boat and workin' nights", "I'm living on a boat and working nights"),
        ("I'm tryna sleep more", "I'm trying to sleep more"),
        ("He said 'come in' and left", "He said 'come in' and left"),
        ("Gotta Films hired me", "Gotta Films hired me"),
    ],
)
def test_spoken_short_forms_are_written_out(typed: str, written: str) -> None:
    assert repair(clean(typed)).text == written


@pytest.mark.parametrize(
    "typed",
    [
        'Always write "gonna", never "going to".',
        "Don't write 'lemme see' in replies",
        "Run `make doin` before `soooooo`",
        "RUN `MAKE_DOIN` BEFORE EVERY COMMIT",
        "Stop saying gotta.",
        "Never use u for the reader",
        "Never say gonna, wanna or gotta.",
        "don't write wanna",
        "Write it out instead of tmrw.",
        "What does rn mean?",
        "tmrw stands for a day",
    ],
)
def test_words_that_are_quoted_or_talked_about_stay_as_they_are(typed: str) -> None:
    told = repair(clean(typed)).text
    assert told.lower() == typed.lower()
    assert "MAKE_DOIN" not in typed or "MAKE_DOIN" in told


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("don't use ur phone", "don't use your phone"),
        ("I keep saying im tired", "I keep saying I'm tired"),
        ("I stayed in instead of goin out", "I stayed in instead of going out"),
        ("we're 6'2\" and 5'8\" and gonna grow", "we're 6'2\" and 5'8\" and going to grow"),
        ("'cause I'm livin' in Ghent", "'cause I'm living in Ghent"),
    ],
)
def test_words_that_are_used_are_mended(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


@pytest.mark.parametrize(
    "typed",
    [
        "My sister Lotta lives in Rome",
        "Lotta lives in Rome",
        "My name is Biz",
        "I met Bein",
        "I work at Biz Media",
        "I love Gimme Shelter",
        "Gimme Shelter is a song",
        "I love Straight Outta Compton",
        "I met Gotta yesterday",
        "My brother Arent lives here",
        "Urs is a friend",
        "Jony Ive designed it",
        "Def Leppard were loud",
        "Doc Holliday was a dentist",
        "That is Kevin' bike",
        "I live in Berlin' centre",
        "My cousin' bike is red",
        "Robin' bike is red",
    ],
)
def test_a_name_is_no_chat_spelling(typed: str) -> None:
    assert repair(clean(typed)).text == typed


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("my sister lotta is tall", "my sister Lotta is tall"),
        ("Lotta people here", "Lot of people here"),
        ("Hey, Im Anna", "Hey, I'm Anna"),
        ("I start on Mondy", "I start on Monday"),
        ("My MIL is here", "My mother-in-law is here"),
        ("I'm NOT GONNA do it", "I'm NOT going to do it"),
        ("Cuz Anna left", "Because Anna left"),
        ("Livin' here is fun", "Living here is fun"),
    ],
)
def test_a_capital_of_place_or_loudness_hides_no_chat_spelling(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("we rest rn", "we rest right now"),
        ("she's an rn at the clinic", "she's an rn at the clinic"),
        ("she left me a msg", "she left me a message"),
        ("she's allergic to msg", "she's allergic to msg"),
        ("they r late", "they are late"),
        ("we code in r, mostly", "we code in r, mostly"),
        ("we left bc it rained", "we left because it rained"),
        ("we moved to bc", "we moved to bc"),
        ("her gf left", "her girlfriend left"),
        ("we bake gf bread", "we bake gf bread"),
        ("we'll probs stay", "we'll probably stay"),
        ("she has back probs", "she has back probs"),
        ("we def need it", "we definitely need it"),
        ("we adore def leppard", "we adore def leppard"),
        ("we're off this weeknd", "we're off this weekend"),
        ("we adore the weeknd", "we adore the weeknd"),
        ("lets go home", "let's go home"),
        ("she lets me sleep", "she lets me sleep"),
        ("it wont start", "it won't start"),
        ("as is his wont", "as is his wont"),
        ("were moving soon", "we're moving soon"),
        ("they were moving soon", "they were moving soon"),
        ("well have a baby", "we'll have a baby"),
        ("may as well have a nap", "may as well have a nap"),
        ("cos it rained", "because it rained"),
        ("we grow cos lettuce", "we grow cos lettuce"),
        ("her cuz called", "her cousin called"),
        ("pleas help", "please help"),
        ("his pleas were ignored", "his pleas were ignored"),
        ("u turn at the lights", "u turn at the lights"),
        ("ur so kind", "you're so kind"),
        ("ur mum", "your mum"),
        ("id like tea", "I'd like tea"),
        ("her id like yours", "her id like yours"),
        ("because its raining", "because it's raining"),
        ("it lost its ceiling", "it lost its ceiling"),
        ("back in a yr", "back in a year"),
        ("we took the w", "we took the w"),
        ("here w the kids", "here with the kids"),
    ],
)
def test_a_word_with_another_reading_is_mended_where_the_place_tells(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("My brother Leo gotta move", "My brother Leo has to move"),
        ("Ana gotta move", "Ana has to move"),
        ("Ana and Ben gotta move", "Ana and Ben have to move"),
        ("my boss gotta rest", "my boss has to rest"),
        ("everyone gotta eat", "everyone has to eat"),
        ("she's tired and gotta sleep", "she's tired and has to sleep"),
        ("tomorrow gotta work", "tomorrow have to work"),
        ("he wanna move", "he wants to move"),
        ("does he wanna move", "does he want to move"),
        ("kids wanna play", "kids want to play"),
        ("my dad hafta rest", "my dad has to rest"),
        ("My brother Leo gonna move", "My brother Leo is going to move"),
        ("I gonna move", "I am going to move"),
        ("we gonna move", "we are going to move"),
        ("my parents are gonna move", "my parents are going to move"),
        ("is he gonna move", "is he going to move"),
        ("gonna move", "going to move"),
        ("my sister's gonna move", "my sister is going to move"),
        ("the one who gotta go", "the one who gotta go"),
        ("the kids and their mum wanna go", "the kids and their mum wanna go"),
    ],
)
def test_a_duty_agrees_with_its_subject_or_stays(typed: str, written: str) -> None:
    assert repair(clean(typed)).text == written


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("i live in sale", "I live in Sale"),
        ("moved to sale", "moved to Sale"),
        ("it's for sale", "it's for sale"),
        ("it's on sale", "it's on sale"),
        ("point of sale", "point of sale"),
    ],
)
def test_the_town_is_told_from_what_is_sold(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("my mum made a cake", "my mum made a cake"),
        ("my mum made pancakes", "my mum made pancakes"),
        ("my brother may come", "my brother may come"),
        ("my dad said hello", "my dad said hello"),
        ("my sister rose is here", "my sister Rose is here"),
        ("my aunt may lives here", "my aunt May lives here"),
        ("my sister grace moved", "my sister Grace moved"),
        ("my dog is called will", "my dog is called Will"),
    ],
)
def test_what_kin_did_is_not_their_name(typed: str, mended: str) -> None:
    assert repair(clean(typed)).text == mended


@pytest.mark.parametrize("typed", ["avoid gonna and wanna", "my nickname is def", "we like teh tarik"])
def test_a_word_named_or_avoided_stays(typed: str) -> None:
    assert repair(clean(typed)).text.lower() == typed
